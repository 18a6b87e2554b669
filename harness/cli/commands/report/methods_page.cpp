#include "harness/checks/growth.hpp"
#include "harness/cli/commands/list/stability.hpp"
#include "harness/cli/commands/report/report_source.hpp"
#include "harness/processes/isolate.hpp"
#include "harness/replications/pages/text.hpp"
#include "integrators/contract/registry.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stiffbench {
namespace {

/// "yes", "no", or nothing where it cannot be measured. A method under development may do anything
/// in its steps, so that they have a process of their own.
std::string symplectic_text(const std::string& name) {
  const Limits limits{.timeout = 1, .memory = 1L << 30};
  const auto measure = [&]() -> std::string {
    const auto symplectic = is_symplectic(IntegratorRegistry::instance().make(name));
    return !symplectic ? "" : *symplectic ? "yes" : "no";
  };
  return isolate(measure, limits).result;
}

/// The oscillations for which steps are stable up to this h omega; null: for all.
std::string up_to(const Json& limit, const char* all) {
  return limit.is_null()           ? all
         : limit.get<double>() > 0 ? "h ω ≤ " + number_text(limit, "{:.4g}")
                                   : "damped ones only";
}

/// A-stable, L-stable or the limit of h omega of a method with a stability function; else the
/// measured limit.
std::string stability_text(const Json& R, const Json& measured) {
  if (R.is_null()) {
    if (measured["reason"].is_null())
      return up_to(measured["y_stable"], "undamped ones, at any h ω") + ", measured";
    return measured["real_interval"].is_null()
               ? ""
               : "damped ones only, h d ≤ " + number_text(measured["real_interval"], "{:.2g}") +
                     " × stages²";
  }
  if (R["l_stable"] == true) return "L-stable";
  if (R["a_stable"] == true) return "A-stable";
  return up_to(R["y_stable"], "undamped ones, at any h ω");
}

std::string at_infinity(const Json& R, const Json& measured) {
  const Json& limits = R.is_null() ? measured : R;
  if (R.is_null() && !measured["reason"].is_null()) return "";
  return limits["at_infinity"].is_null() ? "infinite"
                                         : number_text(limits["at_infinity"], "{:.3g}");
}

std::string source(const Json& doi) {
  return doi.is_null() ? "" : fmt::format("[{0}](https://doi.org/{0})", doi.get<std::string>());
}

std::string steps_text(const Json& method) {
  const bool does_either = std::ranges::any_of(
      method["parameters"], [](const Json& parameter) { return parameter["name"] == "adaptive"; });
  if (does_either) return "fixed or chosen";
  return method["adaptive"] == true ? "chosen" : "fixed";
}

/// A link to the method's tables of coefficients.
std::string coefficients_link(const Json& method) {
  if (method["coefficients"].is_null()) return "";
  std::string place = method["name"];
  std::erase(place, '_');  // as the report names the places on a page
  return fmt::format("[table](coefficients#{})", place);
}

std::string family_text(const Json& method) {
  const std::string family = method["family"];
  return method["group"].is_null() ? family : family + ": " + method["group"].get<std::string>();
}

std::string line_of(const Json& method) {
  const Json &R = method["stability"], &order = method["order"], &library = method["library"];
  const Json measured = describe_oscillations(IntegratorRegistry::instance().make(method["name"]));
  const int stages = method["stages"];
  return table_line(
      {method["name"], cell(method["title"]), family_text(method),
       library.is_null() ? "" : library.get<std::string>(), order.is_null() ? "" : order.dump(),
       stages == 0 ? "" : std::to_string(stages), stability_text(R, measured),
       at_infinity(R, measured), symplectic_text(method["name"]), steps_text(method),
       method["feasible"] == true ? "yes" : "", coefficients_link(method), source(method["doi"])});
}

}  // namespace

std::string methods_page(const ReportSource& report) {
  std::string text =
      "# All methods\n\nEvery method of the program that made this report, with or without runs "
      "here. Words in the first field above the table keep the lines that have all of them, such "
      "as \"implicit L-stable\"; the other fields keep those with one value of a column. A click "
      "on a head sorts.\n\n## The list\n\n" +
      table_head({"method", "name", "family", "library", "order", "stages", "stable oscillations",
                  "R(∞)", "symplectic", "steps", "feasible", "coefficients", "source"},
                 4);
  for (const Json& method : report.integrators) text += line_of(method);
  return text +
         "\n## The columns\n\n"
         "- order: on smooth, undamped, nonlinear problems; nothing where the method changes it.\n"
         "- stable oscillations: of the stability function R(z). Methods that have none are "
         "measured: the growth per step on an undamped oscillator is at most 1 + 10⁻⁹ from h ω = "
         "0.1 up to the limit, in a scan up to 1000 by steps of 10%, then of 0.5% before the first "
         "growth, and a bisection. Stabilised methods take damped modes alone, with "
         "decays d (1/s). Empty: the method has no fixed steps, or its step is no linear map.\n"
         "- R(∞): the factor by which a step multiplies infinitely stiff modes. Methods without "
         "R(z) have the growth per step at h ω = 10⁵, or at the largest of 10³ and 10⁴ that leaves "
         "digits; 0 or infinite where it halves or doubles over the last tenfold h ω.\n"
         "- symplectic: measured by differences of two steps on a spring that turns, at h ω of "
         "0.7, 2 and 5.\n"
         "- steps: fixed, or chosen by the method to a tolerance. Where a method does either, its "
         "parameter `adaptive` says which.\n"
         "- feasible: every accepted step is free of intersections and inversions.\n"
         "- coefficients: of methods that consist of a table.\n";
}

}  // namespace stiffbench
