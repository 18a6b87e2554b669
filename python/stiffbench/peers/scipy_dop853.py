"""SciPy's explicit method of Dormand and Prince, order 8."""

import scipy.integrate

from stiffbench.methods import integrator
from stiffbench.peers.ivp import Solver


@integrator
class scipy_dop853(Solver):
    """SciPy's explicit method of Dormand and Prince, order 8"""

    order = 8
    doi = "10.1007/978-3-540-78862-1"
    solver = scipy.integrate.DOP853
