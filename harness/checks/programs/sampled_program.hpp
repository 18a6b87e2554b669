#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace stiffbench {

/// Returns the environment variables of every process that takes a sample.
std::vector<std::string> sample_environment();

/// One sample of a run, taken by a separate process.
struct TakenSample {
  double seconds = 0;        ///< CPU time of the preparation and all steps (s)
  std::string code = {};     ///< id of the code that the run can reach
  std::string failure = {};  ///< reason why there is no sample, or empty
};

/// A program whose runs are timed. Every sample process has the same name, arguments, environment
/// and length of the working folder's name, independent of the program's path: these strings lie on
/// the stack, or lead to strings on the heap, and would shift the addresses of the data.
class SampledProgram {
 public:
  /// Creates a link to the program in the new folder, in which it will run.
  SampledProgram(const std::filesystem::path& program, const std::filesystem::path& folder);

  /// Runs 'sample' on an experiment with one run, given by its path from the folder, for this CPU
  /// time of steps (s), with the random memory layout of this number.
  TakenSample sample(const std::string& experiment, double seconds, unsigned layout) const;

 private:
  std::filesystem::path program_, folder_;
};

}  // namespace stiffbench
