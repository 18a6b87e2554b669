"""Wrong input is refused with the rule, what was got, and the remedy, and changes nothing."""

import re
import unittest

import numpy as np

import stiffbench
from stiffbench import Error


class Refusals(unittest.TestCase):
    def setUp(self):
        self.p = stiffbench.problem("fput")
        self.u = self.p.initial_state

    def refuses(self, rule, got, call):
        with self.assertRaises(Error) as caught:
            call()
        error = caught.exception
        self.assertTrue(re.search(rule, error.rule), str(error))
        self.assertTrue(re.search(got, error.got), str(error))
        self.assertTrue(error.remedy, str(error))
        self.assertIn("; got ", str(error))

    def test_arrays(self):
        p, x, v = self.p, self.u.x, self.u.v
        shape = r"x is a NumPy array of float64 with shape \(6,\)"
        self.refuses(shape, r"shape \(5,\)", lambda: p.force(x[:-1], v))
        self.refuses(shape, r"shape \(6, 1\)", lambda: p.force(x[:, None], v))
        self.refuses(shape, r"shape \(\)", lambda: p.force(np.array(1.0), v))
        self.refuses(shape, "float32", lambda: p.force(x.astype("f"), v))
        self.refuses(shape, "complex128", lambda: p.force(x + 0j, v))
        self.refuses(shape, "int64", lambda: p.force(x.astype(int), v))
        self.refuses(shape, ">f8", lambda: p.force(x.astype(">f8"), v))
        self.refuses(shape, "object", lambda: p.force(x.astype(object), v))
        self.refuses(shape, "list", lambda: p.force(list(x), v))
        self.refuses(shape, "NoneType", lambda: p.force(None, v))
        self.refuses("v is a NumPy array", r"shape \(7,\)", lambda: p.force(x, np.zeros(7)))

    def test_entries_that_are_not_finite(self):
        for bad in (np.nan, np.inf, -np.inf):
            x = self.u.x.copy()
            x[3] = bad
            self.refuses("entries of x are finite", "entry 3", lambda: self.p.force(x, self.u.v))

    def test_a_time_that_is_not_finite(self):
        self.refuses("t is finite", "nan", lambda: self.p.force(self.u.x, self.u.v, np.nan))

    def test_a_misaligned_array(self):
        bytes_of_one = np.zeros(6 * 9, dtype="u1")
        x = np.ndarray((6,), float, bytes_of_one, offset=1, strides=(9,))
        self.refuses("x is a NumPy array", "stride of 9 bytes", lambda: self.p.force(x, self.u.v))

    def test_out(self):
        p, x, v = self.p, self.u.x, self.u.v
        keep = np.full(12, 7.0)
        locked = np.zeros(6)
        locked.setflags(write=False)
        self.refuses("out is", r"shape \(3,\)", lambda: p.force(x, v, out=keep[:3]))
        self.refuses("out is", "not contiguous", lambda: p.force(x, v, out=keep[::2]))
        self.refuses("out is", "read-only", lambda: p.force(x, v, out=locked))
        self.assertTrue((keep == 7).all() and (locked == 0).all())

    def test_names_and_parameters(self):
        self.refuses("the problem must be one", "fputt", lambda: stiffbench.problem("fputt"))
        self.refuses("has the parameters", "omeg", lambda: stiffbench.problem("fput", omeg=1))
        self.refuses("problem 'fput'", "", lambda: stiffbench.problem("fput", omega="fast"))
        self.refuses("problem 'fput'", "omega", lambda: stiffbench.problem("fput", omega={}))
        self.refuses("problem 'fput'", "", lambda: stiffbench.problem("fput", omega=np.nan))
        self.refuses("63 bits", "m = ", lambda: stiffbench.problem("fput", m=2**70))
        self.assertEqual(stiffbench.problem("fput", omega=np.float32(2)).parameters["omega"], 2.0)
        self.assertEqual(stiffbench.problem("fput", m=np.int32(2)).dof, 4)

    def test_runs(self):
        run = stiffbench.run
        self.refuses("needs a stiffbench.Problem", "str", lambda: run("fput", "rk4", h=0.1))
        self.refuses("integrator must be one", "rk5", lambda: run(self.p, "rk5", h=0.1))
        self.refuses("an integrator is a name", "int", lambda: run(self.p, 4, h=0.1))
        self.refuses("whole number of steps", "", lambda: run(self.p, "rk4", h=0.3))
        self.refuses("takes fixed steps", "", lambda: run(self.p, "rk4", tolerance=1e-6))
        self.refuses("own steps", "", lambda: run(self.p, "scipy_radau"))
        self.refuses("step size or", "both", lambda: run(self.p, "rk4", h=0.1, count=10))
        self.refuses("timeout", "-1", lambda: run(self.p, "rk4", h=0.1, timeout=-1))
        self.refuses("has the type", "soon", lambda: run(self.p, "rk4", h=0.1, timeout="soon"))
        self.refuses("", "stepz", lambda: run(self.p, "rk4", h=0.1, stepz=1))
        self.refuses("digits", "", lambda: run(self.p, "rk4", h=0.1, digits=99))

    def test_states_of_errors(self):
        p = stiffbench.problem("oscillator")
        u = p.initial_state
        self.refuses("a state is", "ndarray", lambda: p.error(u.x))
        self.refuses("a state is", "float", lambda: p.error([3.0]))
        self.refuses("a state is", "tuple", lambda: p.error((u.x, u.v)))
        self.refuses("that at t = 10", "t = 0", lambda: p.error(u))
        late = (10.0, u.x, u.v)
        self.refuses("state 1 of 2", "t = 10", lambda: p.error([late, late]))

    def test_experiments_and_records(self):
        self.refuses("a name, a path or a dict", "int", lambda: stiffbench.run_experiment(3, "x"))
        self.refuses("", "", lambda: stiffbench.run_experiment({"name": "empty"}, "/tmp/nowhere"))
        self.refuses("options jobs", "job", lambda: stiffbench.run_experiment({}, "x", job=1))
        self.refuses("", "no-such-folder", lambda: stiffbench.records("no-such-folder"))
        self.refuses("records are", "int", lambda: stiffbench.work_precision(3))
        self.refuses("hold what their schemas say", "", lambda: stiffbench.rows([{}]))
        self.refuses("at least one record", "none", lambda: stiffbench.rows([]))


if __name__ == "__main__":
    unittest.main()
