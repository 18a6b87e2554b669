"""SciPy's LSODA, which changes between Adams methods and BDF; its Jacobian is dense."""

import scipy.integrate

from stiffbench.first_order import jacobian
from stiffbench.methods import integrator
from stiffbench.peers.ivp import Solver

MOST_DOF = 1000  # 2 dof squared numbers are 32 MB here


@integrator
class scipy_lsoda(Solver):
    """SciPy's LSODA, which changes between Adams methods and BDF, with a dense Jacobian"""

    order = 0
    doi = "10.1137/0904010"
    solver = scipy.integrate.LSODA

    def why_not_applicable(self, problem):
        if problem.dof > MOST_DOF:
            return f"LSODA stores a dense matrix; {problem.dof} unknowns are more than {MOST_DOF}"
        if not problem.has_diagonal_mass:
            return "the Jacobian of y' = F(t, y) needs a diagonal mass matrix"
        return ""

    def solver_options(self, problem):
        sparse = jacobian(problem)
        return {"jac": lambda t, y: sparse(t, y).toarray()}
