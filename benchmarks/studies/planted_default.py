#!/usr/bin/env python3
"""Prints what another default does to tuned runs:

  benchmarks/studies/planted_default.py USUAL PLANTED

Both are folders of records of one tuned experiment, from the usual build and from one whose source has another
default tolerance. The numbers are times of the chosen settings, PLANTED over USUAL, as the searches measured them:
first of the runs whose requested tolerance differs, then of the others, which show how much times vary without it.
"""
import json
import pathlib
import statistics
import sys


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


if __name__ == "__main__":
    main()
