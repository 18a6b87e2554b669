#include "problems/outputs/amplification.hpp"

#include "base/dense.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>

namespace stiffbench {
namespace {

/// Number of stored states, and the number that a result needs.
constexpr std::size_t most_states = 25, fewest_states = 13;
/// Number of initial states that are skipped, since a starting procedure differs from the method's
/// map.
constexpr std::size_t starting_states = 2;
/// Singular values below this fraction of the largest one are round-off.
constexpr double rank_tolerance = 1e-10;
/// Largest relative residual with which states count as mapped by one matrix.
constexpr double linear_tolerance = 1e-7;

bool turns(std::complex<double> mu) { return mu.imag() > 1e-9 * std::abs(mu); }

}  // namespace

void Amplification::see(const State& u) {
  if (states_.size() == most_states) return;
  if (states_.size() == 1) h_ = u.t - h_;
  if (states_.empty()) h_ = u.t;
  states_.push_back({omega_ * u.x[0], u.v[0]});
}

std::vector<std::complex<double>> Amplification::eigenvalues(int memory) const {
  const auto first = starting_states + static_cast<std::size_t>(memory) - 1;
  const auto columns = static_cast<Eigen::Index>(states_.size() - 1 - first);
  Eigen::MatrixXd before(2 * memory, columns), after(2 * memory, columns);
  for (Eigen::Index c = 0; c < columns; ++c) {
    const auto at = first + static_cast<std::size_t>(c);
    for (int m = 0; m < memory; ++m) {
      before.col(c).segment<2>(2 * m) = states_[at - static_cast<std::size_t>(m)];
      after.col(c).segment<2>(2 * m) = states_[at + 1 - static_cast<std::size_t>(m)];
    }
  }
  // Each column is scaled separately: states of a method that annihilates them fall below round-off
  // at once.
  const Eigen::VectorXd scale = before.colwise().norm();
  if (!(scale.minCoeff() > 0 && scale.allFinite() && after.allFinite())) return {};
  before = before * scale.cwiseInverse().asDiagonal();
  after = after * scale.cwiseInverse().asDiagonal();
  const auto [sigma, U, V] = dense::singular_values(before, rank_tolerance);
  const Eigen::MatrixXd image = dense::product(after, V) * sigma.cwiseInverse().asDiagonal();
  // Compares the predicted successor of each state with the actual one, pair by pair: sizes differ.
  const Eigen::MatrixXd missed = after - dense::product(image, U.transpose() * before);
  if (!(missed.colwise().norm().maxCoeff() <= linear_tolerance * after.colwise().norm().maxCoeff()))
    return {};
  const Eigen::VectorXcd mu = dense::eigenvalues(U.transpose() * image);
  return {mu.begin(), mu.end()};
}

Settings Amplification::result() const {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  Settings result{{"spectral_radius", none}, {"dissipation", none}, {"dispersion", none}};
  if (states_.size() < fewest_states) return result;
  auto mu = eigenvalues(1);
  if (mu.empty()) mu = eigenvalues(2);
  if (mu.empty()) return result;
  double radius = 0;
  for (const auto& one : mu) radius = std::max(radius, std::abs(one));
  result["spectral_radius"] = radius;
  if (zeta_ >= 1) return result;  // no phase, and two decays instead of one

  const double decay = std::exp(-h_ * zeta_ * omega_),
               angle = h_ * omega_ * std::sqrt(1 - zeta_ * zeta_);
  if (angle >= std::numbers::pi) return result;
  const auto exact = std::polar(decay, angle);
  // A real eigenvalue without rotation belongs to the method, such as that of a carried
  // acceleration.
  if (std::any_of(mu.begin(), mu.end(), turns)) std::erase_if(mu, std::not_fn(turns));
  const auto principal = *std::min_element(mu.begin(), mu.end(), [&](auto a, auto b) {
    return std::abs(a - exact) < std::abs(b - exact);
  });
  result["dissipation"] = std::abs(principal) / decay - 1;
  result["dispersion"] = std::arg(principal) / angle - 1;
  return result;
}

}  // namespace stiffbench
