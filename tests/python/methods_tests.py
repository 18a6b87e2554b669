"""Integrators written in Python run in the harness as all others do."""

import os
import re
import signal
import threading
import time
import unittest

import my_methods
import numpy as np

import stiffbench
from stiffbench import Error


class Verlet(unittest.TestCase):
    def test_states_equal_those_of_the_method_in_cpp_to_the_last_bit(self):
        for p, h in (
            (stiffbench.problem("fput", end_time=1), 0.001),
            (stiffbench.problem("damped_oscillator", end_time=1), 0.01),
            (stiffbench.problem("beam", cells=1, aspect=2, end_time=0.01), 1e-4),
        ):
            runs = [
                stiffbench.run(p, method, h=h, final=True, reference=False)
                for method in (my_methods.verlet_of_python, "velocity_verlet")
            ]
            self.assertEqual([r["status"] for r in runs], ["ok", "ok"])
            self.assertEqual(runs[0]["final"], runs[1]["final"], p.name)
            self.assertEqual(runs[0]["energy"], runs[1]["energy"], p.name)
            self.assertEqual(runs[0]["work"], runs[1]["work"], p.name)

    def test_record_names_the_method_its_code_and_that_it_is_interpreted(self):
        p = stiffbench.problem("fput", end_time=1)
        record = stiffbench.run(p, "verlet_of_python", h=0.01)
        reported = record["integrator"]["reported"]
        self.assertEqual(set(reported), {"interpreted", "versions"})
        self.assertIs(reported["interpreted"], True)
        self.assertIn("NumPy " + np.__version__, reported["versions"])
        self.assertEqual(record["integrator"]["order"], 2)
        other = stiffbench.run(p, "velocity_verlet", h=0.01)
        self.assertNotEqual(record["code"]["integrator"], other["code"]["integrator"])
        for part in ("problem", "harness"):
            self.assertEqual(record["code"][part], other["code"][part])

    def test_a_class_has_the_name_that_it_was_given(self):
        @stiffbench.integrator(name="euler_of_python")
        class Euler:
            order = 1

            def step(self, problem, state, h):
                return state.x + h * state.v, state.v

        p = stiffbench.problem("damped_oscillator", end_time=0.1)
        self.assertEqual(stiffbench.run(p, Euler, h=0.01)["integrator"]["name"], "euler_of_python")

        class NotEnrolled(Euler):
            pass

        with self.assertRaisesRegex(Error, "a class with @stiffbench.integrator.*NotEnrolled"):
            stiffbench.run(p, NotEnrolled, h=0.01)

    def test_a_time_of_python_ranks_nothing(self):
        p = stiffbench.problem("fput", end_time=1)
        records = [
            stiffbench.run(p, method, h=0.001, repeats=1)
            for method in ("verlet_of_python", "rk4", "velocity_verlet")
        ]
        self.assertTrue(all(record["runtime"] for record in records))
        rows = {row["integrator"]: row for row in stiffbench.rows(records)}
        self.assertIsNone(rows["verlet_of_python"]["time"])
        self.assertFalse(rows["verlet_of_python"]["pareto"])
        self.assertGreater(rows["rk4"]["time"], 0)


class Work(unittest.TestCase):
    def test_the_view_counts_what_a_step_evaluates(self):
        p = stiffbench.problem("damped_oscillator", end_time=1)
        work = stiffbench.run(p, "counts_all", count=5, reference=False)["work"]
        for name in ("force", "stiffness", "damping", "jacobian_products", "potential",
                     "factorize", "solve"):  # fmt: skip
            self.assertEqual(work[name], 5, name)

    def test_parameters_reach_the_object(self):
        p = stiffbench.problem("oscillator", end_time=1)
        record = stiffbench.run(p, "counts_all", count=2, factor=0.5, final=True)
        self.assertEqual(record["final"]["x"], [0.25])
        self.assertEqual(record["integrator"]["parameters"], {"factor": 0.5})

    def test_out_of_scope_is_a_result(self):
        p = stiffbench.problem("bunny", end_time=1e-3)
        record = stiffbench.run(p, "counts_all", count=1, reference=False)
        self.assertEqual(record["status"], "not_applicable")
        self.assertIn("too many", record["reason"])


class Misbehaviour(unittest.TestCase):
    endings = {
        "raises": ("crashed", "ZeroDivisionError: division by zero .*my_methods.py"),
        "returns_none": ("crashed", r"misbehaves.step\(\) returns .*; got NoneType; end it with"),
        "returns_three": ("crashed", "got a tuple of 4"),
        "wrong_shape": ("crashed", r"shape \(6,\); got shape \(5,\)"),
        "wrong_dtype": ("crashed", "got dtype float32"),
        "wrong_time": ("crashed", "advances t by h; got t = "),
        "not_a_number": ("diverged", "the state is not finite"),
        "never_returns": ("timeout", "stopped after 1 s"),
        "fails": ("singular", "no pivot"),
        "exits": ("crashed", "SystemExit: 3"),
        "ends_process": ("crashed", "exited with status 3"),
        "crashes": ("crashed", "SIGSEGV"),
        "runs": ("crashed", "a method takes steps, and runs nothing itself"),
        "allocates": ("out_of_memory", "an allocation failed"),
    }

    def test_every_way_is_a_result_and_the_interpreter_lives(self):
        p = stiffbench.problem("fput", end_time=1)
        self.assertEqual(self.endings.keys(), my_methods.ways.keys())
        for way, (status, reason) in self.endings.items():
            with self.subTest(way):
                record = stiffbench.run(p, "misbehaves", h=0.1, way=way, timeout=1)
                self.assertEqual(record["status"], status)
                self.assertRegex(record["reason"], reason)

    def test_an_interrupt_ends_a_run_that_never_returns(self):
        p = stiffbench.problem("fput", end_time=1)
        timer = threading.Timer(1, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            stiffbench.run(p, "misbehaves", h=0.1, way="never_returns")
        timer.join()
        with self.assertRaises(KeyboardInterrupt):  # Python's own handler is back
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(1)

    def test_a_failed_step_leaves_the_state(self):
        p = stiffbench.problem("fput", end_time=1)
        record = stiffbench.run(p, "misbehaves", h=0.1, way="fails", from_step=4)
        self.assertTrue(record["reason"].startswith("step 4: "), record["reason"])
        self.assertEqual(record["energy"]["max_drift"], 0.0)  # of the three steps before


class Registration(unittest.TestCase):
    def refuses(self, rule, got, call):
        with self.assertRaises(Error) as caught:
            call()
        self.assertTrue(re.search(rule, caught.exception.rule), str(caught.exception))
        self.assertTrue(re.search(got, caught.exception.got), str(caught.exception))

    def test_classes_that_are_no_methods(self):
        enrol = stiffbench.integrator
        step = {"step": lambda self, problem, state, h: (state.x, state.v), "order": 1}
        self.refuses("decorates a class", "function", lambda: enrol(lambda: 0))
        self.refuses("has an order", "None", lambda: enrol(type("a", (), {"step": step["step"]})))
        self.refuses("has a method step", "", lambda: enrol(type("a", (), {"order": 1})))
        self.refuses("lower_case", "'Verlet'", lambda: enrol(type("Verlet", (), step)))
        self.refuses("its own", "rk4", lambda: enrol(type("rk4", (), step)))
        wrong = {**step, "family": "best"}
        self.refuses("the family", "best", lambda: enrol(type("a", (), wrong)))
        wrong = {**step, "parameters": {"m": None}}
        self.refuses("has a default", "None", lambda: enrol(type("a", (), wrong)))
        self.refuses("a step fails with", "'ok'", lambda: stiffbench.Failure("ok", ""))

    def test_a_class_defined_anew_replaces_the_method_and_its_code(self):
        p = stiffbench.problem("oscillator", end_time=1)
        records = []
        for factor in (0.5, 0.25, 0.5):
            exec(  # as in a notebook: no file has the source
                "@stiffbench.integrator\n"
                "class redefined:\n"
                "    order = 0\n"
                "    def step(self, problem, state, h):\n"
                f"        return {factor} * state.x, state.v\n",
                {"stiffbench": stiffbench, "__name__": "__main__"},
            )
            records.append(stiffbench.run(p, "redefined", count=1, final=True))
        self.assertEqual([r["final"]["x"] for r in records], [[0.5], [0.25], [0.5]])
        self.assertEqual(records[0]["id"], records[2]["id"])
        self.assertNotEqual(records[0]["code"]["integrator"], records[1]["code"]["integrator"])


class Lifetimes(unittest.TestCase):
    def test_what_a_problem_gave_outlives_it(self):
        p = stiffbench.problem("fput")
        mass, split, u = p.mass, p.split, p.initial_state
        ivp = p.solve_ivp_form()
        trace = split.diagonal().sum()
        del p
        stiffbench.problem("fput", m=300)  # takes freed memory, if any
        np.testing.assert_array_equal(mass.diagonal(), np.ones(6))
        self.assertEqual(split.diagonal().sum(), trace)
        self.assertEqual(ivp.fun(0.0, ivp.y0).size, 2 * u.x.size)

    def test_a_view_and_a_lent_problem_end_with_their_calls(self):
        found = {}

        @stiffbench.integrator
        class keeps_all:
            """Keeps what it gets, and uses it later"""

            def order(self, problem):
                found["problem"] = problem
                return 1

            def step(self, problem, state, h):
                return state.x, state.v

        stiffbench.run(stiffbench.problem("oscillator"), keeps_all, count=1, reference=False)
        record = stiffbench.run(
            stiffbench.problem("oscillator"), "uses_an_old_view", count=1, repeats=1
        )
        self.assertEqual(record["status"], "crashed")
        self.assertIn("in its run alone; got a call after the run", record["reason"])
        with self.assertRaises(Error) as caught:
            found["problem"].dof
        self.assertIn("only until they return", caught.exception.rule)

    def test_runs_leave_no_processes_and_no_descriptors(self):
        p = stiffbench.problem("oscillator", end_time=1)
        before = len(os.listdir("/proc/self/fd"))
        for _ in range(5):
            stiffbench.run(p, "verlet_of_python", h=0.1)
        self.assertEqual(len(os.listdir("/proc/self/fd")), before)
        with self.assertRaises(ChildProcessError):
            os.waitpid(-1, os.WNOHANG)


if __name__ == "__main__":
    unittest.main()
