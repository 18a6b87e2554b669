#include "harness/cli/commands/completion/complete.hpp"

#include "harness/cli/command.hpp"
#include "harness/cli/commands/completion/suggestions.hpp"

#include <algorithm>
#include <set>

namespace stiffbench {
namespace {

using Words = std::vector<std::string>;

/// Returns the next words of the commands' names that begin with these words.
Words words_of_commands(const Words& before) {
  std::string beginning;
  for (const std::string& word : before) beginning += word + " ";
  std::set<std::string> next;
  for (const std::string& name : commands().names())
    if (name.starts_with(beginning))
      next.insert(
          name.substr(beginning.size(), name.find(' ', beginning.size()) - beginning.size()));
  return {next.begin(), next.end()};
}

/// Returns the argument that takes the next value after these words: an option at their end, else
/// the positional argument; null if there is none.
const Argument* next_argument(const std::vector<Argument>& arguments, const Words& words) {
  const auto option_named = [&](const std::string& name) -> const Argument* {
    const auto match = std::ranges::find(arguments, name, &Argument::name);
    return match == arguments.end() || !match->is_option() ? nullptr : &*match;
  };
  long place = 0;
  const Argument* open = nullptr;  // expects a value
  for (const std::string& word : words) {
    const Argument* option = option_named(word);
    if (!option && !open) ++place;
    const bool goes_on = open && open->is_list() && !option;
    if (!goes_on) open = option && !option->is_flag() ? option : nullptr;
  }
  if (open) return open;
  const Argument* last = nullptr;
  for (const Argument& argument : arguments)
    if (!argument.is_option()) {
      last = &argument;
      if (place-- == 0) return last;
    }
  return last && last->is_list() ? last : nullptr;
}

/// Returns options of a command that are not given yet or may be repeated.
Words options_of(const std::vector<Argument>& arguments, const Words& before) {
  Words options{"--help"};
  for (const Argument& argument : arguments)
    if (argument.is_option() &&
        (argument.is_list() || std::ranges::count(before, argument.name) == 0))
      options.push_back(argument.name);
  return options;
}

/// Returns all candidates after `before`; `word` is the incomplete word.
Words candidates(const Words& before, const std::string& word) {
  const Words of_commands = words_of_commands(before);
  if (before.empty()) return word.starts_with("-") ? Words{"--help", "--version"} : of_commands;
  if (!of_commands.empty()) return of_commands;
  const auto& all = commands().all();
  const bool has_two = before.size() > 1 && all.contains(before[0] + " " + before[1]);
  const auto match = all.find(has_two ? before[0] + " " + before[1] : before[0]);
  if (match == all.end()) return {};
  const Call call = match->second.make_call();
  const auto& arguments = call.arguments.all();
  const Words rest(before.begin() + (has_two ? 2 : 1), before.end());
  if (word.starts_with("-")) return options_of(arguments, rest);
  const Argument* next = next_argument(arguments, rest);
  return next ? suggested_values(*next, rest) : Words{};
}

}  // namespace

std::vector<std::string> completions(const std::vector<std::string>& words) {
  if (words.empty()) return {};
  const std::string& last = words.back();
  Words matches = candidates({words.begin(), words.end() - 1}, last);
  std::erase_if(matches, [&](const std::string& match) { return !match.starts_with(last); });
  return matches;
}

}  // namespace stiffbench
