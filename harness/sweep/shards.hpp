#pragma once

#include "harness/sweep/experiment.hpp"

namespace stiffbench {

/// One of several parts into which an experiment's runs are split.
struct Shard {
  long index = 1, count = 1;  ///< from 1 to count
};

/// Parses "I/N". Any other text is an Error.
Shard parse_shard(const std::string& text);

/// Assigns each cost to one of `count` shards, numbered from 0, so that the shards' sums are nearly
/// equal: in order of decreasing cost, each goes to the shard with the smallest sum so far (Graham,
/// DOI 10.1137/0117039). The largest sum is at most 4/3 of the optimum.
std::vector<long> split(const std::vector<double>& costs, long count);

/// Returns the shard of each run, block after block, numbered from 0. It depends only on the
/// experiment and on the costs shipped with the program, not on the machine or a folder. More
/// shards than runs are an Error.
std::vector<long> shards_of(const Experiment& experiment, long count);

/// Removes all runs of an experiment except those of one shard.
void keep_shard(Experiment& experiment, const Shard& shard);

}  // namespace stiffbench
