#pragma once

// The functions of SolidElements that look at single elements, for methods that move one constraint
// or one node at a time. solid_elements.hpp includes this file.

#include "problems/solids/elements/solid_elements.hpp"

#include <cmath>

namespace stiffbench {

template <class Shape, class Material>
void SolidElements<Shape, Material>::nodes(int element, ElementNodes& numbers) const {
  numbers.resize(node_count);
  for (int p = 0; p < node_count; ++p) numbers[p] = batch_of(element).place[p][element % lanes];
}

template <class Shape, class Material>
Constraint SolidElements<Shape, Material>::constraint(int element, const Vec& u,
                                                      ElementVector& gradient_of) const {
  const int lane = element % lanes;
  const Batch& batch = batch_of(element);
  const NodesOf<double> at_nodes = batch.template gather<double>(lane, u);
  NodesOf<double> pulls = NodesOf<double>::Zero();
  double energy = 0;
  for (std::size_t i = 0; i < Shape::points; ++i) {
    const Point<double> point = point_of<double>(batch, i, lane);
    const Principal<double> at = principal(gradient(at_nodes, point));
    energy += point.volume * material_.energy(at.stretches);
    pulls += stress(material_, at) * (point.volume * point.gradients);
  }
  const double value = std::sqrt(2 * energy);
  if (value > 0) pulls /= value;
  spread(pulls, gradient_of);
  return {value, 1};
}

template <class Shape, class Material>
int SolidElements<Shape, Material>::strains() const {
  const auto terms = material_.strain_terms({{0, 0, 0}, {1, 1, 1}});
  if (terms[1].modulus < 0) return 0;
  return static_cast<int>(Shape::points) * (terms[1].modulus == 0 ? 1 : 2);
}

template <class Shape, class Material>
Constraint SolidElements<Shape, Material>::strain(int element, int number, const Vec& u,
                                                  ElementVector& gradient_of) const {
  const auto per_point = static_cast<std::size_t>(strains()) / Shape::points;
  const auto at_point = static_cast<std::size_t>(number) / per_point,
             kind = static_cast<std::size_t>(number) % per_point;
  const int lane = element % lanes;
  const Batch& batch = batch_of(element);
  const Point<double> point = point_of<double>(batch, at_point, lane);
  const Principal<double> at = principal(gradient(batch.template gather<double>(lane, u), point));
  const StrainTerm term = material_.strain_terms(at.stretches)[kind];
  spread(at.U * term.slopes.asDiagonal() * at.V.transpose() * point.gradients, gradient_of);
  return {term.value, 1 / (term.modulus * point.volume)};
}

template <class Shape, class Material>
void SolidElements<Shape, Material>::spread(const NodesOf<double>& pulls,
                                            ElementVector& gradient_of) {
  gradient_of.resize(3 * node_count);
  gradient_of.template head<3>() = -pulls.rowwise().sum();
  gradient_of.tail(3 * (node_count - 1)) = pulls.reshaped();
}

template <class Shape, class Material>
void SolidElements<Shape, Material>::derivatives(int element, int node, const Vec& u, NodeVector& g,
                                                 NodeMatrix& H) const {
  const int lane = element % lanes;
  const Batch& batch = batch_of(element);
  const NodesOf<double> at_nodes = batch.template gather<double>(lane, u);
  g.setZero(3);
  H.setZero(3, 3);
  for (std::size_t i = 0; i < Shape::points; ++i) {
    const Point<double> point = point_of<double>(batch, i, lane);
    const Principal<double> at = principal(gradient(at_nodes, point));
    Vector3<double> own;
    if (node == 0)
      own = -point.gradients.rowwise().sum();
    else
      own = point.gradients.col(node - 1);
    g += stress(material_, at) * (point.volume * own);
    const EnergyHessian<double> hessian(at, material_.curvature(at.stretches));
    const Vector3<double> in_frame = hessian.in_frame(own);
    H += hessian.block(point.volume * in_frame, in_frame);
  }
}

}  // namespace stiffbench
