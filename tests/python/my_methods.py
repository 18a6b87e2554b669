"""Methods for the tests: velocity Verlet as C++ has it, and methods that break their contract."""

import os
import signal
import time

import numpy as np

import stiffbench


@stiffbench.integrator
class verlet_of_python:
    """Velocity Verlet in Python, with the operations of velocity_verlet"""

    order = 2
    family = "explicit"
    doi = "10.1103/PhysRev.159.98"

    def init(self, problem, h):
        self.a = None

    def step(self, problem, state, h):
        if self.a is None:
            self.a = problem.mass_solve(problem.force(state.x, state.v, state.t))
        v = stiffbench.axpy(0.5 * h, self.a, state.v)
        x = stiffbench.axpy(h, v, state.x)
        self.a = problem.mass_solve(problem.force(x, v, state.t + h))
        return x, stiffbench.axpy(0.5 * h, self.a, v)


def fail(state):
    state.x[:] = 7  # a method's own copy
    raise stiffbench.Failure("singular", "no pivot")


def ends_by_itself(state):
    os._exit(3)


ways = {
    "raises": lambda state: 1 / 0,
    "returns_none": lambda state: None,
    "returns_three": lambda state: (state.x, state.v, state.v, state.v),
    "wrong_shape": lambda state: (state.x[:-1], state.v),
    "wrong_dtype": lambda state: (state.x.astype("f"), state.v),
    "wrong_time": lambda state: stiffbench.State(state.t, state.x, state.v),
    "not_a_number": lambda state: (state.x * np.nan, state.v),
    "never_returns": lambda state: time.sleep(1000),
    "fails": fail,
    "exits": lambda state: (_ for _ in ()).throw(SystemExit(3)),
    "ends_process": ends_by_itself,
    "crashes": lambda state: os.kill(os.getpid(), signal.SIGSEGV),
    "runs": lambda state: stiffbench.run(stiffbench.problem("oscillator"), "rk4", h=0.1),
    "allocates": lambda state: np.zeros(2**50),
}


@stiffbench.integrator
class misbehaves:
    """Breaks its contract in one of several ways"""

    order = 1
    parameters = {"way": ("raises", "what it does"), "from_step": (1, "the step that does it")}

    def init(self, problem, h):
        self.number = 0

    def step(self, problem, state, h):
        self.number += 1
        if self.number < self.from_step:
            return state.x, state.v
        return ways[self.way](state)


@stiffbench.integrator
class counts_all:
    """Evaluates everything once in each step"""

    order = 0
    parameters = {"factor": 1.0}

    def step(self, problem, state, h):
        x, v, t = state.x, state.v, state.t
        problem.stiffness(x, v, t)
        problem.damping(x, v, t)
        problem.jacobian_times(x, v, t, x, v)
        problem.potential(x, v, t)
        problem.factorize(problem.mass).solve(problem.force(x, v, t))
        return self.factor * x, v

    def why_not_applicable(self, problem):
        return "" if problem.dof < 100 else f"{problem.dof} unknowns are too many"


@stiffbench.integrator
class uses_an_old_view:
    """Uses the first view of its process: that of the warm-up, where steps are timed"""

    order = 1
    views = []

    def step(self, problem, state, h):
        self.views.append(problem)
        self.views[0].force(state.x, state.v)
        return state.x, state.v
