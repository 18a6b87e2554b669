"""The state of a motion."""

from typing import NamedTuple

import numpy as np


class State(NamedTuple):
    """Time (s), positions (m) and velocities (m/s), both arrays of float64 with shape (dof,)."""

    t: float
    x: np.ndarray
    v: np.ndarray
