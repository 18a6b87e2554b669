#!/usr/bin/env python3
"""Prints what the parts of linear solvers gain on seven runs of implicit methods and one of a split:

  benchmarks/studies/solver_gains.py [PROGRAM ...] [--samples N]

PROGRAM is a build of stiffbench, by default build/release/stiffbench; further ones have a part taken
out of their source. Each number is a time over that of the first program with default settings: the
least of the samples, which take turns. Products, solves with incomplete factors, factorizations and
solves of the first sample stand behind it. One core; nothing else should run.
"""
import argparse
import json
import subprocess

LITERAL = "size=8k kd=1e8"
TWO_SCALE = "variant=two_scale start=sway kd=1e8 end_time=0.06"
RUNS = {
    "literal 8k, implicit_midpoint, 160 steps": ("bunny", LITERAL + " end_time=0.02", "implicit_midpoint", 0.02 / 160),
    "literal 8k, sdirk2, 20 steps": ("bunny", LITERAL + " end_time=0.002", "sdirk2", 1e-4),
    "two-scale 1k, implicit_midpoint, 200 steps": ("bunny", "size=1k " + TWO_SCALE, "implicit_midpoint", 3e-4),
    "two-scale 8k, implicit_midpoint, 10 steps": ("bunny", "size=8k " + TWO_SCALE, "implicit_midpoint", 6e-3),
    "hanging dragon, 28k, sdirk2, 2 steps": ("suspended_body", f"size=28000 end_time={1 / 60}", "sdirk2", 1 / 120),
    "literal 8k, v_imex, 80 steps": ("bunny", LITERAL + " end_time=0.02", "v_imex", 2.5e-4),
    "brush 12 x 12, implicit_midpoint, 8 steps": ("brush", "nx=12 ny=12 end_time=0.2", "implicit_midpoint", 0.025),
    "cloth 64 x 64, sdirk2, 10 steps": ("cloth", "cells=64 end_time=0.05", "sdirk2", 0.005),
}
SETTINGS = ["", "preconditioner=block_jacobi", "linear_solver=cholesky"]
COUNTERS = ["stiffness_products", "incomplete_solves", "factorize", "solve"]


def time_of(program, run, setting):
    problem, parameters, method, h = run
    words = [program, "run", "--problem", problem, "--integrator", method, "--h", repr(h), "--repeats", "1",
             "--no-reference", "--out", "-", "--json"]
    for one in parameters.split():
        words += ["--set", "problem." + one]
    for one in ([] if method == "v_imex" else ["tolerance=1e-4"]) + setting.split():
        words += ["--set", "integrator." + one]
    text = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    record = json.loads(text.strip().splitlines()[-1])
    if record["status"] != "ok":
        raise SystemExit(f"{program} {setting}: {record['reason']}")
    return record["runtime"]["samples"][0], [record["work"][name] for name in COUNTERS]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="*", default=["build/release/stiffbench"])
    parser.add_argument("--samples", type=int, default=4)
    arguments = parser.parse_args()
    contestants = [(program, setting) for program in arguments.programs for setting in SETTINGS]
    for name, run in RUNS.items():
        samples = [[time_of(program, run, setting) for program, setting in contestants] for _ in range(arguments.samples)]
        least = [min(turn[i][0] for turn in samples) for i in range(len(contestants))]
        print(f"{name}: {least[0]:.3g} s", flush=True)
        for (program, setting), time, (_, counts) in zip(contestants, least, samples[0]):
            work = ", ".join(f"{count} {counter}" for counter, count in zip(COUNTERS, counts) if count)
            print(f"  {time / least[0]:5.2f}  {program} {setting or 'defaults'}: {work}", flush=True)


if __name__ == "__main__":
    main()
