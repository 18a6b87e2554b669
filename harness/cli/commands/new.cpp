#include "base/error.hpp"
#include "base/files.hpp"
#include "base/paths.hpp"
#include "harness/cli/command.hpp"
#include "integrators/contract/registry.hpp"
#include "problems/contract/registry.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

namespace stiffbench::new_command {
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
      if (method->facts().name == name) return true;
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

void check_new_name(const std::string& kind, const std::string& name) {
  static const std::regex rule("[a-z][a-z0-9_]*");
  if (!std::regex_match(name, rule))
    throw Error("a name has lower-case letters, digits and underscores, and begins with a letter",
                "'" + name + "'", "choose another name");
  if (is_enrolled(kind, name))
    throw Error("a name is given once", "'" + name + "', which there is already",
                "choose another name");
}

/// Returns the folder of --folder, or `house` if the working directory is a source tree.
fs::path folder_or(const fs::path& folder, const std::string& house) {
  if (!folder.empty()) return folder;
  if (!fs::is_directory(house))
    throw Error("new writes into the folder " + house + " of a source tree",
                "no such folder in " + fs::current_path().string(),
                "change to the tree's root; in a project of your own give --folder .");
  return house;
}

/// Returns true if a folder belongs to the source tree in the working directory.
bool is_of_tree(const fs::path& folder, const std::string& house) {
  std::error_code ignored;  // `house` may be absent
  return fs::equivalent(folder, house, ignored);
}

std::string read_text(const fs::path& file) {
  std::ifstream source(file);
  std::stringstream text;
  text << source.rdbuf();
  return text.str();
}

/// Returns the first program that the CMakeLists.txt of a folder adds to stiffbench, or "my_bench".
std::string program_of_project(const fs::path& folder) {
  static const std::regex call("stiffbench_add_program\\(\\s*([A-Za-z0-9_.+-]+)");
  std::smatch match;
  const std::string text = read_text(folder / "CMakeLists.txt");
  return std::regex_search(text, match, call) ? match[1].str() : "my_bench";
}

/// Prints the written file and the command that builds and judges it. `place` is the file, `check`
/// the command without the program's name.
void print_next(const fs::path& place, const std::string& check, bool is_in_tree) {
  fmt::print("{} is complete. Change it where it says so; then\n\n", place.string());
  if (is_in_tree) {
    fmt::print(
        "  cmake --build --preset release --target stiffbench_program &&\n"
        "    build/release/stiffbench {}\n\nbuilds and judges it. A DOI that is cited for the "
        "first time needs its entry in\n"
        "references.bib.\n",
        check);
    return;
  }
  const std::string program = program_of_project(place.parent_path());
  fmt::print(
      "  cmake --build build && build/{} {}\n\n"
      "builds and judges it, once CMakeLists.txt has\n\n"
      "  stiffbench_add_program({} ... {})\n",
      program, check, program, place.filename().string());
}

int write_new_file(const std::string& kind, const std::string& name, const fs::path& given,
                   const std::string& text_file, const std::string& check) {
  check_new_name(kind, name);
  const std::string house = kind + "s";
  const fs::path folder = folder_or(given, house), file = folder / (name + ".cpp");
  if (fs::exists(file))
    throw Error("new never overwrites a file", file.string(), "choose another name");
  std::string text = read_text(data_path(house + "/" + text_file));
  replace_all(text, "@CLASS@", class_name(name));
  replace_all(text, "@NAME@", name);
  write_atomically(file, text);
  print_next(file, check + " " + name, is_of_tree(folder, house));
  return 0;
}

constexpr std::string_view row_template = ".row.in";
/// The folder of rows' templates, beside the headers of tables.
constexpr std::string_view template_folder = "templates";

/// Returns the present name of a family: collocation was gauss before it had other methods.
std::string present_family(const std::string& family) {
  return family == "gauss" ? "collocation" : family;
}

/// Throws an Error for an unknown family. A family is a header of tables with the template of a
/// row.
void check_family(const std::string& family, const fs::path& folder) {
  std::vector<std::string> families;
  for (const auto& entry : fs::directory_iterator(folder / template_folder))
    if (const std::string file = entry.path().filename(); file.ends_with(row_template))
      families.push_back(file.substr(0, file.size() - row_template.size()));
  std::sort(families.begin(), families.end());
  if (std::find(families.begin(), families.end(), family) != families.end()) return;
  const std::string near = near_matches(family, families);
  throw Error(fmt::format("a row's family is one of {}", fmt::join(families, ", ")),
              "'" + family + "'", near.empty() ? "take one of these" : near + "?");
}

/// Inserts `addition` before the first `mark` at or after `start` and returns its position. A text
/// without the mark is an Error.
std::size_t insert_before(std::string& text, const std::string& mark, std::size_t start,
                          const std::string& addition, const fs::path& file) {
  const std::size_t place = text.find(mark, start);
  if (place == std::string::npos)
    throw Error("a header of tables has the line that new rows go before, and the list of its rows",
                fmt::format("no \"{}\" in {}", mark, file.string()), "write the row by hand");
  text.insert(place, addition);
  return place;
}

int write_new_row(const std::string& given_family, const std::string& name,
                  const fs::path& given) {
  check_new_name("integrator", name);
  const std::string family = present_family(given_family);
  const fs::path folder = folder_or(given, "integrators/tableaus");
  check_family(family, folder);
  const fs::path header = folder / (family + ".hpp");
  std::string text = read_text(header),
              row = read_text(folder / template_folder / (family + std::string(row_template)));
  if (text.find(" " + name + "{") != std::string::npos)
    throw Error("a row is written once", fmt::format("'{}', which is in {}", name, header.string()),
                "build again, or choose another name");
  replace_all(row, "@NAME@", name);
  const std::size_t place =
      insert_before(text, fmt::format("// 'stiffbench new row {} ", family), 0, row, header);
  const std::size_t list =
      insert_before(text, fmt::format("{}_rows =", family), place + row.size(), "", header);
  insert_before(text, ");", list, ", " + name, header);
  write_atomically(header, text);
  print_next(header, "check method " + name, true);
  return 0;
}

struct Arguments {
  std::string family, name, folder, kernel = "explicit";
};

void name_and_folder(Arguments& values, ArgumentList& list) {
  list.add("name", &values.name, "Name on the command line, as in my_method").required = true;
  list.add("--folder", &values.folder, "Where to write (default: the source tree here)");
}

const bool enrolled =
    enrol_command<Arguments>(
        {CommandGroup::tools,
         "new integrator",
         "Writes integrators/NAME.cpp, complete and commented",
         {"new integrator my_integrator", "new integrator my_integrator --kernel newton"}},
        [](Arguments& values, ArgumentList& list) {
          name_and_folder(values, list);
          list.add("--kernel", &values.kernel,
                   "What its steps are made of: forces alone, stages by Newton's iteration, or phi "
                   "functions of the Jacobian (default: explicit)")
              .choices = {"explicit", "newton", "phi"};
        },
        [](Arguments& values) {
          return write_new_file("integrator", values.name, values.folder,
                                "templates/" + values.kernel + ".cpp.in", "check method");
        }) &&
    enrol_command<Arguments>({CommandGroup::tools,
                              "new problem",
                              "Writes problems/NAME.cpp, complete and commented",
                              {"new problem my_problem"}},
                             name_and_folder,
                             [](Arguments& values) {
                               return write_new_file("problem", values.name, values.folder,
                                                     "template.cpp.in", "check orders --problem");
                             }) &&
    enrol_command<Arguments>(
        {CommandGroup::tools,
         "new row",
         "Writes an integrator that is a row into the table of its family",
         {"new row dirk my_row"}},
        [](Arguments& values, ArgumentList& list) {
          list.add("family", &values.family, "Header of integrators/tableaus, as in dirk")
              .required = true;
          name_and_folder(values, list);
        },
        [](Arguments& values) { return write_new_row(values.family, values.name, values.folder); });

}  // namespace
}  // namespace stiffbench::new_command
