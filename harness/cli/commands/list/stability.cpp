#include "harness/cli/commands/list/stability.hpp"

#include "harness/cli/terminal/text.hpp"
#include "harness/io/schema.hpp"

#include <fmt/format.h>

#include <cmath>

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

void print_properties(const Json& integrators) {
  fmt::print("{:17} {:>2} {:>2} {:>9} {:>2} {:>8} {:>2} {:>12} {:>2} {:>12}\n", "", "s", "p",
             "R(inf)", "st", "to y =", "r", "d", "q", "e");
  for (auto& entry : integrators) {
    const Json& R = entry["stability"];
    if (R.is_null()) continue;
    const auto number = [](const Json& value) {
      return value.is_null() ? "inf" : fmt::format("{:.5g}", value.get<double>());
    };
    fmt::print("{:17} {:2} {:2} {:>9} {:>2} {:>8} {:2} {:12.5g} {:2} {:12.5g}\n",
               entry["name"].get<std::string>(), entry["stages"].get<int>(),
               R["linear_order"].get<int>(), number(R["at_infinity"]),
               R["l_stable"].get<bool>()   ? "L"
               : R["a_stable"].get<bool>() ? "A"
                                           : "-",
               number(R["y_stable"]), R["dissipation"]["order"].get<int>(),
               R["dissipation"]["constant"].get<double>(), R["dispersion"]["order"].get<int>(),
               R["dispersion"]["constant"].get<double>());
  }
  fmt::print(
      "\n{}",
      paragraph(
          "", 0,
          "R(z) is what a step makes of y' = lambda y, z = h lambda. s: stages; p: order of R; "
          "R(inf): "
          "damping of infinitely stiff modes; st: A- or L-stable; to y =: stable for oscillations "
          "with "
          "h omega up to y; r, d: dissipation, |R(iy)| = 1 + d y^(r+1) + ...; q, e: dispersion, "
          "arg R(iy) = y + e y^(q+1) + ... More digits: --json."));
}

}  // namespace stiffbench
