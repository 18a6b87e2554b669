#pragma once

#include "harness/records/compare/comparison.hpp"
#include "harness/sweep/experiment.hpp"

#include <filesystem>

namespace stiffbench {

/// Options of compare_times().
struct InterleavedTiming {
  double threshold = equality.time;  ///< relative change of a time that is significant
  long samples = 0;      ///< initial samples per run and program; 0: fewest that can prove a change
  double seconds = 0.1;  ///< CPU time of steps (s) up to which short runs are repeated
  unsigned seed = 1;     ///< seed of the random order
};

/// Times every run of the experiment by both programs on one core. A sample is the CPU time of the
/// fastest repetition of a run, which mostly excludes the effect of other processes. In each round
/// the runs follow each other in random order, and so do the two programs within each run, so that
/// a slow phase of the machine affects both. Every sample is a separate process with a random
/// memory layout (layout.hpp), because addresses affect times as well. Sampling continues until
/// each run is clearly on one side of the threshold. Only Quantity::time is comparable in the
/// result. A program that can time no run is an Error.
Comparison compare_times(const std::filesystem::path& before, const std::filesystem::path& after,
                         const Experiment& experiment, const InterleavedTiming& timing);

}  // namespace stiffbench
