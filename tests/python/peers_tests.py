"""SciPy's solvers as contestants."""

import subprocess
import sys
import unittest

import numpy as np
import scipy.sparse as sp
import scipy.sparse.linalg

import stiffbench
from stiffbench.peers.ivp import SparseSolver


class Counting:
    """A problem with the two functions that the counted view adds."""

    def __init__(self, problem):
        self.problem = problem

    def __getattr__(self, name):
        return getattr(self.problem, name)

    def factorize(self, matrix):
        return sp.linalg.splu(sp.csc_matrix(matrix))


class Solver:
    """What prepare() needs of a solver."""

    nlu = 0


class Peers(unittest.TestCase):
    def test_linear_systems_are_those_of_the_first_order_jacobian(self):
        p = stiffbench.problem("beam", cells=1, aspect=2, damping=0.5, damping_time=0.01)
        self.assertGreater(p.mass.nnz, p.dof)  # a consistent mass
        n, random = p.dof, np.random.default_rng(1)
        y = np.concatenate((p.initial_state.x, random.standard_normal(n)))
        K, D = p.stiffness(y[:n], y[n:]), p.damping(y[:n], y[n:])
        inverse = np.linalg.inv(p.mass.toarray())
        jacobian = np.block([[np.zeros((n, n)), np.eye(n)], [-inverse @ K, -inverse @ D]])
        method, solver = SparseSolver(), Solver()
        J = method.solver_options(Counting(p))["jac"](0.0, y)
        method.prepare(Counting(p), solver)
        right = random.standard_normal(2 * n)
        # Radau has s I - J, BDF has I - k J.
        for s, k in ((700.0, 1.0), (1.0, 1e-3)):
            unit = sp.identity(2 * n, format="csc")
            got = solver.solve_lu(solver.lu(s * unit - k * J), right)
            expected = np.linalg.solve(s * np.eye(2 * n) - k * jacobian, right)
            np.testing.assert_allclose(got, expected, rtol=1e-6, atol=1e-8 * abs(expected).max())
        self.assertEqual(solver.nlu, 2)

    def test_counts_are_those_of_scipy(self):
        p = stiffbench.problem("fput", end_time=1)
        ivp = p.solve_ivp_form()
        for name, method in (("scipy_radau", "Radau"), ("scipy_bdf", "BDF")):
            work = stiffbench.run(p, name, tolerance=1e-6)["work"]
            its = scipy.integrate.solve_ivp(
                ivp.fun, ivp.t_span, ivp.y0, method=method, jac=ivp.jac, rtol=1e-6, atol=1e-9
            )
            self.assertEqual(work["factorize"], its.nlu)
            self.assertEqual(work["stiffness"], its.njev)
            self.assertEqual(work["force"], its.nfev)

    def test_errors_follow_the_tolerance(self):
        p = stiffbench.problem("fput", omega=20, end_time=1)
        for name in ("scipy_radau", "scipy_bdf", "scipy_lsoda", "scipy_dop853"):
            errors = []
            for tolerance in (1e-5, 1e-8):
                record = stiffbench.run(p, name, tolerance=tolerance)
                self.assertEqual(record["status"], "ok")
                self.assertGreater(record["step"]["count"], 1)
                errors.append(record["error"]["energy_norm_relative"])
            self.assertLess(errors[1], 0.05 * errors[0], name)

    def test_lsoda_is_out_of_scope_where_its_dense_matrix_is(self):
        large = stiffbench.run(
            stiffbench.problem("bunny", end_time=1e-3), "scipy_lsoda", tolerance=1e-3,
            reference=False,
        )  # fmt: skip
        self.assertEqual(large["status"], "not_applicable")
        beam = stiffbench.problem("beam", cells=1, aspect=2)
        record = stiffbench.run(beam, "scipy_lsoda", tolerance=1e-3, reference=False)
        self.assertIn("diagonal mass", record["reason"])

    def test_experiments_that_name_them_are_planned_by_the_package(self):
        for experiment, methods in (
            ("fput_scipy", ("scipy_radau", "scipy_bdf", "scipy_lsoda", "scipy_dop853")),
            ("beam_scipy", ("scipy_radau", "scipy_bdf", "scipy_dop853")),
        ):
            words = ["plan", experiment, "--json"]
            end = subprocess.run(
                [sys.executable, "-m", "stiffbench", *words], capture_output=True, text=True
            )
            self.assertEqual(end.returncode, 0, end.stderr)
            listed = subprocess.run(
                [sys.executable, "-m", "stiffbench", "list", "experiments", experiment, "--json"],
                capture_output=True, text=True,
            )  # fmt: skip
            for method in methods:
                self.assertIn(method, listed.stdout)


if __name__ == "__main__":
    unittest.main()
