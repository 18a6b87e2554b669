#include "base/error.hpp"
#include "harness/cli/command.hpp"
#include "harness/cli/commands/list/coefficients.hpp"
#include "harness/cli/commands/list/facts.hpp"
#include "harness/cli/commands/list/stability.hpp"
#include "harness/cli/terminal/text.hpp"
#include "harness/io/output.hpp"
#include "harness/processes/pool.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

namespace stiffbench::list_command {
namespace {

using Words = std::vector<std::string>;

struct Arguments {
  std::string kind, out;
  Words names;
  bool json = false, properties = false, coefficients = false;
};

/// Formats a value without quotation marks; entries of a list are separated by commas.
std::string plain(const Json& value) {
  if (value.is_string()) return value;
  if (value.is_boolean()) return value == true ? "yes" : "no";
  if (!value.is_array()) return value.dump();
  if (value.empty()) return "empty";
  Words entries;
  for (const Json& entry : value) entries.push_back(plain(entry));
  return fmt::format("{}", fmt::join(entries, ", "));
}

void print_short(const Json& list) {
  constexpr std::size_t indent = 25;
  for (const Json& entry : list) fmt::print("{}", paragraph(entry["name"], indent, entry["title"]));
}

/// Prints the integrators, each with its family and order.
void print_integrators(const Json& list) {
  constexpr std::size_t indent = 25;
  for (const Json& entry : list) {
    const Json& order = entry["order"];
    fmt::print("{}", paragraph(entry["name"], indent,
                               fmt::format("{}, {}: {}", plain(entry["family"]),
                                           order.is_null() ? "own steps" : "order " + order.dump(),
                                           plain(entry["title"]))));
  }
  fmt::print(
      "\nOrders are those with default settings on smooth problems without damping and\n"
      "load, which may lower them. 'own steps' marks methods that choose their steps.\n");
}

/// Prints the experiments with their times, as far as measured.
void print_experiments(const Json& list) {
  for (const Json& entry : list)
    fmt::print("{}", paragraph(entry["name"], 32,
                               fmt::format("{}: {}", plain(entry["time"]), plain(entry["title"]))));
  fmt::print(
      "\nTimes are estimates for {} cores with all references to be computed; rough ones\n"
      "may be off tenfold. 'stiffbench run NAME --dry-run' says what is left to do.\n",
      usable_cores());
}

void print_parameters(const Json& parameters, const std::string& kind) {
  if (parameters.empty()) return;
  fmt::print("  parameters, for --set {}.NAME=VALUE:\n", kind.substr(0, kind.size() - 1));
  for (const Json& parameter : parameters) {
    const Json& values = parameter["values"];
    fmt::print("    {} = {}\n{}", plain(parameter["name"]), plain(parameter["default"]),
               paragraph("       ", 8, plain(parameter["doc"])));
    if (parameter["rule"] != any_value().text)
      fmt::print("{}", paragraph("       ", 8,
                                 values.empty() ? "must be " + plain(parameter["rule"])
                                                : "one of " + plain(values)));
  }
}

/// Prints all facts of an entry, long ones below their headings.
void print_long(const Json& entry, const std::string& kind) {
  constexpr std::size_t indent = 15;
  fmt::print("{}", paragraph(entry["name"], indent, entry["title"]));
  for (const auto& [name, value] : entry.items()) {
    const bool says_nothing =
        value.is_null() || value.is_object() || (value.is_array() && value.empty());
    if (name == "name" || name == "title" || name == "seconds" || name == "rough" ||
        name == "parameters" || says_nothing)
      continue;
    if (name == "remarks")
      for (const Json& remark : value) fmt::print("{}", paragraph("  -", 4, plain(remark)));
    else
      fmt::print("{}", paragraph("  " + name, indent, plain(value)));
  }
  if (entry.contains("parameters")) print_parameters(entry["parameters"], kind);
}

/// Returns the facts of the named items of a kind, or of all of them.
Json chosen_facts(const ListedKind& kind, const Words& chosen) {
  if (chosen.empty()) return kind.facts();
  const Words names = kind.names();
  Json list = Json::array();
  for (const std::string& name : chosen) {
    if (std::ranges::count(names, name) == 0) {
      const std::string near = near_matches(name, names);
      throw Error(fmt::format("list {} takes names of {}", kind.name, kind.name), "'" + name + "'",
                  near.empty() ? "see 'stiffbench list " + kind.name + "'" : near + "?");
    }
    list.push_back(kind.facts_of(name));
  }
  return list;
}

int print_kinds() {
  for (const ListedKind& kind : listed_kinds())
    fmt::print("{}", paragraph("list " + kind.name, 20,
                               fmt::format("{} {}", kind.names().size(), kind.doc)));
  fmt::print(
      "\n'list KIND NAME' says all about one of them: parameters, allowed values, source.\n");
  return 0;
}

void check(const Arguments& arguments) {
  for (const auto& [is_set, option] : {std::pair{arguments.properties, "--properties"},
                                       std::pair{arguments.coefficients, "--coefficients"}})
    if (is_set && arguments.kind != "integrators")
      throw Error(fmt::format("only integrators have {}", option + 2),
                  fmt::format("list {} {}", arguments.kind, option),
                  fmt::format("say 'list integrators {}'", option));
  if (arguments.properties && arguments.coefficients && !arguments.json)
    throw Error("a table shows properties or coefficients", "--properties and --coefficients",
                "leave one of the two out, or add --json, which prints both");
}

int print_list(const Arguments& arguments) {
  if (arguments.kind.empty()) return print_kinds();
  check(arguments);
  const auto kind = std::ranges::find(listed_kinds(), arguments.kind, &ListedKind::name);
  Json list = chosen_facts(*kind, arguments.names);
  for (Json& entry : list) {
    if (!arguments.properties)
      entry.erase("stability");
    else if (arguments.out.empty())
      entry["oscillations"] =
          describe_oscillations(IntegratorRegistry::instance().make(entry["name"]));
    if (!arguments.coefficients) entry.erase("coefficients");
  }
  if (!arguments.out.empty()) {
    std::filesystem::create_directories(arguments.out);
    write_output(arguments.out + "/stability.jsonl", stability_lines());
  } else if (arguments.json) {
    fmt::print("{}\n", list.dump(2));
  } else if (arguments.properties || arguments.coefficients) {
    if (arguments.properties) print_properties(list);
    if (arguments.coefficients) print_coefficients(list, !arguments.names.empty());
  } else if (arguments.names.empty()) {
    arguments.kind == "experiments"   ? print_experiments(list)
    : arguments.kind == "integrators" ? print_integrators(list)
                                      : print_short(list);
  } else {
    for (const Json& entry : list) print_long(entry, arguments.kind);
  }
  return 0;
}

Words kind_names() {
  Words names;
  for (const ListedKind& kind : listed_kinds()) names.push_back(kind.name);
  return names;
}

const bool enrolled = enrol_command<Arguments>(
    {CommandGroup::tools,
     "list",
     "Lists what there is, and says all about one of them",
     {"list", "list problems", "list integrators bdf2", "list integrators dopri5 --coefficients",
      "list experiments --json"}},
    [](Arguments& values, ArgumentList& list) {
      list.add("kind", &values.kind, "What to list").choices = kind_names();
      list.add("names", &values.names, "Names of those to say all about; all in short without")
          .suggestions = [](const Words& before) { return names_of_kind(before.at(0)); };
      list.add("--json", &values.json, "Print JSON");
      list.add(
          "--properties", &values.properties,
          "Of integrators: stability, where it is measured with a scan, and the order and constant "
          "of dissipation (r, d) and of dispersion (q, e)");
      list.add("--coefficients", &values.coefficients,
               "Of integrators: tables of coefficients, as fractions or with all digits");
      list.add("--out", &values.out,
               "Folder for stability.jsonl, which the figure stability_region draws")
          .partners = {"--properties"};
    },
    print_list);

}  // namespace
}  // namespace stiffbench::list_command
