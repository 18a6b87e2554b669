#include "integrators/contract/registry.hpp"
#include "integrators/peers/odeint/odeint.hpp"
#include "integrators/peers/odeint/ublas_rosenbrock4.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace stiffbench {
namespace {

using Dense = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Counts the algebra of a step of odeint's method, which evaluates the Jacobian once, factorizes
/// one dense 2n x 2n matrix and solves with it six times. odeint does so internally, so the ledger
/// gets it together with the Jacobian.
void count_algebra(Work& work) {
  ++work.factorize;
  work.solve += 6;
}

/// Computes dF/dy = [0, I; -M^-1 K, -M^-1 D] and dF/dt = (0, M^-1 df/dt).
void fill_jacobian(const CountedProblem& problem, const State& u, double* jacobian, double* dFdt) {
  const Eigen::Index n = u.x.size();
  Mat K, D;
  problem.stiffness(u, K);
  problem.damping(u, D);
  Eigen::Map<Dense> J(jacobian, 2 * n, 2 * n);
  J.setZero();
  J.topRightCorner(n, n).setIdentity();
  const Dense full_K = K, full_D = D;  // columns of sparse rows are slow to find
  Vec column, solved;
  for (Eigen::Index j = 0; j < n; ++j) {
    column = -full_K.col(j);
    problem.mass().solve(column, solved);
    J.col(j).tail(n) = solved;
    column = -full_D.col(j);
    problem.mass().solve(column, solved);
    J.col(n + j).tail(n) = solved;
  }
  problem.time_derivative(u, column);
  problem.mass().solve(column, solved);
  Vec::Map(dFdt, n).setZero();
  Vec::Map(dFdt + n, n) = solved;
}

/// The six-stage, L-stable Rosenbrock pair 4(3) of Boost.Odeint (the coefficients of RODAS). Its
/// dense matrices of size 2n suit small problems only. Its error is weighted in the mean square.
struct OdeintRosenbrock4 {
  using Vector = std::vector<double>;
  using Tolerances = Tolerance;  // rosenbrock4_controller measures errors itself
  struct Controlled : UblasRosenbrock4 {
    using UblasRosenbrock4::UblasRosenbrock4;
    auto try_step(const DenseEquation& equation, Vector& y, double& t, double& h) {
      return UblasRosenbrock4::try_step(equation, y, t, h) ? boost::numeric::odeint::success
                                                           : boost::numeric::odeint::fail;
    }
  };
  struct Fixed : UblasRosenbrock4 {
    Fixed() : UblasRosenbrock4(1, 1) {}  // without control the tolerances have no effect
  };
  static int order(const Problem& p) { return p.traits().time_dependent ? 1 : 4; }
  static constexpr Eigen::Index most = 200;

  static Facts facts() {
    return {.name = "odeint_rosenbrock4",
            .title = "Boost.Odeint: Rosenbrock 4(3)",
            .doi = "10.1063/1.3637934",
            .family = Family::peer,
            .stages = 6,
            .library = "Boost.Odeint"};
  }
  static std::string why_not_applicable(const Problem& p) {
    const Eigen::Index n = p.mass().size();
    if (n <= most) return "";
    return fmt::format(
        "dense matrices of size 2n: at most {} degrees of freedom, the problem has {}", most, n);
  }
  static Controlled make(const Tolerance& tolerance, const CountedProblem&) {
    return {tolerance.absolute(), tolerance.rtol};
  }
  static DenseEquation system(OdeintRun<Vector>& run) {
    return {[&run](const double* y, double t, double* dydt) {
              if (!run.system().derivative(t, y, dydt)) run.broken = true;
            },
            [&run](const double* y, double t, double* jacobian, double* dFdt) {
              const CountedProblem& problem = run.system().problem();
              fill_jacobian(problem, run.system().at(t, y), jacobian, dFdt);
              count_algebra(problem.work());
            }};
  }
};

const bool enrolled = enrol(OdeintControlled<OdeintRosenbrock4>{});

}  // namespace
}  // namespace stiffbench
