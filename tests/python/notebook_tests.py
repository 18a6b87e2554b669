"""The notebook runs from top to bottom, and its results are those that its text states."""

import math
import os
import sys
import unittest
from pathlib import Path

import nbformat
from nbclient import NotebookClient

NOTEBOOK = Path(__file__).parents[2] / "python" / "notebook" / "own_methods.ipynb"


class Notebook(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        notebook = nbformat.read(NOTEBOOK, as_version=4)
        check = "records[['integrator.name', 'step.h', 'error.energy_norm_relative']].to_dict('list')"
        notebook.cells.append(nbformat.v4.new_code_cell(check))
        os.environ["PYTHONPATH"] = os.pathsep.join(sys.path)  # of the notebook's kernel
        cls.cells = NotebookClient(notebook, timeout=300).execute().cells

    def outputs(self, kind):
        return [
            output["data"][kind]
            for cell in self.cells
            for output in cell.get("outputs", [])
            if kind in output.get("data", {})
        ]

    def test_no_cell_has_stored_outputs(self):
        stored = nbformat.read(NOTEBOOK, as_version=4)
        self.assertFalse([cell for cell in stored.cells if cell.get("outputs")])

    def test_both_diagrams_show_all_four_methods(self):
        figures = self.outputs("image/svg+xml")
        self.assertEqual(len(figures), 2)
        for svg in figures:
            for name in ("my_verlet", "my_exponential", "exprb42", "cvode_bdf"):
                self.assertIn(name, svg)

    def test_both_methods_have_order_two(self):
        numbers = eval(self.outputs("text/plain")[-1], {"nan": math.nan})
        for name in ("my_verlet", "my_exponential"):
            errors = {
                h: error
                for method, h, error in zip(*numbers.values())
                if method == name and error is not None
            }
            slope = math.log2(errors[0.005] / errors[0.0025])
            self.assertTrue(1.8 < slope < 2.2, f"{name} {slope}")


if __name__ == "__main__":
    unittest.main()
