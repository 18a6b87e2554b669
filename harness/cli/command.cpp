#include "harness/cli/command.hpp"

namespace stiffbench {
namespace {

using Words = std::vector<std::string>;
using OptionalWords = std::optional<Words>;

template <class T, class... Others>
constexpr bool is_one_of = (std::is_same_v<T, Others> || ...);

}  // namespace

std::pair<int, int> Argument::counts() const {
  constexpr int any_number = -1;
  if (std::holds_alternative<OptionalWords*>(target)) return {0, any_number};
  const bool is_list = std::holds_alternative<Words*>(target) ||
                       std::holds_alternative<std::vector<double>*>(target);
  return {1, is_list ? any_number : 1};
}

std::string Argument::type() const {
  return std::visit(
      []<class T>(T*) -> std::string {
        if constexpr (std::is_same_v<T, bool>) return "";
        if constexpr (is_one_of<T, std::string, std::optional<std::string>, Words, OptionalWords>)
          return "TEXT";
        if constexpr (is_one_of<T, double, std::optional<double>, std::vector<double>>)
          return "NUMBER";
        return "INTEGER";
      },
      target);
}

Registry<Command>& commands() {
  static Registry<Command> all("command", "'stiffbench --help'");  // created before any enrolment
  return all;
}

}  // namespace stiffbench
