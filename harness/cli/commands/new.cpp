#include "base/error.hpp"
#include "base/files.hpp"
#include "base/paths.hpp"
#include "harness/cli/commands/commands.hpp"
#include "integrators/contract/registry.hpp"
#include "problems/contract/registry.hpp"

#include <fmt/format.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

namespace stiffbench {
namespace {

namespace fs = std::filesystem;

std::string class_name(const std::string& name) {
  std::string result;
  bool upper = true;
  for (char c : name) {
    if (c != '_') result += upper ? static_cast<char>(std::toupper(c)) : c;
    upper = c == '_';
  }
  return result;
}

bool is_enrolled(const std::string& kind, const std::string& name) {
  if (kind == "integrator") {
    for (auto& method : IntegratorRegistry::instance().all())
      if (method.facts().name == name) return true;
  } else {
    for (auto& entry : ProblemRegistry::instance().all())
      if (entry.facts.name == name) return true;
  }
  return false;
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
}

int write_new(const std::string& kind, const std::string& name, fs::path folder) {
  static const std::regex rule("[a-z][a-z0-9_]*");
  if (!std::regex_match(name, rule))
    throw Error("a name has lower-case letters, digits and underscores, and begins with a letter",
                "'" + name + "'", "choose another name");
  if (is_enrolled(kind, name))
    throw Error("a name is given once", "'" + name + "', which there is already",
                "choose another name");
  const std::string house = kind + "s";
  if (folder.empty()) {
    folder = house;
    if (!fs::is_directory(folder))
      throw Error("new writes into the folder " + house + " of a source tree",
                  "no such folder in " + fs::current_path().string(),
                  "change to the tree's root, or give --folder");
  }
  const fs::path file = folder / (name + ".cpp");
  if (fs::exists(file))
    throw Error("new never overwrites a file", file.string(), "choose another name");

  std::ifstream source(data_path(house + "/template.cpp.in"));
  std::stringstream text;
  text << source.rdbuf();
  std::string filled = text.str();
  replace_all(filled, "@CLASS@", class_name(name));
  replace_all(filled, "@NAME@", name);
  write_atomically(file, filled);
  fmt::print("{}: build again, and 'stiffbench list {}' shows it\n", file.string(), house);
  return 0;
}

}  // namespace

void add_new_command(CLI::App& program, Job& job) {
  auto* command =
      program.add_subcommand("new", "Writes the one file of a new integrator or problem");
  struct Arguments {
    std::string kind, name, folder;
  };
  auto arguments = std::make_shared<Arguments>();
  command->add_option("kind", arguments->kind, "integrator or problem")
      ->required()
      ->check(CLI::IsMember({"integrator", "problem"}));
  command->add_option("name", arguments->name, "Name on the command line, as in my_method")
      ->required();
  command->add_option("--folder", arguments->folder,
                      "Where to write (default: integrators or problems, here)");
  command->callback([arguments, &job] {
    job = [arguments] { return write_new(arguments->kind, arguments->name, arguments->folder); };
  });
}

}  // namespace stiffbench
