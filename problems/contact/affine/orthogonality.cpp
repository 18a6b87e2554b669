#include "problems/contact/affine/orthogonality.hpp"

#include "problems/solids/materials/stretches.hpp"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <stdexcept>

namespace stiffbench {
namespace {

using Matrix9 = Eigen::Matrix<double, 9, 9>;

/// Returns F'F - I for F = Q + U, with Q'Q = I.
template <class Scalar>
Matrix3<Scalar> strain(const Matrix3<Scalar>& Q, const Matrix3<Scalar>& U) {
  const Matrix3<Scalar> QU = Q.transpose() * U;
  return QU + QU.transpose() + U.transpose() * U;
}

/// Returns the derivative of |F'F - I|^2 by F: 4 F (F'F - I).
template <class Scalar>
Matrix3<Scalar> slope(const Matrix3<Scalar>& Q, const Matrix3<Scalar>& U) {
  return Scalar(4) * (Q + U) * strain<Scalar>(Q, U);
}

/// Returns the displacements of three places, one per column.
Matrix3<double> columns(const std::array<int, 3>& place, const auto& u) {
  Matrix3<double> U;
  for (std::size_t k = 0; k < 3; ++k)
    for (std::size_t i = 0; i < 3; ++i) U(Eigen::Index(i), Eigen::Index(k)) = u.at(place[k])[i];
  return U;
}

/// Returns the second derivative of |F'F - I|^2, in 3x3 blocks of the columns of F:
///   block (i, k) = 4 (f_k f_i' + c_ik I + d_ik F F'),   c = F'F - I.
Matrix9 hessian(const Matrix3<double>& Q, const Matrix3<double>& U) {
  const Matrix3<double> F = Q + U, c = strain<double>(Q, U), FF = F * F.transpose();
  Matrix9 H;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) {
      Matrix3<double> block = F.col(k) * F.col(i).transpose();
      block.diagonal().array() += c(i, k);
      if (i == k) block += FF;
      H.block<3, 3>(3 * i, 3 * k) = 4 * block;
    }
  return H;
}

void subtract(AlignedSums<double>& sums, const std::array<int, 3>& place,
              const Matrix3<double>& values) {
  for (std::size_t k = 0; k < 3; ++k)
    for (int i = 0; i < 3; ++i) sums.subtract(place[k], i, values(i, Eigen::Index(k)));
}

void add_blocks(const Matrix9& H, const std::array<int, 6>& line, GeneralBlocks::Rows& rows) {
  std::size_t next = 0;
  for (int i = 0; i < 3; ++i)
    for (int k = i; k < 3; ++k, ++next)
      for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b) rows.add(H(3 * i + a, 3 * k + b), line[next], a, b);
}

}  // namespace

Orthogonality::Orthogonality(const Elements& columns, const Eigen::Matrix3Xd& rest,
                             const std::vector<int>& free_index, const Vec& stiffness,
                             const Mat& pattern) {
  const GeneralBlocks blocks(pattern);
  for (Eigen::Index b = 0; b < columns.cols(); ++b) {
    Body body{.place = {}, .line = {}, .stiffness = stiffness[b], .rest = {}};
    for (int k = 0; k < 3; ++k) {
      body.place[std::size_t(k)] = free_index[std::size_t(columns(k, b))];
      body.rest.col(k) = rest.col(columns(k, b));
    }
    if (body.place[0] < 0 || !std::is_sorted(body.place.begin(), body.place.end()))
      throw std::logic_error("columns of an affine body that are fixed, or not in order");
    std::size_t next = 0;
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t k = i; k < 3; ++k)
        body.line[next++] = blocks.line(pattern, body.place[i], body.place[k]);
    bodies_.push_back(body);
  }
}

void Orthogonality::add_force(const AlignedPositions<double>& u, AlignedSums<double>& f) const {
  for (const Body& body : bodies_)
    if (f.meet(body.place[0], body.place[2]))
      subtract(f, body.place, body.stiffness * slope<double>(body.rest, columns(body.place, u)));
}

void Orthogonality::add_force(BodyIn<long double> u, BodyOut<long double> f) const {
  for (const Body& body : bodies_) {
    Matrix3<long double> U;
    for (std::size_t k = 0; k < 3; ++k) U.col(Eigen::Index(k)) = u.segment<3>(3 * body.place[k]);
    const Matrix3<long double> values = static_cast<long double>(body.stiffness) *
                                        slope<long double>(body.rest.cast<long double>(), U);
    for (std::size_t k = 0; k < 3; ++k)
      f.segment<3>(3 * body.place[k]) -= values.col(Eigen::Index(k));
  }
}

void Orthogonality::add_jacobian_times(const AlignedPositions<double>& u,
                                       const AlignedPositions<double, 1>& du,
                                       AlignedSums<double>& df) const {
  for (const Body& body : bodies_) {
    if (!df.meet(body.place[0], body.place[2])) continue;
    const Matrix3<double> U = columns(body.place, u), dF = columns(body.place, du),
                          F = body.rest + U, half = F.transpose() * dF;
    subtract(
        df, body.place,
        4 * body.stiffness * (dF * strain<double>(body.rest, U) + F * (half + half.transpose())));
  }
}

void Orthogonality::add_stiffness(const AlignedPositions<double>& u,
                                  GeneralBlocks::Rows& rows) const {
  for (const Body& body : bodies_)
    if (rows.meet(body.place[0], body.place[2]))
      add_blocks(body.stiffness * hessian(body.rest, columns(body.place, u)), body.line, rows);
}

void Orthogonality::add_projected_stiffness(const AlignedPositions<double>& u,
                                            GeneralBlocks::Rows& rows) const {
  for (const Body& body : bodies_) {
    if (!rows.meet(body.place[0], body.place[2])) continue;
    const Eigen::SelfAdjointEigenSolver<Matrix9> modes(hessian(body.rest, columns(body.place, u)));
    const Matrix9 projected = modes.eigenvectors() * modes.eigenvalues().cwiseMax(0).asDiagonal() *
                              modes.eigenvectors().transpose();
    add_blocks(body.stiffness * projected, body.line, rows);
  }
}

double Orthogonality::potential(BodyIn<double> u) const {
  double sum = 0;
  for (const Body& body : bodies_) {
    Matrix3<double> U;
    for (std::size_t k = 0; k < 3; ++k) U.col(Eigen::Index(k)) = u.segment<3>(3 * body.place[k]);
    sum += body.stiffness * strain<double>(body.rest, U).squaredNorm();
  }
  return sum;
}

}  // namespace stiffbench
