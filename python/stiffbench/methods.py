"""Integrators written in Python: a class with `order` and `step(problem, state, h)`."""

import inspect
import platform
import sys
import traceback
import weakref

import numpy
import scipy

from stiffbench import _core
from stiffbench.errors import Error

_names = weakref.WeakKeyDictionary()  # of the classes with @integrator


def integrator(cls=None, *, name=None):
    """Decorator that makes a class an integrator of the suite, under its name in lower_case.

        @stiffbench.integrator
        class my_verlet:
            '''Velocity Verlet'''           # the first line is the title
            order = 2                       # or a method order(self, problem)

            def step(self, problem, state, h):
                ...
                return x, v                 # at state.t + h

    step gets the counted view of the problem (CountedProblem), a State of its own copies of x and
    v, and the step size h (s). It returns (x, v), arrays of float64 with shape (dof,), or a State.
    A step that fails raises stiffbench.Failure; any other exception ends the run as crashed.

    Each run makes a new object. Optional members:
      init(self, problem, h)            prepares a run
      parameters                        a dict of name: default or (default, documentation); the
                                        object has them as attributes
      adaptive = True                   the method chooses its steps inside h, to self.rtol, and
                                        counts them in self.steps_taken
      why_not_applicable(self, problem) returns why the problem is out of scope, or ""
      doi, family, stages, library      facts (stiffbench.integrators() shows those of others)

    A class that is defined anew replaces the earlier one. Records name the code of a method by the
    hash of its source file, if it has one, of the code of its class, and of the versions of
    Python, NumPy and SciPy. Functions that a notebook's class calls are no part of it.
    """
    if cls is None:
        return lambda other: integrator(other, name=name)
    if not inspect.isclass(cls):
        raise Error(
            "@stiffbench.integrator decorates a class", type(cls).__name__, "write a class"
        )
    name = name or cls.__name__
    _check(cls, name)
    facts = {
        "name": name,
        "title": (cls.__doc__ or name).strip().splitlines()[0].rstrip("."),
        "doi": getattr(cls, "doi", ""),
        "family": getattr(cls, "family", "others"),
        "stages": getattr(cls, "stages", 1),
        "library": getattr(cls, "library", ""),
        "versions": _versions(),
    }
    parameters = {}
    for key, value in getattr(cls, "parameters", {}).items():
        default, doc = value if isinstance(value, tuple) else (value, "")
        if default is None:
            raise Error(f"parameter {key} of '{name}' has a default", "None", "give one")
        parameters[key] = (default, doc)
    adaptive = bool(getattr(cls, "adaptive", False))
    _core.enrol_method(facts, cls, parameters, adaptive, _source(cls))
    _names[cls] = name
    return cls


def name_of(method):
    """The name of an integrator that is given by name or as its class."""
    if isinstance(method, str):
        return method
    if not inspect.isclass(method) or method not in _names:
        raise Error(
            "an integrator is a name or a class with @stiffbench.integrator",
            getattr(method, "__name__", type(method).__name__),
            "see stiffbench.integrators()",
        )
    return _names[method]


def _versions():
    """The versions of what every method may use, as records have them."""
    return (
        f"Python {platform.python_version()}, NumPy {numpy.__version__}, SciPy {scipy.__version__}"
    )


def _check(cls, name):
    if name != name.lower() or not name.isidentifier():
        raise Error(
            "the name of an integrator is lower_case",
            f"'{name}'",
            "rename the class, or give @stiffbench.integrator(name='...')",
        )
    if not callable(getattr(cls, "step", None)):
        raise Error(
            f"integrator '{name}' has a method step(self, problem, state, h)",
            "a class without one",
            "add it",
        )
    order = getattr(cls, "order", None)
    if not (callable(order) or (isinstance(order, int) and not isinstance(order, bool))):
        raise Error(
            f"integrator '{name}' has an order: a whole number or a method order(self, problem)",
            repr(order),
            "add it, for instance: order = 2",
        )


def _source(cls):
    """The text on which the results of a method depend.

    It has the file of the class, if there is one, for what the methods call, and the code of the
    class itself, which a notebook or exec() may have defined without a file.
    """
    parts = [sys.version, _versions()]
    file = getattr(sys.modules.get(cls.__module__), "__file__", None)
    if file is not None:
        with open(file, encoding="utf-8") as source:
            parts.append(source.read())
    for base in cls.__mro__[:-1]:
        parts += [_text_of(name, member) for name, member in sorted(vars(base).items())]
    return "\n".join(parts)


def _text_of(name, member):
    """A member of a class as a text that is the same in every process."""
    code = getattr(getattr(member, "__func__", member), "__code__", None)
    if code is not None:
        return f"{name} {_text_of_code(code)}"
    is_value = isinstance(member, (bool, int, float, str, tuple, dict, type(None)))
    return f"{name} = {member!r}" if is_value and not name.startswith("__") else name


def _text_of_code(code):
    constants = []
    for constant in code.co_consts:
        if inspect.iscode(constant):
            constants.append(_text_of_code(constant))
        elif isinstance(constant, frozenset):
            constants.append(str(sorted(map(repr, constant))))
        else:
            constants.append(repr(constant))
    names = code.co_names + code.co_varnames + code.co_freevars
    return f"{code.co_code.hex()} {names} ({', '.join(constants)})"


def explain(kind, value, trace):
    """One line on an exception of a method: its type, its message and where it was raised."""
    name = getattr(kind, "__name__", str(kind))
    text = " ".join(str(value).split())
    frames = traceback.extract_tb(trace) if trace is not None else []
    place = f" ({frames[-1].filename}:{frames[-1].lineno})" if frames else ""
    return f"{name}: {text}{place}" if text else f"{name}{place}"
