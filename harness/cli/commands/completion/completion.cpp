#include "base/error.hpp"
#include "harness/cli/command.hpp"
#include "harness/cli/commands/completion/complete.hpp"
#include "harness/cli/program_name.hpp"

#include <fmt/format.h>

#include <regex>

namespace stiffbench::completion_command {
namespace {

// Both scripts query the program, so that they know its enrolled items.

constexpr auto bash_script = R"bash(# Completion of PROGRAM for bash: source this file.
_PROGRAM() {
  local IFS=$'\n'
  COMPREPLY=($("$1" completion words -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2> /dev/null))
  [[ ${COMPREPLY-} == *= ]] && compopt -o nospace  # the value follows
  return 0
}
complete -o default -F _PROGRAM PROGRAM
)bash";

constexpr auto zsh_script = R"zsh(#compdef PROGRAM
# Completion of PROGRAM for zsh: a file _PROGRAM in a folder of fpath.
local -a matches
matches=(${(f)"$($words[1] completion words -- "${(@)words[2,CURRENT]}" 2> /dev/null)"})
if (( $#matches )); then
  compadd -- $matches
else
  _files
fi
)zsh";

struct Arguments {
  std::string shell;
  std::vector<std::string> words;
};

int print_completion(const Arguments& arguments) {
  if (arguments.shell == "words") {
    for (const std::string& match : completions(arguments.words)) fmt::print("{}\n", match);
    return 0;
  }
  if (!arguments.words.empty())
    throw Error("only 'completion words' takes words to complete",
                "'" + arguments.words.front() + "'", "leave them out");
  const std::string script = arguments.shell == "bash" ? bash_script : zsh_script;
  fmt::print("{}", std::regex_replace(script, std::regex("PROGRAM"), program_name()));
  return 0;
}

const bool enrolled = enrol_command<Arguments>(
    {CommandGroup::program,
     "completion",
     "Prints a script that completes words in a shell",
     {"completion bash > ~/.local/share/bash-completion/completions/stiffbench"}},
    [](Arguments& values, ArgumentList& list) {
      Argument& shell = list.add("shell", &values.shell,
                                 "Whose script; words: what may follow the words behind --");
      shell.required = true;
      shell.choices = {"bash", "zsh", "words"};
      list.add("words", &values.words, "Words behind the program's name, the last one begun");
    },
    print_completion);

}  // namespace
}  // namespace stiffbench::completion_command
