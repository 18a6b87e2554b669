"""SciPy's backward differentiation formulas, with the sparse Jacobian."""

import scipy.integrate

from stiffbench.methods import integrator
from stiffbench.peers.ivp import SparseSolver


@integrator
class scipy_bdf(SparseSolver):
    """SciPy's backward differentiation formulas, with the sparse Jacobian"""

    order = 0
    doi = "10.1137/S1064827594276424"
    solver = scipy.integrate.BDF
