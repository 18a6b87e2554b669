"""Types of the package stiffbench. Vectors are float64 with shape (dof,); units are SI."""

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar, overload

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp

from stiffbench import peers as peers

Vector = npt.NDArray[np.float64]
Record = dict[str, Any]
Method = TypeVar("Method", bound=type)
Progress = Callable[[str, float], object]

class Error(Exception):
    rule: str
    got: str
    remedy: str
    def __init__(self, rule: str, got: str = "", remedy: str = "") -> None: ...

class Failure(Exception):
    status: str
    reason: str
    def __init__(self, status: str, reason: str) -> None: ...

class State(NamedTuple):
    t: float
    x: Vector
    v: Vector

class InitialValueProblem(NamedTuple):
    fun: Callable[[float, Vector], Vector]
    t_span: tuple[float, float]
    y0: Vector
    jac: Callable[[float, Vector], sp.csc_matrix]

class Reference:
    states: list[State]
    second_states: list[State]
    digits: float
    agreement: float
    method: dict[str, Any]
    second_method: dict[str, Any]
    cross_checks: list[dict[str, Any]]
    refused: str
    withdrawn: str
    growth: float | None
    outputs: dict[str, float]
    hash: str
    floor: dict[str, Any] | None
    summary: str
    @property
    def state(self) -> State: ...

class _Evaluations:
    @property
    def dof(self) -> int: ...
    @property
    def mass(self) -> sp.csr_matrix: ...
    @property
    def split(self) -> sp.csr_matrix: ...
    def mass_solve(self, f: Vector, *, out: Vector | None = None) -> Vector: ...
    def force(self, x: Vector, v: Vector, t: float = 0.0, *, out: Vector | None = None) -> Vector: ...
    def jacobian_times(
        self, x: Vector, v: Vector, t: float, dx: Vector, dv: Vector, *, out: Vector | None = None
    ) -> Vector: ...
    def time_derivative(self, x: Vector, v: Vector, t: float = 0.0) -> Vector: ...
    def stiffness(self, x: Vector, v: Vector, t: float = 0.0) -> sp.csr_matrix: ...
    def damping(self, x: Vector, v: Vector, t: float = 0.0) -> sp.csr_matrix: ...
    def energy(self, x: Vector, v: Vector, t: float = 0.0) -> float: ...
    def potential(self, x: Vector, v: Vector, t: float = 0.0) -> float: ...
    def kinetic(self, x: Vector, v: Vector, t: float = 0.0) -> float: ...

class Problem(_Evaluations):
    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def equation(self) -> str: ...
    @property
    def source(self) -> str: ...
    @property
    def parameters(self) -> dict[str, Any]: ...
    @property
    def end_time(self) -> float: ...
    @property
    def traits(self) -> dict[str, Any]: ...
    @property
    def initial_state(self) -> State: ...
    @property
    def hash(self) -> str: ...
    @property
    def order_checks(self) -> list[dict[str, Any]]: ...
    def reference(
        self, digits: float | None = None, checkpoints: int = 1, progress: Progress | None = None
    ) -> Reference: ...
    def error(
        self,
        state: tuple[float, Vector, Vector] | list[tuple[float, Vector, Vector]],
        digits: float | None = None,
        progress: Progress | None = None,
    ) -> dict[str, Any] | None: ...
    def solve_ivp_form(self) -> InitialValueProblem: ...

class Factorization:
    def solve(self, right_side: npt.NDArray[Any]) -> npt.NDArray[Any]: ...

class CountedProblem(_Evaluations):
    @property
    def lags(self) -> bool: ...
    def count_work(self, counts: Mapping[str, int]) -> None: ...
    def factorize(self, matrix: sp.spmatrix) -> Factorization: ...

class Sweep:
    folder: str
    total: int
    reused: int
    status: dict[str, int]
    def records(self) -> Any: ...

class Figure:
    svg: str
    def save(self, path: str | os.PathLike[str]) -> None: ...

class Comparison:
    text: str
    data: dict[str, Any]
    failed: bool

def problem(name: str, /, **parameters: bool | float | str | Sequence[float]) -> Problem: ...
def problems() -> list[dict[str, Any]]: ...
def integrators() -> list[dict[str, Any]]: ...
def axpy(a: float, x: Vector, y: Vector) -> Vector: ...
@overload
def integrator(cls: Method) -> Method: ...
@overload
def integrator(cls: None = None, *, name: str | None = None) -> Callable[[Method], Method]: ...
def run(
    problem: Problem,
    integrator: str | type,
    *,
    h: float | None = None,
    count: int | None = None,
    tolerance: float | None = None,
    progress: Progress | None = None,
    **settings: Any,
) -> Record: ...
def run_experiment(
    experiment: str | os.PathLike[str] | dict[str, Any],
    out: str | os.PathLike[str],
    progress: Callable[[int, int], object] | None = None,
    **options: Any,
) -> Sweep: ...
def records(place: str | os.PathLike[str]) -> Any: ...
def record_dicts(source: Any) -> list[Record]: ...
def rows(source: Any) -> list[dict[str, Any]]: ...
def work_precision(
    source: Any,
    figure: str = "work_precision",
    x: str | None = None,
    y: str | None = None,
    title: str | None = None,
    width: float | None = None,
) -> Figure: ...
def compare(before: Any, after: Any) -> Comparison: ...
