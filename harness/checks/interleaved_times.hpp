#pragma once

#include "harness/records/compare/comparison.hpp"
#include "harness/sweep/experiment.hpp"

#include <filesystem>

namespace stiffbench {

/// How two programs are timed against each other.
struct InterleavedTiming {
  double threshold = equality.time;  ///< relative change of a time that counts
  long samples = 0;      ///< of each run and program at first; 0: as few as can prove a change
  double seconds = 0.1;  ///< CPU time of steps (s) for which short runs are repeated
  unsigned seed = 1;     ///< of the random order
};

/// Times every run of the experiment by both programs, on one core. A sample is the fastest of the
/// repetitions of a short run, in time of the CPU: what other processes take is mostly left out.
/// In each round the runs follow
/// each other at random, and in each run so do the two programs, so that a slow spell of the
/// machine falls on both. Every sample is a process of its own with a random layout of its memory
/// (layout.hpp), since addresses change times as well. Runs get more samples until it is clear on
/// which side of the threshold they are. Only Quantity::time is comparable in the result. A program
/// that can time no run is an Error.
Comparison compare_times(const std::filesystem::path& before, const std::filesystem::path& after,
                         const Experiment& experiment, const InterleavedTiming& timing);

}  // namespace stiffbench
