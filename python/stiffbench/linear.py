"""Linear algebra of SciPy with counted work."""

import numpy as np
import scipy.sparse
import scipy.sparse.linalg

from stiffbench.errors import Failure


class Factorization:
    """An LU factorization by SuperLU. Every solve counts."""

    def __init__(self, problem, matrix):
        try:
            self._lu = scipy.sparse.linalg.splu(scipy.sparse.csc_matrix(matrix))
        except RuntimeError as error:
            raise Failure("singular", str(error)) from None
        self._problem = problem
        problem.count_work({"factorize": 1})

    def solve(self, right_side):
        """The solution for one right side, shape (n,)."""
        self._problem.count_work({"solve": 1})
        return self._lu.solve(np.asarray(right_side))


def factorize(self, matrix):
    """Factorizes a sparse matrix, shape (n, n), real or complex; counted as work of the run."""
    return Factorization(self, matrix)
