#include "base/error.hpp"
#include "base/files.hpp"
#include "base/paths.hpp"
#include "harness/cli/command.hpp"
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

struct Arguments {
  std::string kind, name, folder;
};

const bool enrolled = enrol_command<Arguments>(
    {CommandGroup::tools, "new", "Writes the one file of a new integrator or problem"},
    [](Arguments& values, ArgumentList& list) {
      list.add("kind", &values.kind, "integrator or problem")
          .require()
          .choose_from({"integrator", "problem"});
      list.add("name", &values.name, "Name on the command line, as in my_method").require();
      list.add("--folder", &values.folder,
               "Where to write (default: integrators or problems, here)");
    },
    [](Arguments& values) { return write_new(values.kind, values.name, values.folder); });

}  // namespace
}  // namespace stiffbench
