#pragma once

#include "problems/contract/state.hpp"

#include <random>
#include <vector>

namespace stiffbench::test {

/// A symmetric matrix of full 3x3 blocks, with entries in [-1, 1], at random places no farther than
/// `band` from the diagonal. Some diagonal blocks are missing. With `skew` the blocks off the
/// diagonal are not symmetric themselves.
inline Mat random_blocks(int nodes, int band, bool skew, std::mt19937& random) {
  std::uniform_real_distribution<double> value(-1, 1);
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i < nodes; ++i)
    for (int j = std::max(0, i - band); j <= i; ++j) {
      if (random() % 3 == 0) continue;
      Eigen::Matrix3d block;
      for (double& entry : block.reshaped()) entry = value(random);
      if (i == j || !skew) block = (block + block.transpose()).eval();
      for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b) {
          entries.emplace_back(3 * i + a, 3 * j + b, block(a, b));
          if (i != j) entries.emplace_back(3 * j + b, 3 * i + a, block(a, b));
        }
    }
  Mat K(3 * nodes, 3 * nodes);
  K.setFromTriplets(entries.begin(), entries.end());
  return K;
}

}  // namespace stiffbench::test
