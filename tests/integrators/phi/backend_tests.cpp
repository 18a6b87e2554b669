#include "base/dense.hpp"
#include "integrators/phi/phi.hpp"
#include "tests/integrators/phi/phi_oracle.hpp"
#include "tests/integrators/scratch_problems.hpp"

#include <catch2/catch.hpp>

namespace backend_tests {

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
double deviation(const phi::Pair& answer, const phi::Pair& truth, double omega) {
  return std::max(omega * (answer.x - truth.x).lpNorm<Eigen::Infinity>(),
                  (answer.v - truth.v).lpNorm<Eigen::Infinity>());
}

/// The norm of phi::Options.
class EnergyNorm {
 public:
  EnergyNorm(const Mat& K, const Mat& mass) : K_(K), mass_(mass) {
    shift_ = -2 * std::min(0.0, dense::modes(K_, mass_).values[0]);
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

/// What is asked of every back end: each phi_k of one pair at two step fractions, and a weighted
/// sum over that pair and one of the form (0, r).
struct Question {
  struct One {
    int k;
    double fraction;
  };
  std::vector<One> singles;
  phi::Request request{{{true}, {false}}, {}};
  std::vector<phi::Pair> in;

  Question(Eigen::Index n, double omega)
      : in{{random_vector(n, 1) / omega, random_vector(n, 2)}, {Vec(), random_vector(n, 4)}} {
    for (int k = 0; k <= phi::max_k; ++k)
      for (double fraction : {1.0, 1.0 / 3}) {
        singles.push_back({k, fraction});
        request.outputs.push_back({{{0, k, fraction, 1}}, true});
      }
    request.outputs.push_back({{{0, 1, 1, 2}, {0, 3, 0.5, -3}, {1, 2, 1, 5}, {1, 4, 1, 7}}, true});
  }
};

/// Judges answers to the question by the extended-precision exponential.
class Judge {
 public:
  Judge(const Case& c, const Everything& problem, const Question& question, double tolerance,
        bool first_order)
      : h_(c.h),
        mass_(problem.mass().matrix()),
        K_(problem.linear_stiffness()),
        D_(problem.D()),
        question_(question),
        tolerance_(tolerance),
        omega_(std::max(1.0, std::sqrt(c.eigenvalues.cwiseAbs().maxCoeff()))),
        energy_(K_, mass_),
        second_{Vec::Zero(K_.rows()), question.in[1].v},
        sizes_{energy_(question.in[0].x, question.in[0].v), energy_(second_.x, second_.v)},
        stops_(first_order && c.eigenvalues.cwiseAbs().maxCoeff() > 0) {
    // cosh growth of an indefinite K magnifies the vector, and the error with it
    const double growth = std::max(1.0, exact(0, 1, question.in[0]).v.lpNorm<Eigen::Infinity>());
    // K is only known to its last digit, which moves every phase by a multiple of h omega
    allowed_ = 2e-12 * growth * std::max(1.0, h_ * omega_ / 20);
  }

  void check_single(const Question::One& one, const phi::Pair& answer) const {
    const auto truth = exact(one.k, one.fraction, question_.in[0]);
    INFO("phi_" << one.k << " at " << one.fraction << ": deviation "
                << deviation(answer, truth, omega_));
    CHECK(right(answer, truth, 1, promise(one.k, one.fraction, 0)));
  }

  void check_sum(const phi::Pair& answer) const {
    const auto a = exact(1, 1, question_.in[0]), b = exact(3, 0.5, question_.in[0]),
               d = exact(2, 1, second_), e = exact(4, 1, second_);
    const phi::Pair sum{2 * a.x - 3 * b.x + 5 * d.x + 7 * e.x,
                        2 * a.v - 3 * b.v + 5 * d.v + 7 * e.v};
    INFO("a weighted sum over two vectors: deviation " << deviation(answer, sum, omega_));
    CHECK(right(answer, sum, 5,
                2 * promise(1, 1, 0) + 3 * promise(3, 0.5, 0) + 5 * promise(2, 1, 1) +
                    7 * promise(4, 1, 1)));
  }

 private:
  phi::Pair exact(int k, double fraction, const phi::Pair& b) const {
    return phi_oracle(mass_, K_, D_, k, fraction * h_, b);
  }
  double promise(int k, double fraction, int input) const {
    return energy_.promise(tolerance_, k, fraction * h_, sizes_[input]);
  }
  /// A first-order process stops where its bound of the error is the tolerance, in the energy norm,
  /// where x of a slow mode counts less than here: by omega / omega_max.
  bool right(const phi::Pair& answer, const phi::Pair& truth, double weight,
             double promised) const {
    return deviation(answer, truth, omega_) < weight * allowed_ ||
           (stops_ && energy_(answer.x - truth.x, answer.v - truth.v) <= promised);
  }

  double h_;
  Mat mass_, K_, D_;
  const Question& question_;
  double tolerance_, omega_;
  EnergyNorm energy_;
  phi::Pair second_;
  double sizes_[2];
  bool stops_;
  double allowed_ = 0;
};

/// A back end's answers, or why there are none: the reasons that its facts allow are checked here.
std::optional<std::vector<phi::Pair>> answers(const std::string& name, const Case& c,
                                              const Everything& problem, const Question& question) {
  const CountedProblem counted(problem);
  const phi::BackendFacts facts = phi::make_backend(name)->facts();
  phi::Phi back_end;
  back_end.choice = name;
  if (!back_end.why_not_applicable(problem).empty()) return std::nullopt;
  back_end.init(counted, c.h);
  const int request = back_end.add(question.request);
  const Outcome linearised = back_end.linearise(problem.linear_stiffness(), problem.D());
  if (linearised.status == Status::indefinite) {
    CHECK(facts.has_pole);
    CHECK(c.eigenvalues.minCoeff() < -1 / (c.h * c.h));
    return std::nullopt;
  }
  REQUIRE(linearised.ok());
  std::vector<phi::Pair> out(question.request.outputs.size());
  Outcome outcome = back_end.evaluate(request, question.in, out);
  const bool large_step = c.h * std::sqrt(c.eigenvalues.cwiseAbs().maxCoeff()) > 1000;
  if (facts.worst_case_round_off && !outcome.ok() && large_step) {
    CHECK_THAT(outcome.reason, Contains("round-off"));
    back_end.set_tolerance(1e-11);
    outcome = back_end.evaluate(request, question.in, out);
  }
  INFO(outcome.reason);
  // Round-off of a process that works in x times omega_max, not times each mode's own omega, or
  // whose pole is far from the stiff modes.
  if ((facts.first_order || facts.has_pole) && outcome.status == Status::krylov_stagnated &&
      large_step)
    return std::nullopt;
  REQUIRE(outcome.ok());
  return out;
}

}  // namespace

TEST_CASE("back ends translate a free body, whose motion has no energy norm") {
  // J (x, 0) = 0 for equal x, so that phi_k(hJ) (x, 0) = (x, 0) / k!. The forces of a body in free
  // flight are round-off.
  constexpr Eigen::Index n = 30;
  Mat K(n, n);
  for (Eigen::Index i = 0; i + 1 < n; ++i) {
    K.coeffRef(i, i) += 1e6;
    K.coeffRef(i + 1, i + 1) += 1e6;
    K.coeffRef(i, i + 1) = K.coeffRef(i + 1, i) = -1e6;
  }
  K.makeCompressed();
  const phi::Request request{{{true}},
                             {{{{0, 1, 1, 1}}, true}, {{{0, 1, 0.25, 0.25}, {0, 2, 1, 2}}, true}}};
  for (const auto& name : phi::backend_names())
    for (const bool damped : {false, true})
      for (const double h : {1e-5, 1e-2})
        for (const double force : {0., 1e-13}) {
          Everything::Data data{lumped_mass(n), K};
          if (damped) data.D = with_eigenvalues(Vec::LinSpaced(n, 0.1, 4), 50);
          const Everything problem(std::move(data));
          const CountedProblem counted(problem);
          phi::Phi back_end;
          back_end.choice = name;
          if (!phi::make_backend(name)->why_not_applicable(counted, {}).empty()) continue;
          // The damping, which is not that of a free body, acts on the force alone.
          back_end.init(counted, h);
          const int handle = back_end.add(request);
          REQUIRE(back_end.linearise(K, problem.D()).ok());
          std::vector<phi::Pair> out(2);
          const std::vector<phi::Pair> in{{3 * Vec::Ones(n), force * random_vector(n, 1)}};
          const Outcome outcome = back_end.evaluate(handle, in, out);
          INFO(name << ", damped " << damped << ", h " << h << ", force " << force << ": "
                    << outcome.reason);
          CHECK(outcome.ok());
          CHECK((out[0].x.array() - 3).abs().maxCoeff() < 1e-13);
          CHECK((out[1].x.array() - 3.75).abs().maxCoeff() < 1e-13);
          CHECK(out[0].v.cwiseAbs().maxCoeff() < 1e-10);
        }
}

TEST_CASE("every phi_k of every back end agrees with an extended-precision exponential") {
  for (const auto& name : phi::backend_names())
    for (const auto& c : cases()) {
      INFO(name << ", " << c.name);
      const Everything problem = problem_of(c);
      const Question question(problem.dof(),
                              std::max(1.0, std::sqrt(c.eigenvalues.cwiseAbs().maxCoeff())));
      const auto out = answers(name, c, problem, question);
      if (!out) continue;
      const Judge judge(c, problem, question, phi::Options().tolerance,
                        phi::make_backend(name)->facts().first_order);
      for (std::size_t s = 0; s < question.singles.size(); ++s)
        judge.check_single(question.singles[s], (*out)[s]);
      judge.check_sum(out->back());
    }
}

TEST_CASE("options of first-order processes are refused where nothing would come of them") {
  Mat identity(20, 20);
  identity.setIdentity();
  const Everything problem({lumped_mass(20), identity});
  for (const auto& name : phi::backend_names()) {
    if (phi::make_backend(name)->facts().first_order) continue;
    INFO(name);
    phi::Phi back_end;
    back_end.choice = name;
    CHECK(back_end.why_not_applicable(problem).empty());
    back_end.options.inner_product = phi::InnerProduct::energy;
    CHECK_THAT(back_end.why_not_applicable(problem), Contains("inner_product = energy"));
    back_end.options = {};
    back_end.options.formulation = phi::Formulation::sqrt;
    CHECK_THAT(back_end.why_not_applicable(problem), Contains("formulation = sqrt"));
    back_end.options = {};
    back_end.options.square_root = phi::RootMethod::newton;
    CHECK_THAT(back_end.why_not_applicable(problem), Contains("square_root = newton"));
  }
}

TEST_CASE("the dense back end refuses what it cannot hold, and says why") {
  Mat identity(1501, 1501);
  identity.setIdentity();
  const Everything undamped({lumped_mass(1501), identity});
  phi::Phi back_end;
  back_end.choice = "dense";
  CHECK_THAT(back_end.why_not_applicable(undamped), Contains("1500") && Contains("1501"));
  const CountedProblem counted(undamped);
  CHECK_THROWS_WITH(back_end.init(counted, 0.1), Contains("choose another phi"));
  Mat smaller(501, 501);
  smaller.setIdentity();
  CHECK_THAT(back_end.why_not_applicable(Everything({lumped_mass(501), smaller, smaller})),
             Contains("damped"));
}

TEST_CASE("a stiffness matrix that is not finite is reported, not integrated") {
  const Eigen::Index n = 3;
  const Everything problem({lumped_mass(n), with_eigenvalues(Vec::Ones(n))});
  const CountedProblem counted(problem);
  for (const auto& name : phi::backend_names()) {
    phi::Phi back_end;
    back_end.choice = name;
    back_end.init(counted, 0.1);
    const int request = back_end.add({{{true}}, {{{{0, 1, 1, 1}}, true}}});
    Mat K;
    problem.stiffness({}, K);
    K.coeffRef(1, 1) = std::nan("");
    Outcome outcome = back_end.linearise(K, {});
    if (outcome.ok()) {
      std::vector<phi::Pair> in{{Vec::Ones(n), Vec::Ones(n)}}, out(1);
      outcome = back_end.evaluate(request, in, out);
    }
    INFO(name << ": " << outcome.reason);
    CHECK_FALSE(outcome.ok());
    CHECK_FALSE(outcome.reason.empty());
  }
}

}  // namespace backend_tests
