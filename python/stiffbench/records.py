"""Records of runs: reading them, diagrams, comparisons."""

import json
import os

from stiffbench import _core
from stiffbench.errors import Error


def records(place):
    """The records of a sweep's folder or of a file of records.

    With pandas a DataFrame, one row a record, with columns such as 'integrator.name', 'step.h',
    'error.energy_norm_relative', 'work.force'. Without it a list of dicts, as the file has them.
    """
    dicts = record_dicts(place)
    try:
        import pandas
    except ImportError:
        return dicts
    frame = pandas.json_normalize(dicts)
    frame.attrs["place"] = os.fspath(place)
    return frame


def record_dicts(source):
    """The records of a folder, a DataFrame of records(), a list of records, or one, as dicts."""
    if isinstance(source, (str, os.PathLike)):
        return [json.loads(text) for text in _core.read_records(os.fspath(source))]
    if isinstance(source, dict):
        return [source]
    if hasattr(source, "attrs") and "id" in getattr(source, "columns", ()):
        if "place" not in source.attrs:
            raise Error(
                "a DataFrame of records comes from stiffbench.records()",
                "one that does not say from where",
                "give the folder, or a list of records",
            )
        chosen = set(source["id"])
        return [r for r in record_dicts(source.attrs["place"]) if r["id"] in chosen]
    if isinstance(source, (list, tuple)) and all(isinstance(r, dict) for r in source):
        return list(source)
    raise Error(
        "records are a folder, a file, a DataFrame of records(), or dicts",
        type(source).__name__,
        "give what stiffbench.run() or records() returned",
    )


def _texts(source):
    return [json.dumps(record) for record in record_dicts(source)]


def _title_of(source):
    """The title of the experiment whose folder or DataFrame this is, or None."""
    place = getattr(source, "attrs", {}).get("place", source)
    if not isinstance(place, (str, os.PathLike)):
        return None
    file = os.path.join(place, "experiment.json")
    if not os.path.isfile(file):
        return None
    with open(file, encoding="utf-8") as text:
        return json.load(text).get("title")


class Figure:
    """A drawn figure, shown inline by notebooks; .svg is its text."""

    def __init__(self, svg):
        self.svg = svg

    def _repr_svg_(self):
        return self.svg

    def save(self, path):
        """Writes the SVG to a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg)


def work_precision(source, figure="work_precision", x=None, y=None, title=None, width=None):
    """A diagram of errors over work, drawn by the program's own scripts.

    source: a folder of records, a DataFrame of records(), or a list of records.
    figure: 'work_precision', 'precision' or another one of 'stiffbench list figures'.
    x: h, h_omega, time, force, products, calls or steps. Methods in Python have no time there.
    width: of the picture (mm).
    """
    given = {"experiment": _title_of(source), "x": x, "y": y, "title": title, "width": width}
    options = [f"--{name}={value}" for name, value in given.items() if value is not None]
    return Figure(_core.draw_svg(_texts(source), figure, options))


class Comparison:
    """What got worse and better between two sets of records: .text, .data, .failed."""

    def __init__(self, parts):
        self.text = parts["text"]
        self.data = json.loads(parts["json"])
        self.failed = parts["failed"]
        self._markdown = parts["markdown"]

    def __repr__(self):
        return self.text

    def _repr_markdown_(self):
        return self._markdown


def compare(before, after):
    """Compares two sets of records, each a folder, a DataFrame of records() or a list."""
    names = [str(s) if isinstance(s, (str, os.PathLike)) else d for s, d in
             ((before, "before"), (after, "after"))]  # fmt: skip
    return Comparison(_core.compare(_texts(before), _texts(after), *names))


def rows(source):
    """The rows of tables: labels, step, status, error, floor, slope, time; a list of dicts."""
    return json.loads(_core.rows_of(_texts(source)))
