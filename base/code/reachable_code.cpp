#include "base/code/reachable_code.hpp"

#include "base/error.hpp"
#include "base/hash.hpp"

#include <map>
#include <sstream>
#include <utility>

namespace stiffbench {
namespace {

struct Object {
  std::string settings, hash;
  std::vector<std::string> calls;
};

// Made on first use: enrolment runs before main in any order.
std::vector<const char*>& descriptions() {
  static std::vector<const char*> all;
  return all;
}
std::map<std::pair<std::string, std::string>, CodeOrigin>& origins() {
  static std::map<std::pair<std::string, std::string>, CodeOrigin> all;
  return all;
}

std::map<std::string, Object> read_descriptions() {
  std::map<std::string, Object> all;
  for (const char* description : descriptions()) {
    std::istringstream lines(description);
    std::string settings, line;
    std::getline(lines, settings);
    while (std::getline(lines, line)) {
      std::istringstream fields(line);
      std::string file;
      Object object{settings, {}, {}};
      std::getline(std::getline(fields, file, '\t'), object.hash, '\t');
      for (std::string call; std::getline(fields, call, '\t');) object.calls.push_back(call);
      all[file] = std::move(object);
    }
  }
  return all;
}

const std::map<std::string, Object>& objects() {
  static const auto all = read_descriptions();
  return all;
}

const Object& object_of(const std::string& file) {
  const auto place = objects().find(file);
  if (place == objects().end())
    throw Error("a run names the code that made it, so the build must describe its objects",
                "no object of '" + file + "'",
                "build the program with stiffbench_add_program, and enrol in a .cpp file of it");
  return place->second;
}

void add_reachable(std::vector<std::string> waiting, const std::string& outside,
                   std::set<std::string>& files) {
  while (!waiting.empty()) {
    const std::string file = std::move(waiting.back());
    waiting.pop_back();
    if ((!outside.empty() && file.starts_with(outside)) || !files.insert(file).second) continue;
    const auto& calls = object_of(file).calls;
    waiting.insert(waiting.end(), calls.begin(), calls.end());
  }
}

std::string short_hex(const Hasher& hasher) { return hasher.hex().substr(0, 16); }

}  // namespace

bool enrol_objects(const char* description) {
  descriptions().push_back(description);
  return true;
}

void remember_origin(const std::string& kind, const std::string& name, CodeOrigin origin) {
  origins().emplace(std::pair(kind, name), std::move(origin));
}

bool has_origin(const std::string& kind, const std::string& name) {
  return origins().contains({kind, name});
}

std::set<std::string> reachable_files(const std::vector<std::string>& roots,
                                      const std::string& outside) {
  std::set<std::string> files;
  add_reachable(roots, outside, files);
  return files;
}

std::set<std::string> reachable_files(const std::string& kind, const std::string& name) {
  const CodeOrigin& origin = origins().at({kind, name});
  std::set<std::string> files;
  add_reachable({origin.file}, "", files);
  for (const auto& other : origin.uses) files.merge(reachable_files(kind, other));
  return files;
}

std::string hash_of_code(const std::set<std::string>& files) {
  Hasher hasher;
  for (const auto& file : files) hasher.update(file).update(object_of(file).hash);
  return short_hex(hasher);
}

std::string hash_of_code(const std::string& kind, const std::string& name) {
  static std::map<std::pair<std::string, std::string>, std::string> hashes;
  std::string& hash = hashes[{kind, name}];
  if (hash.empty())
    hash = short_hex(Hasher()
                         .update(hash_of_code(reachable_files(kind, name)))
                         .update(origins().at({kind, name}).numbers));
  return hash;
}

std::string settings_of_code(const std::set<std::string>& files) {
  std::set<std::string> settings;
  for (const auto& file : files) settings.insert(object_of(file).settings);
  std::string text;
  for (const auto& each : settings) text += (text.empty() ? "" : "; ") + each;
  return text;
}

}  // namespace stiffbench
