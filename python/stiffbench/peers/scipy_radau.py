"""SciPy's Radau IIA of order 5, with the sparse Jacobian."""

import scipy.integrate

from stiffbench.methods import integrator
from stiffbench.peers.ivp import SparseSolver


@integrator
class scipy_radau(SparseSolver):
    """SciPy's Radau IIA of order 5, with the sparse Jacobian"""

    order = 5
    doi = "10.1007/978-3-642-05221-7"
    solver = scipy.integrate.Radau
