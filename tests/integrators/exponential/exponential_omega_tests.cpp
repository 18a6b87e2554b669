// The papers integrate (Omega x, v) with Omega the square root of the stiffness. Exponential
// Rosenbrock methods do not see a constant linear change of variables, so integrating (x, v) gives
// the same numbers: here are the methods written out in the papers' variables, with dense matrices.

#include "base/dense.hpp"
#include "integrators/contract/registry.hpp"
#include "integrators/phi/exponential_rosenbrock.hpp"
#include "integrators/tableaus/exponential.hpp"
#include "problems/contract/registry.hpp"

#include <catch2/catch.hpp>

#include <span>

namespace exponential_omega_tests {

using namespace stiffbench;

namespace {

using Eigen::MatrixXd;

class OmegaForm {
 public:
  OmegaForm(const Problem& problem, double h, std::span<const ExponentialStage> stages)
      : problem_(problem), h_(h), stages_(stages.begin(), stages.end()), n_(problem.dof()) {
    omega_ = MatrixXd(problem.linear_stiffness()).diagonal().cwiseSqrt();
  }

  Vec to(const State& u) const {
    Vec y(2 * n_);
    y << omega_.cwiseProduct(u.x), u.v;
    return y;
  }
  State from(const Vec& y) const { return {0, y.head(n_).cwiseQuotient(omega_), y.tail(n_)}; }

  void step(Vec& y) const {
    const Vec slope = right_hand_side(y);
    const MatrixXd J = jacobian(y);
    Vec next = y + h_ * phi(J, 1, slope).col(0);
    for (const auto& [c, phi_3, phi_4] : stages_) {
      const Vec move = c * h_ * phi(c * J, 1, slope).col(0);
      const Vec remainder = right_hand_side(y + move) - slope - J * move;
      const MatrixXd products = phi(J, 4, remainder);
      next += h_ * (phi_3 * products.col(2) + phi_4 * products.col(3));
    }
    y = next;
  }

 private:
  Vec right_hand_side(const Vec& y) const {
    Vec f, slope(2 * n_);
    problem_.force(from(y), f);
    slope << omega_.cwiseProduct(y.tail(n_)), f;  // unit masses
    return slope;
  }
  MatrixXd jacobian(const Vec& y) const {
    Mat K;
    problem_.stiffness(from(y), K);
    MatrixXd J = MatrixXd::Zero(2 * n_, 2 * n_);
    J.topRightCorner(n_, n_) = omega_.asDiagonal();
    J.bottomLeftCorner(n_, n_) = -MatrixXd(K) * omega_.cwiseInverse().asDiagonal();
    return J;
  }
  /// Columns phi_1(hJ) b ... phi_top(hJ) b.
  MatrixXd phi(const MatrixXd& J, Eigen::Index top, const Vec& b) const {
    const Eigen::Index size = 2 * n_;
    const double norm = std::max(b.lpNorm<1>(), 1e-300);
    MatrixXd w = MatrixXd::Zero(size + top, size + top);
    w.topLeftCorner(size, size) = h_ * J;
    w.col(size).head(size) = b / norm;
    for (Eigen::Index k = 1; k < top; ++k) w(size + k - 1, size + k) = 1;
    return norm * dense::exponential(w).topRightCorner(size, top);
  }

  const Problem& problem_;
  double h_;
  std::vector<ExponentialStage> stages_;
  Eigen::Index n_;
  Vec omega_;
};

}  // namespace

TEST_CASE("integrating (x, v) and (Omega x, v) gives the same numbers") {
  const double h = 0.02, end = 100;
  const auto problem = ProblemRegistry::instance().make("fput");
  const auto check = [&](const char* name, std::span<const ExponentialStage> stages) {
    const CountedProblem counted(*problem);
    AnyIntegrator method =
        IntegratorRegistry::instance().make(name, {{"phi", std::string("dense")}});
    method->init(counted, h);
    const OmegaForm other(*problem, h, stages);
    State u = problem->start();
    Vec y = other.to(u);
    for (long step = 0; step < std::lround(end / h); ++step) {
      REQUIRE(method->step(u).ok());
      other.step(y);
    }
    const State w = other.from(y);
    const double difference =
        std::max((u.x - w.x).lpNorm<Eigen::Infinity>(), (u.v - w.v).lpNorm<Eigen::Infinity>());
    INFO(name << " differs by " << difference);
    CHECK(difference < 1e-10);
  };
  each_row(tableaus::exponential_rows, [&](const auto& row) {
    // OmegaForm has neither couplings nor other functions in its stages.
    if (row.couplings[0].weight == 0 && row.starts[0].weight == 0) check(row.name, row.later);
  });
  check("pexprb43", tableaus::parallel_stages(1.0 / 3, 3.0 / 4));
}

}  // namespace exponential_omega_tests
