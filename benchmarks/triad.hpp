#pragma once

#include "problems/contract/state.hpp"

#include <benchmark/benchmark.h>

/// Computes a = b + s c with this many bytes read and written: the speed that memory allows.
inline void run_triad(benchmark::State& run, Eigen::Index bytes) {
  const Eigen::Index n = bytes / 3 / static_cast<Eigen::Index>(sizeof(double));
  stiffbench::Vec a = stiffbench::Vec::Zero(n);
  const stiffbench::Vec b = stiffbench::Vec::Ones(n), c = stiffbench::Vec::Ones(n);
  for (auto _ : run) {
    a = b + 3 * c;
    benchmark::DoNotOptimize(a.data());
    benchmark::ClobberMemory();
  }
}
