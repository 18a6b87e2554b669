"""A package that does not fit its Python says so, and a second interpreter does no harm."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import stiffbench

SECOND = """
import _xxsubinterpreters as interpreters, sys, stiffbench
second = interpreters.create()
try:
    interpreters.run_string(second, f"import sys; sys.path[:0] = {sys.path!r}; import stiffbench")
except interpreters.RunFailedError as error:
    print("refused", error)
print(stiffbench.problem("fput").dof)
"""


class Loading(unittest.TestCase):
    def message(self, *core):
        """Imports a copy of the package with these compiled modules, and returns the message."""
        package = pathlib.Path(stiffbench.__file__).parent
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder) / "stiffbench"
            shutil.copytree(package, copy, ignore=shutil.ignore_patterns("_core*", "__pycache__"))
            for name in core:
                (copy / name).write_bytes(b"no library")
            done = subprocess.run(
                [sys.executable, "-I", "-c", f"import sys; sys.path[:0] = [{folder!r}]; import stiffbench"],
                capture_output=True,
                text=True,
            )
        self.assertEqual(done.returncode, 1)
        return done.stderr.splitlines()[-1]

    def test_a_module_of_another_python(self):
        said = self.message("_core.cpython-399-x86_64-linux-gnu.so")
        here = f"got Python {sys.version_info.major}.{sys.version_info.minor}, and _core.cpython-399"
        self.assertIn(here, said)
        self.assertIn("set Python_EXECUTABLE", said)

    def test_no_module(self):
        self.assertIn("got no _core*.so beside the package's files; build it", self.message())

    def test_a_module_that_does_not_load(self):
        own = next(pathlib.Path(stiffbench.__file__).parent.glob("_core*.so")).name
        self.assertIn("build the package and the library together", self.message(own))

    def test_a_library_of_another_version(self):
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder) / "other.c"
            source.write_text('const char* stiffbench_version(void) { return "9.9.9"; }\n')
            other = source.with_suffix(".so")
            subprocess.run(["cc", "-shared", "-fPIC", source, "-o", other], check=True)
            done = subprocess.run(
                [sys.executable, "-c", "import stiffbench"],
                env={**os.environ, "LD_PRELOAD": str(other)},
                capture_output=True,
                text=True,
            )
        self.assertEqual(done.returncode, 1)
        said = done.stderr.splitlines()[-1]
        self.assertRegex(said, r"got libstiffbench 9\.9\.9 with a package of version \d.*; build the package")

    def test_a_second_interpreter_is_refused_and_the_first_goes_on(self):
        done = subprocess.run([sys.executable, "-c", SECOND], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        refusal, dof = done.stdout.splitlines()
        self.assertRegex(refusal, "refused.*ImportError.*one interpreter per process")
        self.assertEqual(dof, "6")


if __name__ == "__main__":
    unittest.main()
