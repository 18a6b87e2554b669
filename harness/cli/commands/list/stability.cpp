#include "harness/cli/commands/list/stability.hpp"

#include "harness/checks/has_parameter.hpp"
#include "harness/checks/oscillation_limits.hpp"
#include "harness/cli/terminal/text.hpp"
#include "harness/io/schema.hpp"
#include "harness/processes/isolate.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <map>
#include <vector>

namespace stiffbench {
namespace {

Json region_of(const StabilityFunction& R, double edge) {
  std::vector<double> re, im;
  Json growth = Json::array();
  for (double x = -8 + edge / 2; x < 4; x += edge)
    for (double y = edge / 2; y < 8; y += edge) {
      re.push_back(x);
      im.push_back(y);
      growth.push_back(finite_or_null(std::abs(R({x, y}))));
    }
  return {{"edge", edge}, {"re", re}, {"im", im}, {"growth", std::move(growth)}};
}

}  // namespace

Json describe_stability(const AnyIntegrator& method) {
  const auto R = method->stability();
  if (!R) return nullptr;
  const StabilityProperties properties = R->properties();
  const auto numbers = [](const StabilityFunction::Coefficients& coefficients) {
    return std::vector<double>(coefficients.begin(), coefficients.end());
  };
  return {{"numerator", numbers(R->numerator())},
          {"denominator", numbers(R->denominator())},
          {"at_infinity", finite_or_null(properties.at_infinity)},
          {"a_stable", properties.a_stable},
          {"l_stable", properties.l_stable},
          {"y_stable", finite_or_null(properties.y_stable)},
          {"linear_order", properties.linear_order},
          {"dissipation",
           {{"order", properties.dissipation_order}, {"constant", properties.dissipation}}},
          {"dispersion",
           {{"order", properties.dispersion_order}, {"constant", properties.dispersion}}}};
}

Json describe_oscillations(AnyIntegrator method) {
  if (method->stability()) return nullptr;
  if (method->adaptive() && has_parameter(*method, "adaptive"))
    method->assign({{"adaptive", false}});
  // A method under development may do anything in its steps; others take 10 ms.
  const Limits limits{.timeout = 3, .memory = 1L << 30};
  const auto measure = [&] {
    const OscillationLimits measured = oscillation_limits(method);
    return Json{{"y_stable", finite_or_null(measured.y_stable)},
                {"at_infinity", finite_or_null(measured.at_infinity)},
                {"real_interval", value_or_null(method->real_interval())},
                {"reason", text_or_null(measured.reason)}}
        .dump();
  };
  const JobEnd end = isolate(measure, limits);
  if (end.status == Status::ok) return Json::parse(end.result);
  return {{"y_stable", nullptr},
          {"at_infinity", nullptr},
          {"real_interval", nullptr},
          {"reason", end.reason}};
}

Json stability_region(const AnyIntegrator& method, double edge) {
  const auto R = method->stability();
  return R ? region_of(*R, edge) : Json(nullptr);
}

std::string stability_lines() {
  std::string lines;
  for (auto& method : IntegratorRegistry::instance().all())
    if (method->stability()) {
      Json line{{"schema", "stiffbench.stability/1"}};
      line["integrator"] = {{"name", method->facts().name}};
      line["method"] = method->facts().name;
      line["stability"] = describe_stability(method);
      line["region"] = stability_region(method);
      validate(line, "stability", "the stability of " + method->facts().name);
      lines += line.dump() + "\n";
    }
  return lines;
}

namespace {

std::string number_or_infinite(const Json& value) {
  return value.is_null() ? "inf" : fmt::format("{:.5g}", value.get<double>());
}

std::string stability_line(const Json& entry) {
  const Json& R = entry["stability"];
  return fmt::format("{:17} {:2} {:2} {:>9} {:>2} {:>8} {:2} {:12.5g} {:2} {:12.5g}\n",
                     entry["name"].get<std::string>(), entry["stages"].get<int>(),
                     R["linear_order"].get<int>(), number_or_infinite(R["at_infinity"]),
                     R["l_stable"].get<bool>()   ? "L"
                     : R["a_stable"].get<bool>() ? "A"
                                                 : "-",
                     number_or_infinite(R["y_stable"]), R["dissipation"]["order"].get<int>(),
                     R["dissipation"]["constant"].get<double>(),
                     R["dispersion"]["order"].get<int>(),
                     R["dispersion"]["constant"].get<double>());
}

std::string measured_line(const Json& entry) {
  const Json& limits = entry["oscillations"];
  const int stages = entry["stages"];
  return fmt::format("{:17} {:>2} {:>2} {:>9} {:>2} {:>8}\n", entry["name"].get<std::string>(),
                     stages == 0 ? "" : std::to_string(stages), "",
                     number_or_infinite(limits["at_infinity"]), "m",
                     number_or_infinite(limits["y_stable"]));
}

/// One paragraph for each reason why methods have no limits.
std::string reasons_text(const Json& integrators) {
  std::map<std::string, std::vector<std::string>> names;
  for (const Json& entry : integrators) {
    const Json& limits = entry["oscillations"];
    if (limits.is_null() || limits["reason"].is_null()) continue;
    std::string name = entry["name"];
    if (!limits["real_interval"].is_null())
      name += fmt::format(" ({:.2g} stages^2)", limits["real_interval"].get<double>());
    names[limits["reason"]].push_back(name);
  }
  std::string text;
  for (const auto& [reason, methods] : names)
    text +=
        "\n" +
        paragraph("", 0, fmt::format("Not measured, {}: {}.", reason, fmt::join(methods, ", ")));
  return text;
}

}  // namespace

void print_properties(const Json& integrators) {
  fmt::print("{:17} {:>2} {:>2} {:>9} {:>2} {:>8} {:>2} {:>12} {:>2} {:>12}\n", "", "s", "p",
             "R(inf)", "st", "to y =", "r", "d", "q", "e");
  for (const Json& entry : integrators) {
    const Json& limits = entry["oscillations"];
    if (!entry["stability"].is_null())
      fmt::print("{}", stability_line(entry));
    else if (!limits.is_null() && limits["reason"].is_null())
      fmt::print("{}", measured_line(entry));
  }
  fmt::print(
      "\n{}{}",
      paragraph(
          "", 0,
          "R(z) is what a step makes of y' = lambda y, z = h lambda. s: stages; p: order of R; "
          "R(inf): damping of infinitely stiff modes; st: A- or L-stable, m: no R(z), so that "
          "R(inf) and y are measured on an oscillator by the growth per step, y up to 1000 (rule: "
          "docs/stability.md); to y =: stable for oscillations with h omega up to y, 0: for damped "
          "ones only; in brackets: stable for decays d (1/s) with h d up to this; r, d: "
          "dissipation, |R(iy)| = 1 + d y^(r+1) + ...; q, e: dispersion, arg "
          "R(iy) = y + e y^(q+1) + ... More digits: --json."),
      reasons_text(integrators));
}

}  // namespace stiffbench
