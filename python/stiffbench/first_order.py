"""The equation as a first-order system y' = F(t, y) with y = (x, v), for SciPy and others."""

from typing import Callable, NamedTuple

import numpy as np
import scipy.sparse as sp

from stiffbench.errors import Error


class InitialValueProblem(NamedTuple):
    """The arguments of scipy.integrate.solve_ivp: solve_ivp(i.fun, i.t_span, i.y0, jac=i.jac).

    fun(t, y) is (v, M^-1 f), shape (2 dof,). jac(t, y) is its Jacobian [[0, I], [-M^-1 K, -M^-1 D]],
    a csc_matrix of shape (2 dof, 2 dof). t_span is in seconds.
    """

    fun: Callable
    t_span: tuple
    y0: np.ndarray
    jac: Callable


def right_side(problem):
    """F(t, y) = (v, M^-1 f(x, v, t)) of a problem or of a counted view."""
    n = problem.dof

    def fun(t, y):
        y = np.ascontiguousarray(y)
        f = problem.force(y[:n], y[n:], t)
        return np.concatenate((y[n:], problem.mass_solve(f)))

    return fun


def jacobian(problem):
    """dF/dy as a csc_matrix. The mass has to be lumped: the inverse of another one is dense."""
    n = problem.dof
    mass = problem.mass
    if (mass - sp.diags(mass.diagonal())).nnz:
        raise Error(
            "the sparse Jacobian of y' = F(t, y) needs a diagonal mass matrix",
            f"a consistent mass of {mass.nnz} entries",
            "leave jac out, or take an integrator of the suite",
        )
    inverse = sp.diags(1 / mass.diagonal())
    above = sp.csr_matrix((n, n)), sp.identity(n, format="csr")

    def jac(t, y):
        y = np.ascontiguousarray(y)
        x, v = y[:n], y[n:]
        below = -inverse @ problem.stiffness(x, v, t), -inverse @ problem.damping(x, v, t)
        return sp.bmat([above, below], format="csc")

    return jac


def solve_ivp_form(problem):
    """The problem as an InitialValueProblem for SciPy, from its start to its end."""
    start = problem.initial_state
    return InitialValueProblem(
        right_side(problem),
        (start.t, problem.end_time),
        np.concatenate((start.x, start.v)),
        jacobian(problem),
    )
