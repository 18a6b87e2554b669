"""Problems, references and errors as Python has them."""

import unittest

import numpy as np
import scipy.integrate

import stiffbench


def moved(problem, seed=1):
    """A state near the start with velocities, for derivatives."""
    u = problem.initial_state
    random = np.random.default_rng(seed)
    size = 1e-3 * max(1e-3, np.abs(u.x).max())
    return u.x + size * random.standard_normal(problem.dof), random.standard_normal(problem.dof)


class Catalogue(unittest.TestCase):
    def test_every_problem_is_listed_with_its_facts(self):
        facts = {entry["name"]: entry for entry in stiffbench.problems()}
        self.assertIn("bunny", facts)
        self.assertGreater(len(facts), 40)
        self.assertEqual(facts["fput"]["parameters"]["omega"], 100.0)

    def test_parameters_change_the_problem(self):
        p = stiffbench.problem("fput", omega=50, m=4)
        self.assertEqual((p.name, p.dof), ("fput", 8))
        self.assertEqual(p.parameters["omega"], 50.0)
        self.assertEqual(p.source, "10.1007/3-540-30666-8")
        self.assertFalse(p.traits["damped"])

    def test_every_integrator_is_listed_and_scipy_is_interpreted(self):
        facts = {entry["name"]: entry for entry in stiffbench.integrators()}
        self.assertFalse(facts["velocity_verlet"]["interpreted"])
        for name in ("scipy_radau", "scipy_bdf", "scipy_lsoda", "scipy_dop853"):
            self.assertTrue(facts[name]["interpreted"] and facts[name]["adaptive"], name)
            self.assertEqual(facts[name]["library"], "SciPy")


class Evaluations(unittest.TestCase):
    def setUp(self):
        self.problem = stiffbench.problem("damped_oscillator")
        self.chain = stiffbench.problem("fput")

    def test_stiffness_and_damping_are_the_jacobian(self):
        for p in (self.problem, self.chain, stiffbench.problem("beam", cells=1, aspect=2)):
            x, v = moved(p)
            dx, dv = moved(p, seed=2)
            product = -(p.stiffness(x, v) @ dx) - p.damping(x, v) @ dv
            df = p.jacobian_times(x, v, 0.0, dx, dv)
            np.testing.assert_allclose(df, product, rtol=1e-9, atol=1e-9 * np.abs(product).max())

    def test_force_is_minus_the_gradient_of_the_potential(self):
        p = self.chain
        x, v = moved(p)
        step = 1e-5
        for i in range(p.dof):
            e = np.zeros(p.dof)
            e[i] = step
            slope = (p.potential(x + e, v) - p.potential(x - e, v)) / (2 * step)
            self.assertAlmostEqual(p.force(x, v)[i], -slope, delta=1e-4)

    def test_out_is_written_and_returned(self):
        p = self.chain
        x, v = moved(p)
        out = np.empty(p.dof)
        self.assertIs(p.force(x, v, out=out), out)
        np.testing.assert_array_equal(out, p.force(x, v))

    def test_strided_arrays_are_read_as_they_are(self):
        p = self.chain
        x, v = moved(p)
        twice = np.repeat(x, 2)
        np.testing.assert_array_equal(p.force(twice[::2], v), p.force(x, v))
        np.testing.assert_array_equal(p.force(x[::-1][::-1], v), p.force(x, v))

    def test_energies_and_mass(self):
        p = self.chain
        x, v = moved(p)
        self.assertEqual(p.energy(x, v), p.kinetic(x, v) + p.potential(x, v))
        self.assertAlmostEqual(p.kinetic(x, v), 0.5 * v @ (p.mass @ v))
        np.testing.assert_allclose(p.mass @ p.mass_solve(x), x)

    def test_split_is_the_stiffness_of_the_linear_part(self):
        p = stiffbench.problem("oscillator", omega=3)
        self.assertEqual(p.split.toarray(), [[9.0]])

    def test_matrices_of_the_problem_are_not_copied_and_read_only(self):
        p = self.chain
        self.assertFalse(p.mass.data.flags.writeable)
        self.assertTrue(np.shares_memory(p.mass.data, p.mass.data))
        x, v = moved(p)
        self.assertTrue(p.stiffness(x, v).data.flags.writeable)


class Certified(unittest.TestCase):
    def test_reference_has_states_digits_methods_and_checks(self):
        p = stiffbench.problem("fput", end_time=1)
        solution = p.reference(digits=9, checkpoints=2)
        self.assertGreaterEqual(solution.digits, 9)
        self.assertEqual([u.t for u in solution.states], [0.5, 1.0])
        self.assertNotEqual(solution.method["name"], solution.second_method["name"])
        self.assertIsInstance(solution.cross_checks, list)
        self.assertLess(solution.floor["energy_norm_relative"], 1e-9)
        self.assertIn("digits", str(solution))

    def test_error_is_zero_at_the_reference_and_grows_away_from_it(self):
        p = stiffbench.problem("fput", end_time=1)
        u = p.reference().state
        self.assertEqual(p.error(u)["energy_norm_relative"], 0.0)
        error = p.error((u.t, u.x + 1e-3, u.v))
        self.assertAlmostEqual(error["position"]["max"], 1e-3)
        self.assertEqual(error["velocity"]["max"], 0.0)
        self.assertGreater(error["digits"], 8)

    def test_scipy_solves_the_first_order_form(self):
        p = stiffbench.problem("fput", end_time=1)
        ivp = p.solve_ivp_form()
        solution = scipy.integrate.solve_ivp(
            ivp.fun, ivp.t_span, ivp.y0, method="Radau", jac=ivp.jac, rtol=1e-8, atol=1e-10
        )
        end = solution.y[:, -1]
        error = p.error((solution.t[-1], end[: p.dof], end[p.dof :]))
        self.assertLess(error["energy_norm_relative"], 1e-6)

    def test_jacobian_of_the_first_order_form_is_its_derivative(self):
        p = stiffbench.problem("damped_oscillator")
        ivp = p.solve_ivp_form()
        y, step = ivp.y0 + 0.1, 1e-6
        for i in range(y.size):
            e = np.zeros(y.size)
            e[i] = step
            column = (ivp.fun(0.1, y + e) - ivp.fun(0.1, y - e)) / (2 * step)
            np.testing.assert_allclose(ivp.jac(0.1, y).toarray()[:, i], column, atol=1e-6)


if __name__ == "__main__":
    unittest.main()
