#include "problems/solids/shapes/positive_det.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <boost/math/tools/roots.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace stiffbench {
namespace {

/// The polynomial c0 + c1 s + c2 s^2 + c3 s^3.
struct Cubic {
  double c0, c1, c2, c3;

  double operator()(double s) const { return c0 + s * (c1 + s * (c2 + s * c3)); }
  /// Returns 0, 1 and the extrema in (0, 1), between which the polynomial is monotone, in order.
  std::array<double, 4> monotone_between() const {
    std::array<double, 4> ends = {0, 0, 1, 1};
    const double root = std::sqrt(std::max(c2 * c2 - 3 * c1 * c3, 0.));
    const double q = -(c2 + std::copysign(root, c2));  // avoids cancellation
    const double turns[] = {q / (3 * c3), c1 / q};
    for (int i = 0; i < 2; ++i)
      if (turns[i] > 0 && turns[i] < 1) ends[static_cast<std::size_t>(1 + i)] = turns[i];
    std::sort(ends.begin(), ends.end());
    return ends;
  }
};

Matrix3<double> cofactors(const Matrix3<double>& A) {
  Matrix3<double> C;
  for (int i = 0; i < 3; ++i) C.col(i) = A.col((i + 1) % 3).cross(A.col((i + 2) % 3));
  return C;
}

}  // namespace

double share_of_positive_det(const Matrix3<double>& G, const Matrix3<double>& dG) {
  const Matrix3<double> F = Matrix3<double>::Identity() + G;
  const Cubic det{F.determinant(), cofactors(F).cwiseProduct(dG).sum(),
                  cofactors(dG).cwiseProduct(F).sum(), dG.determinant()};
  const double drop = std::min(det.c1, 0.) + std::min(det.c2, 0.) + std::min(det.c3, 0.);
  if (!(det.c0 > 0) || det.c0 + drop > 0) return 1;
  const auto ends = det.monotone_between();
  for (std::size_t i = 1; i < ends.size(); ++i) {
    if (det(ends[i]) > 0) continue;
    std::uintmax_t iterations = 100;
    return boost::math::tools::toms748_solve(
               det, ends[i - 1], ends[i], boost::math::tools::eps_tolerance<double>(50), iterations)
        .first;
  }
  return 1;
}

}  // namespace stiffbench
