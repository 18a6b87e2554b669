#include "integrators/contract/registry.hpp"
#include "integrators/phi/phi.hpp"
#include "integrators/phi/scalar/stumpff.hpp"
#include "problems/contract/registry.hpp"
#include "tests/integrators/phi/phi_oracle.hpp"
#include "tests/integrators/scratch_problems.hpp"

#include <Eigen/Eigenvalues>
#include <catch2/catch.hpp>

using namespace stiffbench;
using namespace stiffbench::test;
using Catch::Matchers::Contains;

namespace {

struct Case {
  const char* name;
  Vec eigenvalues;  // of K
  double h;
  bool consistent, damped;
  std::optional<Rayleigh> rayleigh = {};
};

std::vector<Case> cases() {
  const Eigen::Index n = 7;
  const Vec spread = Vec::LinSpaced(n, 0, 8).array().exp();
  return {{"small h J", spread, 1e-5, false, false},
          {"moderate, lumped masses", spread, 0.05, false, false},
          {"moderate, consistent masses", spread, 0.05, true, false},
          {"zero stiffness", Vec::Zero(n), 0.3, false, false},
          {"large h omega", 1e6 * spread, 0.02, false, false},
          {"indefinite", (Vec(n) << -60, -1, -1e-9, 0, 1e-9, 1, 400).finished(), 0.4, true, false},
          {"damped", spread, 0.05, false, true},
          {"damped, consistent masses, indefinite",
           (Vec(n) << -60, -1, 0, 0, 1, 30, 400).finished(), 0.4, true, true},
          // some modes on either side of critical damping
          {"Rayleigh", spread, 0.05, false, true, Rayleigh{3, 0.02}},
          {"Rayleigh, consistent masses, indefinite",
           (Vec(n) << -20, -1, 0, 0, 1, 30, 400).finished(), 0.4, true, true, Rayleigh{9, 0}},
          {"Rayleigh, overdamped", spread, 0.05, true, true, Rayleigh{0, 2}}};
}

Everything problem_of(const Case& c) {
  const Eigen::Index n = c.eigenvalues.size();
  Everything::Data data{c.consistent ? consistent_mass(n) : lumped_mass(n),
                        with_eigenvalues(c.eigenvalues)};
  data.rayleigh = c.rayleigh;
  if (c.rayleigh)
    data.D = c.rayleigh->mass * data.mass.matrix() + c.rayleigh->stiffness * data.K;
  else if (c.damped)
    data.D = with_eigenvalues(Vec::LinSpaced(n, 0.1, 4), 50);
  return Everything(std::move(data));
}

/// The error of the x and v parts, the x part in units of 1/omega, relative to the largest entry of
/// the vector that went in.
double deviation(const phi::Pair& got, const phi::Pair& wanted, double omega) {
  return std::max(omega * (got.x - wanted.x).lpNorm<Eigen::Infinity>(),
                  (got.v - wanted.v).lpNorm<Eigen::Infinity>());
}

/// The norm of phi::Options.
class EnergyNorm {
 public:
  EnergyNorm(const Mat& K, const Mat& mass) : K_(K), mass_(mass) {
    const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> eigen(K_, mass_,
                                                                          Eigen::EigenvaluesOnly);
    shift_ = -2 * std::min(0.0, eigen.eigenvalues()[0]);
  }
  double operator()(const Vec& x, const Vec& v) const {
    return std::sqrt(x.dot(K_ * x) + shift_ * x.dot(mass_ * x) + v.dot(mass_ * v));
  }
  /// What a term's error may be: of weight 1, for a vector of this norm.
  double promise(double tolerance, int k, double z, double size) const {
    return tolerance / std::tgamma(k + 1) * size * std::exp(z * std::sqrt(shift_ / 2));
  }

 private:
  Eigen::MatrixXd K_, mass_;
  double shift_;
};

bool first_order(const std::string& name) { return name == "kiops" || name.starts_with("phipm"); }

}  // namespace

TEST_CASE("every phi_k of every back end agrees with an extended-precision exponential") {
  for (const auto& name : phi::backend_names())
    for (const auto& c : cases()) {
      const Everything problem = problem_of(c);
      const CountedProblem counted(problem);
      phi::Phi back_end;
      back_end.choice = name;
      if (!back_end.unfit(problem).empty()) continue;
      back_end.init(counted, c.h);
      Mat K, D;
      problem.stiffness({}, K);
      problem.damping({}, D);
      const Eigen::Index n = K.rows();
      const double omega = std::max(1.0, std::sqrt(c.eigenvalues.cwiseAbs().maxCoeff()));
      std::vector<phi::Pair> in{{random_vector(n, 1) / omega, random_vector(n, 2)},
                                {Vec(), random_vector(n, 4)}};
      phi::Request request{{{true}, {false}}, {}};
      struct One {
        int k;
        double fraction;
      };
      std::vector<One> singles;
      for (int k = 0; k <= 4; ++k)
        for (double fraction : {1.0, 1.0 / 3}) {
          singles.push_back({k, fraction});
          request.outputs.push_back({{{0, k, fraction, 1}}, true});
        }
      request.outputs.push_back(
          {{{0, 1, 1, 2}, {0, 3, 0.5, -3}, {1, 2, 1, 5}, {1, 4, 1, 7}}, true});
      const int known = back_end.add(request);
      const Outcome linearised = back_end.linearise(K, D);
      if (linearised.status == Status::indefinite) {  // only where there is a pole
        CHECK(name == "rational_lanczos");
        CHECK(c.eigenvalues.minCoeff() < -1 / (c.h * c.h));
        continue;
      }
      REQUIRE(linearised.ok());
      std::vector<phi::Pair> out(request.outputs.size());
      Outcome outcome = back_end.evaluate(known, in, out);
      // It cannot know that no v is in slow modes: asked for less, it is as right as all others.
      if (name == "chebyshev" && !outcome.ok() && c.h * omega > 1000) {
        CHECK_THAT(outcome.reason, Catch::Matchers::Contains("round-off"));
        back_end.set_tolerance(1e-11);
        outcome = back_end.evaluate(known, in, out);
      }
      INFO(name << ", " << c.name << ": " << outcome.reason);
      // Round-off of a process that works in x times omega_max, not times each mode's own omega, or
      // whose pole is far from the stiff modes.
      if ((first_order(name) || name == "rational_lanczos") &&
          outcome.status == Status::krylov_stagnated && c.h * omega > 1000)
        continue;
      REQUIRE(outcome.ok());

      const Mat& mass = problem.mass().matrix();
      const phi::Pair second{Vec::Zero(n), in[1].v};
      auto oracle = [&](int k, double fraction, const phi::Pair& b) {
        return phi_oracle(mass, K, D, k, fraction * c.h, b);
      };
      // cosh growth of an indefinite K magnifies the vector, and the error with it
      const double growth = std::max(1.0, oracle(0, 1, in[0]).v.lpNorm<Eigen::Infinity>());
      // K is only known to its last digit, which moves every phase by a multiple of h omega
      const double allowed = 2e-12 * growth * std::max(1.0, c.h * omega / 20);
      // A first-order process stops where its bound of the error is the tolerance, in the energy
      // norm, where x of a slow mode counts less than here: by omega / omega_max.
      const EnergyNorm energy(K, mass);
      const bool stops = first_order(name) && c.eigenvalues.cwiseAbs().maxCoeff() > 0;
      const double sizes[] = {energy(in[0].x, in[0].v), energy(Vec::Zero(n), in[1].v)};
      auto promise = [&](int k, double fraction, size_t input) {
        return energy.promise(back_end.options.tolerance, k, fraction * c.h, sizes[input]);
      };
      auto right = [&](const phi::Pair& got, const phi::Pair& wanted, double weight,
                       double promised) {
        return deviation(got, wanted, omega) < weight * allowed ||
               (stops && energy(got.x - wanted.x, got.v - wanted.v) <= promised);
      };
      for (size_t s = 0; s < singles.size(); ++s) {
        INFO(name << ", " << c.name << ", phi_" << singles[s].k << " at " << singles[s].fraction);
        const auto wanted = oracle(singles[s].k, singles[s].fraction, in[0]);
        INFO("deviation " << deviation(out[s], wanted, omega));
        CHECK(right(out[s], wanted, 1, promise(singles[s].k, singles[s].fraction, 0)));
      }
      INFO(name << ", " << c.name << ", a weighted sum over two vectors");
      const auto a = oracle(1, 1, in[0]), b = oracle(3, 0.5, in[0]), d = oracle(2, 1, second),
                 e = oracle(4, 1, second);
      const phi::Pair sum{2 * a.x - 3 * b.x + 5 * d.x + 7 * e.x,
                          2 * a.v - 3 * b.v + 5 * d.v + 7 * e.v};
      INFO("deviation " << deviation(out.back(), sum, omega));
      CHECK(right(out.back(), sum, 5,
                  2 * promise(1, 1, 0) + 3 * promise(3, 0.5, 0) + 5 * promise(2, 1, 1) +
                      7 * promise(4, 1, 1)));
    }
}

TEST_CASE("Stumpff functions keep their digits on both sides of the switch, and for either sign") {
  for (double y : {-800.0, -9.001, -8.999, -0.3, -1e-9, 0.0, 1e-9, 1e-3, 0.7, 8.999, 9.001, 4e4})
    for (int top = 1; top <= phi::max_stumpff; ++top) {
      double c[phi::max_stumpff + 1];
      phi::stumpff(y, top, c);
      // c_k by the upward recurrence with 64 bits; by its first terms where that would cancel
      const long double root = std::sqrt(std::abs(static_cast<long double>(y)));
      long double exact[phi::max_stumpff + 1] = {y < 0 ? std::cosh(root) : std::cos(root),
                                                 y < 0   ? std::sinh(root) / root
                                                 : y > 0 ? std::sin(root) / root
                                                         : 1};
      long double factorial = 1;
      for (int k = 0; k <= top; ++k) {
        if (k > 1) factorial *= k;
        if (std::abs(y) < 1) {
          long double term = 1 / factorial;
          exact[k] = 0;
          for (int j = 1; j < 20; ++j) {
            exact[k] += term;
            term *= -static_cast<long double>(y) / ((2 * j + k - 1) * (2 * j + k));
          }
        } else if (k > 1) {
          exact[k] = (k * (k - 1) / factorial - exact[k - 2]) / y;
        }
        INFO("c_" << k << "(" << y << "), top " << top);
        const double scale =
            std::max(1 / static_cast<double>(factorial), std::abs(static_cast<double>(exact[k])));
        CHECK(std::abs(static_cast<double>(exact[k] - c[k])) < 4e-15 * scale);
      }
    }
}

TEST_CASE("auto is dense for a handful of unknowns, and says what it has measured otherwise") {
  const Eigen::Index small = phi::auto_dense_limit;
  auto chosen = [](Eigen::Index n, bool damped) {
    Everything::Data data{lumped_mass(n), with_eigenvalues(Vec::LinSpaced(n, 1, 50))};
    if (damped) data.D = with_eigenvalues(Vec::LinSpaced(n, 0.1, 4), 50);
    const Everything problem(std::move(data));
    const CountedProblem counted(problem);
    Mat K, D;
    problem.stiffness({}, K);
    problem.damping({}, D);
    phi::Phi back_end;
    back_end.init(counted, 0.1);
    const int known = back_end.add({{{true}}, {{{{0, 1, 1, 1}}}}});
    const std::vector<phi::Pair> in{{random_vector(n, 1), random_vector(n, 2)}};
    std::vector<phi::Pair> out(1);
    for (int step = 0; step < 5; ++step) {
      REQUIRE(back_end.linearise(K, D).ok());
      REQUIRE(back_end.evaluate(known, in, out).ok());
    }
    return back_end.reported();
  };
  auto text = [](const Settings& reported, const char* name) {
    return std::get<std::string>(reported.at(name));
  };
  CHECK(text(chosen(small, false), "phi_choice") == "dense");
  CHECK(text(chosen(small, true), "phi_choice") == "dense");
  const Settings soft = chosen(small + 1, false);
  CHECK(std::get<long>(soft.at("phi_chebyshev_steps")) == 5);
  CHECK_THAT(text(soft, "phi_reason"), Contains("too little to try a factorization"));
  CHECK_THAT(text(chosen(small + 1, true), "phi_reason"),
             Contains("kiops") && Contains("phipm") && Contains("dense"));
  CHECK_THAT(text(chosen(60, true), "phi_reason"), !Contains("dense"));
}

TEST_CASE("auto is right whatever it chooses, also where a factorization is worth a trial") {
  const auto problem = ProblemRegistry::instance().make(
      "bunny", {{"size", std::string("300")}, {"variant", std::string("two_scale")}, {"kd", 1e12}});
  auto run = [&](const std::string& name) {
    AnyIntegrator method =
        IntegratorRegistry::instance().make("exprb42", {{"phi", name}, {"tolerance", 1e-9}});
    const CountedProblem counted(*problem);
    State u = problem->start();
    method.init(counted, 1e-3);
    for (int i = 0; i < 6; ++i) REQUIRE(method.step(u).ok());
    return std::pair(u, method.reported());
  };
  const auto [by_auto, reported] = run("auto");
  const auto [by_chebyshev, unused] = run("chebyshev");
  CHECK((by_auto.x - by_chebyshev.x).norm() <= 1e-6 * by_chebyshev.x.norm());
  CHECK((by_auto.v - by_chebyshev.v).norm() <= 1e-6 * by_chebyshev.v.norm());
  CHECK(std::get<long>(reported.at("phi_rational_steps")) +
            std::get<long>(reported.at("phi_chebyshev_steps")) ==
        6);
  CHECK(std::get<long>(reported.at("phi_factorizations")) > 0);
}

TEST_CASE("options of first-order processes are refused where nothing would come of them") {
  Mat identity(20, 20);
  identity.setIdentity();
  const Everything problem({lumped_mass(20), identity});
  for (const char* name : {"auto", "chebyshev", "dense", "lanczos", "rational_lanczos"}) {
    INFO(name);
    phi::Phi back_end;
    back_end.choice = name;
    CHECK(back_end.unfit(problem).empty());
    back_end.options.inner_product = "energy";
    CHECK_THAT(back_end.unfit(problem), Contains("inner_product = energy"));
    back_end.options = {};
    back_end.options.formulation = "sqrt";
    CHECK_THAT(back_end.unfit(problem), Contains("formulation = sqrt"));
    back_end.options = {};
    back_end.options.square_root = "newton";
    CHECK_THAT(back_end.unfit(problem), Contains("square_root = newton"));
  }
}

TEST_CASE("the dense back end refuses what it cannot hold, and says why") {
  Mat identity(1501, 1501);
  identity.setIdentity();
  const Everything undamped({lumped_mass(1501), identity});
  phi::Phi back_end;
  back_end.choice = "dense";
  CHECK_THAT(back_end.unfit(undamped), Contains("1500") && Contains("1501"));
  const CountedProblem counted(undamped);
  CHECK_THROWS_WITH(back_end.init(counted, 0.1), Contains("choose another phi"));
  Mat smaller(501, 501);
  smaller.setIdentity();
  CHECK_THAT(back_end.unfit(Everything({lumped_mass(501), smaller, smaller})), Contains("damped"));
}

TEST_CASE("a stiffness matrix that is not finite is reported, not integrated") {
  const Eigen::Index n = 3;
  const Everything problem({lumped_mass(n), with_eigenvalues(Vec::Ones(n))});
  const CountedProblem counted(problem);
  for (const auto& name : phi::backend_names()) {
    phi::Phi back_end;
    back_end.choice = name;
    back_end.init(counted, 0.1);
    const int known = back_end.add({{{true}}, {{{{0, 1, 1, 1}}, true}}});
    Mat K;
    problem.stiffness({}, K);
    K.coeffRef(1, 1) = std::nan("");
    Outcome outcome = back_end.linearise(K, {});
    if (outcome.ok()) {
      std::vector<phi::Pair> in{{Vec::Ones(n), Vec::Ones(n)}}, out(1);
      outcome = back_end.evaluate(known, in, out);
    }
    INFO(name << ": " << outcome.reason);
    CHECK_FALSE(outcome.ok());
    CHECK_FALSE(outcome.reason.empty());
  }
}
