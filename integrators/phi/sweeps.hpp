#pragma once

#include "integrators/phi/phi.hpp"

#include <vector>

namespace stiffbench::phi {

/// One solution of u' = h J u + sum_{k >= 1} tau^(k-1)/(k-1)! b_k, u(0) = b_0, that is
///   u(tau) = sum_k tau^k phi_k(tau h J) b_k,  b_k = sum over its loads of weight * in[input].
/// It is evaluated at stops: at each stop every member's output receives factor * u(c).
struct Sweep {
  struct Load {
    int input, k;
    double weight;
  };
  struct Member {
    int output;
    double factor;
  };
  struct Stop {
    double c;
    std::vector<Member> members;
  };
  int top = 0;              // the highest k
  std::vector<Load> loads;  // ordered by (k, input), each pair once
  std::vector<Stop> stops;  // ascending
};

/// Returns the fewest sweeps that serve a request. The terms of one output and one c form a
/// solution at tau = c, and solutions that differ by a factor share a sweep (as in
/// 10.1016/j.jcp.2018.10.018, which computes all stages of an exponential Rosenbrock method at
/// once).
std::vector<Sweep> make_sweeps(const Request& request);

}  // namespace stiffbench::phi
