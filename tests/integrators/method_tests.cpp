// Every classical method against its slow, obvious version: dense matrices on a small linear
// problem with consistent mass, damping and load; and its order where everything acts at once.

#include "base/dense.hpp"
#include "integrators/contract/registry.hpp"
#include "integrators/tableaus/collocation.hpp"
#include "integrators/tableaus/composition.hpp"
#include "integrators/tableaus/dirk.hpp"
#include "integrators/tableaus/explicit.hpp"
#include "integrators/tableaus/imex.hpp"
#include "integrators/tableaus/nystrom.hpp"
#include "integrators/tableaus/rosenbrock.hpp"
#include "integrators/tableaus/rows.hpp"
#include "tests/integrators/tiny_problem.hpp"

#include <catch2/catch.hpp>

#include <functional>
#include <map>

namespace method_tests {

using namespace stiffbench;
using Dense = Eigen::MatrixXd;

namespace {

/// y' = A y + g(t), y = (x, v).
struct FirstOrder {
  explicit FirstOrder(const TinyProblem& p)
      : problem(p), inverse(dense::inverse(p.mass().matrix())) {
    Mat K, D;
    p.stiffness(p.start(), K);
    p.damping(p.start(), D);
    A.setZero(6, 6);
    A.topRightCorner(3, 3).setIdentity();
    A.bottomLeftCorner(3, 3) = -inverse * Dense(K);
    A.bottomRightCorner(3, 3) = -inverse * Dense(D);
    y << p.start().x, p.start().v;
    t = p.start().t;
  }
  Vec g(double at) const {
    Vec load = Vec::Zero(6);
    load.tail(3) = inverse * problem.load() * std::sin(3 * at);
    return load;
  }
  Vec solve(double weight, const Vec& right) const {
    return dense::solve(Dense::Identity(6, 6) - weight * A, right);
  }

  const TinyProblem& problem;
  Dense inverse, A;
  Vec y = Vec::Zero(6);
  double t;
};

Vec run(const std::string& name, const Settings& settings, const Problem& problem, double h,
        int steps) {
  AnyIntegrator method = IntegratorRegistry::instance().make(name, settings);
  CHECK(method->why_not_applicable(problem).empty());
  const CountedProblem counted(problem);
  method->init(counted, h);
  State u = problem.start();
  for (int i = 0; i < steps; ++i) REQUIRE(method->step(u).ok());
  Vec y(6);
  y << u.x, u.v;
  return y;
}

using Step = std::function<void(FirstOrder&, double h)>;

void compare(const std::string& name, const Step& slow, TinyProblem::Parts parts,
             const Settings& settings = {}) {
  INFO(name);
  const TinyProblem problem(parts);
  for (double h : {0.05, 1.5}) {
    FirstOrder dense(problem);
    for (int i = 0; i < 20; ++i) {
      slow(dense, h);
      dense.t += h;
    }
    const Vec y = run(name, settings, problem, h, 20);
    CHECK((y - dense.y).norm() <= 1e-11 * problem.start().x.norm());
  }
}

const TinyProblem::Parts linear{.damping = 0.3, .load = 1};

/// The root of an affine function of n unknowns, by its values.
Vec root(int n, const std::function<Vec(const Vec&)>& affine) {
  const Vec constant = affine(Vec::Zero(n));
  Dense slope(n, n);
  for (int i = 0; i < n; ++i) slope.col(i) = affine(Vec::Unit(n, i)) - constant;
  return dense::solve(slope, -constant);
}

Vec acceleration(const FirstOrder& s, double t, const Vec& y) { return (s.A * y + s.g(t)).tail(3); }

/// The acceleration that Newmark's family carries: the one at the start, then the method's own.
struct Carried {
  Vec a;
  const Vec& at(const FirstOrder& s) {
    if (a.size() == 0) a = acceleration(s, s.t, s.y);
    return a;
  }
};

Vec newmark_state(const Vec& y, const Vec& a, const Vec& next, double beta, double gamma,
                  double h) {
  Vec z(6);
  z.head(3) = y.head(3) + h * y.tail(3) + h * h * ((0.5 - beta) * a + beta * next);
  z.tail(3) = y.tail(3) + h * ((1 - gamma) * a + gamma * next);
  return z;
}

}  // namespace

TEST_CASE("explicit methods are the powers of their matrices") {
  const auto euler = [](FirstOrder& s, double h) { s.y += h * (s.A * s.y + s.g(s.t)); };
  const TinyProblem problem(linear);
  FirstOrder dense(problem);
  for (int i = 0; i < 20; ++i, dense.t += 0.05) euler(dense, 0.05);
  CHECK((run("explicit_euler", {}, problem, 0.05, 20) - dense.y).norm() <= 1e-13);

  FirstOrder again(problem);
  for (int i = 0; i < 20; ++i, again.t += 0.05) {
    const double h = 0.05;
    const auto F = [&](double t, const Vec& y) -> Vec { return again.A * y + again.g(t); };
    const Vec k1 = F(again.t, again.y), k2 = F(again.t + h / 2, again.y + h / 2 * k1),
              k3 = F(again.t + h / 2, again.y + h / 2 * k2), k4 = F(again.t + h, again.y + h * k3);
    again.y += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  CHECK((run("rk4", {}, problem, 0.05, 20) - again.y).norm() <= 1e-13);

  FirstOrder kicked(problem);
  for (int i = 0; i < 20; ++i, kicked.t += 0.05) {
    kicked.y.tail(3) += 0.05 * acceleration(kicked, kicked.t, kicked.y);
    kicked.y.head(3) += 0.05 * kicked.y.tail(3);
  }
  CHECK((run("symplectic_euler", {}, problem, 0.05, 20) - kicked.y).norm() <= 1e-13);
}

TEST_CASE("implicit methods are the powers of their matrices") {
  const Settings settings{{"linear_solver", std::string(GENERATE("cholesky", "first_order"))}};
  compare(
      "implicit_euler", [](FirstOrder& s, double h) { s.y = s.solve(h, s.y + h * s.g(s.t + h)); },
      linear, settings);
  compare(
      "implicit_midpoint",
      [](FirstOrder& s, double h) {
        s.y = s.solve(h / 2, s.y + h / 2 * s.A * s.y + h * s.g(s.t + h / 2));
      },
      linear, settings);
  const Step trapezoidal = [](FirstOrder& s, double h) {
    s.y = s.solve(h / 2, s.y + h / 2 * (s.A * s.y + s.g(s.t) + s.g(s.t + h)));
  };
  compare("trapezoidal", trapezoidal, linear, settings);
  compare("newmark", trapezoidal, linear, settings);  // its default is the same rule
  for (const char* name : {"sdirk2", "tr_bdf2"}) {
    const double g = 1 - 1 / std::sqrt(2.);
    const bool explicit_start = name == std::string("tr_bdf2");
    compare(
        name,
        [&](FirstOrder& s, double h) {
          const double c = explicit_start ? 2 * g : g;
          const Vec F0 = s.A * s.y + s.g(s.t);
          Vec known = s.y + g * h * s.g(s.t + c * h);
          if (explicit_start) known += g * h * F0;
          const Vec middle = s.solve(g * h, known);
          const Vec F1 = s.A * middle + s.g(s.t + c * h);
          const Vec sum = explicit_start ? Vec(std::sqrt(2.) / 4 * (F0 + F1)) : Vec((1 - g) * F1);
          s.y = s.solve(g * h, s.y + h * sum + g * h * s.g(s.t + h));
        },
        linear, settings);
  }
  compare(
      "bdf2",
      [before = Vec()](FirstOrder& s, double h) mutable {
        const Vec y = s.y;
        if (before.size() == 0) {
          const double g = 1 - 1 / std::sqrt(2.);
          const Vec first = s.solve(g * h, y + g * h * s.g(s.t + g * h));
          const Vec slope = (first - y) / (g * h);
          s.y = s.solve(g * h, y + h * ((1 - g) * slope + g * s.g(s.t + h)));
        } else {
          s.y = s.solve(2 * h / 3, (4 * y - before + 2 * h * s.g(s.t + h)) / 3);
        }
        // Every run has a first step of its own.
        before = std::abs(s.t + h - (0.25 + 20 * h)) < 1e-9 ? Vec() : y;
      },
      linear, settings);
}

TEST_CASE("Newmark's family with its parameters, against dense roots") {
  const double beta = 0.3, gamma = 0.6;
  compare("newmark",
          [&, carried = Carried()](FirstOrder& s, double h) mutable {
            if (s.t == 0.25) carried = {};
            const Vec a = carried.at(s);
            carried.a = root(3, [&](const Vec& next) -> Vec {
              return acceleration(s, s.t + h, newmark_state(s.y, a, next, beta, gamma, h)) - next;
            });
            s.y = newmark_state(s.y, a, carried.a, beta, gamma, h);
          },
          linear, {{"beta", beta}, {"gamma", gamma}});
  const double rho = GENERATE(0., 0.8, 1.);
  const double am = (2 * rho - 1) / (rho + 1), af = rho / (rho + 1);
  const double g = 0.5 - am + af, b = 0.25 * (1 - am + af) * (1 - am + af);
  compare("generalized_alpha",
          [&, carried = Carried()](FirstOrder& s, double h) mutable {
            if (s.t == 0.25) carried = {};
            const Vec a = carried.at(s);
            carried.a = root(3, [&](const Vec& next) -> Vec {
              const Vec mixed = (1 - af) * newmark_state(s.y, a, next, b, g, h) + af * s.y;
              return acceleration(s, s.t + (1 - af) * h, mixed) - (1 - am) * next - am * a;
            });
            s.y = newmark_state(s.y, a, carried.a, b, g, h);
          },
          linear, {{"rho_inf", rho}});
}

TEST_CASE("HHT-alpha averages the forces of both ends, with Newmark's formulas") {
  const double alpha = GENERATE(0., -0.1, -1. / 3);
  const double g = 0.5 - alpha, b = 0.25 * (1 - alpha) * (1 - alpha);
  // No load: its force would be taken at the averaged time, not averaged.
  compare("hht_alpha",
          [&, carried = Carried()](FirstOrder& s, double h) mutable {
            if (s.t == 0.25) carried = {};
            const Vec a = carried.at(s);
            carried.a = root(3, [&](const Vec& next) -> Vec {
              return (1 + alpha) * acceleration(s, s.t + h, newmark_state(s.y, a, next, b, g, h)) -
                     alpha * acceleration(s, s.t, s.y) - next;
            });
            s.y = newmark_state(s.y, a, carried.a, b, g, h);
          },
          {.damping = 0.3}, {{"alpha", alpha}});
}

TEST_CASE("V-IMEX is kicks by the load round the midpoint rule, by either solver") {
  const std::string solver = GENERATE("cholesky", "pcg");
  compare("v_imex",
          [](FirstOrder& s, double h) {
            s.y += h / 2 * s.g(s.t);
            s.y = s.solve(h / 2, s.y + h / 2 * s.A * s.y);
            s.y += h / 2 * s.g(s.t + h);
          },
          {.load = 1}, {{"linear_solver", solver}});
  const TinyProblem damped(linear);
  CHECK_FALSE(IntegratorRegistry::instance().make("v_imex")->why_not_applicable(damped).empty());
  CHECK_FALSE(
      IntegratorRegistry::instance().make("composition8")->why_not_applicable(damped).empty());
}

namespace {

struct OrderTrial {
  std::string name;
  Settings settings;
  TinyProblem::Parts parts;
};

/// Every row of the tables, and the methods that are code.
std::vector<OrderTrial> order_trials() {
  const TinyProblem::Parts all{.cubic = 1, .damping = 0.4, .cubic_damping = 0.3, .load = 1};
  std::vector<OrderTrial> trials{
      {"symplectic_euler", {}, all},
      {"velocity_verlet", {}, all},
      {"velocity_verlet", {}, {.cubic = 1, .load = 1}},
      {"bdf2", {}, all},
      {"newmark", {}, all},
      {"newmark", {{"gamma", 0.7}}, {.cubic = 1, .damping = 0.4, .load = 1}},
      {"cd_lagrange", {}, all},
      {"cd_lagrange", {}, {.cubic = 1, .load = 1}},
      {"kane_newmark", {}, all},
      {"moreau_jean", {}, all},
      {"moreau_jean", {{"theta", 0.8}}, {.cubic = 1, .damping = 0.4, .load = 1}},
      {"generalized_alpha", {}, all},
      {"generalized_alpha", {{"rho_inf", 0.0}}, {.cubic = 1, .damping = 2, .load = 1}},
      {"hht_alpha", {}, all},
      {"wbz_alpha", {}, all},
      {"bathe", {}, all},
      {"bathe", {{"rho", 0.0}}, all},
      {"bathe", {{"rho", 1.0}}, all},
      {"noh_bathe", {}, all},
      {"tchamwa_wielgosz", {}, all},
      {"explicit_generalized_alpha", {}, all},
      {"explicit_generalized_alpha", {{"rho_b", 0.0}}, all},
      {"implicit_damping_euler", {}, all},
      {"rkc2", {{"stages", 5L}}, {.cubic = 1, .damping = 0.4, .load = 1}},
      {"rock2", {{"stages", 5L}}, {.cubic = 1, .damping = 0.4, .load = 1}},
      {"rock4", {{"stages", 5L}}, {.cubic = 1, .damping = 0.4, .load = 1}},
      {"rock4", {{"stages", 9L}}, {.cubic = 1, .damping = 0.4, .load = 1}},
      {"rkl2", {{"stages", 5L}}, {.cubic = 1, .damping = 0.4, .load = 1}},
      {"newton_euler", {}, all},
      {"newton_euler", {{"updates", 3L}}, all},
      {"discrete_gradient", {}, all},
      {"avf", {}, all},
      {"sbdf2", {}, all},
      {"sbdf2", {{"linear_solver", std::string("pcg")}}, all},
      {"cnab", {}, all},
      {"cnab", {{"linear_solver", std::string("pcg")}}, all},
      {"respa", {}, {.cubic = 1, .load = 1}},
      {"mollified_respa", {}, {.cubic = 1, .load = 1}},
      {"v_imex", {}, {.cubic = 1, .load = 1}},
      {"v_imex", {{"linear_solver", std::string("pcg")}}, {.cubic = 1, .load = 1}},
  };
  const auto add = [&](const auto& row) { trials.push_back({row.name, {}, all}); };
  each_row(tableaus::explicit_rows, add);
  each_row(tableaus::dirk_rows, add);
  each_row(tableaus::collocation_rows, add);
  each_row(tableaus::rosenbrock_rows, add);
  const auto add_undamped = [&](const auto& row) {
    trials.push_back({row.name, {}, {.cubic = 1, .load = 1}});
  };
  each_row(tableaus::composition_rows, add_undamped);
  each_row(tableaus::nystrom_rows, add_undamped);
  each_row(tableaus::imex_rows, add);
  return trials;
}

}  // namespace

TEST_CASE("orders where mass, stiffness, damping and load are all at work") {
  for (const auto& [name, settings, parts] : order_trials()) {
    const TinyProblem problem(parts);
    const int declared = IntegratorRegistry::instance().make(name, settings)->order(problem);
    const Vec fine = run("rk4", {}, problem, 1. / 4096, 4096);
    // Steps with errors of the leading order and above round-off.
    static const std::map<std::string, int> own{{"blanes_moan6", 6}, {"composition8", 4},
                                                {"dop853", 4},       {"dopri5", 64},
                                                {"gauss6", 4},       {"radau_iia9", 3}};
    const auto chosen = own.find(name);
    const int steps = chosen != own.end() ? chosen->second
                      : declared >= 5     ? 12
                      : declared >= 3     ? 32
                                          : 256;
    const double coarse = (run(name, settings, problem, 1. / steps, steps) - fine).norm();
    const double half = (run(name, settings, problem, 0.5 / steps, 2 * steps) - fine).norm();
    INFO(name << " errors " << coarse << " " << half);
    CHECK(std::log2(coarse / half) == Approx(declared).margin(0.1));
  }
}

}  // namespace method_tests
