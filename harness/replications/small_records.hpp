#pragma once

#include <filesystem>
#include <optional>

namespace stiffbench {

/// Writes a reduced copy of the records of a sweep's folder for the pages of results. It contains
/// the entries of each run shown in tables of times to errors, if runs were timed and judged, and
/// the entries read by the rules of all replications. Where there are neither, it contains errors
/// and energies of every run. Energies and outputs have ten significant digits, errors five, times
/// four, reports of integrators six; the environment only identifies the build and the machine. The
/// file is records.jsonl, in groups of problems and methods that state once what they share
/// (lines_with_common_members()), with the experiment beside it, in `into`/EXPERIMENT or in the
/// folder within `into` that already has records of the experiment; earlier files are replaced.
/// Returns the path of the file. A folder without its experiment, of an incomplete sweep, without a
/// run, or with runs of two builds, harnesses or CPUs is an Error. `seconds` is the duration of the
/// sweep on one core, where it is known; it is written, too. Small records are written in today's
/// form, with their own duration.
std::filesystem::path write_small_records(const std::filesystem::path& folder,
                                          const std::filesystem::path& into,
                                          std::optional<double> seconds = {});

}  // namespace stiffbench
