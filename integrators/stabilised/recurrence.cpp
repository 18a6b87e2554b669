#include "integrators/stabilised/recurrence.hpp"

#include "integrators/stabilised/fourth_order.hpp"
#include "integrators/stabilised/weighted.hpp"

#include <cstddef>

namespace stiffbench {
namespace {

/// P_j = slope w P_{j-1} - rest P_{j-2}.
struct Terms {
  double slope, rest;
};
Terms terms(Polynomials polynomials, int j) {
  if (polynomials == Polynomials::chebyshev) return {2, 1};
  return {(2. * j - 1) / j, (j - 1.) / j};
}

/// P_j and its derivatives at w0 for every j up to the number of stages.
struct Values {
  std::vector<double> value{1}, first{0}, second{0};

  Values(Polynomials polynomials, int stages, double w0) {
    value.push_back(w0);
    first.push_back(1);
    second.push_back(0);
    for (int j = 2; j <= stages; ++j) {
      const auto [slope, rest] = terms(polynomials, j);
      const auto i = static_cast<std::size_t>(j);
      value.push_back(slope * w0 * value[i - 1] - rest * value[i - 2]);
      first.push_back(slope * (value[i - 1] + w0 * first[i - 1]) - rest * first[i - 2]);
      second.push_back(slope * (2 * first[i - 1] + w0 * second[i - 1]) - rest * second[i - 2]);
    }
  }
};

/// b_j. Y_0 and Y_1 have free ones: b_0 = b_2, and b_1 = 1 / w0 or b_2, as the papers have it.
std::vector<double> scales(Polynomials polynomials, const Values& at, double w0) {
  std::vector<double> b(at.value.size());
  for (std::size_t j = 2; j < b.size(); ++j) b[j] = at.second[j] / (at.first[j] * at.first[j]);
  b[0] = b[2];
  b[1] = polynomials == Polynomials::chebyshev ? 1 / w0 : b[2];
  return b;
}

}  // namespace

Recurrence make_recurrence(Polynomials polynomials, int stages, double epsilon) {
  if (polynomials == Polynomials::weighted) return make_weighted_recurrence(stages);
  if (polynomials == Polynomials::weighted4) return make_fourth_order_recurrence(stages);
  const double w0 = 1 + epsilon / (double(stages) * stages);
  const Values at(polynomials, stages, w0);
  const std::vector<double> b = scales(polynomials, at, w0);
  const double w1 = at.first.back() / at.second.back();
  Recurrence result{.stages = {{.of_last = b[1] * w1, .time = b[1] * w1}},
                    .real_bound = (1 + w0) / w1};
  for (int j = 2; j <= stages; ++j) {
    const auto i = static_cast<std::size_t>(j);
    const auto [slope, rest] = terms(polynomials, j);
    const double ratio = slope * b[i] / b[i - 1];
    const double constant = 1 - b[i - 1] * at.value[i - 1];  // the constant part of Y_{j-1}
    result.stages.push_back({.mu = ratio * w0,
                             .nu = -rest * b[i] / b[i - 2],
                             .of_last = ratio * w1,
                             .of_first = -constant * ratio * w1,
                             .time = b[i] * w1 * at.first[i]});
  }
  return result;
}

std::complex<double> Recurrence::stability(std::complex<double> z) const {
  std::complex<double> before = 1, now = 1. + stages[0].of_last * z;
  for (std::size_t i = 1; i < stages.size(); ++i) {
    const Stage& s = stages[i];
    const std::complex<double> next = 1 - s.mu - s.nu + s.mu * now + s.nu * before +
                                      z * (s.of_last * now + s.of_before * before + s.of_first);
    before = now;
    now = next;
  }
  if (!finish) return now;
  std::array<std::complex<double>, 4> stage;
  std::complex<double> end = now;
  for (std::size_t i = 0; i < 4; ++i) {
    stage[i] = now;
    for (std::size_t j = 0; j < i; ++j) stage[i] += z * finish->a[i][j] * stage[j];
    end += z * finish->b[i] * stage[i];
  }
  return end;
}

}  // namespace stiffbench
