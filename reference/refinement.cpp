#include "reference/refinement.hpp"

#include "base/cache.hpp"
#include "base/error.hpp"
#include "base/hash.hpp"
#include "problems/contract/error_measures.hpp"
#include "problems/contract/optional/internal_variables.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <numeric>

namespace stiffbench::references {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
/// Ratio of the steps of two successive levels, 1/sqrt(2). It reduces an error of order 16 by 2^8.
constexpr double step_ratio = 0.70710678118654752;
/// Agreement above which a level that does not improve is no sign that round-off is reached.
constexpr double close_agreement = 1e-4;
constexpr double fewest_steps = 16;  ///< over the whole motion; the initial rate may be too low
/// Force evaluations times dof of a first level. Above quick_work, long double is used only if it
/// is necessary. Above dear_work, methods of order 8 are tried first. One evaluation in long double
/// is as expensive as extended_factor evaluations in double.
constexpr double quick_work = 1e9, dear_work = 6e9, extended_factor = 10;
/// Digits above which double precision may not suffice.
constexpr double digits_of_double = 9.5;
/// Digits below which double precision is used even if long double is quick. They are fewer than
/// every default, so a user who requests them wants a fast result.
constexpr double few_digits = 7;
/// Growth that regular motion may have. Below it, the motion is not refused as chaotic, even if
/// round-off limits the digits.
constexpr double regular_growth = 1e3;

double digits_of(double agreement) {
  return -std::log10(std::max(agreement, std::numeric_limits<double>::epsilon() / 2));
}

}  // namespace

Refinement::Refinement(const Problem& problem, const ReferenceOptions& options, double digits,
                       const ScaleEstimate& scales)
    : problem_(problem),
      options_(options),
      digits_(digits),
      exact_(problem.exact(0).has_value()),
      rate_(scales.rate),
      growth_(scales.growth.value_or(1)) {
  const double dear = first_work();
  extended_ = can_extend(problem) && (digits > digits_of_double || noise(false) > 1 ||
                                      (dear <= quick_work && digits >= few_digits));
  swift_ = !exact_ && problem.traits().smooth && digits <= digits_of_double &&
           dear * (extended_ ? extended_factor : 1) > dear_work;
}

double Refinement::noise(bool extended) const {
  const double round_off = extended ? double(std::numeric_limits<long double>::epsilon()) / 2
                                    : std::numeric_limits<double>::epsilon() / 2;
  return growth_ * round_off / (0.1 * std::pow(10, -digits_));
}

std::string Refinement::refusal() const {
  if (exact_ || growth_ < regular_growth || noise(extended_) <= 1) return "";
  return fmt::format(
      "refused: a small change of the start grows {:.1e}-fold until t = {:g} s; times round-off "
      "that "
      "is more than a tenth of 10^-{:.3g}",
      growth_, problem_.end_time(), digits_);
}

void Refinement::run(Reference& r) {
  hash_ = r.hash;
  if (exact_) put_exact(r);
  double best = infinity;
  int stagnant = 0;
  for (int level = 0;; ++level) {
    spend(level, best);
    compare(level, r);
    if (r.digits >= digits_) return;
    if (swift_) level = after_rough(level, r.agreement) - 1;
    stagnant = r.agreement > best / 2 && best < close_agreement ? stagnant + 1 : 0;
    best = std::min(best, r.agreement);
    if (stagnant == 2) give_up(best, "round-off is reached");
  }
}

long Refinement::steps(const Method& method, int level) const {
  double finer = 1;
  if (method.family.order == 16) {
    // Errors grow in proportion to time and to h^16.
    const double error = std::pow(10, 9 - digits_) * 1000 / (rate_ * problem_.end_time());
    finer = std::pow(std::min(error, 1.), 1. / method.family.order);
  }
  // The rate may be 0, as for a free body that flies towards a wall.
  const double refined = std::pow(step_ratio, -level),
               between = problem_.end_time() / options_.checkpoints,
               at_rate = between * rate_ / (method.first * finer);
  const double count = std::ceil(refined * std::max(at_rate, fewest_steps / options_.checkpoints));
  if (!(count < 1e15)) give_up(infinity, "the fastest rate at the start is not finite");
  // The steps must end at every tick of the problem's clock.
  const long ticks = std::max(1L, clock_ticks(problem_)),
             unit = ticks / std::gcd(ticks, long(options_.checkpoints));
  return unit * ((static_cast<long>(count) + unit - 1) / unit);
}

double Refinement::work(const Method& method, int level) const {
  return method.family.evaluations * static_cast<double>(steps(method, level)) *
         options_.checkpoints * static_cast<double>(problem_.dof());
}

/// Returns the work of both methods at a level. A closed form replaces the first method and is
/// free.
double Refinement::work(const Pair& pair, int level) const {
  return work(pair[1], level) + (exact_ ? 0 : work(pair[0], level));
}

void Refinement::put_exact(Reference& r) const {
  for (int i = 1; i <= options_.checkpoints; ++i)
    r.states.push_back(*problem_.exact(problem_.end_time() * i / options_.checkpoints));
  r.method.name = "exact";
}

void Refinement::spend(int level, double best) {
  level_work_ = work(pair(), level);
  level_done_ = 0;
  spent_ += level_work_;
  if (spent_ > options_.work_limit)
    give_up(best, fmt::format("the work limit of {:.1e} (force evaluations times dof) is reached",
                              options_.work_limit));
}

void Refinement::compare(int level, Reference& r) {
  if (!exact_) {
    Trajectory first = integrate(pair()[0], level, r.method);
    r.states = std::move(first.states);
    r.outputs = std::move(first.outputs);
  }
  Trajectory second = integrate(pair()[1], level, r.second_method);
  r.second = std::move(second.states);
  r.second_outputs = std::move(second.outputs);
  r.agreement = largest_relative_difference(r.second, r.states);
  r.digits = digits_of(r.agreement);
}

/// Returns the next level that can succeed if the error continues to fall like h^8. If the methods
/// of order 16 are cheaper, switches to them and returns 0, their first level.
int Refinement::after_rough(int level, double agreement) {
  if (!std::isfinite(agreement)) return level + 1;
  const double finer = std::pow(agreement * std::pow(10, digits_), 1. / 8);
  if (finer * work(rough_, level) > work(fine_, 0)) {
    swift_ = false;
    return 0;
  }
  return level + std::max(1, static_cast<int>(std::ceil(std::log(finer) / -std::log(step_ratio))));
}

Trajectory Refinement::integrate(const Method& method, int level, ReferenceMethod& facts) {
  Integration task{.checkpoints = options_.checkpoints, .extended = extended_};
  task.steps = steps(method, level);
  task.keep_every = options_.keep_every;
  const std::string name = method.family.name + (extended_ ? ", long double" : ", double");
  if (options_.use_cache)
    task.file =
        unfinished_directory() / (hash_ + "-" + Hasher().update(name).update(task.steps).hex());
  const double own = work(method, level);
  const auto progress = [&](double done) {
    if (options_.progress) options_.progress(name, (level_done_ + done * own) / level_work_);
  };
  Trajectory trajectory = method.family.run(problem_, task, progress);
  level_done_ += own;
  facts = {name, problem_.end_time() / options_.checkpoints / static_cast<double>(task.steps),
           trajectory.evaluations};
  return trajectory;
}

void Refinement::give_up(double best, const std::string& reason) const {
  throw Error(fmt::format("the reference of problem '{}' must agree to {:.3g} digits",
                          problem_.name(), digits_),
              fmt::format("{:.3g} ({})", best < infinity ? digits_of(best) : 0., reason),
              "ask for fewer digits, or a shorter end_time");
}

std::filesystem::path unfinished_directory() {
  return cache_directory() / "references" / "unfinished";
}

void forget_unfinished(const std::string& hash) {
  const std::filesystem::path folder = unfinished_directory();
  if (!std::filesystem::exists(folder)) return;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().filename().string().starts_with(hash)) std::filesystem::remove(entry.path());
}

}  // namespace stiffbench::references
