#pragma once

#include "harness/cli/command.hpp"

#include <array>
#include <string>

namespace stiffbench {

/// The text of --help: all commands by groups, and examples.
std::string program_help();

/// The text of --help behind the first word that several commands share, as "check".
std::string group_help(const std::string& first_word);

/// The text of --help behind a command: its arguments and examples.
std::string command_help(const CommandFacts& command, const ArgumentList& arguments);

/// "program command word [OPTIONS]": how a command is called.
std::string usage_of(const CommandFacts& command, const ArgumentList& arguments);

/// An argument as --help shows it: "--h NUMBER", "folder".
std::string heading_of(const Argument& argument);

/// What --help says of an argument, with the values that it may have, and with what it needs.
std::string text_of(const Argument& argument);

/// The sections of commands in --help, in their order.
std::string title_of(CommandGroup group);
inline constexpr std::array command_groups{CommandGroup::runs, CommandGroup::records,
                                           CommandGroup::tools, CommandGroup::program};

}  // namespace stiffbench
