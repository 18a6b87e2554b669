#pragma once

#include "base/system/chunks.hpp"
#include "problems/forces/batches.hpp"
#include "problems/solids/elements/element_batch.hpp"
#include "problems/solids/elements/hyperelastic.hpp"
#include "problems/solids/elements/solid_term.hpp"
#include "problems/solids/shapes/positive_det.hpp"
#include "problems/solids/shapes/quadrature.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace stiffbench {

/// Finite elements of one shape and one isotropic material, undeformed at zero displacement. The
/// energy is the sum over the quadrature points of volume times Psi(F), F = I + G, with G = sum
/// over nodes p > 0 of (u_p - u_0) g_p', so that a rigid translation causes no force, not even by
/// round-off. Eight elements are processed at once in Lanes; forces in extended precision are
/// computed one by one. Threads have ranges of the vertices to which elements add; elements across
/// a border are computed on both sides. The digits of the result do not depend on the ranges.
template <class Shape, class Material>
class SolidElements final : public SolidTerm, public ElementGroup {
 public:
  static constexpr int node_count = Shape::nodes;
  using Elements = Eigen::Matrix<int, node_count, Eigen::Dynamic>;

  /// The arguments are those of Springs: `elements` holds vertex numbers, one column per element.
  /// Throws Error for an element without volume at rest.
  SolidElements(const Elements& elements, const Eigen::Matrix3Xd& rest,
                const std::vector<int>& free_index, Material material, const Mat& pattern);

  void add_force(const AlignedPositions<double>& u, AlignedSums<double>& f) const override;
  void add_force(BodyIn<long double> u, BodyOut<long double> f) const override;
  void add_jacobian_times(const AlignedPositions<double>& u, const AlignedPositions<double, 1>& du,
                          AlignedSums<double>& df) const override;
  void add_stiffness(const AlignedPositions<double>& u, GeneralBlocks::Rows& rows) const override {
    add_curvature(u, rows, [](const Curvature<Lanes>& c) { return c; });
  }
  void add_projected_stiffness(const AlignedPositions<double>& u,
                               GeneralBlocks::Rows& rows) const override {
    add_curvature(u, rows, [](const Curvature<Lanes>& c) { return c.projected(); });
  }
  void add_lagged_stiffness(const AlignedPositions<double>& u,
                            GeneralBlocks::Rows& rows) const override {
    add_curvature(u, rows, [](const Curvature<Lanes>& c) { return c.without_turns(); });
  }
  double potential(BodyIn<double> u) const override;
  double feasible_step(BodyIn<double> u, BodyIn<double> du) const override;
  void add_volumes(BodyIn<double> u, Volumes& sums) const override;
  const ElementGroup* elements() const override { return this; }
  bool projects() const override { return projection_modulus().has_value(); }
  void add_projection_stiffness(const AlignedPositions<double>& rest,
                                GeneralBlocks::Rows& rows) const override;
  int count() const override { return count_; }
  void nodes(int element, ElementNodes& numbers) const override;
  /// The constraint is sqrt(2 E), of compliance 1, whose gradient is 0 where E is.
  Constraint constraint(int element, const Vec& u, ElementVector& gradient) const override;
  void derivatives(int element, int node, const Vec& u, NodeVector& g,
                   NodeMatrix& H) const override;
  /// The terms of the material's energy at each quadrature point; 0 if one has a negative modulus.
  int strains() const override;
  Constraint strain(int element, int number, const Vec& u, ElementVector& gradient) const override;

 private:
  static constexpr int lanes = Lanes::count;
  static constexpr long chunk_size = 32;  // batches of one sum of energies
  using Batch = ElementBatch<Shape>;
  template <class Scalar>
  using NodesOf = typename Batch::template NodesOf<Scalar>;
  template <class Scalar>
  using Point = typename Batch::template Point<Scalar>;
  template <class Scalar>
  using Points = typename Batch::template Points<Scalar>;
  template <class Scalar>
  using Blocks = std::array<Matrix3<Scalar>, Batch::pairs>;

  template <class Scalar>
  static Matrix3<Scalar> gradient(const NodesOf<Scalar>& u, const Point<Scalar>& point) {
    return u * point.gradients.transpose();
  }
  /// Returns the nodal forces of the stress (N).
  template <class Scalar>
  NodesOf<Scalar> pull(const Points<Scalar>& points, const NodesOf<Scalar>& u) const;
  /// Returns the energy of the elements of some batches (J).
  double energy_of(const AlignedPositions<double>& u, long first, long last) const;
  /// Returns the fraction of feasible_step() for the elements of some batches.
  double feasible_share(const AlignedPositions<double>& u, const AlignedPositions<double, 1>& du,
                        long first, long last) const;
  /// Adds the blocks of the Hessian with the curvature change(curvature of the material).
  template <class Change>
  void add_curvature(const AlignedPositions<double>& u, GeneralBlocks::Rows& rows,
                     Change&& change) const;
  /// Returns twice the shear modulus for materials that may have a projection
  /// (fixed_corotated.hpp).
  std::optional<double> projection_modulus() const {
    if constexpr (requires { &Material::projection_stiffness; })
      return material_.projection_stiffness();
    return {};
  }
  /// Returns a quadrature point of one element.
  template <class Scalar>
  static Point<Scalar> point_of(const Batch& batch, std::size_t point, int lane) {
    return {lane_of<Scalar>(batch.points[point].gradients, lane),
            static_cast<Scalar>(batch.points[point].volume[lane])};
  }
  std::span<const Batch> batches_of(long first, long last) const {
    return std::span(batches_).subspan(static_cast<std::size_t>(first),
                                       static_cast<std::size_t>(last - first));
  }
  const Batch& batch_of(int element) const {
    return batches_[static_cast<std::size_t>(element / lanes)];
  }
  /// Writes the gradient by all nodes, given that by all but the first one.
  static void spread(const NodesOf<double>& pulls, ElementVector& gradient);
  /// Computes the blocks of the first node from the other ones, since the gradient of its shape
  /// function is minus the sum of the others.
  static void complete(Blocks<Lanes>& blocks);

  Material material_;
  int count_;
  std::vector<Batch> batches_;
  std::vector<Extent> extents_;
  std::vector<typename Batch::Lines> lines_;  // separate, since only the stiffness needs them
};

template <class Shape, class Material>
SolidElements<Shape, Material>::SolidElements(const Elements& elements,
                                              const Eigen::Matrix3Xd& rest,
                                              const std::vector<int>& free_index, Material material,
                                              const Mat& pattern)
    : material_(material),
      count_(static_cast<int>(elements.cols())),
      batches_(static_cast<std::size_t>((elements.cols() + lanes - 1) / lanes)) {
  for (Eigen::Index e = 0; e < elements.cols(); ++e)
    batches_[static_cast<std::size_t>(e / lanes)].set(static_cast<int>(e % lanes), elements.col(e),
                                                      rest, free_index);
  const GeneralBlocks blocks(pattern);
  for (const Batch& batch : batches_) {
    extents_.push_back(Extent::of(batch.place));
    lines_.push_back(batch.lines(blocks, pattern));
  }
}

template <class Shape, class Material>
template <class Scalar>
auto SolidElements<Shape, Material>::pull(const Points<Scalar>& points,
                                          const NodesOf<Scalar>& u) const -> NodesOf<Scalar> {
  NodesOf<Scalar> sum = NodesOf<Scalar>::Zero();
  for (const Point<Scalar>& point : points)
    sum += stress(material_, principal(gradient(u, point))) * (point.volume * point.gradients);
  return sum;
}

template <class Shape, class Material>
STIFFBENCH_FLATTEN void SolidElements<Shape, Material>::add_force(const AlignedPositions<double>& u,
                                                                  AlignedSums<double>& f) const {
  each_batch(batches_, extents_, f, [&](const Batch& batch, std::size_t) {
    batch.subtract_scattered(pull<Lanes>(batch.points, batch.gather(u)), f);
  });
}

template <class Shape, class Material>
void SolidElements<Shape, Material>::add_force(BodyIn<long double> u,
                                               BodyOut<long double> f) const {
  using Scalar = long double;
  for (const Batch& batch : batches_)
    for (int lane = 0; lane < lanes; ++lane) {
      if (batch.place[node_count - 1][lane] < 0)
        continue;  // no element, or all of its nodes are fixed
      Points<Scalar> points;
      for (std::size_t i = 0; i < points.size(); ++i) points[i] = point_of<Scalar>(batch, i, lane);
      batch.template subtract_scattered<Scalar>(
          lane, pull<Scalar>(points, batch.template gather<Scalar>(lane, u)), f);
    }
}

template <class Shape, class Material>
STIFFBENCH_FLATTEN void SolidElements<Shape, Material>::add_jacobian_times(
    const AlignedPositions<double>& u, const AlignedPositions<double, 1>& du,
    AlignedSums<double>& df) const {
  each_batch(batches_, extents_, df, [&](const Batch& batch, std::size_t) {
    const NodesOf<Lanes> at_nodes = batch.gather(u), change = batch.gather(du);
    NodesOf<Lanes> sum = NodesOf<Lanes>::Zero();
    for (const Point<Lanes>& point : batch.points) {
      const Principal<Lanes> at = principal(gradient(at_nodes, point));
      const EnergyHessian<Lanes> H(at, material_.curvature(at.stretches));
      sum += H.times(gradient(change, point)) * (point.volume * point.gradients);
    }
    batch.subtract_scattered(sum, df);
  });
}

template <class Shape, class Material>
template <class Change>
STIFFBENCH_FLATTEN void SolidElements<Shape, Material>::add_curvature(
    const AlignedPositions<double>& u, GeneralBlocks::Rows& rows, Change&& change) const {
  each_batch(batches_, extents_, rows, [&](const Batch& batch, std::size_t number) {
    const NodesOf<Lanes> at_nodes = batch.gather(u);
    const typename Batch::Lines& lines = lines_[number];
    prefetch_ahead<Batch>(lines_, number);
    for (const auto& of_pair : lines) rows.prefetch(of_pair.data());  // distant memory, needed last
    Blocks<Lanes> blocks;
    for (std::size_t i = 0; i < Shape::points; ++i) {
      const Point<Lanes>& point = batch.points[i];
      const Principal<Lanes> at = principal(gradient(at_nodes, point));
      const EnergyHessian<Lanes> H(at, change(material_.curvature(at.stretches)));
      const NodesOf<Lanes> g = H.in_frame(point.gradients), weighted = point.volume * g;
#pragma GCC unroll 3  // fully for a tetrahedron
      for (int p = 1; p < node_count; ++p)
#pragma GCC unroll 3
        for (int q = p; q < node_count; ++q) {
          const Matrix3<Lanes> block = H.block(weighted.col(p - 1), g.col(q - 1));
          if (i == 0)
            blocks[Batch::pair(p, q)] = block;
          else
            blocks[Batch::pair(p, q)] += block;
        }
    }
    complete(blocks);
    for (std::size_t i = 0; i < Batch::pairs; ++i) {
      GeneralBlocks::Batch entries;
      for (std::size_t j = 0; j < entries.size(); ++j)
        entries[j] = blocks[i](static_cast<Eigen::Index>(j));
      rows.add(entries, lines[i].data());
    }
  });
}

template <class Shape, class Material>
void SolidElements<Shape, Material>::complete(Blocks<Lanes>& blocks) {
  for (int q = 1; q < node_count; ++q) {
    Matrix3<Lanes> sum = blocks[Batch::pair(1, q)];
    for (int p = 2; p < node_count; ++p)
      if (p <= q)
        sum += blocks[Batch::pair(p, q)];
      else
        sum += blocks[Batch::pair(q, p)].transpose();
    blocks[Batch::pair(0, q)] = -sum;
  }
  Matrix3<Lanes> sum = blocks[Batch::pair(0, 1)];
  for (int q = 2; q < node_count; ++q) sum += blocks[Batch::pair(0, q)];
  blocks[Batch::pair(0, 0)] = -sum;
}

template <class Shape, class Material>
double SolidElements<Shape, Material>::potential(BodyIn<double> u) const {
  const AlignedPositions<double> displacements(u);
  return reduce_chunks(
      std::ssize(batches_), chunk_size, 0,
      [&](long first, long last) { return energy_of(displacements, first, last); }, std::plus<>());
}

template <class Shape, class Material>
STIFFBENCH_FLATTEN double SolidElements<Shape, Material>::energy_of(
    const AlignedPositions<double>& u, long first, long last) const {
  Lanes sum(0);
  for (const Batch& batch : batches_of(first, last)) {
    const NodesOf<Lanes> at_nodes = batch.gather(u);
    for (const Point<Lanes>& point : batch.points)
      sum += point.volume * material_.energy(principal(gradient(at_nodes, point)).stretches);
  }
  double total = 0;
  for (int lane = 0; lane < lanes; ++lane) total += sum[lane];
  return total;
}

template <class Shape, class Material>
double SolidElements<Shape, Material>::feasible_step(BodyIn<double> u, BodyIn<double> du) const {
  if (Material::invertible) return 1;
  const AlignedPositions<double> displacements(u);
  const AlignedPositions<double, 1> move(du);
  return reduce_chunks(
      std::ssize(batches_), chunk_size, 1,
      [&](long first, long last) { return feasible_share(displacements, move, first, last); },
      [](double a, double b) { return std::min(a, b); });
}

template <class Shape, class Material>
STIFFBENCH_FLATTEN double SolidElements<Shape, Material>::feasible_share(
    const AlignedPositions<double>& u, const AlignedPositions<double, 1>& du, long first,
    long last) const {
  double share = 1;
  for (const Batch& batch : batches_of(first, last)) {
    const NodesOf<Lanes> at_nodes = batch.gather(u), change = batch.gather(du);
    for (const Point<Lanes>& point : batch.points) {
      const Cubic<Lanes> det = det_along(gradient(at_nodes, point), gradient(change, point));
      if (!any(!det.keeps_sign())) continue;
      for (int i = 0; i < lanes; ++i)
        share = std::min(share, share_above_zero({det.c0[i], det.c1[i], det.c2[i], det.c3[i]}));
    }
  }
  return share;
}

template <class Shape, class Material>
void SolidElements<Shape, Material>::add_volumes(BodyIn<double> u, Volumes& sums) const {
  const AlignedPositions<double> displacements(u);
  for (const Batch& batch : batches_) {
    const NodesOf<Lanes> at_nodes = batch.gather(displacements);
    for (const Point<Lanes>& point : batch.points) {
      const Matrix3<Lanes> G = gradient(at_nodes, point);
      for (int lane = 0; lane < lanes; ++lane) {
        const double volume = point.volume[lane];
        if (volume == 0) continue;  // no element
        const double det = (Matrix3<double>::Identity() + lane_of<double>(G, lane)).determinant();
        sums.least_det = std::min(sums.least_det, det);
        sums.rest += volume;
        sums.now += volume * det;
        if (!(det > 0)) sums.inverted += volume;
      }
    }
  }
}

template <class Shape, class Material>
void SolidElements<Shape, Material>::add_projection_stiffness(const AlignedPositions<double>& rest,
                                                              GeneralBlocks::Rows& rows) const {
  const Lanes modulus = projection_modulus().value();
  add_curvature(rest, rows, [&](Curvature<Lanes> c) {
    c.second = Matrix3<Lanes>::Identity() * modulus;
    c.shear.setConstant(modulus);
    c.spin.setConstant(modulus);
    return c;
  });
}

}  // namespace stiffbench

#include "problems/solids/elements/single_elements.hpp"
