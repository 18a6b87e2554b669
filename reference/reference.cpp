#include "reference/reference.hpp"

#include "base/error.hpp"
#include "base/hash.hpp"
#include "problems/contract/optional/contact_constraints.hpp"
#include "problems/contract/optional/extended_force.hpp"
#include "problems/contract/optional/internal_variables.hpp"
#include "problems/contract/problem_hash.hpp"
#include "reference/cross_checks.hpp"
#include "reference/file.hpp"
#include "reference/refinement.hpp"
#include "reference/scales.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace stiffbench {
namespace {

/// Largest work, in force evaluations times dof, of a first level with the default digits.
constexpr double quick_work = 6e9;

/// The share of a rough solution in the progress: it takes at most a tenth of the time.
constexpr double share_of_rough = 0.1;

std::string parameters_text(const Problem& problem) {
  nlohmann::ordered_json object;
  for (const auto& [name, value] : problem.parameters())
    std::visit([&, &key = name](const auto& plain) { object[key] = plain; }, value);
  return object.dump();
}

double digits_asked(const Problem& problem, const ReferenceOptions& options) {
  if (options.checkpoints < 1)
    throw Error("a reference has at least one checkpoint", fmt::format("{}", options.checkpoints),
                "ask for one or more");
  if (!options.digits) return default_digits(problem);
  check_digits(*options.digits);
  return *options.digits;
}

std::optional<Reference> held_in_cache(const std::string& hash, const ReferenceOptions& options,
                                       double digits) {
  auto held = options.use_cache ? references::load(hash) : std::nullopt;
  return held && held->digits >= digits ? held : std::nullopt;
}

}  // namespace

void check_digits(double digits) {
  if (!(digits > 0 && digits <= 15))
    throw Error("digits of a reference are above 0 and at most 15", fmt::format("{}", digits),
                "give a number such as 9, or leave them out");
}

std::string reference_hash(const Problem& problem, int checkpoints) {
  return Hasher()
      .update("stiffbench.reference/1")
      .update(problem_hash(problem))
      .update(checkpoints)
      .hex();
}

double default_digits(const Problem& problem) {
  if (!problem.traits().smooth) return 7;
  const references::ScaleEstimate start{references::fastest_rate(problem, problem.start())};
  const auto is_quick = [&](double digits) {
    return references::Refinement(problem, {}, digits, start).first_work() <= quick_work;
  };
  if (dynamic_cast<const ExtendedForce*>(&problem) && is_quick(12)) return 12;
  return is_quick(9) ? 9 : 8;
}

Reference reference(const Problem& problem, const ReferenceOptions& options) {
  const double digits = digits_asked(problem, options);
  Reference r;
  r.problem = problem.name();
  r.parameters = parameters_text(problem);
  r.problem_hash = problem_hash(problem);
  r.hash = reference_hash(problem, options.checkpoints);
  if (auto held = held_in_cache(r.hash, options, digits)) {
    refuse_withdrawn(*held);
    return *held;
  }
  r.start_energy = problem.energy(problem.start());
  if (contact_constraints(problem)) {
    r.refused = "refused: contacts constrain the motion; both methods integrate the force alone";
    return r;
  }
  const auto* internal = dynamic_cast<const InternalVariables*>(&problem);
  if (internal && internal->update_period() == 0) {
    r.refused = "refused: what happens after each step leaves nothing to converge to";
    return r;
  }
  const auto rough = [&](double done) {
    if (options.progress) options.progress("rough solution", share_of_rough * done);
  };
  auto scales = references::estimate_scales(problem, rough);
  r.refused = references::Refinement(problem, options, digits, scales).refusal();
  if (!r.refused.empty()) {
    scales.growth = references::confirmed_growth(problem, rough);
    r.refused = references::Refinement(problem, options, digits, scales).refusal();
  }
  r.growth = scales.growth;
  if (!r.refused.empty()) return r;
  references::Refinement(problem, options, digits, scales).run(r);
  r.end_energy = problem.energy(r.states.back());
  if (options.use_cache) {
    references::save(r);
    references::forget_unfinished(r.hash);
  }
  return r;
}

double expected_work(const Problem& problem, const ReferenceOptions& options) {
  if (contact_constraints(problem)) return 0;  // refused at once
  const double digits = digits_asked(problem, options);
  if (held_in_cache(reference_hash(problem, options.checkpoints), options, digits)) return 0;
  const references::ScaleEstimate start{references::fastest_rate(problem, problem.start())};
  return references::Refinement(problem, options, digits, start).expected_work();
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
  const std::string which = fmt::format(
      "reference    {}\n"
      "problem      {} {}\n"
      "problem hash {}\n"
      "growth       {}\n",
      r.hash, r.problem, r.parameters, r.problem_hash,
      r.growth ? fmt::format("{:.1e}-fold, of a small change of the start", *r.growth)
               : "not measured");
  if (!r.refused.empty()) return which + "pointwise    " + r.refused + "\n";
  const ErrorMeasures e = floors(problem, r);
  return which +
         fmt::format(
             "checkpoints  {}\n"
             "first        {}\n"
             "second       {}\n"
             "agreement    {:.3g}: {:.1f} digits\n"
             "floors       position {:.3g} m, velocity {:.3g} m/s, energy norm {:.3g}\n"
             "energy       {:.12g} J at the start, {:.12g} J at the end\n"
             "file         {}\n",
             r.states.size(), method(r.method), method(r.second_method), r.agreement, r.digits,
             e.position_max, e.velocity_max, e.energy_norm_relative, r.start_energy, r.end_energy,
             references::file_path(r.hash).string()) +
         cross_check_summary(problem, r);
}

}  // namespace stiffbench
