#include "harness/cli/help.hpp"

#include "harness/cli/program_name.hpp"
#include "harness/cli/terminal/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace stiffbench {
namespace {

constexpr std::size_t command_indent = 20, argument_indent = 26;

/// Lists the commands whose names begin with this word, or all commands, by groups.
std::string command_lists(const std::string& first_word) {
  std::string text;
  for (const CommandGroup group : command_groups) {
    std::string lines;
    for (const auto& [name, command] : commands().all())
      if (command.facts.group == group && name.starts_with(first_word))
        lines += paragraph("  " + name, command_indent, command.facts.doc);
    if (!lines.empty()) text += fmt::format("\n{}:\n{}", title_of(group), lines);
  }
  return text;
}

std::string argument_lines(const ArgumentList& arguments, bool options) {
  std::string lines;
  for (const Argument& argument : arguments.all())
    if (argument.is_option() == options)
      lines += paragraph("  " + heading_of(argument), argument_indent, text_of(argument));
  return lines;
}

}  // namespace

std::string title_of(CommandGroup group) {
  constexpr std::array titles{"Runs and references", "Records", "Problems and integrators",
                              "This program"};
  return titles[static_cast<std::size_t>(group)];
}

std::string heading_of(const Argument& argument) {
  if (!argument.is_option()) return argument.name + (argument.is_list() ? "..." : "");
  return argument.is_flag() ? argument.name : argument.name + " " + argument.type();
}

std::string text_of(const Argument& argument) {
  std::string text = argument.doc;
  if (!argument.choices.empty())
    text += fmt::format("; one of {}", fmt::join(argument.choices, ", "));
  if (!argument.partners.empty())
    text += fmt::format(" (with {})", fmt::join(argument.partners, " or "));
  return text;
}

std::string usage_of(const CommandFacts& command, const ArgumentList& arguments) {
  std::string usage = program_name() + " " + command.name, options;
  for (const Argument& argument : arguments.all()) {
    const std::string heading = heading_of(argument);
    if (argument.required)
      usage += " " + heading;
    else if (!argument.is_option())
      usage += " [" + heading + "]";
    else
      options = " [OPTIONS]";
  }
  return usage + options;
}

std::string program_help() {
  return fmt::format(
      "A benchmark of time integrators for stiff second-order systems\n"
      "Usage: {0} COMMAND [ARGUMENTS]\n"
      "       {0} COMMAND --help\n"
      "       {0} --version\n"
      "{1}"
      "\nExamples:\n"
      "  {0} list problems\n"
      "  {0} run --problem fput --integrator rk4 --h 0.001\n"
      "  {0} run demo --out build/demo\n"
      "  {0} figure work_precision build/demo\n",
      program_name(), command_lists(""));
}

std::string group_help(const std::string& first_word) {
  return fmt::format("Usage: {} {} COMMAND [ARGUMENTS]\n{}", program_name(), first_word,
                     command_lists(first_word + " "));
}

std::string command_help(const CommandFacts& command, const ArgumentList& arguments) {
  std::string text =
      paragraph("", 0, command.doc) + paragraph("Usage:", 7, usage_of(command, arguments));
  const std::string words = argument_lines(arguments, false);
  if (!words.empty()) text += "\nWords:\n" + words;
  text += "\nOptions:\n" + argument_lines(arguments, true) +
          paragraph("  --help", argument_indent, "Prints this");
  if (!command.examples.empty()) text += "\nExamples:\n";
  for (const std::string& example : command.examples)
    text += fmt::format("  {} {}\n", program_name(), example);
  return text;
}

}  // namespace stiffbench
