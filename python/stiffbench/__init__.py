"""stiffbench: problems M x'' = f(x, v, t), certified references and a harness for integrators.

    p = stiffbench.problem("fput", omega=50)
    u = p.initial_state
    f = p.force(u.x, u.v, u.t)
    record = stiffbench.run(p, "velocity_verlet", h=0.001)

docs/python.md of the project explains more.
"""

from stiffbench.loading import load

_core = load()  # first, because the others import names from it

from stiffbench import certified, first_order, linear  # noqa: E402
from stiffbench._core import CountedProblem, Problem, axpy, integrators, problem, problems
from stiffbench.certified import Reference
from stiffbench.errors import Error, Failure
from stiffbench.first_order import InitialValueProblem
from stiffbench.methods import integrator
from stiffbench.records import (
    Comparison,
    Figure,
    compare,
    record_dicts,
    records,
    rows,
    work_precision,
)
from stiffbench.runs import Sweep, run, run_experiment
from stiffbench.state import State

Problem.reference = certified.reference
Problem.error = certified.error
Problem.solve_ivp_form = first_order.solve_ivp_form
CountedProblem.factorize = linear.factorize

from stiffbench import peers  # noqa: E402  the methods of SciPy, which use all of the above

__all__ = [
    "Comparison", "CountedProblem", "Error", "Failure", "Figure", "InitialValueProblem", "Problem",
    "Reference", "State", "Sweep", "axpy", "compare", "integrator", "integrators", "peers",
    "problem", "problems", "record_dicts", "records", "rows", "run", "run_experiment", "work_precision",
]  # fmt: skip
