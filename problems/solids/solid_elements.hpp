#pragma once

#include "problems/forces/blocks/block_pattern.hpp"
#include "problems/forces/blocks/general_blocks.hpp"
#include "problems/solids/hyperelastic.hpp"
#include "problems/solids/positive_det.hpp"
#include "problems/solids/quadrature.hpp"
#include "problems/solids/solid_term.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace stiffbench {

/// Finite elements of one shape and one isotropic material, at rest where the displacements vanish:
/// the energy is the sum over the points of the quadrature of volume times Psi(F), F = I + G, with
/// G = sum over nodes p > 0 of (u_p - u_0) g_p', so that a body moved as a whole feels nothing.
/// Eight elements are worked at once, in Lanes, and forces in extended precision one by one.
template <class Shape, class Material>
class SolidElements final : public SolidTerm {
 public:
  static constexpr int nodes = Shape::nodes;
  using Elements = Eigen::Matrix<int, nodes, Eigen::Dynamic>;

  /// The arguments are those of Springs: `elements` has vertex numbers, a column an element. Error
  /// for an element without volume at rest.
  SolidElements(const Elements& elements, const Eigen::Matrix3Xd& rest,
                const std::vector<int>& free_index, Material material, const Mat& pattern);

  void add_force(BodyIn<double> u, BodyOut<double> f) const override;
  void add_force(BodyIn<long double> u, BodyOut<long double> f) const override;
  void add_jacobian_times(BodyIn<double> u, BodyIn<double> du, BodyOut<double> df) const override;
  void add_stiffness(BodyIn<double> u, Mat& K) const override {
    add_curvature(u, K, [](const Curvature<Lanes>& c) { return c; });
  }
  void add_projected_stiffness(BodyIn<double> u, Mat& K) const override {
    add_curvature(u, K, [](const Curvature<Lanes>& c) { return c.projected(); });
  }
  void add_step_stiffness(BodyIn<double> u, Mat& K) const override {
    add_curvature(u, K, [](const Curvature<Lanes>& c) { return c.without_turns(); });
  }
  double potential(BodyIn<double> u) const override;
  double feasible_step(BodyIn<double> u, BodyIn<double> du) const override;
  void add_volumes(BodyIn<double> u, Volumes& sums) const override;

 private:
  static constexpr int lanes = Lanes::count;
  static constexpr int pairs = nodes * (nodes + 1) / 2;  // (p, q) with p <= q
  /// What belongs to the nodes but the first: to what they have, the first has minus their sum, or
  /// they have it less that of the first.
  template <class Scalar>
  using NodesOf = Eigen::Matrix<Scalar, 3, nodes - 1>;
  /// A point of the quadrature: the gradients at rest of the shape functions (1/m) and the volume
  /// for which it stands (m^3).
  template <class Scalar>
  struct Point {
    NodesOf<Scalar> gradients;
    Scalar volume;
  };
  template <class Scalar>
  using Points = std::array<Point<Scalar>, Shape::points>;
  template <class Scalar>
  using Blocks = std::array<Matrix3<Scalar>, pairs>;

  /// Eight elements. A lane without an element stands for one that has no volume and whose nodes
  /// are fixed.
  struct Batch {
    Points<Lanes> points;
    int place[nodes][lanes];  ///< rising; -1: fixed
    int line[pairs][lanes];   ///< of the pairs' blocks, in blocks_; first as slots
  };
  static void set_element(Batch& batch, int lane, const Eigen::Matrix<int, nodes, 1>& vertices,
                          const Eigen::Matrix3Xd& rest, const std::vector<int>& free_index,
                          const Mat& pattern);

  /// The displacements of the nodes less that of the first: of all lanes, or of one.
  static NodesOf<Lanes> gather(const Batch& batch, BodyIn<double> u);
  template <class Scalar>
  static NodesOf<Scalar> gather(const Batch& batch, int lane, BodyIn<Scalar> u);
  /// Subtracts from f what acts at the nodes but the first, and adds their sum at the first.
  template <class Scalar>
  static void subtract_scattered(const Batch& batch, int lane, const NodesOf<Scalar>& pull,
                                 BodyOut<Scalar>& f);
  static void subtract_scattered(const Batch& batch, const NodesOf<Lanes>& pull,
                                 BodyOut<double>& f) {
    for (int lane = 0; lane < lanes; ++lane)
      subtract_scattered<double>(batch, lane, lane_of<double>(pull, lane), f);
  }
  template <class Scalar>
  static Matrix3<Scalar> gradient(const NodesOf<Scalar>& u, const Point<Scalar>& point) {
    return u * point.gradients.transpose();
  }
  /// What the stress pulls the nodes with (N).
  template <class Scalar>
  NodesOf<Scalar> pull(const Points<Scalar>& points, const NodesOf<Scalar>& u) const;
  /// Adds the blocks of the Hessian whose curvature is change(that of the material).
  template <class Change>
  void add_curvature(BodyIn<double> u, Mat& K, Change&& change) const;
  /// Computes the blocks that have a part of the first node, whose gradient is minus the sum of the
  /// others'.
  static void complete(Blocks<Lanes>& blocks);
  /// The place of (p, q), p <= q, among the pairs.
  static constexpr std::size_t pair(int p, int q) {
    return static_cast<std::size_t>(p * (2 * nodes - p - 1) / 2 + q);
  }

  Material material_;
  std::vector<Batch> batches_;
  GeneralBlocks blocks_;
};

template <class Shape, class Material>
SolidElements<Shape, Material>::SolidElements(const Elements& elements,
                                              const Eigen::Matrix3Xd& rest,
                                              const std::vector<int>& free_index, Material material,
                                              const Mat& pattern)
    : material_(material) {
  Batch empty;
  for (Point<Lanes>& point : empty.points) point = {NodesOf<Lanes>::Zero(), 0};
  std::fill_n(&empty.place[0][0], nodes * lanes, -1);
  std::fill_n(&empty.line[0][0], pairs * lanes, -1);
  batches_.resize(static_cast<std::size_t>((elements.cols() + lanes - 1) / lanes), empty);
  for (Eigen::Index e = 0; e < elements.cols(); ++e)
    set_element(batches_[static_cast<std::size_t>(e / lanes)], static_cast<int>(e % lanes),
                elements.col(e), rest, free_index, pattern);
  std::vector<int> slots;
  for (const Batch& batch : batches_)
    for (const auto& of_pair : batch.line) slots.insert(slots.end(), of_pair, of_pair + lanes);
  blocks_ = GeneralBlocks(std::move(slots), pattern);
  for (Batch& batch : batches_)
    for (auto& of_pair : batch.line)
      for (int& line : of_pair) line = blocks_.line(line);
}

template <class Shape, class Material>
void SolidElements<Shape, Material>::set_element(Batch& batch, int lane,
                                                 const Eigen::Matrix<int, nodes, 1>& vertices,
                                                 const Eigen::Matrix3Xd& rest,
                                                 const std::vector<int>& free_index,
                                                 const Mat& pattern) {
  const auto place = [&](int n) { return free_index[static_cast<std::size_t>(vertices[n])]; };
  std::array<int, nodes> order;  // by place, so that blocks (p, q) are on or right of the diagonal
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int a, int b) { return place(a) < place(b); });
  const auto points = Shape::quadrature(rest(Eigen::all, vertices));
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Eigen::Matrix<double, 3, nodes> gradients = points[i].gradients(Eigen::all, order);
    set_lane(batch.points[i].gradients, lane, gradients.template rightCols<nodes - 1>());
    batch.points[i].volume.set(lane, points[i].volume);
  }
  for (std::size_t p = 0; p < nodes; ++p) batch.place[p][lane] = place(order[p]);
  for (int p = 0; p < nodes; ++p) {
    const int row = batch.place[p][lane];
    if (row < 0) continue;
    for (int q = p; q < nodes; ++q)
      batch.line[pair(p, q)][lane] = block_slot(pattern, row, batch.place[q][lane]);
  }
}

template <class Shape, class Material>
auto SolidElements<Shape, Material>::gather(const Batch& batch, BodyIn<double> u)
    -> NodesOf<Lanes> {
  static constexpr double zero[3] = {};  // a fixed vertex does not move
  const auto of_node = [&](int p) {
    std::array<const double*, lanes> at;
    for (std::size_t lane = 0; lane < lanes; ++lane)
      at[lane] = batch.place[p][lane] < 0 ? zero : u.data() + 3 * batch.place[p][lane];
    Vector3<Lanes> values;
    for (int c = 0; c < 3; ++c)
      values[c] = Lanes::of([&](std::size_t lane) { return at[lane][c]; });
    return values;
  };
  const Vector3<Lanes> first = of_node(0);
  NodesOf<Lanes> values;
  for (int p = 1; p < nodes; ++p) values.col(p - 1) = of_node(p) - first;
  return values;
}

template <class Shape, class Material>
template <class Scalar>
auto SolidElements<Shape, Material>::gather(const Batch& batch, int lane, BodyIn<Scalar> u)
    -> NodesOf<Scalar> {
  const auto of_node = [&](int p) -> Vector3<Scalar> {
    const int place = batch.place[p][lane];
    if (place < 0) return Vector3<Scalar>::Zero();
    return u.template segment<3>(3 * place);
  };
  const Vector3<Scalar> first = of_node(0);
  NodesOf<Scalar> values;
  for (int p = 1; p < nodes; ++p) values.col(p - 1) = of_node(p) - first;
  return values;
}

template <class Shape, class Material>
template <class Scalar>
void SolidElements<Shape, Material>::subtract_scattered(const Batch& batch, int lane,
                                                        const NodesOf<Scalar>& pull,
                                                        BodyOut<Scalar>& f) {
  if (const int place = batch.place[0][lane]; place >= 0)
    f.template segment<3>(3 * place) += pull.rowwise().sum();
  for (int p = 1; p < nodes; ++p)
    if (const int place = batch.place[p][lane]; place >= 0)
      f.template segment<3>(3 * place) -= pull.col(p - 1);
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
STIFFBENCH_FLATTEN void SolidElements<Shape, Material>::add_force(BodyIn<double> u,
                                                                  BodyOut<double> f) const {
  for (const Batch& batch : batches_)
    subtract_scattered(batch, pull<Lanes>(batch.points, gather(batch, u)), f);
}

template <class Shape, class Material>
void SolidElements<Shape, Material>::add_force(BodyIn<long double> u,
                                               BodyOut<long double> f) const {
  using Scalar = long double;
  for (const Batch& batch : batches_)
    for (int lane = 0; lane < lanes; ++lane) {
      if (batch.place[nodes - 1][lane] < 0) continue;  // no element, or all of it is fixed
      Points<Scalar> points;
      for (std::size_t i = 0; i < points.size(); ++i)
        points[i] = {lane_of<Scalar>(batch.points[i].gradients, lane),
                     static_cast<Scalar>(batch.points[i].volume[lane])};
      subtract_scattered<Scalar>(batch, lane, pull<Scalar>(points, gather<Scalar>(batch, lane, u)),
                                 f);
    }
}

template <class Shape, class Material>
STIFFBENCH_FLATTEN void SolidElements<Shape, Material>::add_jacobian_times(
    BodyIn<double> u, BodyIn<double> du, BodyOut<double> df) const {
  for (const Batch& batch : batches_) {
    const NodesOf<Lanes> at_nodes = gather(batch, u), change = gather(batch, du);
    NodesOf<Lanes> sum = NodesOf<Lanes>::Zero();
    for (const Point<Lanes>& point : batch.points) {
      const Principal<Lanes> at = principal(gradient(at_nodes, point));
      const EnergyHessian<Lanes> H(at, material_.curvature(at.stretches));
      sum += H.times(gradient(change, point)) * (point.volume * point.gradients);
    }
    subtract_scattered(batch, sum, df);
  }
}

template <class Shape, class Material>
template <class Change>
STIFFBENCH_FLATTEN void SolidElements<Shape, Material>::add_curvature(BodyIn<double> u, Mat& K,
                                                                      Change&& change) const {
  double* lines = blocks_.zeros();
  for (const Batch& batch : batches_) {
    const NodesOf<Lanes> at_nodes = gather(batch, u);
    for (const auto& of_pair : batch.line)  // far away, and needed last
      for (const int line : of_pair) __builtin_prefetch(lines + line, 1);
    Blocks<Lanes> blocks;
    for (std::size_t i = 0; i < Shape::points; ++i) {
      const Point<Lanes>& point = batch.points[i];
      const Principal<Lanes> at = principal(gradient(at_nodes, point));
      const EnergyHessian<Lanes> H(at, change(material_.curvature(at.stretches)));
      const NodesOf<Lanes> g = H.in_frame(point.gradients), weighted = point.volume * g;
#pragma GCC unroll 3  // all of a tetrahedron's
      for (int p = 1; p < nodes; ++p)
#pragma GCC unroll 3
        for (int q = p; q < nodes; ++q) {
          const Matrix3<Lanes> block = H.block(weighted.col(p - 1), g.col(q - 1));
          if (i == 0)
            blocks[pair(p, q)] = block;
          else
            blocks[pair(p, q)] += block;
        }
    }
    complete(blocks);
    for (std::size_t i = 0; i < pairs; ++i) {
      GeneralBlocks::Batch entries;
      for (std::size_t j = 0; j < entries.size(); ++j)
        entries[j] = blocks[i](static_cast<Eigen::Index>(j)).v;
      blocks_.add(entries, batch.line[i], lines);
    }
  }
  blocks_.add_to(lines, K);
}

template <class Shape, class Material>
void SolidElements<Shape, Material>::complete(Blocks<Lanes>& blocks) {
  for (int q = 1; q < nodes; ++q) {
    Matrix3<Lanes> sum = blocks[pair(1, q)];
    for (int p = 2; p < nodes; ++p)
      if (p <= q)
        sum += blocks[pair(p, q)];
      else
        sum += blocks[pair(q, p)].transpose();
    blocks[pair(0, q)] = -sum;
  }
  Matrix3<Lanes> sum = blocks[pair(0, 1)];
  for (int q = 2; q < nodes; ++q) sum += blocks[pair(0, q)];
  blocks[pair(0, 0)] = -sum;
}

template <class Shape, class Material>
STIFFBENCH_FLATTEN double SolidElements<Shape, Material>::potential(BodyIn<double> u) const {
  Lanes sum(0);
  for (const Batch& batch : batches_) {
    const NodesOf<Lanes> at_nodes = gather(batch, u);
    for (const Point<Lanes>& point : batch.points)
      sum += point.volume * material_.energy(principal(gradient(at_nodes, point)).stretches);
  }
  double total = 0;
  for (int lane = 0; lane < lanes; ++lane) total += sum[lane];
  return total;
}

template <class Shape, class Material>
double SolidElements<Shape, Material>::feasible_step(BodyIn<double> u, BodyIn<double> du) const {
  double share = 1;
  if (Material::invertible) return share;
  for (const Batch& batch : batches_) {
    const NodesOf<Lanes> at_nodes = gather(batch, u), change = gather(batch, du);
    for (const Point<Lanes>& point : batch.points) {
      const Matrix3<Lanes> G = gradient(at_nodes, point), dG = gradient(change, point);
      for (int lane = 0; lane < lanes; ++lane)
        share = std::min(
            share, share_of_positive_det(lane_of<double>(G, lane), lane_of<double>(dG, lane)));
    }
  }
  return share;
}

template <class Shape, class Material>
void SolidElements<Shape, Material>::add_volumes(BodyIn<double> u, Volumes& sums) const {
  for (const Batch& batch : batches_) {
    const NodesOf<Lanes> at_nodes = gather(batch, u);
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

}  // namespace stiffbench
