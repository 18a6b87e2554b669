#pragma once

#include <CLI/CLI.hpp>

#include <functional>

namespace stiffbench {

/// What a chosen subcommand does; its result is the exit status.
using Job = std::function<int()>;

// Each adds its subcommand to the program and, when that is chosen, leaves its job in `job`.
void add_run_command(CLI::App& program, Job& job);
void add_list_command(CLI::App& program, Job& job);
void add_table_command(CLI::App& program, Job& job);
void add_figure_command(CLI::App& program, Job& job);
void add_frames_command(CLI::App& program, Job& job);
void add_report_command(CLI::App& program, Job& job);
void add_cite_command(CLI::App& program, Job& job);
void add_new_command(CLI::App& program, Job& job);
void add_check_command(CLI::App& program, Job& job);
void add_phi_check(CLI::App& check, Job& job);
void add_reference_command(CLI::App& program, Job& job);

}  // namespace stiffbench
