#pragma once

#include "harness/cli/command.hpp"

#include <array>
#include <string>

namespace stiffbench {

/// Returns the text of --help: all commands by groups, and examples.
std::string program_help();

/// Returns the text of --help for the first word that several commands share, such as "check".
std::string group_help(const std::string& first_word);

/// Returns the text of --help for a command: its arguments and examples.
std::string command_help(const CommandFacts& command, const ArgumentList& arguments);

/// Returns the synopsis of a command: "program command word [OPTIONS]".
std::string usage_of(const CommandFacts& command, const ArgumentList& arguments);

/// Formats the heading of an argument in --help: "--h NUMBER", "folder".
std::string heading_of(const Argument& argument);

/// Returns the description of an argument in --help, with its permitted values and required
/// partners.
std::string text_of(const Argument& argument);

/// Returns the title of a section of commands in --help; command_groups holds their order.
std::string title_of(CommandGroup group);
inline constexpr std::array command_groups{CommandGroup::runs, CommandGroup::records,
                                           CommandGroup::tools, CommandGroup::program};

}  // namespace stiffbench
