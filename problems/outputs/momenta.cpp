#include "problems/outputs/momenta.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace stiffbench {

using Eigen::Vector3d;

Momenta::Momenta(Vec rest, const Mass& mass) : rest_(std::move(rest)), mass_(mass) {}

Momenta::Both Momenta::momenta(const State& u) const {
  Vec Mv;
  mass_.times(u.v, Mv);
  Both sum{Vector3d::Zero(), Vector3d::Zero()};
  for (Eigen::Index i = 0; i < u.x.size(); i += 3) {
    const Vector3d x = rest_.segment<3>(i) + u.x.segment<3>(i), p = Mv.segment<3>(i);
    sum.linear += p;
    sum.angular += x.cross(p);
  }
  return sum;
}

void Momenta::see(const State& u) {
  const Both now = momenta(u);
  if (!start_) start_ = now;
  linear_ = std::max(linear_, (now.linear - start_->linear).norm());
  angular_ = std::max(angular_, (now.angular - start_->angular).norm());
}

Settings Momenta::result() const {
  const double whole = start_ ? start_->angular.norm() : 1;
  return {{"momentum_error", linear_}, {"angular_momentum_error", angular_ / whole}};
}

std::vector<double> Momenta::memory() const {
  std::vector<double> all{linear_, angular_};
  if (start_)
    for (const Vector3d& part : {start_->linear, start_->angular})
      all.insert(all.end(), part.begin(), part.end());
  return all;
}

void Momenta::resume(const std::vector<double>& memory) {
  linear_ = memory[0];
  angular_ = memory[1];
  if (memory.size() > 2)
    start_ = Both{Eigen::Map<const Vector3d>(memory.data() + 2),
                  Eigen::Map<const Vector3d>(memory.data() + 5)};
}

}  // namespace stiffbench
