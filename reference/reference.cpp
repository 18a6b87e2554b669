#include "reference/reference.hpp"

#include "problems/error.hpp"
#include "problems/hash.hpp"
#include "problems/problem_hash.hpp"
#include "reference/families.hpp"
#include "reference/file.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>

namespace stiffbench {
namespace {

using references::Family;
using references::Trajectory;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

template <class Part>
double disagreement(const std::vector<State>& a, const std::vector<State>& b, Part part) {
  double difference = 0, size = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Vec &x = a[i].*part, &y = b[i].*part;
    if (!x.allFinite() || !y.allFinite()) return kInfinity;
    difference = std::max(difference, (x - y).lpNorm<Eigen::Infinity>());
    size = std::max(size, y.lpNorm<Eigen::Infinity>());
  }
  return difference == 0 ? 0 : difference / size;
}

double agreement_of(const Reference& r) {
  return std::max(disagreement(r.second, r.states, &State::x),
                  disagreement(r.second, r.states, &State::v));
}

double digits_of(double agreement) {
  return -std::log10(std::max(agreement, std::numeric_limits<double>::epsilon() / 2));
}

/// Refines the two methods of one problem, level by level.
class Refinement {
 public:
  Refinement(const Problem& problem, const ReferenceOptions& options, double digits)
      : problem_(problem),
        options_(options),
        digits_(digits),
        rate_(references::fastest_rate(problem)) {}

  /// Fills in states, methods and agreement.
  void run(Reference& r) {
    const bool exact = problem_.exact(0).has_value();
    if (exact) put_exact(r);
    double best = kInfinity;
    int stagnant = 0;
    for (int level = 0;; ++level) {
      spend(level, best, exact);
      if (!exact) integrate(collocation_, level, r.states, r.outputs, r.method);
      integrate(extrapolation_, level, r.second, r.second_outputs, r.second_method);
      r.agreement = agreement_of(r);
      r.digits = digits_of(r.agreement);
      if (r.digits >= digits_) return;
      stagnant = r.agreement > best / 2 && best < kStagnation ? stagnant + 1 : 0;
      best = std::min(best, r.agreement);
      if (stagnant == 2) give_up(best, "round-off is reached");
    }
  }

 private:
  /// Half a binade of the step, that is 8 of the error of a method of order 16.
  static constexpr double kRefine = 0.70710678118654752;
  /// Before methods agree to this, more steps may not help at once.
  static constexpr double kStagnation = 1e-4;

  struct Method {
    Family family;
    double first;  ///< h times the fastest rate that gives about 9 digits over 1000 of its times
  };

  long steps(const Method& method, int level) const {
    // Errors grow like time times the step's power.
    const double error = std::pow(10, 9 - digits_) * 1000 / (rate_ * problem_.end_time());
    const double wanted = std::pow(std::min(error, 1.), 1. / method.family.order);
    const double h = method.first * wanted * std::pow(kRefine, level) / rate_;
    const double between = problem_.end_time() / options_.checkpoints;
    const double count = std::ceil(std::max(between / h, kFewest / options_.checkpoints));
    if (!(count < 1e15)) give_up(kInfinity, "the fastest rate at the start is not finite");
    return static_cast<long>(count);
  }

  void put_exact(Reference& r) const {
    for (int i = 1; i <= options_.checkpoints; ++i)
      r.states.push_back(*problem_.exact(problem_.end_time() * i / options_.checkpoints));
    r.method.name = "exact";
  }

  void spend(int level, double best, bool exact) {
    const auto cost = [&](const Method& method) {
      return method.family.evaluations * static_cast<double>(steps(method, level)) *
             options_.checkpoints * static_cast<double>(problem_.dof());
    };
    spent_ += cost(extrapolation_) + (exact ? 0 : cost(collocation_));
    if (spent_ > options_.work_limit)
      give_up(best, fmt::format("the work limit of {:.1e} (force evaluations times dof) is reached",
                                options_.work_limit));
  }

  void integrate(const Method& method, int level, std::vector<State>& states,
                 std::map<std::string, double>& outputs, ReferenceMethod& told) const {
    const long count = steps(method, level);
    const std::string name =
        method.family.name + (references::in_long_double(problem_) ? ", long double" : ", double");
    const auto progress = [&](double done) {
      if (options_.progress) options_.progress(name, done);
    };
    Trajectory trajectory = method.family.run(problem_, options_.checkpoints, count, progress);
    states = std::move(trajectory.states);
    outputs = std::move(trajectory.outputs);
    told = {name, problem_.end_time() / options_.checkpoints / static_cast<double>(count),
            trajectory.evaluations};
  }

  [[noreturn]] void give_up(double best, const std::string& reason) const {
    throw Error(fmt::format("the reference of problem '{}' must agree to {:.3g} digits",
                            problem_.name(), digits_),
                fmt::format("{:.3g} ({})", best < kInfinity ? digits_of(best) : 0., reason),
                "ask for fewer digits, or a shorter end_time");
  }

  static constexpr double kFewest = 16;  ///< steps, where the start is slower than the rest

  const Problem& problem_;
  const ReferenceOptions& options_;
  double digits_;  // asked for
  double rate_, spent_ = 0;
  Method collocation_{references::collocation(), 3};
  Method extrapolation_{references::extrapolation(), 2.2};
};

std::string parameters_text(const Problem& problem) {
  nlohmann::ordered_json object;
  for (const auto& [name, value] : problem.parameters())
    std::visit([&, &key = name](const auto& plain) { object[key] = plain; }, value);
  return object.dump();
}

}  // namespace

double default_digits(const Problem& problem) {
  if (!problem.nature().smooth) return 7;
  return problem.has_extended() ? 12 : 9;
}

Reference reference(const Problem& problem, const ReferenceOptions& options) {
  if (options.checkpoints < 1)
    throw Error("a reference has at least one checkpoint", std::to_string(options.checkpoints),
                "ask for one or more");
  const double digits = options.digits.value_or(default_digits(problem));
  if (!(digits > 0 && digits <= 15))
    throw Error("digits of a reference are above 0 and at most 15", fmt::format("{}", digits),
                "ask for fewer digits");
  Reference r;
  r.problem = problem.name();
  r.parameters = parameters_text(problem);
  r.problem_hash = problem_hash(problem);
  r.hash = Hasher()
               .update("stiffbench.reference/1")
               .update(r.problem_hash)
               .update(options.checkpoints)
               .hex();
  if (options.use_cache)
    if (auto held = references::load(r.hash); held && held->digits >= digits) return *held;
  Refinement(problem, options, digits).run(r);
  r.start_energy = problem.energy(problem.start());
  r.end_energy = problem.energy(r.states.back());
  if (options.use_cache) references::save(r);
  return r;
}

ErrorMeasures floors(const Problem& problem, const Reference& r) {
  return measure(problem, r.second, r.states);
}

std::string summary(const Problem& problem, const Reference& r) {
  const auto method = [](const ReferenceMethod& m) {
    return m.step == 0 ? m.name
                       : fmt::format("{}, h = {:.6g} s, {} force evaluations", m.name, m.step,
                                     m.evaluations);
  };
  const ErrorMeasures e = floors(problem, r);
  return fmt::format(
      "reference    {}\n"
      "problem      {} {}\n"
      "problem hash {}\n"
      "checkpoints  {}\n"
      "first        {}\n"
      "second       {}\n"
      "agreement    {:.3g}: {:.1f} digits\n"
      "floors       position {:.3g} m, velocity {:.3g} m/s, energy norm {:.3g}\n"
      "energy       {:.12g} J at the start, {:.12g} J at the end\n"
      "file         {}\n",
      r.hash, r.problem, r.parameters, r.problem_hash, r.states.size(), method(r.method),
      method(r.second_method), r.agreement, r.digits, e.position_max, e.velocity_max,
      e.energy_norm_relative, r.start_energy, r.end_energy, references::file_path(r.hash).string());
}

}  // namespace stiffbench
