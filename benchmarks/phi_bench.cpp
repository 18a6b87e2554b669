// Phi back ends on the bunny at equal true error: every contestant's tolerance is tuned until its
// result is just within a target of a tight reference computation, in the energy norm and relative
// to it. Then it is timed. The target is 1e-6; on the two-scale bunny it is 1e-3, since gravity
// strikes the stiff modes with about 1e-4 of the energy norm at kd = 1e8, and rational Lanczos pays
// for what it resolves of their oscillation. Only ratios within one run mean anything:
//   build/release/benchmarks/phi_bench [--table FILE]
// ends with what is claimed of them; --table writes the same as JSON. --benchmark_filter=REGEX
// measures a part.

#include "base/error.hpp"
#include "fastest.hpp"
#include "harness/run/environment.hpp"
#include "integrators/contract/registry.hpp"
#include "integrators/phi/phi.hpp"
#include "integrators/phi/spectrum.hpp"
#include "problems/contract/registry.hpp"

#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <functional>
#include <memory>

using namespace stiffbench;

namespace {

std::shared_ptr<Problem> bunny(const Settings& settings) {
  return ProblemRegistry::instance().make("bunny", settings);
}

double omega_max(const Problem& problem) {
  Mat K;
  problem.stiffness(problem.start(), K);
  const CountedProblem counted(problem);
  return std::sqrt(
      phi::estimate_spectrum(counted, K, Vec::LinSpaced(K.rows(), 1, 99).array().sin()).high);
}

double energy_norm(const Problem& problem, const State& u) {
  Vec weighted;
  problem.mass().times(u.v, weighted);
  return std::sqrt(u.v.dot(weighted) + u.x.dot(problem.linear_stiffness() * u.x));
}

/// Something to compute, again and again.
class Task {
 public:
  explicit Task(std::shared_ptr<const Problem> problem) : problem_(std::move(problem)) {}
  virtual ~Task() = default;
  const Problem& problem() const { return *problem_; }
  /// From now on with these settings of an integrator, of which a task may use only the phi part.
  virtual void prepare(const Settings& settings) = 0;
  virtual Outcome run(State& result) = 0;
  Work work() const { return counted_->work(); }

 protected:
  const CountedProblem& count_anew() {
    counted_ = std::make_unique<CountedProblem>(*problem_);
    return *counted_;
  }

 private:
  std::shared_ptr<const Problem> problem_;
  std::unique_ptr<CountedProblem> counted_;
};

/// exp(hJ) b with J of the state u, from K to the result.
class Exponential final : public Task {
 public:
  Exponential(std::shared_ptr<const Problem> problem, const State& u, double h)
      : Task(std::move(problem)), h_(h), b_{u.x, u.v}, out_(1) {
    this->problem().stiffness(u, K_);
  }
  void prepare(const Settings& settings) override {
    phi_ = {};
    assign_settings("phi", phi_, settings);
    phi_.init(count_anew(), h_);
    request_ = phi_.add({{{}}, {{{{0, 0, 1, 1}}}}});
  }
  Outcome run(State& result) override {
    if (Outcome outcome = phi_.linearise(K_, D_); !outcome.ok()) return outcome;
    Outcome outcome = phi_.evaluate(request_, std::span(&b_, 1), out_);
    result = {0, out_[0].x, out_[0].v};
    return outcome;
  }

 private:
  double h_;
  phi::Pair b_;
  std::vector<phi::Pair> out_;
  Mat K_, D_;
  phi::Phi phi_;
  int request_ = 0;
};

/// Steps of an integrator from u; `fresh`: each run begins with its init.
class Steps final : public Task {
 public:
  Steps(std::shared_ptr<const Problem> problem, State u, double h, long count, bool fresh,
        std::string integrator = "exprb42")
      : Task(std::move(problem)),
        integrator_(std::move(integrator)),
        u_(std::move(u)),
        h_(h),
        count_(count),
        fresh_(fresh) {}
  void prepare(const Settings& settings) override {
    method_.emplace(IntegratorRegistry::instance().make(integrator_, settings));
    if (const std::string why = method_->unfit(problem()); !why.empty())
      throw Error("a contestant fits the problem", why, "choose another");
    made_ = &count_anew();
    method_->init(*made_, h_);
  }
  Outcome run(State& result) override {
    if (fresh_) method_->init(*made_, h_);
    result = u_;
    for (long i = 0; i < count_; ++i)
      if (Outcome outcome = method_->step(result); !outcome.ok()) return outcome;
    return {};
  }

 private:
  std::string integrator_;
  State u_;
  double h_;
  long count_;
  bool fresh_;
  std::optional<AnyIntegrator> method_;
  const CountedProblem* made_ = nullptr;
};

/// A task and its true result.
class Scene {
 public:
  Scene(double error, std::function<std::shared_ptr<Task>()> make)
      : target(error), make_(std::move(make)) {}
  const double target;  // of the relative error in the energy norm
  /// Made when it is first asked for: not every scene is measured.
  Task& task() {
    if (!task_) task_ = make_();
    return *task_;
  }
  void compute_reference() {
    if (reference_.x.size() > 0) return;
    task().prepare({{"phi", "chebyshev"}, {"tolerance", 1e-4 * target}});
    State found;
    if (const Outcome outcome = task().run(found); !outcome.ok())
      throw Error("the reference computation succeeds", outcome.reason, "loosen its tolerance");
    reference_ = std::move(found);
  }
  double error(const State& u) {
    const State difference{0, u.x - reference_.x, u.v - reference_.v};
    return energy_norm(task().problem(), difference) / energy_norm(task().problem(), reference_);
  }

 private:
  std::function<std::shared_ptr<Task>()> make_;
  std::shared_ptr<Task> task_;
  State reference_;
};

/// One line of the table.
struct Contestant {
  Contestant(std::string called, std::shared_ptr<Scene> in, Settings with, bool tune_it)
      : name(std::move(called)), scene(std::move(in)), settings(std::move(with)), tuned(tune_it) {}

  std::string name;
  std::shared_ptr<Scene> scene;
  Settings settings;
  bool tuned;  // else its tolerance is the target
  bool ready = false;
  std::string failure;
  double tolerance = 0, error = 0;
  Work work;

  /// Leaves the task prepared, with one computation behind it.
  bool attempt(double with) {
    Settings all = settings;
    all["tolerance"] = with;
    Task& task = scene->task();
    task.prepare(all);
    State u;
    const Outcome outcome = task.run(u);
    failure = outcome.ok() ? "" : fmt::format("{}: {}", to_string(outcome.status), outcome.reason);
    tolerance = with;
    work = task.work();
    error = outcome.ok() ? scene->error(u) : INFINITY;
    return outcome.ok();
  }

  /// Looks for a large tolerance with an error within the target.
  void tune() {
    scene->compute_reference();
    const double target = scene->target;
    double next = target, best = 0, too_large = INFINITY;
    for (int i = 0; i < (tuned ? 8 : 1); ++i) {
      const bool ran = attempt(next), good = ran && error <= target;
      if (good) best = std::max(best, next);
      if (ran && !good) too_large = std::min(too_large, next);
      if (good && (error > target / 4 || next > 0.05)) break;
      // What does not converge may do so with less asked of it.
      next = ran ? next * 0.5 * target / std::max(error, 1e-4 * target) : 30 * next;
      // Errors may jump from one approximant to the next: then between what is known.
      if (best > 0 && too_large < INFINITY) next = std::sqrt(best * too_large);
      next = std::min(next, 0.1);
      if (next < 1e-15 || too_large < 1.1 * best) break;
    }
    if (tuned && best > 0 && tolerance != best) attempt(best);
    if (tuned && failure.empty() && !(error <= target))
      failure = fmt::format("error {:.1e} at tolerance {:.1e}", error, tolerance);
    ready = true;
  }
};

void measure(benchmark::State& run, Contestant& contestant) {
  try {
    if (!contestant.ready) contestant.tune();
  } catch (const Error& error) {
    contestant.failure = error.what();
    contestant.ready = true;
  }
  if (!contestant.failure.empty()) {
    run.SkipWithError(contestant.failure.c_str());
    return;
  }
  // All repetitions of one contestant come before the next: the task is still its own.
  State u;
  for (auto _ : run) contestant.scene->task().run(u);
  run.counters["error"] = contestant.error;
  run.counters["tolerance"] = contestant.tolerance;
  run.counters["products"] = static_cast<double>(contestant.work.stiffness_times);
  run.counters["solves"] = static_cast<double>(contestant.work.solve);
}

/// Ratio of two times and what it is claimed to be.
struct Claim {
  std::string words, over, under;
  double bound;
  bool at_least = true;
};

struct Suite {
  std::vector<std::unique_ptr<Contestant>> contestants;
  std::vector<Claim> claims;

  void add(const std::string& name, const std::shared_ptr<Scene>& scene, const Settings& settings,
           bool tuned = true, int repetitions = 2) {
    contestants.push_back(std::make_unique<Contestant>(name, scene, settings, tuned));
    Contestant& made = *contestants.back();
    benchmark::RegisterBenchmark(name.c_str(), [&made](benchmark::State& s) { measure(s, made); })
        ->Unit(benchmark::kMillisecond)
        ->MinTime(0.02)
        ->Repetitions(repetitions);
  }
};

/// The literal bunny under way: swaying, every mode struck, then some steps of Verlet's.
State struck(const Problem& problem, double omega) {
  State u = problem.start();
  for (Eigen::Index i = 0; i < u.v.size(); ++i)
    u.v[i] += 0.05 * std::sin(static_cast<double>(i * i % 1009));
  const CountedProblem counted(problem);
  AnyIntegrator verlet = IntegratorRegistry::instance().make("velocity_verlet");
  verlet.init(counted, 0.4 / omega);
  for (int i = 0; i < 100; ++i) verlet.step(u);
  return u;
}

void add_literal(Suite& suite) {
  struct Body {
    std::shared_ptr<Problem> problem = bunny({{"size", "4k"}, {"start", "sway"}});
    double omega = omega_max(*problem);
    State u = struck(*problem, omega);
  };
  const auto body = [] {
    static const Body made;
    return made;
  };
  for (const int z : {500, 2900})
    for (const bool step : {false, true}) {
      const auto scene = std::make_shared<Scene>(1e-6, [=]() -> std::shared_ptr<Task> {
        const Body b = body();
        if (step) return std::make_shared<Steps>(b.problem, b.u, z / b.omega, 1, false);
        return std::make_shared<Exponential>(b.problem, b.u, z / b.omega);
      });
      const std::string what = fmt::format("{}/h_omega={}/", step ? "exprb42_step" : "exp", z);
      suite.add(what + "chebyshev", scene, {{"phi", "chebyshev"}});
      suite.add(what + "lanczos", scene, {{"phi", "lanczos"}});
      for (const char* phi : {"kiops", "phipm_simul_iom2"})
        for (const char* product : {"scaled", "energy"})
          suite.add(what + phi + "_" + product, scene, {{"phi", phi}, {"inner_product", product}});
      suite.claims.push_back({"chebyshev against kiops, energy product", what + "kiops_energy",
                              what + "chebyshev", 2});
      suite.claims.push_back({"chebyshev against kiops, scaled variables", what + "kiops_scaled",
                              what + "chebyshev", z == 500 ? 2.0 : 3.0});
    }
}

void add_two_scale(Suite& suite) {
  constexpr double h = 0.0566;  // s, as in 10.1145/3072959.3073706
  const auto name = [](double kd) { return fmt::format("two_scale/kd=1e{:.0f}/", std::log10(kd)); };
  for (const double kd : {1e8, 1e10, 1e12})
    for (const long steps : {1L, 4L}) {
      if (steps > 1 && kd > 1e10) continue;  // Chebyshev takes a minute
      const auto scene = std::make_shared<Scene>(1e-3, [=]() -> std::shared_ptr<Task> {
        const auto problem = bunny({{"variant", "two_scale"}, {"kd", kd}});
        return std::make_shared<Steps>(problem, problem->start(), h / double(steps), steps, true);
      });
      const std::string what = name(kd) + (steps == 1 ? "first_step/" : "run/");
      for (const char* phi : {"chebyshev", "rational_lanczos", "auto"})
        if (steps > 1 || phi != std::string("auto"))
          suite.add(what + phi, scene, {{"phi", phi}}, steps == 1, kd > 1e10 ? 1 : 2);
      for (const char* phi : {"chebyshev", "rational_lanczos"})
        if (steps > 1)
          suite.claims.push_back({std::string("auto against ") + phi + " over a run", what + "auto",
                                  what + phi, 1.2, false});
    }
  const std::string first = "first_step/", rational = "rational_lanczos";
  for (const auto& [kd, bound] : {std::pair(1e10, 4.0), std::pair(1e12, 40.0)})
    suite.claims.push_back({"rational Lanczos with its factorization against chebyshev",
                            name(kd) + first + "chebyshev", name(kd) + first + rational, bound});
  suite.claims.push_back({"rational Lanczos at kd=1e12 against itself at 1e8",
                          name(1e12) + first + rational, name(1e8) + first + rational, 2, false});
}

/// The fewest steps with which exprb42 is no worse than RK4 at its stability limit, over a run.
void add_rk4(Suite& suite) {
  constexpr double T = 0.01;  // s
  constexpr double limit = 2.78;
  struct Run {
    std::shared_ptr<Problem> problem = bunny({{"size", "4k"}});
    double omega_T = omega_max(*problem) * T;
    std::shared_ptr<Steps> make(const std::string& integrator, double steps) const {
      const long count = std::lround(std::ceil(steps));
      return std::make_shared<Steps>(problem, problem->start(), T / double(count), count, true,
                                     integrator);
    }
  };
  const auto setup = [] {
    static const Run made;
    return made;
  };
  // An unrelated method for the truth.
  static State truth;
  const auto deviation = [=](const State& u) {
    if (truth.x.size() == 0) {
      const auto task = setup().make("composition8", setup().omega_T / 0.6);
      task->prepare({});
      task->run(truth);
    }
    return energy_norm(*setup().problem, {0, u.x - truth.x, u.v - truth.v}) /
           energy_norm(*setup().problem, truth);
  };
  static double rk4_error = 0;
  const auto time = [](benchmark::State& run, Task& task, double error) {
    State u;
    for (auto _ : run) task.run(u);
    run.counters["error"] = error;
  };
  benchmark::RegisterBenchmark("literal_run/rk4",
                               [=](benchmark::State& run) {
                                 const auto task = setup().make("rk4", setup().omega_T / limit);
                                 task->prepare({});
                                 State u;
                                 task->run(u);
                                 rk4_error = deviation(u);
                                 time(run, *task, rk4_error);
                               })
      ->Unit(benchmark::kMillisecond)
      ->Iterations(1)
      ->Repetitions(3);
  benchmark::RegisterBenchmark(
      "literal_run/exprb42_chebyshev",
      [=](benchmark::State& run) {
        static long count = 1;
        for (;; count *= 2) {
          const auto task = setup().make("exprb42", double(count));
          task->prepare({{"phi", "chebyshev"}, {"tolerance", rk4_error / 100}});
          State u;
          const bool ran = task->run(u).ok();
          const double error = ran ? deviation(u) : INFINITY;
          if (!(error <= rk4_error) && count < 4096) continue;
          run.counters["steps"] = double(count);
          return time(run, *task, error);
        }
      })
      ->Unit(benchmark::kMillisecond)
      ->Iterations(1)
      ->Repetitions(3);
  suite.claims.push_back(
      {"exprb42 with chebyshev against RK4 at its stability limit, no worse "
       "error",
       "literal_run/rk4", "literal_run/exprb42_chebyshev", 2});
}

void write_table(const std::string& file, const Suite& suite, const Fastest& fastest) {
  Json lines = Json::array(), claims = Json::array();
  for (const auto& c : suite.contestants) {
    if (!c->ready) continue;
    const std::string group = c->name.substr(0, c->name.rfind('/') + 1);
    Json line = {{"name", c->name},         {"tolerance", c->tolerance},
                 {"error", c->error},       {"products", c->work.stiffness_times},
                 {"solves", c->work.solve}, {"vectors", c->work.krylov_vectors}};
    if (!c->failure.empty()) line["failure"] = c->failure;
    if (const auto ratio = fastest.ratio(c->name, group + "chebyshev"))
      line["time_over_chebyshev"] = *ratio;
    lines.push_back(std::move(line));
  }
  for (const Claim& c : suite.claims)
    if (const auto ratio = fastest.ratio(c.over, c.under))
      claims.push_back({{"claim", c.words},
                        {"over", c.over},
                        {"under", c.under},
                        {"ratio", *ratio},
                        {c.at_least ? "at_least" : "at_most", c.bound},
                        {"holds", c.at_least ? *ratio >= c.bound : *ratio <= c.bound}});
  std::ofstream(file)
      << Json{{"lines", lines}, {"claims", claims}, {"environment", environment()}}.dump(1) << "\n";
}

}  // namespace

int main(int count, char** words) {
  use_one_thread();
  benchmark::Initialize(&count, words);
  std::string table;
  if (count == 3 && std::string(words[1]) == "--table") {
    table = words[2];
  } else if (benchmark::ReportUnrecognizedArguments(count, words)) {
    return 1;
  }
  Suite suite;
  add_literal(suite);
  add_two_scale(suite);
  add_rk4(suite);
  Fastest fastest;
  benchmark::RunSpecifiedBenchmarks(&fastest);
  for (const Claim& c : suite.claims) {
    const auto ratio = fastest.ratio(c.over, c.under);
    std::printf("%s\n  %s / %s = %s, %s %g: %s\n", c.words.c_str(), c.over.c_str(), c.under.c_str(),
                ratio ? fmt::format("{:.2f}", *ratio).c_str() : "not measured",
                c.at_least ? "at least" : "at most", c.bound,
                !ratio                                                 ? "unknown"
                : (c.at_least ? *ratio >= c.bound : *ratio <= c.bound) ? "holds"
                                                                       : "DOES NOT HOLD");
  }
  if (!table.empty()) write_table(table, suite, fastest);
}
