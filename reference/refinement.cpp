#include "reference/refinement.hpp"

#include "base/cache.hpp"
#include "base/error.hpp"
#include "base/hash.hpp"
#include "problems/contract/error_measures.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace stiffbench::references {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// Half a binade of the step, that is 8 of the error of a method of order 16.
constexpr double kRefine = 0.70710678118654752;
/// Before methods agree to this, more steps may not help at once.
constexpr double kStagnation = 1e-4;
constexpr double kFewest = 16;  ///< steps, where the start is slower than the rest
/// In force evaluations times dof: beyond the first, long double (ten times the time) only where it
/// is needed; beyond the second, order 8 is tried first.
constexpr double kQuick = 1e9, kDear = 6e9, kExtended = 10;
/// Above this a double may not do.
constexpr double kDoubleDigits = 9.5;
/// Regular motion does as much: what lies below is no chaos, only too many digits.
constexpr double kOrdinary = 1e3;

double digits_of(double agreement) {
  return -std::log10(std::max(agreement, std::numeric_limits<double>::epsilon() / 2));
}

}  // namespace

Refinement::Refinement(const Problem& problem, const ReferenceOptions& options, double digits,
                       const Scouting& found)
    : problem_(problem),
      options_(options),
      digits_(digits),
      exact_(problem.exact(0).has_value()),
      rate_(found.rate),
      growth_(found.growth.value_or(1)) {
  const double dear = first_work();
  extended_ = can_extend(problem) && (digits > kDoubleDigits || dear <= kQuick || noise(false) > 1);
  swift_ = !exact_ && problem.nature().smooth && digits <= kDoubleDigits &&
           dear * (extended_ ? kExtended : 1) > kDear;
}

double Refinement::noise(bool extended) const {
  const double round_off = extended ? double(std::numeric_limits<long double>::epsilon()) / 2
                                    : std::numeric_limits<double>::epsilon() / 2;
  return growth_ * round_off / (0.1 * std::pow(10, -digits_));
}

std::string Refinement::refusal() const {
  if (exact_ || growth_ < kOrdinary || noise(extended_) <= 1) return "";
  return fmt::format(
      "refused: a small change of the start grows {:.1e}-fold until t = {:g} s; times round-off "
      "that "
      "is more than a tenth of 10^-{:.3g}",
      growth_, problem_.end_time(), digits_);
}

void Refinement::run(Reference& r) {
  hash_ = r.hash;
  if (exact_) put_exact(r);
  double best = kInfinity;
  int stagnant = 0;
  for (int level = 0;; ++level) {
    spend(level, best);
    compare(level, r);
    if (r.digits >= digits_) return;
    if (swift_) level = after_rough(level, r.agreement) - 1;
    stagnant = r.agreement > best / 2 && best < kStagnation ? stagnant + 1 : 0;
    best = std::min(best, r.agreement);
    if (stagnant == 2) give_up(best, "round-off is reached");
  }
}

long Refinement::steps(const Method& method, int level) const {
  double wanted = 1;
  if (method.family.order == 16) {
    // Errors grow like time times the step's power.
    const double error = std::pow(10, 9 - digits_) * 1000 / (rate_ * problem_.end_time());
    wanted = std::pow(std::min(error, 1.), 1. / method.family.order);
  }
  // The rate may be none at all: before a wall.
  const double refined = std::pow(kRefine, -level),
               between = problem_.end_time() / options_.checkpoints,
               at_rate = between * rate_ / (method.first * wanted);
  const double count = std::ceil(refined * std::max(at_rate, kFewest / options_.checkpoints));
  if (!(count < 1e15)) give_up(kInfinity, "the fastest rate at the start is not finite");
  return static_cast<long>(count);
}

double Refinement::work(const Method& method, int level) const {
  return method.family.evaluations * static_cast<double>(steps(method, level)) *
         options_.checkpoints * static_cast<double>(problem_.dof());
}

/// A closed form stands for the first.
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

/// The next level, where the error goes on to fall with the step's 8th power: no level is gone
/// through only to fail. The first of order 16, where that is cheaper.
int Refinement::after_rough(int level, double agreement) {
  if (!std::isfinite(agreement)) return level + 1;
  const double finer = std::pow(agreement * std::pow(10, digits_), 1. / 8);
  if (finer * work(rough_, level) > work(fine_, 0)) {
    swift_ = false;
    return 0;
  }
  return level + std::max(1, static_cast<int>(std::ceil(std::log(finer) / -std::log(kRefine))));
}

Trajectory Refinement::integrate(const Method& method, int level, ReferenceMethod& told) {
  Integration asked{.checkpoints = options_.checkpoints, .extended = extended_};
  asked.steps = steps(method, level);
  asked.keep_every = options_.keep_every;
  const std::string name = method.family.name + (extended_ ? ", long double" : ", double");
  if (options_.use_cache)
    asked.kept =
        unfinished_directory() / (hash_ + "-" + Hasher().update(name).update(asked.steps).hex());
  const double own = work(method, level);
  const auto progress = [&](double done) {
    if (options_.progress) options_.progress(name, (level_done_ + done * own) / level_work_);
  };
  Trajectory trajectory = method.family.run(problem_, asked, progress);
  level_done_ += own;
  told = {name, problem_.end_time() / options_.checkpoints / static_cast<double>(asked.steps),
          trajectory.evaluations};
  return trajectory;
}

void Refinement::give_up(double best, const std::string& reason) const {
  throw Error(fmt::format("the reference of problem '{}' must agree to {:.3g} digits",
                          problem_.name(), digits_),
              fmt::format("{:.3g} ({})", best < kInfinity ? digits_of(best) : 0., reason),
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
