#pragma once

#include "base/code/reachable_code.hpp"
#include "base/error.hpp"
#include "base/parameters.hpp"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace stiffbench {

/// A map of things that enrol themselves by name before main() runs, such as integrators or
/// problems. If a name is enrolled twice, the registry ignores the second thing and remembers the
/// mistake. Nothing can be reported before main(), so main() calls check_enrolments() first.
template <class T>
class Registry {
 public:
  /// Messages call a thing by its `kind`, for example "integrator", and name the command that lists
  /// all of them: `list`, for example "'stiffbench list integrators'".
  Registry(std::string kind, std::string list) : kind_(std::move(kind)), list_(std::move(list)) {}

  /// Adds a thing. Returns false if the name is taken. `origin` locates the code of a thing that
  /// takes part in runs; other things leave it out.
  bool enrol(const std::string& name, T thing, CodeOrigin origin = {});
  const std::map<std::string, T>& all() const { return things_; }
  std::vector<std::string> names() const;
  /// Returns the thing of this name. Throws an Error that suggests similar names if there is none.
  const T& find(const std::string& name) const;

 private:
  std::string kind_, list_;
  std::map<std::string, T> things_;
};

/// Throws an Error for the first name that was enrolled twice in one registry.
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
  const auto match = things_.find(name);
  if (match == things_.end()) detail::unknown_name(kind_, list_, name, names());
  return match->second;
}

}  // namespace stiffbench
