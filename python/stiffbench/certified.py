"""Certified solutions, and errors of states against them."""

import json
from dataclasses import dataclass, field

from stiffbench import _core
from stiffbench.errors import Error
from stiffbench.state import State


@dataclass(frozen=True)
class Reference:
    """A certified solution: the states on which two unrelated methods agree.

    states: at the times i T/N, i = 1..N, for N checkpoints. Empty if refused.
    digits: -log10 of the largest relative difference of the two methods.
    floor: that difference in the measures of errors; an error below it is noise.
    method, second_method: dicts with name, step (s) and evaluations of the force.
    cross_checks: comparisons with integrators that had no part, dicts.
    refused, withdrawn: the reason why there are no states, or why they do not hold; or "".
    """

    states: list
    second_states: list
    digits: float
    agreement: float
    method: dict
    second_method: dict
    cross_checks: list
    refused: str
    withdrawn: str
    growth: float | None
    outputs: dict
    hash: str
    floor: dict | None
    summary: str = field(repr=False)

    @property
    def state(self):
        """The state at the end."""
        if self.refused:
            raise Error(
                "a reference has states unless it is refused",
                "a refused one: " + self.refused,
                "compare energies or outputs",
            )
        return self.states[-1]

    def __str__(self):
        return self.summary


def reference(problem, digits=None, checkpoints=1, progress=None):
    """The certified solution of the problem at the end, or at equally spaced checkpoints.

    digits: how many both methods must agree on; the problem's own number by default.
    progress: a function of (what, done) with done from 0 to 1.
    It is read from the cache, or computed and kept there, which may take minutes.
    """
    parts = _core.certify(problem, digits, checkpoints, progress)
    parts["floor"] = json.loads(parts["floor"])
    for check in parts["cross_checks"]:
        for name in ("distance", "own_error"):
            check[name] = json.loads(check[name])
    return Reference(**parts)


def error(problem, state, digits=None, progress=None):
    """Every error that a record has, of the state at the end or of a list of N states.

    state: a State or (t, x, v); a list has the states at the times i T/N, i = 1..N.
    Returns the dict that is `error` in a record: position, velocity (max and l2_relative),
    state_max, energy_norm_relative, floor, digits, reference. None without a reference.
    """
    states = state if isinstance(state, list) else [state]
    for entry in states:
        if not (isinstance(entry, tuple) and len(entry) == len(State._fields)):
            raise Error(
                "a state is a stiffbench.State or (t, x, v)",
                type(entry).__name__,
                "see Problem.initial_state",
            )
    return json.loads(_core.error_of(problem, states, digits, progress))
