"""Experiments, records, diagrams, comparisons, and the command line with methods in Python."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import my_methods  # noqa: F401

import stiffbench

EXPERIMENT = {
    "schema": "stiffbench.experiment/1",
    "name": "python_peers",
    "title": "SciPy beside CVODE",
    "problems": [
        {"name": "fput", "parameters": {"end_time": 1}},
        {"name": "beam", "parameters": {"aspect": 4, "cells": 1, "end_time": 0.02}},
    ],
    "integrators": [
        {"name": "verlet_of_python"},
        {"name": "velocity_verlet"},
        {"name": "scipy_radau"},
        {"name": "cvode_bdf"},
    ],
    "counts": [500, 1000],
    "tolerances": [1e-4, 1e-6],
    "repeats": 1,
    "figures": ["precision", "work_precision"],
}


class Experiment(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp())
        cls.progress = []
        cls.sweep = stiffbench.run_experiment(
            EXPERIMENT, cls.folder / "out", progress=lambda *counts: cls.progress.append(counts)
        )
        cls.records = stiffbench.records(cls.sweep.folder)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def test_every_run_ends_ok_and_progress_is_told(self):
        self.assertEqual(self.sweep.status, {"ok": 16})
        self.assertEqual(self.progress[0], (0, 16))
        self.assertEqual(self.progress[-1], (16, 16))

    def test_an_exception_in_progress_ends_the_sweep_and_keeps_what_is_done(self):
        def progress(done, total):
            if done == 3:
                raise RuntimeError("enough")

        out = self.folder / "stopped"
        with self.assertRaisesRegex(RuntimeError, "enough"):
            stiffbench.run_experiment(EXPERIMENT, out, progress=progress, jobs=1)
        again = stiffbench.run_experiment(EXPERIMENT, out)
        self.assertEqual(len(stiffbench.records(out)), 16)
        self.assertEqual(again.total, 16)

    def test_a_second_sweep_runs_nothing(self):
        again = stiffbench.run_experiment(EXPERIMENT, self.sweep.folder)
        self.assertEqual((again.reused, again.status), (16, {}))

    def test_records_are_a_data_frame(self):
        by_name = self.records.groupby("integrator.name")
        errors = by_name["error.energy_norm_relative"].max()
        self.assertEqual(errors["verlet_of_python"], errors["velocity_verlet"])
        self.assertLess(errors["scipy_radau"], 0.1)
        marked = self.records[self.records["integrator.reported.interpreted"].eq(True)]
        self.assertEqual(
            set(marked["integrator.name"]), {"verlet_of_python", "scipy_radau"}
        )

    def test_diagram_shows_radau_of_scipy_on_both_problems(self):
        figure = stiffbench.work_precision(self.records, x="force")
        svg = figure._repr_svg_()
        self.assertTrue(svg.startswith("<svg "))
        for word in ("scipy_radau", "cvode_bdf", "verlet_of_python", "beam", "fput",
                     EXPERIMENT["title"]):  # fmt: skip
            self.assertIn(word, svg)
        chosen = self.records[self.records["integrator.name"] != "scipy_radau"]
        self.assertNotIn("scipy_radau", stiffbench.work_precision(chosen, x="force").svg)
        figure.save(self.folder / "figure.svg")
        self.assertEqual((self.folder / "figure.svg").read_text(), svg)

    def test_a_figure_that_is_none_is_refused(self):
        with self.assertRaises(stiffbench.Error) as caught:
            stiffbench.work_precision(self.records, figure="best")
        self.assertIn("best", caught.exception.got)

    def test_comparison_with_itself_finds_no_change(self):
        comparison = stiffbench.compare(self.sweep.folder, self.records)
        self.assertFalse(comparison.failed)
        self.assertIn("16 runs in common", comparison.text)
        self.assertIn("|", comparison._repr_markdown_())

    def test_comparison_finds_a_larger_error(self):
        before = stiffbench.record_dicts(self.sweep.folder)
        after = json.loads(json.dumps(before))
        after[0]["error"]["energy_norm_relative"] *= 3
        self.assertTrue(stiffbench.compare(before, after).failed)


class CommandLine(unittest.TestCase):
    def call(self, *words):
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        return subprocess.run(
            [sys.executable, "-m", "stiffbench", *words],
            capture_output=True, text=True, env=environment, cwd=Path(__file__).parent,
        )  # fmt: skip

    def test_modules_add_methods_to_every_command(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "experiment.json"
            file.write_text(json.dumps({**EXPERIMENT, "problems": EXPERIMENT["problems"][:1]}))
            out = Path(folder) / "out"
            ran = self.call("run", str(file), "--module", "my_methods", "--out", str(out))
            self.assertEqual(ran.returncode, 0, ran.stderr)
            self.assertIn("8 ok", ran.stdout)
            table = self.call("--module", "my_methods", "table", str(out))
            self.assertIn("verlet_of_python", table.stdout)

    def test_orders_of_a_method_in_python_are_checked(self):
        words = "check orders --integrator verlet_of_python --problem oscillator".split()
        checked = self.call("--module", "my_methods", *words)
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)
        self.assertRegex(checked.stdout, r"ok +.*verlet_of_python")

    def test_mistakes(self):
        missing = self.call("--module", "no_such_module", "list", "problems")
        self.assertEqual(missing.returncode, 2)
        self.assertIn("no_such_module", missing.stderr)
        unknown = self.call("list", "things")
        self.assertEqual(unknown.returncode, 2)


if __name__ == "__main__":
    unittest.main()
