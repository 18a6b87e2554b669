#pragma once

#include "problems/forces/block_pattern.hpp"
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
template <class Shape, class Material>
class SolidElements final : public SolidTerm {
 public:
  static constexpr int nodes = Shape::nodes;
  using Elements = Eigen::Matrix<int, nodes, Eigen::Dynamic>;

  /// The arguments are those of Springs: `elements` has vertex numbers, a column an element. Error
  /// for an element without volume at rest.
  SolidElements(const Elements& elements, const Eigen::Matrix3Xd& rest,
                const std::vector<int>& free_index, Material material, const Mat& pattern);

  void add_force(BodyIn<double> u, BodyOut<double> f) const override { add_force_of<double>(u, f); }
  void add_force(BodyIn<long double> u, BodyOut<long double> f) const override {
    add_force_of<long double>(u, f);
  }
  void add_jacobian_times(BodyIn<double> u, BodyIn<double> du, BodyOut<double> df) const override;
  void add_stiffness(BodyIn<double> u, Mat& K) const override {
    add_curvature(u, K, [](const Curvature& c) { return c; });
  }
  void add_projected_stiffness(BodyIn<double> u, Mat& K) const override {
    add_curvature(u, K, [](const Curvature& c) { return c.projected(); });
  }
  void add_step_stiffness(BodyIn<double> u, Mat& K) const override {
    add_curvature(u, K, [](const Curvature& c) { return c.without_turns(); });
  }
  double potential(BodyIn<double> u) const override;
  double feasible_step(BodyIn<double> u, BodyIn<double> du) const override;
  void add_volumes(BodyIn<double> u, Volumes& sums) const override;

 private:
  template <class Scalar>
  using NodesOf = Eigen::Matrix<Scalar, 3, nodes>;
  using Nodes = NodesOf<double>;
  static constexpr int pairs = nodes * (nodes + 1) / 2;  // (p, q) with p <= q

  struct Element {
    std::array<int, nodes> place;  ///< rising; -1: fixed
    std::array<QuadraturePoint<nodes>, Shape::points> points;
    std::array<int, nodes> stride;  ///< from one row to the next of the blocks in a node's row
    std::array<int, pairs> slot;    ///< of blocks on and right of the diagonal; -1: a node is fixed
  };

  /// The displacements of the nodes less that of the first.
  template <class Scalar>
  static NodesOf<Scalar> gather(const Element& element, BodyIn<Scalar> u);
  /// Subtracts from f what acts at the nodes but the first, and adds their sum at the first.
  template <class Scalar>
  static void subtract_scattered(const Element& element, NodesOf<Scalar> values,
                                 BodyOut<Scalar>& f);
  template <class Scalar>
  static Matrix3<Scalar> gradient(const NodesOf<Scalar>& u, const QuadraturePoint<nodes>& point) {
    return u * point.gradients.template cast<Scalar>().transpose();
  }
  template <class Scalar>
  void add_force_of(BodyIn<Scalar> u, BodyOut<Scalar>& f) const;
  /// Adds the blocks of the Hessian whose curvature is change(that of the material).
  template <class Change>
  void add_curvature(BodyIn<double> u, Mat& K, Change&& change) const;

  Material material_;
  std::vector<Element> elements_;
};

template <class Shape, class Material>
SolidElements<Shape, Material>::SolidElements(const Elements& elements,
                                              const Eigen::Matrix3Xd& rest,
                                              const std::vector<int>& free_index, Material material,
                                              const Mat& pattern)
    : material_(material), elements_(static_cast<std::size_t>(elements.cols())) {
  const auto place = [&](int vertex) { return free_index[static_cast<std::size_t>(vertex)]; };
  for (std::size_t e = 0; e < elements_.size(); ++e) {
    const auto vertices = elements.col(static_cast<Eigen::Index>(e));
    Element& element = elements_[e];
    element.points = Shape::quadrature(rest(Eigen::all, vertices));
    std::array<int, nodes>
        order;  // by place, so that blocks (p, q) are on or right of the diagonal
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(),
              [&](int a, int b) { return place(vertices[a]) < place(vertices[b]); });
    for (auto& point : element.points) point.gradients = Nodes(point.gradients(Eigen::all, order));
    for (std::size_t p = 0; p < nodes; ++p) element.place[p] = place(vertices[order[p]]);
    for (std::size_t p = 0, pair = 0; p < nodes; ++p) {
      const int row = element.place[p];
      element.stride[p] = row < 0 ? 0 : block_stride(pattern, row);
      for (std::size_t q = p; q < nodes; ++q, ++pair)
        element.slot[pair] = row < 0 ? -1 : block_slot(pattern, row, element.place[q]);
    }
  }
}

template <class Shape, class Material>
template <class Scalar>
auto SolidElements<Shape, Material>::gather(const Element& element, BodyIn<Scalar> u)
    -> NodesOf<Scalar> {
  NodesOf<Scalar> values;
  for (int p = 0; p < nodes; ++p)
    if (const int place = element.place[static_cast<std::size_t>(p)]; place >= 0)
      values.col(p) = u.template segment<3>(3 * place);
    else
      values.col(p).setZero();
  const Vector3<Scalar> first = values.col(0);
  return values.colwise() - first;
}

template <class Shape, class Material>
template <class Scalar>
void SolidElements<Shape, Material>::subtract_scattered(const Element& element,
                                                        NodesOf<Scalar> values,
                                                        BodyOut<Scalar>& f) {
  values.col(0) = -values.template rightCols<nodes - 1>().rowwise().sum();
  for (int p = 0; p < nodes; ++p)
    if (const int place = element.place[static_cast<std::size_t>(p)]; place >= 0)
      f.template segment<3>(3 * place) -= values.col(p);
}

template <class Shape, class Material>
template <class Scalar>
void SolidElements<Shape, Material>::add_force_of(BodyIn<Scalar> u, BodyOut<Scalar>& f) const {
  for (const Element& element : elements_) {
    const NodesOf<Scalar> at_nodes = gather<Scalar>(element, u);
    NodesOf<Scalar> pull = NodesOf<Scalar>::Zero();
    for (const auto& point : element.points)
      pull += stress(material_, principal(gradient<Scalar>(at_nodes, point))) *
              (static_cast<Scalar>(point.volume) * point.gradients.template cast<Scalar>());
    subtract_scattered<Scalar>(element, pull, f);
  }
}

template <class Shape, class Material>
void SolidElements<Shape, Material>::add_jacobian_times(BodyIn<double> u, BodyIn<double> du,
                                                        BodyOut<double> df) const {
  for (const Element& element : elements_) {
    const Nodes at_nodes = gather<double>(element, u), change = gather<double>(element, du);
    Nodes pull = Nodes::Zero();
    for (const auto& point : element.points) {
      const Principal<double> at = principal(gradient<double>(at_nodes, point));
      const EnergyHessian H(at, material_.curvature(at.stretches));
      pull += H.times(gradient<double>(change, point)) * (point.volume * point.gradients);
    }
    subtract_scattered<double>(element, pull, df);
  }
}

template <class Shape, class Material>
template <class Change>
void SolidElements<Shape, Material>::add_curvature(BodyIn<double> u, Mat& K,
                                                   Change&& change) const {
  for (const Element& element : elements_) {
    const Nodes at_nodes = gather<double>(element, u);
    std::array<Matrix3<double>, pairs> blocks;
    blocks.fill(Matrix3<double>::Zero());
    for (const auto& point : element.points) {
      const Principal<double> at = principal(gradient<double>(at_nodes, point));
      const EnergyHessian H(at, change(material_.curvature(at.stretches)));
      const Nodes g = H.in_frame(point.gradients);
      for (int p = 0, pair = 0; p < nodes; ++p)
        for (int q = p; q < nodes; ++q, ++pair)
          blocks[static_cast<std::size_t>(pair)] += point.volume * H.block(g.col(p), g.col(q));
    }
    for (std::size_t p = 0, pair = 0; p < nodes; ++p)
      for (std::size_t q = p; q < nodes; ++q, ++pair)
        if (element.slot[pair] >= 0)
          add_block(blocks[pair], element.stride[p], K.valuePtr() + element.slot[pair]);
  }
}

template <class Shape, class Material>
double SolidElements<Shape, Material>::potential(BodyIn<double> u) const {
  double sum = 0;
  for (const Element& element : elements_) {
    const Nodes at_nodes = gather<double>(element, u);
    for (const auto& point : element.points)
      sum +=
          point.volume * material_.energy(principal(gradient<double>(at_nodes, point)).stretches);
  }
  return sum;
}

template <class Shape, class Material>
double SolidElements<Shape, Material>::feasible_step(BodyIn<double> u, BodyIn<double> du) const {
  double share = 1;
  if (Material::invertible) return share;
  for (const Element& element : elements_) {
    const Nodes at_nodes = gather<double>(element, u), change = gather<double>(element, du);
    for (const auto& point : element.points)
      share = std::min(share, share_of_positive_det(gradient<double>(at_nodes, point),
                                                    gradient<double>(change, point)));
  }
  return share;
}

template <class Shape, class Material>
void SolidElements<Shape, Material>::add_volumes(BodyIn<double> u, Volumes& sums) const {
  for (const Element& element : elements_) {
    const Nodes at_nodes = gather<double>(element, u);
    for (const auto& point : element.points) {
      const double det =
          (Matrix3<double>::Identity() + gradient<double>(at_nodes, point)).determinant();
      sums.least_det = std::min(sums.least_det, det);
      sums.rest += point.volume;
      sums.now += point.volume * det;
      if (!(det > 0)) sums.inverted += point.volume;
    }
  }
}

}  // namespace stiffbench
