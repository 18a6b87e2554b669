#include "base/error.hpp"
#include "base/paths.hpp"
#include "base/system/use_threads.hpp"
#include "harness/checks/baseline.hpp"
#include "harness/checks/growth.hpp"
#include "harness/checks/known_methods.hpp"
#include "harness/cli/command.hpp"
#include "harness/cli/commands/check/order_lines.hpp"
#include "harness/cli/program_name.hpp"
#include "harness/cli/terminal/text.hpp"
#include "harness/records/compare/report.hpp"
#include "harness/records/read_records.hpp"
#include "integrators/contract/claims.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace stiffbench::check_method_command {
namespace {

struct Arguments {
  std::string name, beside, baseline;
  std::vector<std::string> problems;
};

/// A new method, the known one with which it is compared, and the faults found.
struct Subject {
  AnyIntegrator method;
  std::string name, beside;
  std::vector<std::string> wrong = {};
};

AnyIntegrator as_measured(const std::string& name) {
  const auto& methods = IntegratorRegistry::instance();
  return methods.make(name, methods.make(name)->order_settings());
}

Subject subject_of(const Arguments& arguments) {
  const AnyIntegrator method = as_measured(arguments.name);
  const auto oscillator = ProblemRegistry::instance().make("oscillator", {});
  std::string beside = arguments.beside;
  if (beside.empty()) beside = known_method_beside(method->facts(), method->order(*oscillator));
  if (beside.empty())
    throw Error("a method is judged beside a known one of its order",
                fmt::format("'{}' of order {}, and none is known", arguments.name,
                            method->order(*oscillator)),
                "name one: --beside METHOD");
  IntegratorRegistry::instance().make(beside);  // an unknown name is an Error
  if (beside == arguments.name)
    throw Error("a method is judged beside another one", "'" + beside + "' twice",
                "name another one: --beside METHOD");
  return {method, arguments.name, beside};
}

void print_title(const char* title, const std::string& text) {
  fmt::print("\n{}", paragraph(title, 14, text));
}

void check_claims(Subject& subject) {
  const auto broken = broken_claims(subject.name);
  if (!broken) return print_title("coefficients", "no row of a table: nothing to check by algebra");
  if (broken->empty())
    return print_title("coefficients",
                       "ok: they have the order that is claimed and no more, and "
                       "R(z) is as claimed");
  print_title("coefficients", "not as claimed:");
  for (const std::string& words : *broken) fmt::print("{}", paragraph("", 2, words));
  subject.wrong.push_back("the claims of its row");
}

/// Returns the parameter sets that these problems declare, or all problems.
std::vector<OrderProblem> sets_of(const std::vector<std::string>& problems) {
  if (problems.empty()) return declared_sets();
  std::vector<OrderProblem> sets;
  for (const std::string& problem : problems) {
    ProblemRegistry::instance().find(problem);  // an unknown name is an Error
    const auto declared = declared_sets(problem);
    if (declared.empty())
      throw Error("orders are measured on problems that declare parameter sets for it",
                  "'" + problem + "', which declares none",
                  "name another one, or give such a set in its order_checks");
    sets.insert(sets.end(), declared.begin(), declared.end());
  }
  return sets;
}

std::vector<OrderCheck> measure_orders(Subject& subject, std::vector<OrderProblem> sets) {
  const auto checks = check_orders({.integrators = {subject.name, subject.beside},
                                    .problems = std::move(sets),
                                    .limits = {.timeout = 60, .memory = 4L << 30}},
                                   [](const OrderCheck&) {});
  const auto count = [&](auto&& is) {
    return std::ranges::count_if(checks, [&](const OrderCheck& check) {
      return check.integrator == subject.name && is(check);
    });
  };
  const long bad = count(is_bad);
  print_title("orders",
              fmt::format("{} as declared, {} not; {} not resolvable, {} out of scope",
                          count([](const OrderCheck& check) {
                            return check.measurement.verdict == OrderVerdict::ok;
                          }),
                          bad, count([](const OrderCheck& check) {
                            return check.measurement.verdict == OrderVerdict::not_resolvable;
                          }),
                          count([](const OrderCheck& check) {
                            return check.measurement.verdict == OrderVerdict::not_applicable;
                          })));
  for (const OrderCheck& check : checks)
    if (check.integrator == subject.name && is_bad(check)) fmt::print("{}", order_lines(check));
  if (bad > 0) subject.wrong.push_back(fmt::format("{} of its orders", bad));
  return checks;
}

std::string radius_text(const Growth& growth) {
  if (std::isnan(growth.radius)) return "-";
  return fmt::format("{:.7g}{}", growth.radius, growth.grows() ? " *" : "  ");
}

std::string dispersion_text(const Growth& growth) {
  return std::isnan(growth.dispersion) ? "-" : fmt::format("{:.2g}", growth.dispersion);
}

void check_growth(Subject& subject) {
  if (subject.method->adaptive())
    return print_title("growth", "it chooses its own steps: no step to look at");
  print_title("growth",
              "of an undamped oscillation in one step, and the relative error of its "
              "frequency (-: none to be seen; *: it grows)");
  const AnyIntegrator beside = as_measured(subject.beside);
  const auto R = subject.method->stability();
  fmt::print("{:>9} {:>16} {:>9} {:>13}   {:>16} {:>9}\n", "h omega", subject.name.substr(0, 16),
             "", R ? "its R(z) says" : "", subject.beside.substr(0, 16), "");
  std::vector<double> off;
  for (const double h_omega : usual_h_omegas) {
    const Growth own = growth_of(subject.method, h_omega), other = growth_of(beside, h_omega);
    fmt::print("{:9g} {:>16} {:>9} {:>13}   {:>16} {:>9}\n", h_omega, radius_text(own),
               dispersion_text(own), R ? fmt::format("{:.7g}", std::abs((*R)({0, h_omega}))) : "",
               radius_text(other), dispersion_text(other));
    if (R && !is_growth_of(*R, own)) off.push_back(h_omega);
  }
  if (off.empty()) return;
  subject.wrong.push_back(
      fmt::format("its stability function at h omega = {}", fmt::join(off, ", ")));
}

void print_errors(const Subject& subject, const std::vector<OrderCheck>& checks) {
  const auto ratios = error_ratios(checks, subject.name, subject.beside);
  if (ratios.empty())
    return print_title("errors", "no set shows the order of both methods at one step");
  print_title("errors",
              fmt::format("over those of {} at the same step, on {} parameter set{} where "
                          "both have one order: x {:.2g} in the median; the least and "
                          "the most",
                          subject.beside, ratios.size(), ratios.size() == 1 ? "" : "s",
                          ratios[ratios.size() / 2].ratio));
  const std::size_t shown = std::min<std::size_t>(3, ratios.size());
  const auto print = [](const ErrorRatio& ratio) {
    fmt::print("  x {:<9.3g} {:20} h = {:.3g}\n", ratio.ratio, ratio.set, ratio.h);
  };
  std::for_each_n(ratios.begin(), shown, print);
  std::for_each(ratios.end() - static_cast<long>(std::min(shown, ratios.size() - shown)),
                ratios.end(), print);
}

void check_against_baseline(Subject& subject, const std::string& folder) {
  std::vector<Record> before = read_records(folder);
  std::erase_if(before,
                [&](const Record& record) { return record.integrator.name != subject.name; });
  const std::string renew =
      fmt::format("'{}' renews it", with_program_name("stiffbench check baseline --write"));
  if (before.empty())
    return print_title("baseline", fmt::format("{} has no run of it. Once the method is as it "
                                               "should be, {}",
                                               folder, renew));
  const ComparisonReport report{
      folder,
      "this program",
      compare_records(before, run_baseline(folder, subject.name), other_build),
      {Quantity::status, Quantity::error, Quantity::order, Quantity::drift, Quantity::work},
      true};
  const auto better = method_changes(report.comparison, Verdict::better);
  if (!report.failed() && better.empty())
    return print_title(
        "baseline", fmt::format("ok: {} runs are as in {}", report.comparison.runs.size(), folder));
  print_title("baseline", fmt::format("not as in {}:", folder));
  for (const Verdict verdict : {Verdict::worse, Verdict::better})
    for (const MethodChange& one : method_changes(report.comparison, verdict))
      fmt::print("{}",
                 paragraph("", 2,
                           fmt::format("{}: {} of {}: {}", name_of(verdict), name_of(one.quantity),
                                       one.method->problem, one.text())));
  if (report.failed())
    subject.wrong.emplace_back("what its baseline holds");
  else
    fmt::print("{}", paragraph("", 2, "nothing got worse: " + renew));
}

int check_method(const Arguments& arguments) {
  use_one_thread();
  Subject subject = subject_of(arguments);
  std::vector<OrderProblem> sets = sets_of(arguments.problems);
  const Facts facts = subject.method->facts();
  fmt::print("{}", paragraph("", 0,
                             fmt::format("{}: {}; {}, beside {}", subject.name, facts.title,
                                         name_of(facts.family), subject.beside)));
  check_claims(subject);
  check_growth(subject);
  std::fflush(stdout);
  print_errors(subject, measure_orders(subject, std::move(sets)));
  std::fflush(stdout);
  check_against_baseline(subject, arguments.baseline.empty()
                                      ? data_path("results/baseline").string()
                                      : arguments.baseline);
  if (subject.wrong.empty()) {
    fmt::print("\n{}: nothing is wrong\n", subject.name);
    return 0;
  }
  fmt::print("\n{}", paragraph("", 0,
                               fmt::format("FAILED: {} is not as it says: {}", subject.name,
                                           fmt::join(subject.wrong, ", "))));
  return 1;
}

const bool enrolled = enrol_command<Arguments>(
    {CommandGroup::tools,
     "check method",
     "Judges one method: coefficients, orders, stability, errors beside a known one, baseline",
     {"check method newmark", "check method my_method --beside rk4",
      "check method my_method --problem fput"}},
    [](Arguments& values, ArgumentList& list) {
      list.add("name", &values.name, "The integrator").required = true;
      list.add("--beside", &values.beside,
               "The known method (default: one of the same order, of the family if there is one)");
      list.add("--problem", &values.problems,
               "Orders on the parameter sets of this problem alone; may be given again");
      list.add("--baseline", &values.baseline,
               "Folder with experiment.json and records.jsonl (default: results/baseline)");
    },
    check_method);

}  // namespace
}  // namespace stiffbench::check_method_command
