#include "problems/outputs/collision.hpp"

#include <cmath>
#include <limits>
#include <numbers>

namespace stiffbench {
namespace {

std::vector<double> list(const Vec& v) { return {v.begin(), v.end()}; }

}  // namespace

CollisionOutputs::CollisionOutputs(const Problem& problem, Bar bar, long points)
    : problem_(problem),
      bar_(std::move(bar)),
      mass_(problem.mass().diagonal()),
      start_x_(problem.start().x),
      frequency_(problem.dof()),
      contact_(bar_.reach),
      series_(0, problem.end_time(), points),
      minimum_gap_(std::numeric_limits<double>::infinity()),
      smallest_stretch_(minimum_gap_) {
  const Eigen::Index n = problem.dof();
  const double dx = bar_.rest.mean();
  modes_.resize(n, n);
  for (Eigen::Index k = 0; k < n; ++k) {
    const double angle = std::numbers::pi * double(k) / double(n - 1);
    for (Eigen::Index i = 0; i < n; ++i) modes_(i, k) = std::cos(angle * double(i));
    modes_.col(k) /= std::sqrt(mass_.dot(modes_.col(k).cwiseAbs2()));
    frequency_[k] = 2 * bar_.wave_speed / dx * std::sin(angle / 2);
  }
  sum_after_ = Vec::Zero(n);
}

Vec CollisionOutputs::modal_energy(const State& u) const {
  const Vec q = modes_.transpose() * mass_.cwiseProduct(u.x - start_x_);
  const Vec rate = modes_.transpose() * mass_.cwiseProduct(u.v);
  return 0.5 * (rate.cwiseAbs2() + frequency_.cwiseProduct(q).cwiseAbs2());
}

void CollisionOutputs::see(const State& u) {
  problem_.force(u, force_);
  const double external = force_.sum(), momentum = mass_.dot(u.v);
  if (started_)
    impulse_ += (u.t - last_.t) * (external + external_) / 2;
  else
    first_momentum_ = momentum;
  started_ = true;
  external_ = external;
  last_ = u;

  const Eigen::Index n = u.x.size();
  minimum_gap_ = std::min(minimum_gap_, u.x[0]);
  for (Eigen::Index e = 0; e + 1 < n; ++e)
    smallest_stretch_ = std::min(smallest_stretch_, (u.x[e + 1] - u.x[e]) / bar_.rest[e]);
  contact_.see(u.t, u.x[0]);
  if (contact_.separated()) {
    sum_after_ += modal_energy(u);
    ++count_after_;
  } else {
    sum_after_.setZero();
    count_after_ = 0;
  }
  if (!series_.due(u.t)) return;
  series_.add("leading", u.x[0]);
  series_.add("trailing", u.x[n - 1]);
  series_.add("centre", mass_.dot(u.x) / mass_.sum());
  series_.add("centre_velocity", momentum / mass_.sum());
}

Settings CollisionOutputs::momentum() const {
  const double gain = mass_.dot(last_.v) - first_momentum_;
  return {{"momentum_gain", gain},
          {"external_impulse", impulse_},
          {"momentum_residual", gain - impulse_}};
}

Settings CollisionOutputs::result() const {
  const double velocity = mass_.dot(last_.v) / mass_.sum();
  Settings all = momentum();
  all["centre_velocity"] = velocity;
  all["restitution"] = velocity / bar_.speed;
  all["minimum_gap"] = minimum_gap_;
  all["smallest_stretch"] = smallest_stretch_;
  all["modal_frequency"] = list(frequency_);
  all["modal_energy"] = list(modal_energy(last_));
  if (count_after_ > 0)
    all["modal_energy_after"] = list(sum_after_ / static_cast<double>(count_after_));
  contact_.put(all);
  series_.put(all);
  return all;
}

}  // namespace stiffbench
