#include "harness/cli/command.hpp"

namespace stiffbench {
namespace {

template <class T, class... Others>
constexpr bool is_one_of = (std::is_same_v<T, Others> || ...);

}  // namespace

bool Argument::is_list() const {
  return std::holds_alternative<std::vector<std::string>*>(target) ||
         std::holds_alternative<std::vector<double>*>(target);
}

std::string Argument::type() const {
  return std::visit(
      []<class T>(T*) -> std::string {
        if constexpr (std::is_same_v<T, bool>) return "";
        if constexpr (is_one_of<T, std::string, std::vector<std::string>>) return "TEXT";
        if constexpr (is_one_of<T, double, std::optional<double>, std::vector<double>>)
          return "NUMBER";
        return "INTEGER";
      },
      target);
}

Registry<Command>& commands() {
  static Registry<Command> all("command", "'stiffbench --help'");  // made before any enrolment
  return all;
}

}  // namespace stiffbench
