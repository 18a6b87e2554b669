#include "base/error.hpp"
#include "tests/integrators/peers/one_mass.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <cstdio>
#include <functional>
#include <unistd.h>

namespace peers_failure_tests {

using namespace stiffbench;

namespace {

/// What runs on any problem of one mass, with both kinds of steps where there are both.
std::vector<AnyIntegrator> all_peers() {
  std::vector<AnyIntegrator> peers;
  bool petsc = false;  // in builds that have it
  for (const AnyIntegrator& entry : IntegratorRegistry::instance().all()) {
    const std::string name = entry->facts().name;
    if (entry->facts().library.empty()) continue;
    petsc = petsc || entry->facts().library == "PETSc TS";
    peers.push_back(entry);
    for (const auto& parameter : entry->parameters())
      if (parameter.name == "adaptive")
        peers.push_back(IntegratorRegistry::instance().make(name, {{"adaptive", false}}));
  }
  REQUIRE(peers.size() == (petsc ? 24 : 18));
  return peers;
}

/// What is written to the standard error meanwhile, by C or C++.
class StandardError {
 public:
  StandardError() : file_(std::tmpfile()), kept_(dup(STDERR_FILENO)) {
    std::fflush(stderr);
    dup2(fileno(file_), STDERR_FILENO);
  }
  ~StandardError() {
    restore();
    std::fclose(file_);
  }
  std::string text() {
    restore();
    std::rewind(file_);
    std::string all(4096, '\0');
    all.resize(std::fread(all.data(), 1, all.size(), file_));
    return all;
  }

 private:
  void restore() {
    std::fflush(stderr);
    if (kept_ < 0) return;
    dup2(kept_, STDERR_FILENO);
    close(kept_);
    kept_ = -1;
  }
  std::FILE* file_;
  int kept_;
};

}  // namespace

TEST_CASE("peers tell a force that is not a number as divergence, in one line and in silence") {
  OneMass problem;
  problem.pull = [](const State& u) { return u.t > 0.55 ? std::nan("") : -u.x[0]; };
  for (const AnyIntegrator& method : all_peers()) {
    INFO(method->facts().name);
    StandardError captured;
    const OneRun ended = run_one(method, problem, 0.1, 10);
    CHECK(captured.text() == "");
    CHECK(ended.outcome.status == Status::diverged);
    CHECK_FALSE(ended.outcome.reason.empty());
    CHECK(ended.outcome.reason.find('\n') == std::string::npos);
    CHECK(ended.u.t == Approx(0.5).margin(0.11));
  }
}

TEST_CASE("peers end where the solution does") {
  OneMass problem;  // x = 1 / (1 - t)
  problem.pull = [](const State& u) { return 2 * std::pow(u.x[0], 3); };
  problem.v0 = 1;
  for (const AnyIntegrator& method : all_peers()) {
    if (!method->adaptive()) continue;
    INFO(method->facts().name);
    StandardError captured;
    const OneRun ended = run_one(method, problem, 0.125, 10);
    CHECK(captured.text() == "");
    CHECK(ended.u.t < 1.01);
    INFO(ended.outcome.reason);
    CHECK((ended.outcome.status == Status::diverged ||
           ended.outcome.status == Status::newton_not_converged));
  }
}

TEST_CASE("peers report a Newton iteration with a wrong matrix") {
  OneMass problem;
  problem.pull = [](const State& u) { return -1e4 * u.x[0]; };
  problem.stiff = 1;
  StandardError captured;
  const Outcome outcome =
      run_one(IntegratorRegistry::instance().make("arkode_dirk", {{"adaptive", false}}), problem, 1,
              1)
          .outcome;
  CHECK(captured.text() == "");
  CHECK(outcome.status == Status::newton_not_converged);
  CHECK_THAT(outcome.reason, Catch::StartsWith("ARK_CONV_FAILURE"));
}

TEST_CASE("peers report a singular Newton matrix as singular") {
  OneMass problem;  // M + gamma^2 K = 0 with the gamma = 1/4 of SDIRK_5_3_4 at h = 1
  problem.pull = [](const State& u) { return 16 * u.x[0]; };
  problem.stiff = -16;
  for (const std::string kind : {"half_size", "first_order", "klu"}) {
    const Outcome outcome =
        run_one(IntegratorRegistry::instance().make("arkode_dirk",
                                                    {{"adaptive", false}, {"linear_solver", kind}}),
                problem, 1, 1)
            .outcome;
    CHECK(outcome.status == Status::singular);
    INFO(outcome.reason);
    CHECK_THAT(outcome.reason, Catch::Contains("ARK_"));
  }
}

TEST_CASE("what a force throws passes through a peer") {
  OneMass problem;
  problem.pull = [](const State& u) -> double {
    if (u.t > 0.5) throw Error("the force must be asked for before 0.5 s");
    return -u.x[0];
  };
  for (const AnyIntegrator& method : all_peers()) {
    if (method->facts().name == "odeint_symplectic_rkn_sb3a") continue;  // it passes no time
    INFO(method->facts().name);
    StandardError captured;
    CHECK_THROWS_WITH(run_one(method, problem, 0.1, 10), Catch::Contains("before 0.5 s"));
    CHECK(captured.text() == "");
  }
}

}  // namespace peers_failure_tests
