#include "benchmarks/phi/peers.hpp"
#include "benchmarks/phi/suite.hpp"

#include <fmt/format.h>

#include <cmath>

namespace stiffbench {
namespace {

/// The literal bunny under way: swaying, every mode struck, then some steps of Verlet's.
State struck(const Problem& problem, double omega) {
  State u = problem.start();
  for (Eigen::Index i = 0; i < u.v.size(); ++i)
    u.v[i] += 0.05 * std::sin(static_cast<double>(i * i % 1009));
  const CountedProblem counted(problem);
  AnyIntegrator verlet = IntegratorRegistry::instance().make("velocity_verlet");
  verlet->init(counted, 0.4 / omega);
  for (int i = 0; i < 100; ++i) verlet->step(u);
  return u;
}

struct Body {
  std::shared_ptr<Problem> problem = bunny({{"size", "4k"}, {"start", "sway"}});
  double omega = omega_max(*problem);
  State u = struck(*problem, omega);
};

const Body& body() {
  static const Body body_at_work;  // made when it is first run
  return body_at_work;
}

/// Adds what others would take for exp(hJ) b, in (x, v) and in scaled variables.
void add_peers(Suite& suite, const std::string& what, const std::shared_ptr<Exercise>& exercise,
               int z) {
  using MakePeer = std::function<std::unique_ptr<ExponentialPeer>()>;
  for (const auto& [name, make] : {std::pair<std::string, MakePeer>{"expokit", expokit},
                                   {"slepc_krylov", [] { return slepc("krylov"); }},
                                   {"slepc_expokit", [] { return slepc("expokit"); }}})
    for (const bool scaled : {false, true}) {
      const auto task = [z, scaled, make = make]() -> std::shared_ptr<Task> {
        auto peer = make();
        if (!peer) throw Error("SLEPc is there", "a build without it", "install slepc-dev");
        const Body& b = body();
        return std::make_shared<PeerExponential>(b.problem, b.u, z / b.omega, scaled ? b.omega : 1,
                                                 std::move(peer));
      };
      suite.add(what + name + (scaled ? "_scaled" : "_plain"), exercise, {}, true, 2, task);
    }
}

}  // namespace

void add_literal(Suite& suite) {
  for (const int z : {500, 2900})
    for (const bool step : {false, true}) {
      const auto exercise = std::make_shared<Exercise>(1e-6, [=]() -> std::shared_ptr<Task> {
        const Body& b = body();
        if (step) return std::make_shared<Steps>(b.problem, b.u, z / b.omega, 1, false);
        return std::make_shared<Exponential>(b.problem, b.u, z / b.omega);
      });
      const std::string what = fmt::format("{}/h_omega={}/", step ? "exprb42_step" : "exp", z);
      suite.add(what + "chebyshev", exercise, {{"phi", "chebyshev"}});
      suite.add(what + "lanczos", exercise, {{"phi", "lanczos"}});
      for (const char* phi : {"kiops", "phipm_simul_iom2"})
        for (const char* product : {"scaled", "energy"})
          suite.add(what + phi + "_" + product, exercise,
                    {{"phi", phi}, {"inner_product", product}});
      if (!step) add_peers(suite, what, exercise, z);
      suite.claims.push_back({"chebyshev against kiops, energy product", what + "kiops_energy",
                              what + "chebyshev", 2});
      suite.claims.push_back({"chebyshev against kiops, scaled variables", what + "kiops_scaled",
                              what + "chebyshev",
                              z == 2900 ? 3.0
                              : step    ? 2.6
                                        : 2.3});
    }
}

void add_two_scale(Suite& suite) {
  constexpr double h = 0.0566;  // s, as in 10.1145/3072959.3073706
  const auto name = [](double kd) { return fmt::format("two_scale/kd=1e{:.0f}/", std::log10(kd)); };
  for (const double kd : {1e8, 1e10, 1e12})
    for (const long steps : {1L, 4L}) {
      if (steps > 1 && kd > 1e10) continue;  // Chebyshev takes a minute
      const auto exercise = std::make_shared<Exercise>(1e-3, [=]() -> std::shared_ptr<Task> {
        const auto problem = bunny({{"variant", "two_scale"}, {"kd", kd}});
        return std::make_shared<Steps>(problem, problem->start(), h / double(steps), steps, true);
      });
      const std::string what = name(kd) + (steps == 1 ? "first_step/" : "run/");
      for (const std::string phi : {"chebyshev", "rational_lanczos", "auto", "measured"})
        if (steps > 1 || phi == "chebyshev" || phi == "rational_lanczos")
          suite.add(what + phi, exercise, {{"phi", phi}}, steps == 1, kd > 1e10 ? 1 : 2);
      if (steps == 1) continue;
      for (const std::string choice : {"auto", "measured"})
        for (const char* phi : {"chebyshev", "rational_lanczos"})
          suite.claims.push_back(
              {choice + " against " + phi + " over a run", what + choice, what + phi, 1.2, false});
    }
  const std::string first = "first_step/", rational = "rational_lanczos";
  for (const auto& [kd, bound] : {std::pair(1e10, 4.0), std::pair(1e12, 40.0)})
    suite.claims.push_back({"rational Lanczos with its factorization against chebyshev",
                            name(kd) + first + "chebyshev", name(kd) + first + rational, bound});
  suite.claims.push_back({"rational Lanczos at kd=1e12 against itself at 1e8",
                          name(1e12) + first + rational, name(1e8) + first + rational, 2, false});
}

}  // namespace stiffbench
