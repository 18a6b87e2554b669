#include "integrators/tableaus/check/imex_claims.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace stiffbench {
namespace {

using Matrix = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
using Vector = Eigen::Matrix<long double, Eigen::Dynamic, 1>;

/// The largest error of a condition of this order, up to 4, over all trees and both parts at every
/// vertex; for order 5 that of one condition, b c^4.
long double largest_miss(const AdditiveTable& table, int order) {
  const Matrix explicit_part = table.a_explicit.cast<long double>(),
               implicit_part = table.a_implicit.cast<long double>();
  const Vector b = table.b.cast<long double>(), c = table.c.cast<long double>();
  long double most = 0;
  const auto require = [&](const Vector& weights, long double density) {
    most = std::max(most, std::abs(b.dot(weights) - 1 / density));
  };
  const Vector c2 = c.cwiseAbs2(), c3 = c2.cwiseProduct(c);
  const std::array<const Matrix*, 2> parts{&explicit_part, &implicit_part};
  if (order == 1) require(Vector::Ones(b.size()), 1);
  if (order == 2) require(c, 2);
  if (order == 3) {
    require(c2, 3);
    for (const Matrix* A : parts) require(*A * c, 6);
  }
  if (order == 4) {
    require(c3, 4);
    for (const Matrix* A : parts) {
      require(c.cwiseProduct(*A * c), 8);
      require(*A * c2, 12);
      for (const Matrix* B : parts) require(*A * (*B * c), 24);
    }
  }
  if (order == 5) require(c3.cwiseProduct(c), 5);
  return most;
}

}  // namespace

BrokenClaims broken_claims(const AdditiveTable& table, int order) {
  const auto& [a_explicit, a_implicit, b, c] = table;
  BrokenClaims broken;
  const auto require = [&](bool holds, const std::string& words) {
    if (!holds) broken.push_back(words);
  };
  constexpr double digits = 1e-15;
  for (const Eigen::MatrixXd* A : {&a_explicit, &a_implicit})
    require((A->rowwise().sum() - c).cwiseAbs().maxCoeff() <= 2 * digits,
            "a row of a and its c differ");
  for (Eigen::Index i = 0; i < b.size(); ++i) {
    require(a_explicit.row(i).tail(b.size() - i).isZero(0),
            "a_explicit is not zero on its diagonal or above, where no stage reads it");
    require(a_implicit.row(i).tail(b.size() - i - 1).isZero(0),
            "a_implicit is not zero above its diagonal, where no stage reads it");
    require(a_implicit(i, i) == (i == 0 ? 0 : a_implicit(b.size() - 1, b.size() - 1)),
            "the diagonal of a_implicit is not constant, or its first entry is not zero");
  }
  for (int n = 1; n <= order; ++n)
    require(largest_miss(table, n) <= digits,
            fmt::format("order {} is claimed, and a condition of order {} is off "
                        "by {:.2g}",
                        order, n, largest_miss(table, n)));
  require(
      largest_miss(table, order + 1) > 1e-4L,
      fmt::format("order {} is claimed, and all conditions of order {} hold", order, order + 1));
  return broken;
}

}  // namespace stiffbench
