#pragma once

#include "harness/sweep/experiment.hpp"

namespace stiffbench {

/// One of several parts of an experiment's runs.
struct Shard {
  long index = 1, count = 1;  ///< from 1 to count
};

/// Reads "I/N". A text that is no shard is an Error.
Shard parse_shard(const std::string& text);

/// The share of each of these costs among `count` shards, counted from 0, so that the shards' sums
/// are nearly equal: the costliest goes first, and each to the shard with the least sum so far
/// (Graham, DOI 10.1137/0117039). The largest sum is at most 4/3 of the best split's.
std::vector<long> split(const std::vector<double>& costs, long count);

/// The shard of each run, block after block, counted from 0. It follows from the experiment and the
/// costs that come with the program, and from nothing that a machine or a folder holds. More shards
/// than runs are an Error.
std::vector<long> shards_of(const Experiment& experiment, long count);

/// Takes all runs but those of one shard out of an experiment.
void keep_shard(Experiment& experiment, const Shard& shard);

}  // namespace stiffbench
