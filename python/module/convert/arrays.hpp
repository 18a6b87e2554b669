#pragma once

#include "problems/contract/state.hpp"

#include <pybind11/numpy.h>

namespace stiffbench::python {

/// Values that a vector may have.
enum class Entries {
  finite,  ///< NaN and infinity are Errors
  any,     ///< for steps of methods: the harness records such a state as diverged
};

/// Copies a one-dimensional array of float64 with `size` entries, contiguous or strided, into
/// `out`. Throws an Error that calls the array `name` if it is anything else.
void read_vector(pybind11::handle array, const char* name, Eigen::Index size, Entries entries,
                 Vec& out);

/// Returns a new array with the entries of the vector, or writes them to `out`, unless that is
/// None. Throws an Error unless `out` is a writeable, contiguous array of float64 of this size.
pybind11::object write_vector(const Vec& vector, const pybind11::object& out);
/// Throws the Errors of write_vector() before anything is computed.
void check_out(const pybind11::object& out, Eigen::Index size);

/// A new array with the entries of the vector.
pybind11::array_t<double> to_array(const Vec& vector);

/// Moves the matrix into a scipy.sparse.csr_matrix without copying its entries.
pybind11::object to_sparse(Mat matrix);
/// A scipy.sparse.csr_matrix whose arrays are those of `matrix`, read-only. `owner` keeps the
/// matrix alive.
pybind11::object view_of(const Mat& matrix, const pybind11::object& owner);

/// A stiffbench.State with new arrays.
pybind11::object to_state(const State& u);

}  // namespace stiffbench::python
