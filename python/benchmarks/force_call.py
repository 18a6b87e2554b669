"""Prints what a force call from Python costs beside the force itself.

The force itself is timed inside one call of C++: the counted steps of velocity_verlet, of which
each has one force, give an upper bound. CPU times of this process, the least of some repetitions.
Usage: PYTHONPATH=build/release/python python3 python/benchmarks/force_call.py [PROBLEM]...
"""

import sys
import time

import numpy as np

import stiffbench


def least_time(call, calls=2000, repetitions=30):
    """The least CPU time of one call (s) over repetitions."""
    times = []
    for _ in range(repetitions):
        start = time.process_time()
        for _ in range(calls):
            call()
        times.append((time.process_time() - start) / calls)
    return min(times)


def force_itself(problem, steps=2000):
    """Time of one step of velocity Verlet (s), which is one force and four vector operations."""
    h = problem.end_time / round(problem.end_time / 1e-6)
    short = stiffbench.problem(problem.name, end_time=steps * h)
    record = stiffbench.run(short, "velocity_verlet", count=steps, repeats=9, reference=False)
    return min(record["runtime"]["samples"]) / steps


def main(names):
    print("problem        dof  force call (us)  with out= (us)  step of C++ (us)  overhead (us)")
    for name in names:
        p = stiffbench.problem(name)
        u = p.initial_state
        out = np.empty(p.dof)
        plain = least_time(lambda: p.force(u.x, u.v, u.t))
        reused = least_time(lambda: p.force(u.x, u.v, u.t, out=out))
        own = force_itself(p)
        numbers = [1e6 * t for t in (plain, reused, own, plain - own)]
        print(f"{name:12} {p.dof:5}  {numbers[0]:15.3f}  {numbers[1]:14.3f}  {numbers[2]:16.3f}  "
              f"{numbers[3]:13.3f}")  # fmt: skip


main(sys.argv[1:] or ["oscillator", "fput", "beam"])
