#include "harness/checks/tolerances/tolerances.hpp"

namespace stiffbench::tolerances {

// Motions of tens to hundreds of radians of their fastest mode: an explicit method of order 2 takes
// them within the budget of steps at most tolerances.
std::vector<ToleranceProblem> problems() {
  return {
      {"forced_oscillator",
       "linear, with damping, a load and a consistent mass",
       {{"consistent", true}, {"alpha", 0.1}, {"beta", 0.02}, {"end_time", 10.0}}},
      {"duffing_chain",
       "springs with a cubic term and dampers between neighbours",
       {{"damping", 0.3}, {"end_time", 5.0}}},
      {"fput", "stiff springs between soft ones", {{"omega", 50.0}, {"end_time", 2.0}}},
      {"double_pendulum",
       "stiff springs that turn, from rest",
       {{"omega", 30.0}, {"angle_1", 45.0}, {"angle_2", 60.0}, {"end_time", 2.0}}},
      {"bathe_model",
       "a stiff spring to a support that moves: rest without a force at the start",
       {{"k1", 1e4}, {"end_time", 5.0}}},
  };
}

}  // namespace stiffbench::tolerances
