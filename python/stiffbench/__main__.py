"""python -m stiffbench [--module NAME]... COMMAND ...: the command line with methods in Python."""

import importlib
import os
import signal
import sys

import stiffbench
from stiffbench import _core

_usage = """usage: python -m stiffbench [--module NAME]... COMMAND ...
  --module NAME  import NAME, whose methods with @stiffbench.integrator join the others
Everything else is as on the command line: python -m stiffbench --help
"""


def main(words):
    modules = []
    while words and words[0] == "--module":
        if len(words) < 2:
            sys.stderr.write(_usage)
            return 2
        modules.append(words[1])
        words = words[2:]
    # A module may also stand behind the command, as in: run FILE --module my_methods
    while "--module" in words[:-1]:
        at = words.index("--module")
        modules.append(words[at + 1])
        words = words[:at] + words[at + 2 :]
    sys.path.insert(0, os.getcwd())
    try:
        for module in modules:
            importlib.import_module(module)
    except (ImportError, stiffbench.Error) as error:
        sys.stderr.write(f"stiffbench: module {module}: {error}\n")
        return 2
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.stdout.flush()
    return _core.command_line(["stiffbench", *words])


sys.exit(main(sys.argv[1:]))
