#include "harness/replications/pages/races/contestants.hpp"

#include "harness/records/labels.hpp"
#include "harness/replications/measures/interval.hpp"
#include "harness/replications/pages/text.hpp"
#include "integrators/contract/registry.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

namespace stiffbench {
namespace {

using Names = std::vector<std::string>;

constexpr const char* kernels = R"(
The authors of this suite wrote the methods of the first row and tuned their kernels. They did not tune the
libraries of the other rows. Where runs are tuned, one search chose the settings of all contestants alike. A ratio of times therefore compares methods together with
their code. [Contestants of other libraries](../../integrators/peers/PEERS.md) says what a peer gets and what is
counted of it.

| part of a step | runs it | code | instruction sets |
|---|---|---|---|
| forces, K and products with K | every method, peers too | this project; springs, solids and products by hand, eight numbers at once; other forces in plain C++ | forces and K: those of the build; products: avx512, avx2 or baseline, which [Highway](../kernels.md#which-instructions-run) chooses at the start |
| phi functions | exponential and trigonometric methods | this project; the Chebyshev recurrence by hand | as products with K |
| sums of vectors | own methods | this project, on Eigen | those of the build |
| Newton's iteration | own implicit methods | this project ([options, measured](../../integrators/kernels/NEWTON.md)) | those of the build |
| conjugate gradients and their preconditioners | implicit methods; CVODE and ARKODE, too | this project; the products and solves by hand | as products with K |
| solves with supernodal factors | implicit methods, rational Krylov spaces, implicit peers | this project, by hand | as products with K |
| factorizations and other solves | implicit methods, rational Krylov spaces, implicit peers | CHOLMOD, UMFPACK and KLU of SuiteSparse, on the system's BLAS (Debian: OpenBLAS); Eigen up to 32 unknowns; odeint_rosenbrock4 has dense matrices of Boost's | OpenBLAS: those that it finds; Eigen and Boost: those of the build |
| sums of vectors, error control, Newton's iteration and GMRES of a peer | peers | SUNDIALS and PETSc as Debian compiled them; Boost.Odeint, which is headers | baseline; Boost.Odeint: those of the build |
)";

/// Names grouped by a text that they share, in the order of the first name of each group.
using Groups = std::vector<std::pair<std::string, Names>>;

void add_to(Groups& groups, const std::string& words, const std::string& name) {
  auto match = std::ranges::find(groups, words, &Groups::value_type::first);
  if (match == groups.end()) match = groups.insert(groups.end(), {words, {}});
  match->second.push_back(name);
}

Groups by_family(const std::vector<Contestant>& all) {
  Groups groups;
  for (const auto& [family, name, steps] : all) add_to(groups, name_of(family), name);
  return groups;
}

/// Returns the parameters of a method with their defaults; empty for a method that this program
/// lacks.
Settings defaults_of(const std::string& integrator) {
  Settings settings;
  for (const AnyIntegrator& method : IntegratorRegistry::instance().all())
    if (method->facts().name == integrator)
      for (const auto& parameter : method->parameters())
        if (parameter.name != tolerance_parameter) settings[parameter.name] = parameter.value;
  return settings;
}

std::string text_of(const Settings& settings) {
  Names all;
  for (const auto& [name, value] : settings)
    all.push_back(fmt::format("{} = {}", name, label_value(value)));
  return fmt::format("{}", fmt::join(all, ", "));
}

std::string table_of(const Groups& groups, const char* heading, bool words_first) {
  std::string text =
      table_head(words_first ? Names{heading, "methods"} : Names{"methods", heading}, 2);
  for (const auto& [words, names] : groups) {
    const std::string list = fmt::format("{}", fmt::join(names, ", "));
    text += table_line(words_first ? Names{words, list} : Names{list, words});
  }
  return text;
}

}  // namespace

std::string count_of_families(const std::vector<Contestant>& all) {
  Names counts;
  for (const auto& [family, names] : by_family(all))
    counts.push_back(fmt::format("{} {}", names.size(), family));
  return fmt::format("{}: {}", all.size(), fmt::join(counts, ", "));
}

std::string names_by_family(const std::vector<Contestant>& all) {
  Names parts;
  for (const auto& [family, names] : by_family(all))
    parts.push_back(fmt::format("{} ({})", fmt::join(names, ", "), family));
  return fmt::format("{} methods compete: {}.", all.size(), fmt::join(parts, "; "));
}

namespace {

/// Formats "; 3 of 54 timed runs have five samples". Fewer samples do not resolve close times.
std::string samples_of(const std::vector<Row>& rows) {
  long timed = 0, sampled = 0;
  for (const Row& row : rows) {
    const auto& runtime = row.record.result.runtime;
    if (!runtime) continue;
    ++timed;
    if (runtime->samples.size() >= fewest_samples) ++sampled;
  }
  if (timed == 0 || sampled == timed) return "";
  return fmt::format("; {} of {} timed runs have {} samples, which a verdict on times needs",
                     sampled == 0 ? "none" : std::to_string(sampled), timed, fewest_samples);
}

}  // namespace

std::string origin_of(const std::vector<Row>& rows) {
  // One small record has the environment of all.
  const auto whole = std::ranges::find_if(
      rows, [](const Row& row) { return row.record.environment.contains("compiler"); });
  const Json environment = whole == rows.end() ? Json::object() : whole->record.environment;
  std::string text = fmt::format("{} runs", rows.size());
  // Small records have the CPU's model alone.
  for (const auto& [field, word] : {std::pair{"/compiler", ", by "}, std::pair{"/cpu", " on "},
                                    std::pair{"/cpu/model", " on "}})
    if (const Json words = environment.value(Json::json_pointer(field), Json()); words.is_string())
      text += word + words.get<std::string>();
  if (environment.contains("native") && environment["native"].is_boolean())
    text += environment["native"] == true ? ", built for that CPU" : ", built for any CPU";
  return text + samples_of(rows) + ".";
}

namespace {

/// Formats " A search chose the settings of 3 of 4 runs.", or an empty text if none is tuned.
std::string tuned_of(const std::vector<Row>& rows) {
  const auto tuned = std::ranges::count_if(rows, is_tuned);
  if (tuned == 0) return "";
  return fmt::format(
      " A search chose the fastest settings of {} of {} runs, which keep their result.", tuned,
      rows.size());
}

std::string requested_settings_of(const std::vector<Row>& rows) {
  std::map<std::string, std::map<std::string, std::set<std::string>>> changed;  // by method, name
  for (const Row& row : rows) {
    const std::string& name = row.record.integrator.name;
    const Settings own = requested_parameters(row.record);
    for (const auto& [parameter, value] : defaults_of(name))
      if (const auto match = own.find(parameter);
          match != own.end() && to_json(match->second) != to_json(value))
        changed[name][parameter].insert(label_value(match->second));
  }
  Groups groups;
  for (const auto& [name, parameters] : changed) {
    Names words;
    for (const auto& [parameter, values] : parameters)
      words.push_back(fmt::format("{} = {}", parameter, fmt::join(values, " or ")));
    add_to(groups, fmt::format("{}", fmt::join(words, ", ")), name);
  }
  Names all;
  for (const auto& [words, names] : groups)
    all.push_back(fmt::format("{} ({})", words, fmt::join(names, ", ")));
  if (all.empty()) return "All settings are defaults.";
  return fmt::format("Settings other than defaults: {}.", fmt::join(all, "; "));
}

}  // namespace

std::string settings_of(const std::vector<Row>& rows) {
  return requested_settings_of(rows) + tuned_of(rows);
}

std::string contestants_section(const std::vector<ArchivedExperiment>& experiments) {
  std::set<std::string> names;
  for (const ArchivedExperiment& experiment : experiments)
    for (const Row& row : experiment.rows) names.insert(row.record.integrator.name);
  Groups libraries{{"this project", {}}}, defaults;
  for (const AnyIntegrator& method : IntegratorRegistry::instance().all()) {
    const Facts facts = method->facts();
    if (!names.contains(facts.name)) continue;
    add_to(libraries, facts.library.empty() ? "this project" : facts.library, facts.name);
    const std::string words = text_of(defaults_of(facts.name));
    add_to(defaults, words.empty() ? "no parameters" : words, facts.name);
  }
  return "\n## Who competes, and on what\n\n" + table_of(libraries, "code by", true) + kernels +
         folded("Today's defaults of the methods' parameters; a record states those of its run",
                table_of(defaults, "defaults", false));
}

}  // namespace stiffbench
