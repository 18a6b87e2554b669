#include "harness/cli/help.hpp"

#include "base/error.hpp"
#include "base/paths.hpp"
#include "harness/cli/commands/help/glossary.hpp"
#include "harness/cli/program_name.hpp"
#include "harness/cli/terminal/text.hpp"
#include "harness/io/data_file.hpp"
#include "harness/io/schema.hpp"
#include "harness/replications/claims/rule.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>

namespace stiffbench::help_command {
namespace {

using Words = std::vector<std::string>;

constexpr auto glossary_topic = "glossary";

/// Returns the files of the topics, by name. The first line of each is its title.
std::map<std::string, std::filesystem::path> topics() { return data_files("docs/help", ".txt"); }

void print_topics() {
  fmt::print("\nTopics of '{} help TOPIC':\n", program_name());
  for (const auto& [name, path] : topics()) {
    std::string title;
    std::ifstream file(path);
    std::getline(file, title);
    fmt::print("{}", paragraph("  " + name, 16, title));
  }
  fmt::print("{}", paragraph(fmt::format("  {}", glossary_topic), 16, "All words, each explained"));
}

void print_entry(const GlossaryEntry& entry) {
  fmt::print("{}", paragraph(fmt::format("{}", fmt::join(entry.words, ", ")), 16, entry.meaning));
}

bool print_command(const std::string& name) {
  const auto& all = commands().all();
  if (const auto match = all.find(name); match != all.end()) {
    const Call call = match->second.make_call();
    fmt::print("{}", command_help(match->second.facts, call.arguments));
    return true;
  }
  const auto next = all.lower_bound(name + " ");
  if (next == all.end() || !next->first.starts_with(name + " ")) return false;
  fmt::print("{}", group_help(name));
  return true;
}

/// Returns the fields of an object, or of the objects in a list, from this part of a schema.
Json fields_of(const Json& part) {
  const Json& object = part.contains("items") ? part["items"] : part;
  return object.value("properties", Json::object());
}

/// Prints the fields that a schema of results/schema describes, including nested ones.
void print_fields(const std::string& schema) {
  const Json all = read_schema(schema);
  const auto print = [&](const std::string& name, const Json& field) {
    const Json& part = field.contains("$ref")
                           ? all.at(Json::json_pointer(field["$ref"].get<std::string>().substr(1)))
                           : field;
    fmt::print("{}", paragraph("  " + name, 18, part.value("description", "")));
    return fields_of(part);
  };
  for (const auto& [name, field] : all["properties"].items()) {
    const Json within = print(name, field);
    for (const auto& [inner, part] : within.items()) print(name + "." + inner, part);
  }
}

void print_rule_kinds() {
  for (const auto& [name, kind] : rule_kinds().all())
    fmt::print("{}", paragraph("  " + name, 15, kind.doc));
}

void print_quantities() {
  for (const auto& [words, doc] : quantity_docs())
    fmt::print("{}", paragraph("  " + words, 28, doc));
}

/// Prints a topic's file. A line "@fields SCHEMA" is replaced by the fields of that schema,
/// "@rules" and "@quantities" by the kinds of rules and the quantities that they measure.
void print_file(const std::filesystem::path& path) {
  constexpr std::string_view fields = "@fields ";
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);)
    if (line.starts_with(fields))
      print_fields(line.substr(fields.size()));
    else if (line == "@rules")
      print_rule_kinds();
    else if (line == "@quantities")
      print_quantities();
    else
      fmt::print("{}\n", with_program_name(line));
}

bool print_topic(const std::string& name) {
  if (name == glossary_topic) {
    for (const GlossaryEntry& entry : glossary()) print_entry(entry);
    return true;
  }
  const auto all = topics();
  const auto match = all.find(name);
  if (match == all.end()) return false;
  print_file(match->second);
  return true;
}

bool print_word(const std::string& word) {
  bool is_there = false;
  for (const GlossaryEntry& entry : glossary())
    if (std::ranges::count(entry.words, word) > 0) {
      print_entry(entry);
      is_there = true;
    }
  return is_there;
}

/// Returns all subjects that 'help' explains.
Words subjects() {
  Words names = commands().names();
  for (const auto& [name, file] : topics()) names.push_back(name);
  names.push_back(glossary_topic);
  for (const GlossaryEntry& entry : glossary())
    names.insert(names.end(), entry.words.begin(), entry.words.end());
  return names;
}

int print_help(const Words& words) {
  if (words.empty()) {
    fmt::print("{}", program_help());
    print_topics();
    return 0;
  }
  const auto subject = fmt::format("{}", fmt::join(words, " "));
  if (print_command(subject) || print_topic(subject) || print_word(subject)) return 0;
  const std::string near = near_matches(subject, subjects());
  throw Error("help takes a command, a topic or a word of the glossary", "'" + subject + "'",
              near.empty() ? "see 'stiffbench help' and 'stiffbench help glossary'" : near + "?");
}

const bool enrolled = enrol_command<Words>(
    {CommandGroup::program,
     "help",
     "Explains a command, a topic or a word",
     {"help", "help statuses", "help run", "help energy norm", "help glossary"}},
    [](Words& words, ArgumentList& list) {
      list.add("subject", &words, "Command, topic, or word of the glossary").suggestions =
          [](const Words& before) { return before.empty() ? subjects() : Words{}; };
    },
    print_help);

}  // namespace
}  // namespace stiffbench::help_command
