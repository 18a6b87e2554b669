#pragma once

#include "base/code/reachable_code.hpp"
#include "base/error.hpp"
#include "base/parameters.hpp"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace stiffbench {

/// Things that enrol themselves under a name of their own before main() runs, sorted by name. A
/// second thing of one name is left out and remembered as a mistake. No message can be printed
/// before main(), so the program calls check_enrolments() first of all.
template <class T>
class Registry {
 public:
  /// Messages call a thing by its `kind` ("integrator") and name the command that lists all of them
  /// ("'stiffbench list integrators'").
  Registry(std::string kind, std::string list) : kind_(std::move(kind)), list_(std::move(list)) {}

  /// False when the name is taken. A thing that runs reach says where its code stands.
  bool enrol(const std::string& name, T thing, CodeOrigin origin = {});
  const std::map<std::string, T>& all() const { return things_; }
  std::vector<std::string> names() const;
  /// The thing of this name; an Error with near matches for an unknown name.
  const T& find(const std::string& name) const;

 private:
  std::string kind_, list_;
  std::map<std::string, T> things_;
};

/// Throws an Error for the first name that was enrolled twice, in any registry.
void check_enrolments();

namespace detail {
void remember_name_taken(const std::string& kind, const std::string& name);
[[noreturn]] void unknown_name(const std::string& kind, const std::string& list,
                               const std::string& name, const std::vector<std::string>& names);
}  // namespace detail

template <class T>
bool Registry<T>::enrol(const std::string& name, T thing, CodeOrigin origin) {
  const bool is_new = things_.emplace(name, std::move(thing)).second;
  if (is_new && !origin.file.empty()) remember_origin(kind_, name, std::move(origin));
  if (!is_new) detail::remember_name_taken(kind_, name);
  return is_new;
}

template <class T>
std::vector<std::string> Registry<T>::names() const {
  std::vector<std::string> names;
  for (const auto& [name, thing] : things_) names.push_back(name);
  return names;
}

template <class T>
const T& Registry<T>::find(const std::string& name) const {
  const auto place = things_.find(name);
  if (place == things_.end()) detail::unknown_name(kind_, list_, name, names());
  return place->second;
}

}  // namespace stiffbench
