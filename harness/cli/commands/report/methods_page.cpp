#include "harness/checks/growth.hpp"
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

/// A-stable, L-stable or the limit of h omega of a method with a stability function.
std::string stability_text(const Json& R) {
  if (R.is_null()) return "";
  if (R["l_stable"] == true) return "L-stable";
  if (R["a_stable"] == true) return "A-stable";
  const Json& limit = R["y_stable"];
  return limit.is_null()           ? "undamped ones, at any h ω"
         : limit.get<double>() > 0 ? "h ω ≤ " + number_text(limit, "{:.4g}")
                                   : "damped ones only";
}

std::string at_infinity(const Json& R) {
  if (R.is_null()) return "";
  return R["at_infinity"].is_null() ? "infinite" : number_text(R["at_infinity"], "{:.3g}");
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

std::string line_of(const Json& method) {
  const Json &R = method["stability"], &order = method["order"], &library = method["library"];
  const int stages = method["stages"];
  return table_line({method["name"], cell(method["title"]), method["family"],
                     library.is_null() ? "" : library.get<std::string>(),
                     order.is_null() ? "" : order.dump(), stages == 0 ? "" : std::to_string(stages),
                     stability_text(R), at_infinity(R), symplectic_text(method["name"]),
                     steps_text(method), method["feasible"] == true ? "yes" : "",
                     coefficients_link(method), source(method["doi"])});
}

}  // namespace

std::string methods_page(const ReportSource& report) {
  std::string text =
      "# All methods\n\nEvery method of the program that made this report, with or without runs "
      "here. Words in the field above the table keep the lines that have all of them, such as "
      "\"implicit L-stable\"; a click on a head sorts.\n\n## The list\n\n" +
      table_head({"method", "name", "family", "library", "order", "stages", "stable oscillations",
                  "R(∞)", "symplectic", "steps", "feasible", "coefficients", "source"},
                 4);
  for (const Json& method : report.integrators) text += line_of(method);
  return text +
         "\n## The columns\n\n"
         "- order: on smooth, undamped, nonlinear problems; nothing where the method changes it.\n"
         "- stable oscillations: of the stability function R(z), for methods that have one.\n"
         "- R(∞): the factor by which a step multiplies infinitely stiff modes.\n"
         "- symplectic: measured by differences of two steps on a spring that turns, at h ω of "
         "0.7, "
         "2 and 5.\n"
         "- steps: fixed, or chosen by the method to a tolerance. Where a method does either, its "
         "parameter `adaptive` says which.\n"
         "- feasible: every accepted step is free of intersections and inversions.\n"
         "- coefficients: of methods that consist of a table.\n";
}

}  // namespace stiffbench
