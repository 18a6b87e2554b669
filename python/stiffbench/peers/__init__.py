"""Integrators of other libraries in Python, as contestants."""

from stiffbench.peers import scipy_bdf, scipy_dop853, scipy_lsoda, scipy_radau

__all__ = ["scipy_bdf", "scipy_dop853", "scipy_lsoda", "scipy_radau"]
