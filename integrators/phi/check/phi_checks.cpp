#include "integrators/phi/check/phi_checks.hpp"

#include "base/system/stopwatch.hpp"
#include "integrators/phi/check/taylor_phi.hpp"
#include "integrators/phi/phi.hpp"
#include "integrators/phi/spectrum.hpp"
#include "problems/contract/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

namespace stiffbench {
namespace {

constexpr double deformation = 1e-3;  // m, the largest displacement of a free coordinate
constexpr double most_growth = 20;    // the largest h sqrt(-lambda_min)

Vec random_vector(Eigen::Index n, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  return Vec::NullaryExpr(n, [&] { return uniform(random); });
}

/// A problem with its K at one state, and the energy norm there.
struct Situation {
  std::shared_ptr<const Problem> problem;
  std::string label;
  Mat K, D;
  double omega = 0, shift = 0;  // shift: s of phi::Options
  State state;

  double norm(const Vec& x, const Vec& v) const {
    Vec Mx, Mv;
    problem->mass().times(x, Mx);
    problem->mass().times(v, Mv);
    return std::sqrt(x.dot(K * x) + shift * x.dot(Mx) + v.dot(Mv));
  }
};

Situation make_situation(const PhiSweep::Case& from) {
  Situation s;
  s.problem = ProblemRegistry::instance().make(from.problem, from.settings);
  s.label = from.problem;
  for (const auto& [name, value] : from.settings) s.label += " " + name + "=" + to_string(value);
  if (from.deformed) s.label += " deformed";
  s.state = s.problem->start();
  if (from.deformed) s.state.x += deformation * random_vector(s.problem->dof(), 7);
  s.problem->stiffness(s.state, s.K);
  const CountedProblem counted(*s.problem);
  const auto interval = phi::estimate_spectrum(counted, s.K, random_vector(s.problem->dof(), 8));
  s.omega = std::sqrt(interval.high);
  s.shift = -2 * interval.low;
  return s;
}

/// Returns b scaled to this norm.
phi::Pair scaled(const Situation& s, phi::Pair b, double norm) {
  const double factor = norm / s.norm(b.x, b.v);
  return {factor * b.x, factor * b.v};
}

/// Returns a smooth vector, from which an exponential Rosenbrock method starts, or a rough one,
/// with all modes alike.
phi::Pair make_vector(const Situation& s, bool smooth) {
  const Eigen::Index n = s.problem->dof();
  if (!smooth) return {random_vector(n, 1) / s.omega, random_vector(n, 2)};
  phi::Pair slope{s.state.v, Vec()};
  Vec force;
  s.problem->force(s.state, force);
  s.problem->mass().solve(force, slope.v);
  return slope;
}

struct NamedRequest {
  const char* name;
  phi::Request request;
};

std::vector<NamedRequest> requests() {
  return {{"phi_1", {{{true}}, {{{{0, 1, 1, 1}}}, {{{0, 1, 0.75, 0.75}}}}}},
          {"exp", {{{true}}, {{{{0, 0, 1, 1}}}}}},
          {"phi_3, phi_4", {{{false}}, {{{{0, 3, 1, 2}, {0, 4, 1, -6}}}}}}};
}

using phi::Formulation;
using phi::InnerProduct;

struct Contestant {
  std::string label;
  phi::Phi phi;
};

/// All back ends, with all options that fit.
std::vector<Contestant> contestants(const Problem& problem, long largest_root) {
  std::vector<Contestant> all;
  for (const auto& name : phi::backend_names())
    for (const auto formulation : {Formulation::position, Formulation::sqrt})
      for (const auto product : {InnerProduct::automatic, InnerProduct::euclidean,
                                 InnerProduct::scaled, InnerProduct::energy}) {
        Contestant c{name, {}};
        c.phi.choice = name;
        c.phi.options.formulation = formulation;
        c.phi.options.inner_product = product;
        if (!c.phi.why_not_applicable(problem).empty()) continue;
        const bool automatic = product == InnerProduct::automatic,
                   root = formulation == Formulation::sqrt;
        // (Omega x, v) has only the automatic inner product; in (x, v) the automatic one is
        // `scaled`.
        if (root && (problem.dof() > largest_root || !automatic)) continue;
        if (!root && automatic && phi::make_backend(name)->facts().first_order) continue;
        if (!automatic) c.label += " " + name_of(product);
        if (root) c.label += " " + name_of(formulation);
        all.push_back(std::move(c));
      }
  return all;
}

/// The largest error of an output, relative to the measure in phi::Options.
double relative_error(const Situation& s, double h, const phi::Request& request,
                      const std::vector<phi::Pair>& in, const std::vector<phi::Pair>& results,
                      const std::vector<phi::Pair>& truth) {
  double worst = 0;
  for (std::size_t o = 0; o < truth.size(); ++o) {
    double scale = 0;
    for (const auto& term : request.outputs[o].terms) {
      const int i = term.input;
      const Vec x = request.inputs[i].position ? in[i].x : Vec(Vec::Zero(in[i].v.size()));
      scale += std::abs(term.weight) / std::tgamma(term.k + 1) * s.norm(x, in[i].v) *
               std::exp(term.c * h * std::sqrt(s.shift / 2));
    }
    worst = std::max(worst, s.norm(results[o].x - truth[o].x, results[o].v - truth[o].v) / scale);
  }
  return worst;
}

/// One combination of a sweep's tolerances, vectors, requests and norms.
struct Combination {
  double tolerance, norm;
  std::size_t vector, request;
};
constexpr const char* vector_names[] = {"smooth", "rough"};

class Checks {
 public:
  Checks(const PhiSweep& sweep, const std::function<void(const PhiCheck&)>& report,
         const std::function<bool(const PhiCheck&)>& done)
      : sweep_(sweep), report_(report), done_(done) {}

  std::vector<PhiCheck> run() {
    for (const auto& one : sweep_.cases) {
      const Situation setting = make_situation(one);
      turn_ = 0;
      for (const auto& part : sweep_.parts)
        for (const double h_omega : part.h_omegas) {
          const auto combinations = combine(part);
          // with an indefinite K everything grows, and results beyond this growth mean nothing
          if (h_omega / setting.omega * std::sqrt(setting.shift / 2) >= most_growth) continue;
          truths_.clear();
          for (auto& contestant : contestants(*setting.problem, sweep_.largest_root))
            if (!one.full_only || has_full_matrices(contestant))
              compare(setting, h_omega, combinations, contestant);
        }
    }
    return std::move(checks_);
  }

 private:
  std::vector<Combination> combine(const PhiSweep::Part& part) {
    std::vector<Combination> all;
    const std::size_t requests_each = part.all_requests ? requests_.size() : 1,
                      norms_each = part.all_norms ? sweep_.norms.size() : 1;
    for (const double tolerance : part.tolerances)
      for (const std::size_t vector : {0, 1})
        for (std::size_t r = 0; r < requests_each; ++r)
          for (std::size_t n = 0; n < norms_each; ++n, ++turn_) {
            // the norm changes after each turn of the requests
            const std::size_t request = part.all_requests ? r : turn_ % requests_.size(),
                              norm = part.all_norms
                                         ? n
                                         : turn_ / requests_.size() % sweep_.norms.size();
            all.push_back({tolerance, sweep_.norms[norm], vector, request});
          }
    ++turn_;  // otherwise a tolerance might meet the same request at every h
    return all;
  }

  void compare(const Situation& s, double h_omega, const std::vector<Combination>& combinations,
               Contestant& contestant) {
    const double h = h_omega / s.omega;
    const CountedProblem counted(*s.problem);
    bool begun = false;
    Outcome linear;
    for (const auto& c : combinations) {
      const std::vector<phi::Pair> unit{scaled(s, make_vector(s, c.vector == 0), 1)};
      if (!requests_[c.request].request.inputs[0].position && unit[0].v.isZero(0)) continue;
      PhiCheck check{.contestant = contestant.label,
                     .problem = s.label,
                     .vector = vector_names[c.vector],
                     .request = requests_[c.request].name,
                     .h_omega = h_omega,
                     .tolerance = c.tolerance,
                     .norm = c.norm};
      if (done_(check)) continue;
      if (!begun) {
        contestant.phi.init(counted, h);
        for (const auto& one : requests_) contestant.phi.add(one.request);
      }
      // dense back ends spend their time in the eigendecomposition, which has no tolerance
      if (!begun || !is_dense(contestant)) linear = contestant.phi.linearise(s.K, s.D);
      begun = true;
      contestant.phi.set_tolerance(c.tolerance);
      evaluate(s, h, c, unit, linear, contestant.phi, check);
      report_(check);
      checks_.push_back(std::move(check));
    }
  }

  void evaluate(const Situation& s, double h, const Combination& c,
                const std::vector<phi::Pair>& unit, const Outcome& linear, phi::Phi& back_end,
                PhiCheck& check) {
    const phi::Request& request = requests_[c.request].request;
    const std::vector<phi::Pair> in{{c.norm * unit[0].x, c.norm * unit[0].v}};
    std::vector<phi::Pair> out(request.outputs.size());
    const phi::Report before = back_end.report();
    const Stopwatch watch;
    const Outcome outcome =
        linear.ok() ? back_end.evaluate(static_cast<int>(c.request), in, out) : linear;
    check.seconds = watch.seconds();
    check.status = outcome.status;
    check.reason = outcome.reason;
    if (linear.ok()) check.estimate = back_end.error_estimate();
    check.products = back_end.report().products - before.products;
    check.solves = back_end.report().solves - before.solves;
    if (!outcome.ok()) return;
    for (auto& pair : out) {
      pair.x /= c.norm;
      pair.v /= c.norm;
    }
    auto& truth = truths_[{c.vector, c.request}];
    if (truth.empty()) truth = taylor_phi(*s.problem, s.K, s.omega, h, request, unit);
    check.error = relative_error(s, h, request, unit, out, truth);
  }

  static bool has_full_matrices(const Contestant& contestant) {
    return is_dense(contestant) || contestant.phi.options.formulation == Formulation::sqrt;
  }
  static bool is_dense(const Contestant& contestant) {
    return phi::make_backend(contestant.phi.choice)->facts().full_matrices;
  }

  const PhiSweep& sweep_;
  const std::function<void(const PhiCheck&)>& report_;
  const std::function<bool(const PhiCheck&)>& done_;
  const std::vector<NamedRequest> requests_ = requests();
  std::vector<PhiCheck> checks_;
  std::size_t turn_ = 0;
  /// The Taylor values for each (vector, request), for the present situation and h.
  std::map<std::pair<std::size_t, std::size_t>, std::vector<phi::Pair>> truths_;
};

PhiSweep::Case bunny(const char* size, const char* variant, double kd, bool deformed = false) {
  return {"bunny",
          {{"size", std::string(size)},
           {"variant", std::string(variant)},
           {"kd", kd},
           {"start", std::string("sway")}},
          deformed};
}

}  // namespace

PhiSweep thinned_phi_sweep() {
  return {{bunny("1k", "literal", 1e8),
           bunny("1k", "two_scale", 1e8),
           bunny("300", "literal", 1e8, true),
           bunny("300", "two_scale", 1e10),
           {"fput", {{"m", 40L}, {"omega", 1e3}}, false}},
          {{{1, 100}, {1e-3, 1e-6, 1e-10}, true, false}},
          {1, 1e-8, 1e8},
          200};
}

PhiSweep whole_phi_sweep() {
  std::vector<PhiSweep::Case> cases;
  for (const char* size : {"300", "1k"}) {
    cases.push_back(bunny(size, "literal", 1e8));
    for (const double kd : {1e8, 1e12}) cases.push_back(bunny(size, "two_scale", kd));
    cases.push_back(bunny(size, "literal", 1e8, true));
  }
  for (auto& one : cases) one.full_only = std::get<std::string>(one.settings.at("size")) == "300";
  const std::vector<double> all = {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10},
                            some = {1e-3, 1e-6, 1e-10};
  return {cases,
          {{{1}, all, true, true},
           {{10, 100}, all, true, false},
           {{1000}, all, false, false},
           {{1e4}, some, false, false}},
          {1e-8, 1, 1e8},
          1500};
}

std::vector<PhiCheck> check_phi(const PhiSweep& sweep,
                                const std::function<void(const PhiCheck&)>& report,
                                const std::function<bool(const PhiCheck&)>& done) {
  return Checks(sweep, report, done).run();
}

}  // namespace stiffbench
