#include "base/error.hpp"
#include "integrators/contract/registry.hpp"
#include "integrators/phi/exponential_rosenbrock.hpp"

namespace stiffbench {
namespace {

/// Two stages that do not need each other, at c2 and c3; (1/2, 1) is as valid as the default.
class Pexprb43 {
 public:
  static void parameters(auto& self, auto&& parameter) {
    parameter("c2", self.c2_, positive(), "where the first stage lies, in steps; at most 1");
    parameter("c3", self.c3_, positive(), "where the second stage lies, in steps; at most 1");
    phi::Phi::parameters(self.loop_.phi, parameter);
  }
  void resolve() const {
    if (c2_ > 1 || c3_ > 1 || c2_ == c3_)
      throw Error("integrator 'pexprb43': c2 and c3 must be different and at most 1",
                  "c2 = " + std::to_string(c2_) + ", c3 = " + std::to_string(c3_),
                  "try c2 = 1/3, c3 = 3/4");
  }
  Facts facts() const {
    return {.name = "pexprb43",
            .title = "parallel exponential Rosenbrock method pexprb43, order 4 in three stages",
            .doi = "10.1016/j.camwa.2016.01.020",
            .stages = 3};
  }
  int order(const Problem&) const { return 4; }
  std::string unfit(const Problem& p) const { return loop_.unfit(p); }
  void init(const CountedProblem& problem, double h) {
    loop_.init(problem, h, phi::parallel_tableau(c2_, c3_));
  }
  Outcome step(State& u) { return loop_.step(u); }
  Settings reported() const { return loop_.phi.reported(); }

 private:
  double c2_ = 1.0 / 3, c3_ = 3.0 / 4;
  phi::ExponentialRosenbrock loop_;
};

const bool enrolled = enrol(Pexprb43{});

}  // namespace
}  // namespace stiffbench
