"""Runs and sweeps in the suite's harness."""

import json
import os
import sys

from stiffbench import _core
from stiffbench.errors import Error
from stiffbench.methods import name_of
from stiffbench.records import records

_options = {
    "checkpoints", "repeats", "energy_series", "final", "threads", "tuned", "timeout", "memory",
    "digits", "reference",
}  # fmt: skip


def run(problem, integrator, *, h=None, count=None, tolerance=None, progress=None, **settings):
    """Runs an integrator on a problem in a process of its own, and returns its record, a dict.

    problem: a Problem. integrator: a name, or a class with @stiffbench.integrator.
    h: step size (s), or count: number of steps, or tolerance: of an adaptive integrator.
    checkpoints=1: times of comparison. repeats=0: timed samples. final=False: keep the last state.
    timeout: longest wall time (s); the process is then killed, and the status is 'timeout'.
    memory: most address space (bytes). digits: of the reference. reference=False: compute none.
    threads, tuned, energy_series: as on the command line. Other names are the integrator's
    parameters. How a run ended is its record's `status`; failures are results, no exceptions.
    """
    options = {name: settings.pop(name) for name in _options & settings.keys()}
    options.update(h=h, count=count, tolerance=tolerance)
    options.setdefault("repeats", 0)
    _check_problem(problem)
    sys.stdout.flush()
    return json.loads(_core.run(problem, name_of(integrator), settings, options, progress))


def _check_problem(problem):
    if not isinstance(problem, _core.Problem):
        raise Error(
            "a run needs a stiffbench.Problem",
            type(problem).__name__,
            "make one with stiffbench.problem()",
        )


class Sweep:
    """What run_experiment() did: its folder, and the numbers of runs, of old and of new records."""

    def __init__(self, folder, summary):
        self.folder = folder
        self.total = summary["total"]
        self.reused = summary["reused"]
        self.status = summary["status"]
        self._reuse = summary["reuse"]

    def records(self):
        """The records of the folder; see stiffbench.records()."""
        return records(self.folder)

    def __repr__(self):
        new = ", ".join(f"{count} {word}" for word, count in self.status.items())
        return f"<stiffbench.Sweep of {self.total} runs: {self._reuse}; {new}; {self.folder}>"


def run_experiment(experiment, out, progress=None, **options):
    """Runs an experiment and leaves its records in the folder `out`.

    experiment: its name, its file, or a dict as in results/schema/experiment.schema.json.
    progress: a function of (done, total), the numbers of runs.
    options: jobs, runs at once; seed, of the random order; reference=False.
    Runs with a record in the folder are not run again. An interrupted sweep keeps what is done.
    """
    unknown = options.keys() - {"jobs", "seed", "reference"}
    if unknown:
        raise Error(
            "run_experiment has the options jobs, seed and reference",
            ", ".join(sorted(unknown)),
            "put other settings into the experiment",
        )
    name, text = str(experiment), ""
    if isinstance(experiment, dict):
        name, text = experiment.get("name", "the experiment"), json.dumps(experiment)
    elif not isinstance(experiment, (str, os.PathLike)):
        raise Error(
            "an experiment is a name, a path or a dict", type(experiment).__name__, "give one"
        )
    sys.stdout.flush()
    summary = _core.run_experiment(name, text, os.fspath(out), options, progress)
    if summary["interrupted"]:
        raise KeyboardInterrupt
    return Sweep(os.fspath(out), summary)
