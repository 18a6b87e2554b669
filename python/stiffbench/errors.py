"""What goes wrong: mistakes of a caller, and failures of a method's step."""

STATUSES = (
    "diverged",
    "newton_not_converged",
    "singular",
    "krylov_stagnated",
    "indefinite",
    "infeasible",
)


class Error(Exception):
    """A mistake of input or of the machine: the rule that is broken, what was got, the remedy."""

    def __init__(self, rule, got="", remedy=""):
        super().__init__(rule, got, remedy)
        self.rule = rule
        self.got = got
        self.remedy = remedy

    def __str__(self):
        if not self.got:
            return self.rule
        return f"{self.rule}; got {self.got}; {self.remedy}"


class Failure(Exception):
    """Raised by a method whose step failed. It is a result: the run ends with this status.

    status: one of stiffbench.errors.STATUSES, as records have it.
    reason: one line.
    """

    def __init__(self, status, reason):
        if not isinstance(status, str) or status not in STATUSES:
            raise Error(
                "a step fails with a status that records have",
                repr(status),
                "give one of " + ", ".join(STATUSES),
            )
        super().__init__(status, reason)
        self.status = status
        self.reason = str(reason)

    def __str__(self):
        return f"{self.status}: {self.reason}"
