#include "harness/checks/measure_order.hpp"

#include <Eigen/Core>
#include <boost/math/distributions/students_t.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace stiffbench {
namespace {

constexpr double coarsest_error = 1e-2, finest_error = 5e-14, exact_error = 1e-11;
constexpr double widest = 0.4;  // a slope with a larger half width proves nothing
constexpr std::size_t window = 6, fewest = 4;
constexpr int most_runs = 25;  // down to h w = 2^-12

/// Errors of a method at ever smaller steps, and the conclusions on its order.
class Series {
 public:
  Series(const MotionScale& scale, int declared, int of_linear)
      : scale_(scale), declared_(declared), of_linear_(of_linear) {}

  void go(const RunOf& run, double seconds);
  Measurement result();

 private:
  using Points = std::vector<ErrorAtStep>;

  double h_rate(double h) const { return h * scale_.phase() / scale_.end_time; }
  double floor() const;
  Points usable() const;
  bool is_below_floor() const;
  bool is_settled() const;
  bool contradicts(const OrderFit& fit) const {
    const double allowed = std::max({0.2, 0.01 * declared_ * declared_, fit.half_width});
    return std::abs(fit.order - declared_) > allowed;
  }
  /// Returns true if the slope may be that of a nearly linear motion.
  bool is_nearly_linear(const OrderFit& fit) const {
    return fit.order > declared_ && fit.order < of_linear_ + 0.2;
  }
  bool is_exact() const;
  bool is_approaching() const;
  bool is_stuck() const;
  std::string why_too_few() const;
  void judge(Measurement& m) const;

  MotionScale scale_;
  int declared_, of_linear_;
  Points points_;
  double h_ = 0;                // step of the last run
  std::string failure_;         // failure of the last run that did not end well
  bool discontinuity_ = false;  // the last run that ended well passed a kink
  std::string cut_short_;       // why the range of steps is incomplete, or empty
};

void Series::go(const RunOf& run, double seconds) {
  const auto begin = std::chrono::steady_clock::now();
  const auto elapsed = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  double before = 0;
  for (int k = 0; k < most_runs; ++k) {
    const double steps = std::pow(2, 0.5 * k) * scale_.phase();
    const long count = scale_.multiple * std::lround(steps / static_cast<double>(scale_.multiple));
    if (count == 0 || h_ == scale_.end_time / static_cast<double>(count)) continue;
    if (const double next = std::sqrt(2) * (elapsed() - before); elapsed() + next > seconds) {
      cut_short_ =
          fmt::format("; no smaller steps than h w = {:.2g}, as --timeout leaves them {:.3g} s",
                      h_rate(h_), seconds);
      return;
    }
    before = elapsed();
    h_ = scale_.end_time / static_cast<double>(count);
    const RunEnd end = run(count);
    failure_ = end.failure;
    if (!end.failure.empty()) continue;
    discontinuity_ = end.passed_discontinuity;
    points_.push_back({h_, end.error});
    if (is_below_floor() || is_settled() || is_stuck()) return;
  }
}

/// Returns the error below which points are excluded. Errors that have stopped decreasing at a
/// level below 1e-7 show round-off or a solver's tolerance, and raise it.
double Series::floor() const {
  double smallest = INFINITY;
  int idle = 0;
  for (const auto& point : points_) {
    idle = point.error > smallest / 1.1 ? idle + 1 : 0;
    smallest = std::min(smallest, point.error);
  }
  const bool stagnated = idle >= 2 && smallest < 1e-7;
  return std::max({finest_error, 10 * scale_.reference_error, stagnated ? 30 * smallest : 0});
}

Series::Points Series::usable() const {
  Points points;
  for (const double least = floor(); const auto& point : points_)
    if (point.error > least && point.error < coarsest_error) points.push_back(point);
  return points;
}

/// Returns true if smaller steps would give no more information. Errors that never decreased are
/// left to is_stuck().
bool Series::is_below_floor() const {
  if (points_.size() < 3) return false;
  // Two of them: the error of a single step may pass through zero.
  const double error = std::max(points_.end()[-2].error, points_.end()[-1].error);
  return error < std::max(finest_error, 10 * scale_.reference_error) || is_exact() ||
         (error < floor() && points_.front().error > floor());
}

/// Returns true if the slope is steady. As h falls, the lowest power of h takes over: a slope above
/// the declared order may still fall to it, and one below it never rises to it, but has to show
/// over twice as many steps.
bool Series::is_settled() const {
  const Points points = usable();
  const double off = fit_order(points, window).order - declared_;
  const std::size_t n = off < -0.1 ? 2 * window : window;
  if (off > 0.1 || points.size() < n) return false;
  if (h_rate(h_) > 0.01 && points.back().error > 1e-9) return false;
  const Points older(points.end() - n, points.end() - n / 2);
  const OrderFit fit = fit_order(points, n);
  return fit.half_width <= 0.05 &&
         std::abs(fit_order(older, n / 2).order - fit_order(points, n / 2).order) <= 0.1;
}

bool Series::is_exact() const {
  return points_.size() >= 3 &&
         std::ranges::all_of(points_, [](auto& point) { return point.error < exact_error; });
}

/// Returns true if the slope was still approaching the declared order when it reached round-off,
/// because errors of another order dominate: over all points that are fitted, or over the last
/// four, where an error that passes through zero has distorted those before.
bool Series::is_approaching() const {
  const Points points = usable();
  if (points.size() < window) return false;
  const Points older(points.end() - window, points.end() - window / 2),
      last(points.end() - window / 2 - 1, points.end() - 1);
  const auto off = [&](const Points& half) {
    return std::abs(fit_order(half, window / 2).order - declared_);
  };
  return std::max(off(older), off(last)) - off(points) > 0.05;
}

/// Returns true if errors do not decrease although the steps are so small that the error of a
/// method of order 1, growth * (span * w) * (h w), is below a tenth.
bool Series::is_stuck() const {
  const OrderFit fit = fit_order(points_, window);
  return fit.points == window && points_.back().error > 10 * scale_.reference_error &&
         std::max(1., scale_.growth) * scale_.phase() * h_rate(points_.back().h) <= 0.1 &&
         fit.order + fit.half_width <= 0.25;
}

std::string Series::why_too_few() const {
  if (points_.empty())
    return fmt::format("no run ended well, however small its steps; the last one: {}", failure_);
  const double last = points_.back().error, scope = 10 * scale_.reference_error;
  if (last < scope && points_.front().error < coarsest_error)
    return fmt::format("as soon as it runs its errors are those of the reference, {:.1e}",
                       scale_.reference_error);
  if (last >= coarsest_error)
    return fmt::format("errors stay above {:g} down to h w = {:.2g}", coarsest_error,
                       h_rate(points_.back().h));
  return fmt::format("{} errors lie between {:.1e} and {:g}, and {} are needed", usable().size(),
                     floor(), coarsest_error, fewest);
}

/// Sets the verdict and its reason; the fit must be set.
void Series::judge(Measurement& m) const {
  const bool measured = m.fit.half_width <= widest;
  if (is_exact()) {
    m.reason = "exact here: every error is at round-off";
  } else if (measured && !contradicts(m.fit)) {
    m.verdict = OrderVerdict::ok;
  } else if (measured && cut_short_.empty() && !discontinuity_ && !is_approaching() &&
             !is_nearly_linear(m.fit)) {
    m.verdict = OrderVerdict::missed;
  } else if (!measured && is_stuck() && !discontinuity_) {
    m.verdict = OrderVerdict::missed;
    m.reason = fmt::format("it does not converge: errors stay at {:.1e} down to h w = {:.2g}",
                           points_.back().error, h_rate(points_.back().h));
  } else if (discontinuity_) {
    m.reason = "the force is not smooth along this motion, which passes a kink";
  } else if (m.fit.points == 0) {
    m.reason = why_too_few() + cut_short_;
  } else {
    m.reason = fmt::format("measured {:.2f} +- {:.2f} where {} is declared", m.fit.order,
                           m.fit.half_width, declared_);
    if (measured && is_approaching())
      m.reason += "; the slope still moves towards it";
    else if (measured && is_nearly_linear(m.fit))
      m.reason += "; the motion is nearly linear";
    m.reason += cut_short_;
  }
}

Measurement Series::result() {
  const Points fitted = usable();
  Measurement m{.fit = {0, INFINITY, 0}};
  if (fitted.size() >= fewest) m.fit = fit_order(fitted, window);
  judge(m);
  for (auto& point : points_)
    point.fitted = std::any_of(fitted.end() - m.fit.points, fitted.end(),
                               [&](auto& other) { return other.h == point.h; });
  m.points = std::move(points_);
  return m;
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

double MotionScale::phase() const { return std::max(8., rate * end_time); }

Measurement measure_order(const MotionScale& scale, int declared, const RunOf& run, double seconds,
                          int of_linear) {
  Series series(scale, declared, of_linear);
  series.go(run, seconds);
  return series.result();
}

}  // namespace stiffbench
