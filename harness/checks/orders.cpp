#include "harness/checks/orders.hpp"

#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <cmath>

namespace stiffbench {
namespace {

constexpr double coarsest_error = 1e-2, finest_error = 5e-14, exact_error = 1e-11;
/// Errors above `clear_error` are free of round-off. A slope whose half width is above `widest`
/// proves nothing.
constexpr double clear_error = 1e-12, widest = 0.4;
constexpr std::size_t window = 6, fewest = 4;

/// The error below which points are left out. Errors that have stopped falling at a level below
/// 1e-7 show round-off or a solver's tolerance, and raise it.
double floor_of(const std::vector<ErrorAtStep>& points, double reference_error) {
  double smallest = INFINITY;
  int idle = 0;
  for (auto& [h, error] : points) {
    idle = error > smallest / 1.1 ? idle + 1 : 0;
    smallest = std::min(smallest, error);
  }
  const bool stagnated = idle >= 2 && smallest < 1e-7;
  return std::max({finest_error, 10 * reference_error, stagnated ? 30 * smallest : 0});
}

std::vector<ErrorAtStep> asymptotic(const std::vector<ErrorAtStep>& points, double floor) {
  std::vector<ErrorAtStep> usable_points;
  for (auto& point : points)
    if (point.error > floor && point.error < coarsest_error) usable_points.push_back(point);
  return usable_points;
}

bool is_settled(const std::vector<ErrorAtStep>& usable_points, int declared) {
  if (usable_points.size() < window) return false;
  const auto older = std::vector(usable_points.end() - window, usable_points.end() - window / 2);
  const OrderFit fit = fit_order(usable_points, window);
  return fit.half_width <= 0.05 && std::abs(fit.order - declared) <= 0.1 &&
         std::abs(fit_order(older, 3).order - fit_order(usable_points, 3).order) <= 0.1;
}

}  // namespace

OrderFit fit_order(const std::vector<ErrorAtStep>& points, std::size_t most_points) {
  const std::size_t n = std::min(most_points, points.size());
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
                          double reference_error) {
  std::vector<ErrorAtStep> points, usable_points;
  for (int k = 0; k <= 24; ++k) {
    const long count = 4 * std::lround(2 * std::pow(2, 0.5 * k));  // a multiple of the checkpoints
    const auto error = error_of(count);
    if (!error) continue;
    points.push_back({end_time / static_cast<double>(count), *error});
    const double floor = floor_of(points, reference_error);
    usable_points = asymptotic(points, floor);
    const bool below = points.size() >= 3 && points.end()[-3].error < floor;
    if (below || ((count >= 1024 || *error < 1e-9) && is_settled(usable_points, declared))) break;
  }
  const auto tiny = [](const ErrorAtStep& point) { return point.error < exact_error; };
  const bool exact = points.size() >= 3 && std::all_of(points.begin(), points.end(), tiny);
  const OrderFit fit = usable_points.size() < fewest
                           ? OrderFit{0, INFINITY, static_cast<int>(usable_points.size())}
                           : fit_order(usable_points, window);
  const bool reached = !points.empty() && points.back().error < 10 * reference_error;
  const bool at_floor = reached && usable_points.size() < fewest;
  const bool scattered = reached && usable_points.size() < window && fit.half_width > widest;
  std::erase_if(usable_points, [](const ErrorAtStep& point) { return point.error < clear_error; });
  const OrderFit clear = fit_order(usable_points, window);
  const bool hidden =
      fit.half_width > widest && clear.order > declared + widest && clear.half_width <= widest;
  return {fit, exact, hidden, at_floor, scattered, points.empty()};
}

bool is_miss(int declared, const OrderFit& fit) {
  const double allowed = std::max({0.2, 0.05 * declared, fit.half_width});
  return !(fit.half_width <= widest) || std::abs(fit.order - declared) > allowed;
}

}  // namespace stiffbench
