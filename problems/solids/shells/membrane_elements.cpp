#include "problems/solids/shells/membrane_elements.hpp"

#include "base/system/chunks.hpp"

#include <Eigen/Eigenvalues>

#include <functional>

namespace stiffbench {
namespace {

using Matrix2d = Eigen::Matrix2d;

/// Returns the matrix without its negative eigenvalues.
Matrix2d without_negative(const Matrix2d& S) {
  Eigen::SelfAdjointEigenSolver<Matrix2d> modes;
  modes.computeDirect(S);
  if (!(modes.eigenvalues()[0] < 0)) return S;
  return modes.eigenvectors() * modes.eigenvalues().cwiseMax(0).asDiagonal() *
         modes.eigenvectors().transpose();
}

}  // namespace

MembraneElements::MembraneElements(const Elements& triangles, const Eigen::Matrix3Xd& rest,
                                   const std::vector<int>& free_index, const MembraneLaw& law,
                                   const Mat& pattern)
    : law_(law) {
  const GeneralBlocks blocks(pattern);
  for (Eigen::Index e = 0; e < triangles.cols(); ++e) {
    const auto vertices = Corners<3>::in_order(triangles.col(e), free_index);
    triangles_.push_back(
        {{vertices, free_index, blocks, pattern}, FlatTriangle(rest(Eigen::all, vertices), e)});
  }
}

template <class Scalar>
auto MembraneElements::strain(const Triangle& triangle, const Matrix32<Scalar>& G)
    -> Matrix2<Scalar> {
  const Matrix2<Scalar> AG = triangle.flat.axes.transpose().cast<Scalar>() * G;
  return (AG + AG.transpose() + G.transpose() * G) / 2;
}

template <class Scalar>
auto MembraneElements::stress(const Matrix2<Scalar>& E) const -> Matrix2<Scalar> {
  Matrix2<Scalar> S = 2 * static_cast<Scalar>(law_.mu) * E;
  S.diagonal().array() +=
      static_cast<Scalar>(law_.lambda) * E.trace() + static_cast<Scalar>(law_.tension);
  return S;
}

template <class Scalar>
Eigen::Matrix<Scalar, 3, 3> MembraneElements::pull(
    const Triangle& triangle, const Eigen::Matrix<Scalar, 3, 3>& differences) const {
  const Matrix32<Scalar> G = gradient<Scalar>(triangle, differences),
                         F = triangle.flat.axes.cast<Scalar>() + G;
  return static_cast<Scalar>(triangle.flat.area) * F * stress<Scalar>(strain<Scalar>(triangle, G)) *
         triangle.flat.gradients.cast<Scalar>();
}

void MembraneElements::add_force(const AlignedPositions<double>& u, AlignedSums<double>& f) const {
  for (const Triangle& triangle : triangles_)
    if (triangle.corners.meet(f))
      triangle.corners.subtract(pull<double>(triangle, triangle.corners.differences(u)), f);
}

void MembraneElements::add_force(BodyIn<long double> u, BodyOut<long double> f) const {
  using Scalar = long double;
  for (const Triangle& triangle : triangles_) {
    const Corners<3>& corners = triangle.corners;
    corners.subtract<Scalar>(pull<Scalar>(triangle, corners.differences<Scalar>(u)), f);
  }
}

void MembraneElements::add_jacobian_times(const AlignedPositions<double>& u,
                                          const AlignedPositions<double, 1>& du,
                                          AlignedSums<double>& df) const {
  for (const Triangle& triangle : triangles_) {
    if (!triangle.corners.meet(df)) continue;
    const Matrix32<double> G = gradient<double>(triangle, triangle.corners.differences(u)),
                           dF = gradient<double>(triangle, triangle.corners.differences(du)),
                           F = triangle.flat.axes + G;
    const Matrix2d half = F.transpose() * dF, dE = (half + half.transpose()) / 2;
    Matrix2d dS = 2 * law_.mu * dE;
    dS.diagonal().array() += law_.lambda * dE.trace();
    const Matrix32<double> dP = dF * stress<double>(strain<double>(triangle, G)) + F * dS;
    triangle.corners.subtract(triangle.flat.area * dP * triangle.flat.gradients, df);
  }
}

/// With the stress S and f_p = F g_p for the gradient g_p of a shape function, a block is
///   area ((g_p' S g_q) I + mu ((g_p . g_q) F F' + f_q f_p') + lambda f_p f_q').
template <bool projected>
void MembraneElements::add_matrix(const AlignedPositions<double>& u,
                                  GeneralBlocks::Rows& rows) const {
  for (const Triangle& triangle : triangles_) {
    if (!triangle.corners.meet(rows)) continue;
    const Matrix32<double> G = gradient<double>(triangle, triangle.corners.differences(u)),
                           F = triangle.flat.axes + G;
    Matrix2d S = stress<double>(strain<double>(triangle, G));
    if (projected) S = without_negative(S);
    const auto& g = triangle.flat.gradients;
    const Eigen::Matrix3d f = F * g, FF = F * F.transpose();
    const Matrix2d& stress = S;
    triangle.corners.add_blocks(rows, [&](int p, int q) {
      Eigen::Matrix3d block = law_.mu * g.col(p).dot(g.col(q)) * FF +
                              law_.mu * f.col(q) * f.col(p).transpose() +
                              law_.lambda * f.col(p) * f.col(q).transpose();
      block.diagonal().array() += g.col(p).dot(stress * g.col(q));
      return Eigen::Matrix3d(triangle.flat.area * block);
    });
  }
}

double MembraneElements::potential(BodyIn<double> u) const {
  constexpr long chunk = 512;  // triangles of one sum
  const auto energy_of = [&](long first, long last) {
    double sum = 0;
    for (; first < last; ++first) {
      const Triangle& triangle = triangles_[static_cast<std::size_t>(first)];
      const Matrix2d E = strain<double>(
          triangle, gradient<double>(triangle, triangle.corners.differences<double>(u)));
      const double trace = E.trace();
      sum += triangle.flat.area *
             (law_.mu * E.squaredNorm() + law_.lambda / 2 * trace * trace + law_.tension * trace);
    }
    return sum;
  };
  return reduce_chunks(std::ssize(triangles_), chunk, 0, energy_of, std::plus<>());
}

}  // namespace stiffbench
