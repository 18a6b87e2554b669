#include "problems/contact/barrier/edges_with_ends.hpp"

#include "problems/contact/distance/edge_edge.hpp"

#include <algorithm>

namespace stiffbench {

EdgesWithEnds::EdgesWithEnds(const Barrier<double>& law, const Collision& edges, const Points<4>& x)
    : barrier_(law), x_(x), edges_(distance(edges.closest)) {
  if (!(edges_.energy > 0)) return;  // d rounds to dhat
  const ClosestEnds ends = closest_ends(x);
  for (std::size_t k = 0; k < ends.size(); ++k) {
    const auto& [columns, sign, types] = ends_before_edges[k];
    Distance end = distance(place<4, 3>(ends[k], columns, sign));
    if (!(end.energy > 0)) continue;
    end.ratio = end.energy / edges_.energy;
    ends_.push_back(end);
  }
}

EdgesWithEnds::Distance EdgesWithEnds::distance(const Closest<4>& closest) const {
  Distance all{{Collision::Kind::edge_edge, 4, {0, 1, 2, 3}}, 0, 1, {}};
  all.collision.weight = 1;
  all.collision.closest = closest;
  const Eigen::Vector3d difference = x_ * closest.weights;
  all.collision.distance = difference.norm();
  all.collision.normal = difference / all.collision.distance;
  all.energy = barrier_.energy(all.collision, x_);
  all.gradient = barrier_.gradient(all.collision, x_);
  return all;
}

double EdgesWithEnds::without(int j, int k) const {
  double product = 1;
  for (int i = 0; i < ends(); ++i)
    if (i != j && i != k) product *= 1 - end(i).ratio;
  return product;
}

double EdgesWithEnds::own() const {
  double sum = without(-1, -1);
  for (int k = 0; k < ends(); ++k) sum += end(k).ratio * without(k, k);
  return sum;
}

Vec12 EdgesWithEnds::slope(int k) const { return end(k).ratio * edges_.gradient - end(k).gradient; }

Vec12 EdgesWithEnds::gradient() const {
  Vec12 all = own() * edges_.gradient;
  for (int k = 0; k < ends(); ++k) all -= without(k, k) * end(k).gradient;
  return all;
}

Mat12 EdgesWithEnds::hessian() const {
  Mat12 all = own() * barrier_.hessian(edges_.collision, x_);
  for (int k = 0; k < ends(); ++k) {
    all -= without(k, k) * barrier_.hessian(end(k).collision, x_);
    for (int j = 0; j < k; ++j) {
      const Mat12 both = without(j, k) / edges_.energy * slope(j) * slope(k).transpose();
      all += both + both.transpose();
    }
  }
  return all;
}

double EdgesWithEnds::normal_force() const {
  double sum = own() * barrier_.normal_force(edges_.collision, x_);
  for (int k = 0; k < ends(); ++k)
    sum -= without(k, k) * barrier_.normal_force(end(k).collision, x_);
  return std::max(sum, 0.0);
}

Vec12 EdgesWithEnds::normal_force_gradient() const {
  if (normal_force() == 0) return Vec12::Zero();
  const double force = barrier_.normal_force(edges_.collision, x_);
  Vec12 all = own() * barrier_.normal_force_gradient(edges_.collision, x_);
  for (int k = 0; k < ends(); ++k) {
    all -= without(k, k) * barrier_.normal_force_gradient(end(k).collision, x_);
    const double more = end(k).ratio * force - barrier_.normal_force(end(k).collision, x_);
    for (int j = 0; j < ends(); ++j)
      if (j != k) all += more * without(j, k) / edges_.energy * slope(j);
  }
  return all;
}

}  // namespace stiffbench
