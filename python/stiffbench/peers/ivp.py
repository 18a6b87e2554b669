"""What the solvers of scipy.integrate have in common as contestants.

Each call of step() integrates from t to t + h as scipy.integrate.solve_ivp does: it makes a new
solver and calls its step() until t + h is reached. The view of the problem counts forces and
matrices, and so are the factorizations and solves of Radau and BDF.
"""

import numpy as np
import scipy.sparse as sp

from stiffbench.errors import Failure
from stiffbench.first_order import right_side


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
    """Radau and BDF with sparse matrices, for any mass matrix.

    They solve systems with s I - k dF/dy, whose inverse mass is dense unless the mass is diagonal.
    So the solver is given the matrix J = [[0, I], [-K, -D]], and its two functions for linear
    algebra solve the same systems in the form of the second-order equation: their second block row
    is multiplied by M. s is the first entry on the diagonal, where J is zero.
    """

    def solver_options(self, problem):
        n = problem.dof
        above = sp.csr_matrix((n, n)), sp.identity(n, format="csr")

        def jac(t, y):
            x, v = np.ascontiguousarray(y[:n]), np.ascontiguousarray(y[n:])
            below = -problem.stiffness(x, v, t), -problem.damping(x, v, t)
            return sp.bmat([above, below], format="csc")

        return {"jac": jac}

    def prepare(self, problem, solver):
        n, mass = problem.dof, problem.mass
        change = sp.block_diag((sp.csr_matrix((n, n)), mass - sp.identity(n)), format="csc")

        def lu(matrix):
            solver.nlu += 1
            return problem.factorize(matrix + matrix[0, 0] * change)

        def solve(factorization, right_side):
            below = mass @ right_side[n:]
            return factorization.solve(np.concatenate((right_side[:n], below)))

        solver.lu, solver.solve_lu = lu, solve
