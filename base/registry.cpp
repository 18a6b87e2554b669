#include "base/registry.hpp"

#include <fmt/format.h>

namespace stiffbench {
namespace {

struct NameTaken {
  std::string kind, name;
};

std::vector<NameTaken>& names_taken() {
  static std::vector<NameTaken> all;  // local: things enrol before main in an unspecified order
  return all;
}

}  // namespace

void check_enrolments() {
  if (names_taken().empty()) return;
  const auto& [kind, name] = names_taken().front();
  throw Error(fmt::format("the name of every {} is its own", kind), fmt::format("'{}' twice", name),
              "rename one of the two");
}

namespace detail {

void remember_name_taken(const std::string& kind, const std::string& name) {
  names_taken().push_back({kind, name});
}

void unknown_name(const std::string& kind, const std::string& list, const std::string& name,
                  const std::vector<std::string>& names) {
  const std::string near = near_matches(name, names);
  throw Error(fmt::format("the {} must be one that {} shows", kind, list),
              fmt::format("'{}'", name), near.empty() ? "see there" : near + "?");
}

}  // namespace detail
}  // namespace stiffbench
