"""Calls with odd arguments end as Error or TypeError, and the interpreter lives."""

import collections
import os
import random
import tempfile
import unittest
import warnings

import numpy as np

import stiffbench
from stiffbench import Error

CALLS = 5000


def odd_values(problem):
    return [
        None, True, 1, -1, 2**80, 1.5, np.nan, float("inf"), "x", "", "\0", "\N{SNOWMAN}" * 100,
        b"y", [], [1], (1, 2), {}, {"a": 1}, object(), range(3), np.float32(3), np.int8(4),
        np.zeros(1), np.zeros(0), np.zeros((1, 1)), np.zeros(1, "c8"), np.array("a"),
        np.array(None, object), problem, problem.initial_state, stiffbench, lambda *a: None,
    ]  # fmt: skip


def functions(problem, folder):
    run, rows = stiffbench.run, stiffbench.rows
    return [
        problem.force, problem.stiffness, problem.damping, problem.energy, problem.jacobian_times,
        problem.mass_solve, problem.reference, problem.error, stiffbench.problem,
        stiffbench.records, rows, stiffbench.work_precision, stiffbench.compare, stiffbench.axpy,
        stiffbench.integrator, stiffbench.Failure,
        lambda a: run(problem, "rk4", h=a),
        lambda a: run(problem, "rk4", h=0.1, timeout=a),
        lambda a: run(problem, "rk4", h=0.1, memory=a),
        lambda a: run(problem, "rk4", h=0.1, checkpoints=a),
        lambda a: run(problem, "scipy_bdf", tolerance=a, timeout=5),
        lambda a, b: run(a, b, h=0.1),
        lambda a: stiffbench.problem("fput", m=a),
        lambda a: stiffbench.problem("fput", x0=a),
        lambda a: stiffbench.run_experiment({"name": a}, folder),
        lambda a: stiffbench.run_experiment(a, folder),
        lambda a: problem.reference(progress=a),
        lambda a: problem.reference(digits=a),
        lambda a: stiffbench.work_precision([{}], figure=a),
    ]  # fmt: skip


class Fuzz(unittest.TestCase):
    def test_odd_arguments(self):
        problem = stiffbench.problem("oscillator", end_time=1)
        values, choose = odd_values(problem), random.Random(1)
        ends = collections.Counter()
        before = os.getcwd()
        with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
            warnings.simplefilter("error", np.ComplexWarning)
            os.chdir(folder)
            try:
                for _ in range(CALLS):
                    function = choose.choice(functions(problem, folder))
                    arguments = choose.choices(values, k=choose.choice([1, 1, 2, 2, 3, 4]))
                    try:
                        function(*arguments)
                        ends["returned"] += 1
                    except (Error, TypeError) as error:
                        ends[type(error).__name__] += 1
            finally:
                os.chdir(before)
        self.assertGreater(min(ends["Error"], ends["TypeError"], ends["returned"]), 100, ends)
        self.assertEqual(problem.force(np.ones(1), np.zeros(1)), -np.ones(1))


if __name__ == "__main__":
    unittest.main()
