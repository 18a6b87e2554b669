#include "base/error.hpp"
#include "harness/cli/command.hpp"
#include "harness/estimates/costs.hpp"
#include "harness/io/data_file.hpp"
#include "harness/io/json.hpp"
#include "harness/io/output.hpp"
#include "harness/io/schema.hpp"
#include "harness/sweep/experiment.hpp"
#include "harness/sweep/pool.hpp"
#include "integrators/contract/registry.hpp"
#include "problems/contract/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace stiffbench {
namespace {

Json describe(const std::vector<ParameterFacts>& parameters) {
  Json list = Json::array();
  for (auto& parameter : parameters)
    list.push_back({{"name", parameter.name},
                    {"default", to_json(parameter.value)},
                    {"rule", parameter.rule.text},
                    {"doc", parameter.doc}});
  return list;
}

Json problems() {
  Json list = Json::array();
  for (auto& entry : ProblemRegistry::instance().all())
    list.push_back({{"name", entry.facts.name},
                    {"title", entry.facts.title},
                    {"doi", entry.facts.doi.empty() ? Json(nullptr) : Json(entry.facts.doi)},
                    {"parameters", describe(entry.parameters)}});
  return list;
}

/// The stability function R(z) of a method and its properties; null for methods without one.
Json describe_stability(const AnyIntegrator& method) {
  const auto R = method.stability();
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

/// |R(z)| at the centres of squares of side 0.25 that cover -8 <= Re z <= 4, 0 <= Im z <= 8.
Json region_of(const StabilityFunction& R) {
  constexpr double edge = 0.25;
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

/// Lines for figures (results/schema/stability.schema.json), one for each method with a stability
/// function.
std::string stability_lines() {
  std::string lines;
  for (auto& method : IntegratorRegistry::instance().all())
    if (const auto R = method.stability()) {
      Json line{{"schema", "stiffbench.stability/1"}};
      line["integrator"] = {{"name", method.facts().name}};
      line["method"] = method.facts().name;
      line["stability"] = describe_stability(method);
      line["region"] = region_of(*R);
      validate(line, "stability", "the stability of " + method.facts().name);
      lines += line.dump() + "\n";
    }
  return lines;
}

Json integrators(bool properties) {
  Json list = Json::array();
  for (auto& method : IntegratorRegistry::instance().all()) {
    const Facts facts = method.facts();
    list.push_back({{"name", facts.name},
                    {"title", facts.title},
                    {"doi", facts.doi.empty() ? Json(nullptr) : Json(facts.doi)},
                    {"stages", facts.stages},
                    {"feasible", facts.feasible},
                    {"adaptive", method.adaptive()},
                    {"parameters", describe(method.parameters())}});
    if (properties) list.back()["stability"] = describe_stability(method);
  }
  return list;
}

Json experiments() {
  Json list = Json::array();
  const KeptCosts costs;
  for (const auto& file : experiment_files()) {
    const Json experiment = read_json(file);
    const std::string name = experiment.value("name", "");
    const auto cost = costs.experiment(name);
    list.push_back({{"name", name},
                    {"title", experiment.value("title", "")},
                    {"seconds", cost ? Json(cost->wall(usable_cores())) : Json()},
                    {"file", file}});
  }
  return list;
}

/// Prints the experiments with the time that each takes on this machine, from costs that sweeps
/// have measured and the speed of a probe.
void print_experiments(const Json& list) {
  for (auto& entry : list) {
    const Json& seconds = entry["seconds"];
    fmt::print("{:32} {:>12}  {}\n", entry["name"].get<std::string>(),
               seconds.is_null() ? "unknown" : "about " + duration_text(seconds.get<double>()),
               entry["title"].get<std::string>());
  }
  fmt::print(
      "\nTimes are estimates for {} cores with all references to be computed;\n"
      "'stiffbench run NAME --dry-run' says what is left to do.\n",
      usable_cores());
}

/// Reads a figure's spec. A spec that extends another has a patch (RFC 6902) of it.
Json read_figure(const std::filesystem::path& file) {
  const Json spec = read_json(file);
  if (!spec.contains("extends")) return spec;
  const auto base = find_data_file(spec["extends"], "results/figures", ".vl.json",
                                   file.string() + " must extend a figure by its name");
  return read_figure(base).patch(spec["patch"]);
}

Json figures() {
  Json list = Json::array();
  for (const auto& [name, file] : data_files("results/figures", ".vl.json"))
    list.push_back({{"name", name},
                    {"title", read_figure(file).value("description", "")},
                    {"file", file.string()}});
  return list;
}

/// Prints one line for each method with a stability function. r, d, q and e are those of
/// |R(iy)| = 1 + d y^(r+1) + ... and arg R(iy) = y + e y^(q+1) + ...
void print_properties(const Json& list) {
  fmt::print("{:20} {:>6} {:>6} {:>10} {:>8} {:>9} {:>2} {:>14} {:>2} {:>14}\n", "", "stages",
             "linear", "R(inf)", "stable", "to y =", "r", "d", "q", "e");
  for (auto& entry : list) {
    const Json& R = entry["stability"];
    if (R.is_null()) continue;
    const auto number = [](const Json& value) {
      return value.is_null() ? "inf" : fmt::format("{:.5g}", value.get<double>());
    };
    fmt::print("{:20} {:6} {:6} {:>10} {:>8} {:>9} {:2} {:14.8g} {:2} {:14.8g}\n",
               entry["name"].get<std::string>(), entry["stages"].get<int>(),
               R["linear_order"].get<int>(), number(R["at_infinity"]),
               R["l_stable"].get<bool>()   ? "L"
               : R["a_stable"].get<bool>() ? "A"
                                           : "-",
               number(R["y_stable"]), R["dissipation"]["order"].get<int>(),
               R["dissipation"]["constant"].get<double>(), R["dispersion"]["order"].get<int>(),
               R["dispersion"]["constant"].get<double>());
  }
}

void print(const Json& list, bool json) {
  if (json) {
    fmt::print("{}\n", list.dump(2));
    return;
  }
  for (auto& entry : list) {
    fmt::print("{:28} {}\n", entry["name"].get<std::string>(), entry["title"].get<std::string>());
    if (!entry.contains("parameters")) continue;
    for (auto& parameter : entry["parameters"])
      fmt::print("{:28}   {} = {}: {}\n", "", parameter["name"].get<std::string>(),
                 parameter["default"].dump(), parameter["doc"].get<std::string>());
  }
}

struct Arguments {
  std::string what, out;
  bool json = false, properties = false;
};

int print_list(const Arguments& arguments) {
  const auto& what = arguments.what;
  const bool properties = arguments.properties;
  if (properties && what != "integrators")
    throw Error("only integrators have properties", "list " + what + " --properties",
                "say 'list integrators --properties'");
  const Json list = what == "problems"      ? problems()
                    : what == "integrators" ? integrators(properties)
                    : what == "experiments" ? experiments()
                                            : figures();
  if (!arguments.out.empty()) {
    std::filesystem::create_directories(arguments.out);
    write_output(arguments.out + "/stability.jsonl", stability_lines());
  } else if (properties && !arguments.json)
    print_properties(list);
  else if (what == "experiments" && !arguments.json)
    print_experiments(list);
  else
    print(list, arguments.json);
  return 0;
}

const bool enrolled = enrol_command<Arguments>(
    {CommandGroup::tools, "list", "Lists what there is, with parameters"},
    [](Arguments& values, ArgumentList& list) {
      Argument& what =
          list.add("what", &values.what, "problems, integrators, experiments or figures");
      what.required = true;
      what.choices = {"problems", "integrators", "experiments", "figures"};
      list.add("--json", &values.json, "Print JSON");
      list.add("--properties", &values.properties,
               "Of integrators: stability, and the order and constant of dissipation (r, d) and of "
               "dispersion (q, e)");
      list.add("--out", &values.out,
               "Folder for stability.jsonl, which the figure stability_region draws")
          .partners = {"--properties"};
    },
    print_list);

}  // namespace
}  // namespace stiffbench
