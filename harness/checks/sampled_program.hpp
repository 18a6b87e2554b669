#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace stiffbench {

/// The variables of every process that takes a sample.
std::vector<std::string> sample_environment();

/// One sample of a run, as a process of its own took it.
struct TakenSample {
  double stepping = 0;       ///< CPU time of all steps (s)
  std::string code = {};     ///< id of the code that the run can reach
  std::string failure = {};  ///< why there is no sample, or empty
};

/// A program whose runs are timed. Every sample process has the same name, arguments, environment
/// and length of the working folder's name, whatever the program's path: all of them are on its
/// stack, or lead to strings on its heap, and would move what it computes with.
class SampledProgram {
 public:
  /// Puts a link to the program into the new folder, in which it will run.
  SampledProgram(const std::filesystem::path& program, const std::filesystem::path& folder);

  /// Runs 'sample' on the experiment of one run, a path from the folder, for this CPU time of steps
  /// (s), with the memory laid out by this number.
  TakenSample sample(const std::string& experiment, double seconds, unsigned layout) const;

 private:
  std::filesystem::path program_, folder_;
};

}  // namespace stiffbench
