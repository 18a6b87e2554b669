"""Loads the compiled module, and says why where it does not load."""

import importlib
import pathlib
import sys


def _got(error):
    """Tells the reasons apart that a user can do something about."""
    here = f"Python {sys.version_info.major}.{sys.version_info.minor}"
    built = sorted(file.name for file in pathlib.Path(__file__).parent.glob("_core*.so"))
    if not built:
        return "no _core*.so beside the package's files", "build it: ./bootstrap python"
    if isinstance(error, ModuleNotFoundError) and error.name == "stiffbench._core":
        return f"{here}, and {', '.join(built)}", "use that Python, or set Python_EXECUTABLE and build"
    return str(error), "build the package and the library together: ./bootstrap python"


def load():
    """Returns stiffbench._core. Raises ImportError with rule, value and remedy."""
    try:
        return importlib.import_module("stiffbench._core")
    except ImportError as error:
        got, remedy = _got(error)
        raise ImportError(
            f"stiffbench._core is for the Python and the library that it was built with; got {got}; {remedy}"
        ) from error
