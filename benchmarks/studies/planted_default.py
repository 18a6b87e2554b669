#!/usr/bin/env python3
"""Prints what another default does to tuned runs:

  benchmarks/studies/planted_default.py USUAL PLANTED

Both are folders of records of one tuned experiment, from the usual build and from one whose source has another
default tolerance. The first numbers are times of the chosen settings, PLANTED over USUAL, as the searches measured
them: of the runs whose requested tolerance differs, then of the others, which show how much times vary without it.
Then come ranks by the time to an error: the pairs of methods that swap their places, and by how much the farthest
apart of them differ in one of the two folders. Two folders of the usual build show how many pairs noise swaps.
"""
import itertools
import json
import math
import pathlib
import statistics
import sys

LEVELS = [0.1, 0.01, 1e-3, 1e-4, 1e-5, 1e-6]


def requested_tolerance(integrator):
    return (integrator.get("automatic") or {}).get("tolerance", integrator["parameters"].get("tolerance"))


def tuned_runs(folder):
    """Returns the tuned records by problem, method, fixed parameters, and step or tolerance."""
    records = pathlib.Path(folder) / "records.jsonl"
    if not records.exists():
        raise SystemExit(f"records are in the folder of a sweep; got no {records}; give the folder of 'run --out'")
    runs = {}
    for line in records.read_text().splitlines():
        record = json.loads(line)
        integrator, step = record["integrator"], record["step"]
        if "chosen" not in (record.get("tuning") or {}):
            continue
        fixed = [integrator["parameters"].get(name) for name in ("adaptive", "max_order", "atol")]
        where = step["tolerance"] or step["count"]
        runs[json.dumps([record["problem"]["title"], integrator["name"], fixed, where])] = record
    return runs


def times_to_error(runs, level):
    """Returns the least time of each problem and method among their runs whose error is at most the level."""
    times = {}
    for key, record in runs.items():
        problem, *method, _ = json.loads(key)
        error, runtime = record["error"], record["runtime"]
        if record["status"] == "ok" and runtime and error["energy_norm_relative"] <= level:
            name = problem, json.dumps(method)
            times[name] = min(times.get(name, math.inf), runtime["setup"] + runtime["median"])
    return times


def swaps(usual, planted, level):
    """Returns the number of pairs of methods that both folders rank, and for each pair whose order differs, by how
    much the two times differ where they differ most."""
    first, second = times_to_error(usual, level), times_to_error(planted, level)
    both = sorted(first.keys() & second.keys())
    pairs = [(a, b) for a, b in itertools.combinations(both, 2) if a[0] == b[0]]
    ratios = [(first[a] / first[b], second[a] / second[b]) for a, b in pairs]
    return len(pairs), [max(x, 1 / x, y, 1 / y) for x, y in ratios if (x < 1) != (y < 1)]


def main():
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    usual, planted = map(tuned_runs, sys.argv[1:])
    groups = {"another default": [], "others": []}
    for key in usual.keys() & planted.keys():
        pair = usual[key], planted[key]
        tolerances = {requested_tolerance(record["integrator"]) for record in pair}
        groups["another default" if len(tolerances) > 1 else "others"].append(pair)
    for name, pairs in groups.items():
        if not pairs:
            print(f"{name}: no runs")
            continue
        ratios = [b["tuning"]["chosen"] / a["tuning"]["chosen"] for a, b in pairs]
        equal = sum(a["integrator"]["parameters"] == b["integrator"]["parameters"] for a, b in pairs)
        print(f"{name}: {len(pairs)} runs, median {statistics.median(ratios):.2f}, "
              f"{min(ratios):.2f} to {max(ratios):.2f}; {equal} with the same settings")
    for level in LEVELS:
        number, swapped = swaps(usual, planted, level)
        apart = f", {max(swapped):.2f} apart at most" if swapped else ""
        print(f"error <= {level:g}: {len(swapped)} of {number} pairs swapped{apart}")


if __name__ == "__main__":
    main()
