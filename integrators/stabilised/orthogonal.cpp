#include "integrators/stabilised/orthogonal.hpp"

#include <cmath>
#include <cstddef>
#include <numbers>
#include <utility>

namespace stiffbench {
namespace {

Jet times(const Jet& f, const Jet& g) {
  Jet product{};
  for (std::size_t i = 0; i < f.size(); ++i)
    for (std::size_t j = 0; i + j < f.size(); ++j) product[i + j] += f[i] * g[j];
  return product;
}

}  // namespace

WeightedPolynomials::WeightedPolynomials(int degree, double x0, std::vector<RootPair> zeros)
    : x0_(x0), zeros_(std::move(zeros)), at_x0_{{1, 0, 0, 0, 0}}, weight_{1, 0, 0, 0, 0} {
  for (const auto& [root, height] : zeros_)
    weight_ =
        times(weight_, {(x0 - root) * (x0 - root) + height * height, 2 * (x0 - root), 1, 0, 0});
  // Gauss-Chebyshev quadrature, exact for these integrands.
  const int points = degree + 4 * static_cast<int>(zeros_.size());
  std::vector<double> x, square, now, before;
  for (int i = 0; i < points; ++i) {
    x.push_back(std::cos((2 * i + 1) * std::numbers::pi / (2 * points)));
    square.push_back(weight_at(x.back()) * weight_at(x.back()));
    now.push_back(1);
    before.push_back(0);
  }
  Jet last{};
  double norm_before = 0;
  for (int j = 0; j < degree; ++j) {
    double norm = 0, moment = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double part = square[i] * now[i] * now[i];
      norm += part;
      moment += x[i] * part;
    }
    alpha_.push_back(moment / norm);
    beta_.push_back(j == 0 ? 0 : norm / norm_before);
    norm_before = norm;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double next = (x[i] - alpha_.back()) * now[i] - beta_.back() * before[i];
      before[i] = now[i];
      now[i] = next;
    }
    extend(last);
  }
  product_ = times(weight_, at_x0_.back());
}

void WeightedPolynomials::extend(Jet& last) {
  const Jet here = at_x0_.back();
  Jet next = times({x0_ - alpha_.back(), 1, 0, 0, 0}, here);
  for (std::size_t k = 0; k < next.size(); ++k) next[k] -= beta_.back() * last[k];
  last = here;
  at_x0_.push_back(next);
}

double WeightedPolynomials::weight_at(double x) const {
  double w = 1;
  for (const auto& [root, height] : zeros_) w *= (x - root) * (x - root) + height * height;
  return w;
}

double WeightedPolynomials::ratio(double x) const {
  double before = 0, now = 1;
  for (std::size_t j = 0; j < alpha_.size(); ++j) {
    const double next = (x - alpha_[j]) * now - beta_[j] * before;
    before = now;
    now = next;
  }
  return weight_at(x) * now / product_[0];
}

std::vector<Recurrence::Stage> WeightedPolynomials::stages(double scale) const {
  std::vector<Recurrence::Stage> result;
  for (std::size_t j = 0; j < alpha_.size(); ++j) {
    const double next = at_x0_[j + 1][0], now = at_x0_[j][0],
                 before = j == 0 ? 0 : at_x0_[j - 1][0];
    result.push_back({.mu = (x0_ - alpha_[j]) * now / next,
                      .nu = -beta_[j] * before / next,
                      .of_last = now / (scale * next)});
  }
  return result;
}

void set_times(std::vector<Recurrence::Stage>& stages) {
  double before = 0, now = 0;
  for (Recurrence::Stage& s : stages) {
    s.time = s.mu * now + s.nu * before + s.of_last + s.of_first + s.of_before;
    before = now;
    now = s.time;
  }
}

}  // namespace stiffbench
