#pragma once

#include <filesystem>

namespace stiffbench {

/// Writes the records of a sweep's folder small, for pages of results: what the tables of times to
/// an error show of every run, where runs were timed and judged, and what the rules of all targets
/// read. Numbers have ten digits, errors and times six; the environment is what names the build
/// and the machine. They go to `into`/EXPERIMENT/records.jsonl with the experiment itself, or to
/// where records of it are in a folder of `into`; what stood there is replaced. Returns the name
/// of that file. A folder without its experiment, of a sweep that is not done, without a run that
/// a page shows, or with runs of two builds is an Error.
std::filesystem::path write_small_records(const std::filesystem::path& folder,
                                          const std::filesystem::path& into);

}  // namespace stiffbench
