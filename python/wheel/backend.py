"""Build back end for pip (PEP 517): builds with CMake, installs into a folder, packs it as a wheel.

The wheel has the package with the library and the program's data inside it. Config settings:
build-dir, of CMake; native=ON, for the CPU at hand.
"""

import base64
import hashlib
import os
import re
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
import zipfile
from pathlib import Path

_root = Path(__file__).resolve().parents[2]


def _project():
    with open(_root / "pyproject.toml", "rb") as file:
        return tomllib.load(file)["project"]


def _run(*words):
    print("+", " ".join(map(str, words)), flush=True)
    subprocess.run(words, check=True, cwd=_root)


def _install(stage, settings):
    build = Path(settings.get("build-dir", "build/wheel"))
    _run(
        "cmake", "-S", ".", "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
        f"-DSTIFFBENCH_NATIVE={settings.get('native', 'OFF')}", "-DSTIFFBENCH_PYTHON=ON",
        "-DSTIFFBENCH_TESTS=OFF", "-DSTIFFBENCH_BENCHMARKS=OFF",
        f"-DPython_EXECUTABLE={sys.executable}", "-DSTIFFBENCH_PYTHON_FOLDER=..",
        f"-DCMAKE_INSTALL_PREFIX={stage / 'stiffbench'}", "-DCMAKE_INSTALL_LIBDIR=lib",
    )  # fmt: skip
    _run("cmake", "--build", build)
    _run("cmake", "--install", build)


def _metadata(project):
    lines = [
        "Metadata-Version: 2.1",
        f"Name: {project['name']}",
        f"Version: {project['version']}",
        f"Summary: {project['description']}",
        f"Requires-Python: {project['requires-python']}",
    ]
    lines += [f"Requires-Dist: {name}" for name in project["dependencies"]]
    return "\n".join(lines) + "\n"


def _tag():
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    return f"{python}-{python}-{platform}"


def _files(stage):
    """The files of the wheel: all that is installed, but for headers and what finds them."""
    for folder, _, names in os.walk(stage):
        for name in sorted(names):
            path = Path(folder) / name
            relative = path.relative_to(stage)
            if relative.parts[1] == "include":
                continue
            if relative.parts[1] == "lib" and relative.parts[2] in ("cmake", "pkgconfig"):
                continue
            if re.search(r"\.so(\.\d+\.\d.*)?$", name) and relative.parts[1] == "lib":
                continue  # programs ask for libstiffbench.so.0 alone, a link to the same file
            yield str(relative), path.read_bytes(), path.stat().st_mode


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Builds the wheel and returns the name of its file."""
    project = _project()
    info = f"stiffbench-{project['version']}.dist-info"
    wheel = f"Wheel-Version: 1.0\nGenerator: stiffbench\nRoot-Is-Purelib: false\nTag: {_tag()}\n"
    name = f"stiffbench-{project['version']}-{_tag()}.whl"
    with tempfile.TemporaryDirectory() as folder:
        stage = Path(folder)
        _install(stage, config_settings or {})
        files = list(_files(stage))
    files += [
        (f"{info}/METADATA", _metadata(project).encode(), 0o100644),
        (f"{info}/WHEEL", wheel.encode(), 0o100644),
    ]
    record = []
    with zipfile.ZipFile(Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data, mode in files:
            entry = zipfile.ZipInfo(path)
            entry.external_attr = (mode & 0xFFFF) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record.append(f"{path},sha256={digest},{len(data)}")
        record.append(f"{info}/RECORD,,")
        archive.writestr(f"{info}/RECORD", "\n".join(record) + "\n")
    return name


def build_sdist(sdist_directory, config_settings=None):
    """There is no source distribution: a clone of the repository is one."""
    raise NotImplementedError("stiffbench is installed from a clone: pip install PATH")
