#pragma once

#include "base/registry.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace stiffbench {

/// The variable that an argument sets. A bool makes the argument a flag, a vector takes at least
/// one value, an optional vector any number.
using Target =
    std::variant<bool*, int*, long*, unsigned*, double*, std::string*, std::optional<double>*,
                 std::optional<long>*, std::optional<std::string>*, std::vector<double>*,
                 std::vector<std::string>*, std::optional<std::vector<std::string>>*>;

/// An argument of a command: an option, or a positional word.
struct Argument {
  std::string name;  ///< "--out" for an option, "folder" for a word
  Target target;
  std::string doc;                         ///< its text in --help
  std::string former_name = {};            ///< accepted too until version 0.2
  bool required = false;                   ///< an Error when missing
  std::vector<std::string> choices = {};   ///< permitted values; empty: all
  std::vector<std::string> partners = {};  ///< if not empty, one of them must also be given
  std::vector<std::string> rivals = {};    ///< arguments that it excludes
  /// Values offered by shell completion, given the preceding words of the command. If empty,
  /// suggested_values() supplies them.
  std::function<std::vector<std::string>(const std::vector<std::string>& before)> suggestions = {};

  bool is_option() const { return name.starts_with("-"); }
  bool is_flag() const { return std::holds_alternative<bool*>(target); }
  /// Minimum and maximum number of values per occurrence; a maximum of -1 is unlimited.
  std::pair<int, int> counts() const;
  /// True if it takes more than one value.
  bool is_list() const { return counts().second != 1; }
  /// "TEXT", "NUMBER", "INTEGER", or "" for a flag.
  std::string type() const;
};

/// The arguments of a command, in the order of --help.
class ArgumentList {
 public:
  /// Adds an argument. The returned reference is valid until the next call.
  Argument& add(std::string name, Target target, std::string doc) {
    return all_.emplace_back(Argument{std::move(name), target, std::move(doc)});
  }
  const std::vector<Argument>& all() const { return all_; }

 private:
  std::vector<Argument> all_;
};

/// The sections of --help, in this order.
enum class CommandGroup { runs, records, tools, program };

struct CommandFacts {
  CommandGroup group;
  std::string name;  ///< one word, or two if several commands share the first: "check orders"
  std::string doc;   ///< one line
  std::vector<std::string> examples = {};  ///< calls without the program's name: "cite rk4"
  std::string former_name = {};            ///< accepted too until version 0.2, with a note
};

/// One call of a command: its arguments, and the job that uses their values.
struct Call {
  ArgumentList arguments;
  std::function<int()> job;  ///< returns the exit status
};

struct Command {
  CommandFacts facts;
  std::function<Call()> make_call;
};

/// Returns all commands of the program, by name.
Registry<Command>& commands();

/// Adds a command to the program. `Values` is a struct with the values of the arguments,
/// initialized to their defaults. `declare` adds the arguments; `job` uses the values and returns
/// the exit status:
///   const bool enrolled = enrol_command<Arguments>(
///       {CommandGroup::tools, "greet", "Greets somebody", {"greet Ada"}},
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
