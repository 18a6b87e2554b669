#pragma once

#include "integrators/contract/stability.hpp"
#include "integrators/tableaus/eigen.hpp"

namespace stiffbench {

/// The stability function of a Runge-Kutta table with the members `a` and `b`.
template <class Table>
StabilityFunction stability_of(const Table& table) {
  return {matrix_of(table.a), vector_of(table.b)};
}

}  // namespace stiffbench
