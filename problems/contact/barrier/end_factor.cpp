#include "problems/contact/barrier/end_factor.hpp"

#include "problems/contact/distance/edge_edge.hpp"

namespace stiffbench {

EndFactor::EndFactor(const Barrier<double>& law, const Collision& edges, const Points<4>& x)
    : barrier_(law), x_(x), edges_(distance(edges.closest)) {
  const ClosestEnds ends = closest_ends(x);
  for (std::size_t k = 0; k < ends.size(); ++k) {
    if (!(ends[k].squared < law.dhat * law.dhat)) continue;
    const auto& [columns, sign, types] = ends_before_edges[k];
    ends_.push_back(distance(place<4, 3>(ends[k], columns, sign)));
    ends_.back().ratio = ends_.back().energy / edges_.energy;
  }
}

EndFactor::Distance EndFactor::distance(const Closest<4>& closest) const {
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

double EndFactor::without(int j, int k) const {
  double product = 1;
  for (int i = 0; i < std::ssize(ends_); ++i)
    if (i != j && i != k) product *= 1 - ends_[static_cast<std::size_t>(i)].ratio;
  return product;
}

Vec12 EndFactor::slope(int k) const {
  const Distance& end = ends_[static_cast<std::size_t>(k)];
  return end.ratio * edges_.gradient - end.gradient;
}

Vec12 EndFactor::gradient() const {
  Vec12 all = Vec12::Zero();
  for (int k = 0; k < std::ssize(ends_); ++k) all += without(k, k) / edges_.energy * slope(k);
  return all;
}

Vec12 EndFactor::energy_gradient() const {
  return value() * edges_.gradient + edges_.energy * gradient();
}

Mat12 EndFactor::energy_hessian() const {
  double own = value();
  Mat12 all = Mat12::Zero();
  for (int k = 0; k < std::ssize(ends_); ++k) {
    const Distance& end = ends_[static_cast<std::size_t>(k)];
    own += end.ratio * without(k, k);
    all -= without(k, k) * barrier_.hessian(end.collision, x_);
    for (int j = 0; j < k; ++j) {
      const Mat12 both = without(j, k) / edges_.energy * slope(j) * slope(k).transpose();
      all += both + both.transpose();
    }
  }
  return all + own * barrier_.hessian(edges_.collision, x_);
}

}  // namespace stiffbench
