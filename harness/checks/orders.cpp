#include "harness/checks/orders.hpp"

#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <cmath>

namespace stiffbench {
namespace {

constexpr double coarsest_error = 1e-2, finest_error = 5e-14, exact_error = 1e-11;
/// Above this no round-off is in the way, and beyond that half width a slope proves nothing.
constexpr double clear_error = 1e-12, widest = 0.4;
constexpr std::size_t window = 6, fewest = 4;

/// Errors that have stopped falling below 1e-7 show where round-off or a solver's tolerance rules.
double floor_of(const std::vector<ErrorAtStep>& points, double of_truth) {
  double smallest = INFINITY;
  int idle = 0;
  for (auto& [h, error] : points) {
    idle = error > smallest / 1.1 ? idle + 1 : 0;
    smallest = std::min(smallest, error);
  }
  const bool stagnated = idle >= 2 && smallest < 1e-7;
  return std::max({finest_error, 10 * of_truth, stagnated ? 30 * smallest : 0});
}

std::vector<ErrorAtStep> asymptotic(const std::vector<ErrorAtStep>& points, double floor) {
  std::vector<ErrorAtStep> kept;
  for (auto& point : points)
    if (point.error > floor && point.error < coarsest_error) kept.push_back(point);
  return kept;
}

bool is_settled(const std::vector<ErrorAtStep>& kept, int declared) {
  if (kept.size() < window) return false;
  const auto older = std::vector(kept.end() - window, kept.end() - window / 2);
  const OrderFit fit = fit_order(kept, window);
  return fit.half_width <= 0.05 && std::abs(fit.order - declared) <= 0.1 &&
         std::abs(fit_order(older, 3).order - fit_order(kept, 3).order) <= 0.1;
}

}  // namespace

OrderFit fit_order(const std::vector<ErrorAtStep>& points, std::size_t wanted) {
  const std::size_t n = std::min(wanted, points.size());
  if (n < 3) return {0, INFINITY, static_cast<int>(n)};
  Eigen::ArrayXd x(n), y(n);
  for (std::size_t i = 0; i < n; ++i) {
    x[i] = std::log(points[points.size() - n + i].h);
    y[i] = std::log(points[points.size() - n + i].error);
  }
  x -= x.mean();
  y -= y.mean();
  const double slope = (x * y).sum() / x.square().sum();
  const double freedom = static_cast<double>(n) - 2;
  const double variance = (y - slope * x).square().sum() / freedom / x.square().sum();
  const double quantile = boost::math::quantile(boost::math::students_t(freedom), 0.975);
  return {slope, quantile * std::sqrt(variance), static_cast<int>(n)};
}

Measurement measure_order(double end_time, int declared, const ErrorOf& error_of,
                          double error_of_truth) {
  std::vector<ErrorAtStep> points, kept;
  for (int k = 0; k <= 24; ++k) {
    const long count = 4 * std::lround(2 * std::pow(2, 0.5 * k));  // a multiple of the checkpoints
    const auto error = error_of(count);
    if (!error) continue;
    points.push_back({end_time / static_cast<double>(count), *error});
    const double floor = floor_of(points, error_of_truth);
    kept = asymptotic(points, floor);
    const bool below = points.size() >= 3 && points.end()[-3].error < floor;
    if (below || ((count >= 1024 || *error < 1e-9) && is_settled(kept, declared))) break;
  }
  const auto tiny = [](const ErrorAtStep& point) { return point.error < exact_error; };
  const bool exact = points.size() >= 3 && std::all_of(points.begin(), points.end(), tiny);
  const OrderFit fit = kept.size() < fewest ? OrderFit{0, INFINITY, static_cast<int>(kept.size())}
                                            : fit_order(kept, window);
  const bool reached = !points.empty() && points.back().error < 10 * error_of_truth;
  const bool at_floor = reached && kept.size() < fewest;
  const bool scattered = reached && kept.size() < window && fit.half_width > widest;
  std::erase_if(kept, [](const ErrorAtStep& point) { return point.error < clear_error; });
  const OrderFit clear = fit_order(kept, window);
  const bool hidden =
      fit.half_width > widest && clear.order > declared + widest && clear.half_width <= widest;
  return {fit, exact, hidden, at_floor, scattered, points.empty()};
}

bool is_miss(int declared, const OrderFit& fit) {
  const double allowed = std::max({0.2, 0.05 * declared, fit.half_width});
  return !(fit.half_width <= widest) || std::abs(fit.order - declared) > allowed;
}

}  // namespace stiffbench
