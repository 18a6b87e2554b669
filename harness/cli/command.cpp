#include "harness/cli/command.hpp"

namespace stiffbench {

Argument& Argument::require() {
  required = true;
  return *this;
}

Argument& Argument::choose_from(std::vector<std::string> names) {
  choices = std::move(names);
  return *this;
}

Argument& Argument::needs(std::vector<std::string> one_of_these) {
  partners = std::move(one_of_these);
  return *this;
}

Argument& Argument::excludes(std::vector<std::string> others) {
  rivals = std::move(others);
  return *this;
}

Argument& ArgumentList::add(std::string name, Target target, std::string doc) {
  return all_.emplace_back(Argument{std::move(name), target, std::move(doc)});
}

Registry<Command>& commands() {
  static Registry<Command> all("command", "'stiffbench --help'");  // made before any enrolment
  return all;
}

}  // namespace stiffbench
