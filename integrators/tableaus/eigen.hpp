#pragma once

#include <Eigen/Core>

#include <array>

namespace stiffbench {

/// The numbers of a table as a matrix; vector_of() returns a vector.
template <std::size_t S>
Eigen::MatrixXd matrix_of(const std::array<std::array<double, S>, S>& rows) {
  Eigen::MatrixXd A(S, S);
  for (std::size_t i = 0; i < S; ++i)
    for (std::size_t j = 0; j < S; ++j) A(i, j) = rows[i][j];
  return A;
}
template <std::size_t S>
Eigen::VectorXd vector_of(const std::array<double, S>& numbers) {
  return Eigen::Map<const Eigen::VectorXd>(numbers.data(), S);
}

}  // namespace stiffbench
