#include "base/code/reachable_code.hpp"

#include "base/error.hpp"
#include "base/hash.hpp"

#include <map>
#include <sstream>
#include <utility>

namespace stiffbench {
namespace {

struct Source {
  std::string settings, hash;
  std::vector<std::string> reaches;
};

// Local to a function, because things enrol before main in an unspecified order.
std::vector<const char*>& descriptions() {
  static std::vector<const char*> all;
  return all;
}
std::map<std::pair<std::string, std::string>, CodeOrigin>& origins() {
  static std::map<std::pair<std::string, std::string>, CodeOrigin> all;
  return all;
}

/// Hashes of things, by kind and name, as far as they have been computed.
std::map<std::pair<std::string, std::string>, std::string>& hashes() {
  static std::map<std::pair<std::string, std::string>, std::string> all;
  return all;
}

std::map<std::string, Source> read_descriptions() {
  std::map<std::string, Source> all;
  for (const char* description : descriptions()) {
    std::istringstream lines(description);
    std::string settings, line;
    std::getline(lines, settings);
    while (std::getline(lines, line)) {
      std::istringstream fields(line);
      std::string file;
      Source source{settings, {}, {}};
      std::getline(std::getline(fields, file, '\t'), source.hash, '\t');
      for (std::string next; std::getline(fields, next, '\t');) source.reaches.push_back(next);
      all[file] = std::move(source);
    }
  }
  return all;
}

const std::map<std::string, Source>& sources() {
  static const auto all = read_descriptions();
  return all;
}

const Source& source_of(const std::string& file) {
  const auto match = sources().find(file);
  if (match == sources().end())
    throw Error("a run names the code that made it, so the build must describe its sources",
                "no description of '" + file + "'",
                "build the program with stiffbench_add_program, and enrol in a .cpp file of it");
  return match->second;
}

std::string short_hex(const Hasher& hasher) { return hasher.hex().substr(0, 16); }

}  // namespace

bool enrol_sources(const char* description) {
  descriptions().push_back(description);
  return true;
}

void remember_origin(const std::string& kind, const std::string& name, CodeOrigin origin) {
  // A thing that a user defines anew, as a method in Python, has the code of its last definition.
  origins().insert_or_assign({kind, name}, std::move(origin));
  hashes().erase({kind, name});
}

bool has_origin(const std::string& kind, const std::string& name) {
  return origins().contains({kind, name});
}

std::set<std::string> reachable_files(const std::vector<std::string>& roots,
                                      const std::string& outside) {
  std::set<std::string> files;
  for (std::vector<std::string> waiting = roots; !waiting.empty();) {
    const std::string file = std::move(waiting.back());
    waiting.pop_back();
    if ((!outside.empty() && file.starts_with(outside)) || !files.insert(file).second) continue;
    const auto& reaches = source_of(file).reaches;
    waiting.insert(waiting.end(), reaches.begin(), reaches.end());
  }
  return files;
}

std::set<std::string> reachable_files(const std::string& kind, const std::string& name) {
  const CodeOrigin& origin = origins().at({kind, name});
  std::set<std::string> files = reachable_files({origin.file});
  for (const auto& candidate : origin.candidates) files.merge(reachable_files(kind, candidate));
  return files;
}

std::string hash_of_code(const std::set<std::string>& files) {
  Hasher hasher;
  for (const auto& file : files) hasher.update(file).update(source_of(file).hash);
  return short_hex(hasher);
}

std::string hash_of_code(const std::string& kind, const std::string& name) {
  std::string& hash = hashes()[{kind, name}];
  if (hash.empty())
    hash = short_hex(Hasher()
                         .update(hash_of_code(reachable_files(kind, name)))
                         .update(origins().at({kind, name}).numbers));
  return hash;
}

std::string settings_of_code(const std::set<std::string>& files) {
  std::set<std::string> settings;
  for (const auto& file : files) settings.insert(source_of(file).settings);
  std::string text;
  for (const auto& each : settings) text += (text.empty() ? "" : "; ") + each;
  return text;
}

}  // namespace stiffbench
