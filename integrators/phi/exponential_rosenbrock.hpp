#pragma once

#include "integrators/phi/phi.hpp"

#include <vector>

namespace stiffbench::phi {

/// Coefficients of an exponential Rosenbrock method whose stages start from the exponential Euler
/// method: with F, J the right-hand side and its Jacobian at u_n and R_i = F(U_i) - F - J (U_i -
/// u),
///   U_i = u + c_i h phi_1(c_i h J) F,   u+ = u + h phi_1(hJ) F + h sum_i sum_k b_ik phi_k(hJ) R_i.
/// Order 4 for stiff problems needs sum_i b_i c_i^2 = 2 phi_3 and sum_i b_i c_i^3 = 6 phi_4
/// (Luan, Ostermann, 10.1016/j.camwa.2016.01.020).
struct RosenbrockTableau {
  struct Weight {
    int k;
    double value;  // of phi_k
  };
  struct Stage {
    double c;
    std::vector<Weight> weights;
  };
  std::vector<Stage> stages;  // without the first, which is u_n itself
};

/// Two stages that do not need each other, with both conditions met (the parallel family of the
/// same authors, 10.1016/j.camwa.2016.01.020). The nodes are different and not zero.
RosenbrockTableau parallel_tableau(double c2, double c3);
/// One stage at 3/4 (Luan, 10.1016/j.apnum.2016.10.008).
RosenbrockTableau exprb42_tableau();

/// The one loop that runs such a tableau on M x'' = f(x, v, t). A load enters as in the autonomous
/// system of (u, t): c_i^2 h^2 phi_2(c_i h J) F_t in a stage, h^2 phi_2(hJ) F_t in the step and
/// -c_i h F_t in a remainder, F_t = (0, M^-1 df/dt). Remainders are of the form (0, r).
class ExponentialRosenbrock {
 public:
  Phi phi;

  std::string unfit(const Problem& problem) const { return phi.unfit(problem); }
  void init(const CountedProblem& problem, double h, RosenbrockTableau tableau);
  Outcome step(State& u);

 private:
  Request first_request() const;
  Request second_request() const;
  Outcome linearise(const State& u);
  void remainder(const State& u, size_t stage);

  const CountedProblem* problem_ = nullptr;
  double h_ = 0;
  Nature nature_;
  RosenbrockTableau tableau_;
  int first_ = 0, second_ = 0;
  Mat K_, D_;
  State stage_;
  Vec force_, stage_force_, acceleration_, times_;
  Vec load_rate_;                 // df/dt
  std::vector<Pair> slopes_;      // F and, under a load, F_t
  std::vector<Pair> increments_;  // of u in one exponential Euler step, then U_i - u
  std::vector<Pair> remainders_, correction_;
};

}  // namespace stiffbench::phi
