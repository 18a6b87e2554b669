"""Calls from several threads of Python."""

import threading
import unittest

import my_methods  # noqa: F401
import numpy as np

import stiffbench


def in_threads(count, work):
    """Calls work(i) in threads and raises what one of them raised."""
    errors = []

    def guarded(i):
        try:
            work(i)
        except Exception as error:  # noqa: BLE001
            errors.append(error)

    threads = [threading.Thread(target=guarded, args=(i,)) for i in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]


class Threads(unittest.TestCase):
    def test_forces_of_one_problem(self):
        p = stiffbench.problem("beam", cells=2, aspect=4)
        random = np.random.default_rng(1)
        states = [1e-4 * random.standard_normal(p.dof) for _ in range(4)]
        v = np.zeros(p.dof)
        forces = [p.force(x, v) for x in states]

        def work(i):
            for _ in range(300):
                np.testing.assert_array_equal(p.force(states[i], v), forces[i])

        in_threads(4, work)

    def test_runs_of_a_method_in_python_while_others_compute(self):
        p = stiffbench.problem("fput", end_time=1)
        u = p.initial_state
        expected = stiffbench.run(p, "verlet_of_python", h=0.01, final=True)["final"]
        stop = threading.Event()

        def compute():
            while not stop.is_set():
                p.force(u.x, u.v)
                sum(range(100_000))  # holds Python's lock, also when a process is forked

        busy = threading.Thread(target=compute)
        busy.start()
        try:

            def work(i):
                for _ in range(3):  # the forks for timed samples follow a wait
                    record = stiffbench.run(
                        p, "verlet_of_python", h=0.01, final=True, timeout=20, repeats=3
                    )
                    assert record["status"] == "ok", record
                    assert record["final"] == expected

            in_threads(3, work)
        finally:
            stop.set()
            busy.join()


if __name__ == "__main__":
    unittest.main()
