"""What the solvers of scipy.integrate have in common as contestants.

Each call of step() integrates from t to t + h as scipy.integrate.solve_ivp does: it makes a new
solver and calls its step() until t + h is reached. The view of the problem counts forces and
matrices. Factorizations and solves of Radau and BDF are counted where the solver calls them.
"""

import numpy as np

from stiffbench.errors import Failure
from stiffbench.first_order import jacobian, right_side


class Solver:
    """An adaptive integrator around a class of scipy.integrate; y = (x, v)."""

    adaptive = True
    family = "peers"
    library = "SciPy"
    stages = 0
    parameters = {"atol": (0.0, "absolute tolerance, the same for x and v; 0: a thousandth of rtol")}
    solver = None  # the class of scipy.integrate

    def init(self, problem, h):
        self.steps_taken = 0
        self.fun = right_side(problem)
        self.options = self.solver_options(problem)

    def solver_options(self, problem):
        """Further arguments of the solver's class."""
        return {}

    def prepare(self, problem, solver):
        """Adds counters to a new solver."""

    def step(self, problem, state, h):
        n = problem.dof
        end = state.t + h
        atol = self.atol if self.atol > 0 else 1e-3 * self.rtol
        solver = self.solver(
            self.fun, state.t, np.concatenate((state.x, state.v)), end,
            rtol=self.rtol, atol=atol, **self.options,
        )  # fmt: skip
        self.prepare(problem, solver)
        while solver.status == "running":
            message = solver.step()
            if solver.status == "failed":
                raise Failure("diverged", message or "the solver gave no reason")
            self.steps_taken += 1
        return solver.y[:n], solver.y[n:]


class SparseSolver(Solver):
    """A solver with the sparse Jacobian and counted LU factorizations."""

    def why_not_applicable(self, problem):
        if problem.has_diagonal_mass:
            return ""
        return "the sparse Jacobian of y' = F(t, y) needs a diagonal mass matrix"

    def solver_options(self, problem):
        return {"jac": jacobian(problem)}

    def prepare(self, problem, solver):
        lu, solve = solver.lu, solver.solve_lu

        def counted_lu(matrix):
            problem.count_work({"factorize": 1})
            return lu(matrix)

        def counted_solve(factors, right_side):
            problem.count_work({"solve": 1})
            return solve(factors, right_side)

        solver.lu, solver.solve_lu = counted_lu, counted_solve
