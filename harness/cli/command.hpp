#pragma once

#include "base/registry.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace stiffbench {

/// Where the value of an argument goes: a bool makes a flag, a vector takes one value or more.
using Target =
    std::variant<bool*, int*, long*, unsigned*, double*, std::string*, std::optional<double>*,
                 std::optional<long>*, std::vector<double>*, std::vector<std::string>*>;

/// An option of a command, or a word that is told by its place.
struct Argument {
  std::string name;  ///< "--out" of an option, "folder" of a word
  Target target;
  std::string doc;                         ///< its line in --help
  bool required = false;                   ///< refused when missing
  std::vector<std::string> choices = {};   ///< what it may be; empty: anything
  std::vector<std::string> partners = {};  ///< one of them must be given with it, if there are any
  std::vector<std::string> rivals = {};    ///< none of them may be given with it

  bool is_option() const { return name.starts_with("-"); }
};

class ArgumentList {
 public:
  /// The reference holds until the next call.
  Argument& add(std::string name, Target target, std::string doc) {
    return all_.emplace_back(Argument{std::move(name), target, std::move(doc)});
  }
  const std::vector<Argument>& all() const { return all_; }

 private:
  std::vector<Argument> all_;
};

/// The sections of --help, in this order.
enum class CommandGroup { runs, records, tools };

struct CommandFacts {
  CommandGroup group;
  std::string name;  ///< one word, or two where several commands share the first: "check orders"
  std::string doc;   ///< one line
};

/// The arguments of one call of a command, and what it does with their values.
struct Call {
  ArgumentList arguments;
  std::function<int()> job;  ///< returns the exit status
};

struct Command {
  CommandFacts facts;
  std::function<Call()> make_call;
};

Registry<Command>& commands();

/// Adds a command to the program. `Values` is a struct with the values of its arguments, set to
/// their defaults; `declare` names the arguments, `job` works on the values and returns the exit
/// status:
///   const bool enrolled = enrol_command<Arguments>(
///       {CommandGroup::tools, "greet", "Greets somebody"},
///       [](Arguments& values, ArgumentList& list) { list.add("name", &values.name, "Whom"); },
///       greet);
template <class Values>
bool enrol_command(const CommandFacts& facts, std::function<void(Values&, ArgumentList&)> declare,
                   std::function<int(Values&)> job) {
  const auto make_call = [=] {
    const auto values = std::make_shared<Values>();
    Call call{{}, [=] { return job(*values); }};
    declare(*values, call.arguments);
    return call;
  };
  return commands().enrol(facts.name, {facts, make_call});
}

}  // namespace stiffbench
