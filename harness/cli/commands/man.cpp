#include "harness/cli/command.hpp"
#include "harness/cli/help.hpp"
#include "harness/cli/program_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace stiffbench::man_command {
namespace {

/// Escapes text for troff: hyphens stay hyphens, and no line is a request.
std::string roff(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '\\')
      result += "\\e";
    else if (c == '-')
      result += "\\-";
    else if ((c == '.' || c == '\'') && (result.empty() || result.back() == '\n'))
      result += std::string("\\&") + c;
    else
      result += c;
  }
  return result;
}

/// Prints an entry of a list: its heading, and its indented text.
void print_entry(const std::string& heading, const std::string& text) {
  fmt::print(".TP\n.B {}\n{}\n", roff(heading), roff(text));
}

void print_examples(const std::vector<std::string>& examples) {
  if (examples.empty()) return;
  fmt::print(".PP\nExamples:\n.PP\n.RS\n.nf\n");
  for (const std::string& example : examples)
    fmt::print("{}\n", roff(program_name() + " " + example));
  fmt::print(".fi\n.RE\n");
}

void print_command(const Command& command) {
  const ArgumentList arguments = command.make_call().arguments;
  fmt::print(".SS \"{}\"\n{}.\n", roff(usage_of(command.facts, arguments)),
             roff(command.facts.doc));
  for (const Argument& argument : arguments.all())
    print_entry(heading_of(argument), text_of(argument));
  print_examples(command.facts.examples);
}

int print_manual() {
  std::string title = program_name();
  std::ranges::transform(title, title.begin(), [](unsigned char c) { return std::toupper(c); });
  fmt::print(
      ".TH {2} 1 \"\" \"stiffbench {1}\" \"User Commands\"\n"
      ".SH NAME\n{0} \\- benchmark of time integrators for stiff second\\-order systems\n"
      ".SH SYNOPSIS\n.B {0}\nCOMMAND [ARGUMENTS]\n.br\n.B {0}\nCOMMAND \\-\\-help\n"
      ".br\n.B {0}\n\\-\\-version\n"
      ".SH DESCRIPTION\nRuns integrators on problems M x'' = f(x, v, t) at many step sizes, judges "
      "every run against a certified reference, and draws diagrams from the records. "
      "\\(lq{0} help TOPIC\\(rq explains the words and the files.\n",
      roff(program_name()), STIFFBENCH_VERSION, roff(title));
  for (const CommandGroup group : command_groups) {
    fmt::print(".SH {}\n", roff(title_of(group)));
    for (const auto& [name, command] : commands().all())
      if (command.facts.group == group) print_command(command);
  }
  fmt::print(".SH ENVIRONMENT\n");
  print_entry("STIFFBENCH_CACHE", "Folder of meshes and references (default: ~/.cache/stiffbench)");
  print_entry("NO_COLOR", "No colours in tables, if it is set");
  fmt::print(".SH EXIT STATUS\n");
  print_entry("0", "Success");
  print_entry("1", "A check failed, or a job did");
  print_entry("2", "Wrong input; standard error says the rule, the value and the remedy");
  return 0;
}

struct Arguments {};

const bool enrolled = enrol_command<Arguments>(
    {CommandGroup::program, "man", "Prints the manual page", {"man > stiffbench.1"}},
    [](Arguments&, ArgumentList&) {}, [](Arguments&) { return print_manual(); });

}  // namespace
}  // namespace stiffbench::man_command
