// Integrators by callbacks run in the harness as all others do, however they misbehave.
#include "base/code/reachable_code.hpp"
#include "base/files.hpp"
#include "base/hash.hpp"
#include "base/system/programs.hpp"
#include "integrators/contract/registry.hpp"
#include "problems/contract/registry.hpp"
#include "tests/c/interface.hpp"

#include <atomic>
#include <csignal>
#include <fstream>
#include <limits>
#include <new>
#include <sstream>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>

namespace stiffbench::c_tests {
namespace {

enum Way {
  does_nothing,
  returns_a_number,
  returns_failed,
  returns_code,
  returns_not_a_number,
  never_returns,
  fails,
  fails_as_nothing,
  refuses_late,
  exits,
  crashes,
  runs,
  throws,
  init_fails,
  init_refuses,
  init_returns,
};

struct Misbehaviour {
  int way = 0;
  long count = 0, from = 1;
};

std::atomic<int> destroyed{0};
stiffbench_problem last_view = 0;

int setting(stiffbench_problem view, const char* name) {
  double value = 0;
  REQUIRE(stiffbench_setting(view, name, &value) == STIFFBENCH_OK);
  return static_cast<int>(value);
}

int init(void* data, stiffbench_problem view, double, void** instance) {
  CHECK(data == &destroyed);
  const int way = setting(view, "way");
  last_view = view;
  if (way == init_fails) return stiffbench_fail("singular", "no pivot");
  if (way == init_refuses) return stiffbench_fail("not_applicable", "needs a dog; got a cat; feed");
  if (way == init_returns) return 5;
  *instance = new Misbehaviour{way, 0, setting(view, "from")};
  return STIFFBENCH_OK;
}

int step(void* instance, stiffbench_problem view, double t, double h, double* x, double* v,
         std::int64_t dof) {
  auto& own = *static_cast<Misbehaviour*>(instance);
  if (++own.count < own.from) return STIFFBENCH_OK;
  if (own.way != does_nothing) x[0] = v[0] = 1e6;  // a failed step leaves the state all the same
  std::vector<double> f(static_cast<std::size_t>(dof));
  switch (own.way) {
    case returns_a_number:
      return 77;
    case returns_failed:
      return STIFFBENCH_FAILED;
    case returns_code:
      return stiffbench_force(view, t, x, dof, v, dof, f.data(), dof - 1);
    case returns_not_a_number:
      x[0] = std::numeric_limits<double>::quiet_NaN();
      return stiffbench_force(view, t + h, x, dof, v, dof, f.data(), dof);
    case never_returns:
      for (;;) ::pause();
    case fails:
      return stiffbench_fail("singular", "no pivot");
    case fails_as_nothing:
      return stiffbench_fail("tired", "");
    case refuses_late:
      return stiffbench_fail("not_applicable", "too late");
    case exits:
      ::_exit(3);
    case crashes:
      std::raise(SIGSEGV);
      return 0;
    case runs:
      return stiffbench_run(view, "rk4", h, nullptr, nullptr) == STIFFBENCH_BAD_HANDLE
                 ? stiffbench_run_experiment("demo", "build/never", nullptr)
                 : 99;
    case throws:
      throw std::runtime_error("a C++ exception");
    default:
      return STIFFBENCH_OK;
  }
}

void destroy(void* instance) {
  ++destroyed;
  delete static_cast<Misbehaviour*>(instance);
}

constexpr const char* test_facts = R"({"title": "for tests", "order": 2, "order_damped": 1,
  "identity": "1", "parameters": {"way": 0, "from": {"default": 1, "doc": "first bad step"}}})";

int add(const char* name, const char* given = test_facts) {
  return stiffbench_add_integrator(name, given, init, step, destroy, &destroyed);
}

void require_method() {
  start();
  static const int code = add("misbehaves");
  REQUIRE(code == STIFFBENCH_OK);
}

std::string settings_of(int way, int from = 1) { return Json{{"way", way}, {"from", from}}.dump(); }

TEST_CASE("every way in which a callback misbehaves is a result") {
  require_method();
  const TestProblem p("fput", R"({"end_time": 1})");
  const auto ends = [&](int way, const char* status, const char* reason) {
    const Json record = record_of(p, "misbehaves", 0.1, settings_of(way).c_str(),
                                  R"({"reference": false, "timeout": 1})");
    CAPTURE(way, record["reason"]);
    CHECK(record["status"] == status);
    CHECK_THAT(record["reason"].get<std::string>(), Catch::Contains(reason));
  };
  ends(returns_a_number, "crashed", "misbehaves.step() returned 77");
  ends(returns_failed, "crashed", "misbehaves.step() returned 8");
  ends(returns_code, "crashed", "misbehaves.step() returned 3: f has 6 entries here; got 5");
  ends(returns_not_a_number, "diverged", "the state is not finite");
  ends(never_returns, "timeout", "stopped after 1 s");
  ends(fails, "singular", "step 1: no pivot");
  ends(fails_as_nothing, "crashed", "a status that records have; got 'tired'");
  ends(refuses_late, "crashed", "init() does that");
  ends(exits, "crashed", "exited with status 3");
  ends(crashes, "crashed", "SIGSEGV");
  ends(runs, "crashed", "a method takes steps, and runs nothing itself");
  ends(throws, "crashed", "a C++ exception");
  ends(init_fails, "crashed", "misbehaves.init() failed: singular: no pivot");
  ends(init_returns, "crashed", "misbehaves.init() returned 5");
  require_refusal(
      stiffbench_run(p.handle, "misbehaves", 0.1, settings_of(init_refuses).c_str(), nullptr),
      STIFFBENCH_INVALID, "needs a dog", "a cat");
}

TEST_CASE("a failed step of callbacks leaves the state, and the end of a run ends its view") {
  require_method();
  const auto problem = ProblemRegistry::instance().make("fput");
  std::int64_t dof = 0;
  const int before = destroyed;
  {
    AnyIntegrator method =
        IntegratorRegistry::instance().make("misbehaves", {{"way", long{fails}}, {"from", 2L}});
    const CountedProblem counted(*problem);
    method->init(counted, 0.1);
    State u = problem->start();
    REQUIRE(method->step(u).ok());
    CHECK(u.t == 0.1);
    const State good = u;
    const Outcome outcome = method->step(u);
    CHECK(outcome.status == Status::singular);
    CHECK(outcome.reason == "no pivot");
    CHECK(u.t == good.t);
    CHECK(u.x == good.x);
    CHECK(u.v == good.v);

    REQUIRE(stiffbench_dof(last_view, &dof) == STIFFBENCH_OK);
    CHECK(dof == problem->dof());
    double end_time = 0;
    require_refusal(stiffbench_end_time(last_view, &end_time), STIFFBENCH_BAD_HANDLE,
                    "needs a problem", "the view");
    require_refusal(stiffbench_free_problem(last_view), STIFFBENCH_BAD_HANDLE, "needs a problem",
                    "the view");
    std::thread([&] {
      CHECK(stiffbench_dof(last_view, &dof) == STIFFBENCH_BAD_HANDLE);
      CHECK_THAT(stiffbench_error_got(), Catch::Contains("in another thread"));
    }).join();
    method->init(counted, 0.1);  // a restart releases the instance
    CHECK(destroyed == before + 1);
  }
  CHECK(destroyed == before + 2);
  require_refusal(stiffbench_dof(last_view, &dof), STIFFBENCH_BAD_HANDLE, "the view of a run",
                  "has ended");
  const TestProblem p("fput");
  double value = 0;
  require_refusal(stiffbench_setting(p.handle, "way", &value), STIFFBENCH_BAD_HANDLE,
                  "needs the view", "a problem");
}

TEST_CASE("names and facts that do not fit are refused in C") {
  require_method();
  const auto refuses = [&](const char* name, const char* given, const char* rule, const char* got) {
    require_refusal(add(name, given), STIFFBENCH_INVALID, rule, got);
  };
  refuses("rk4", test_facts, "its own", "'rk4'");
  refuses("misbehaves", test_facts, "its own", "'misbehaves'");
  refuses("Verlet", test_facts, "lower_case", "'Verlet'");
  refuses("1verlet", test_facts, "lower_case", "'1verlet'");
  refuses("", test_facts, "lower_case", "''");
  refuses(nullptr, test_facts, "name is a text", "NULL");
  refuses("a", nullptr, "have title", "{}");
  refuses("a", R"({"title": "a"})", "have order", "title");
  refuses("a", R"({"title": "a", "order": 1.5})", "a whole number", "1.5");
  refuses("a", R"({"title": "a", "order": -1})", "not negative", "-1");
  refuses("a", R"({"title": "a", "order": 99999999999})", "a whole number", "99999999999");
  refuses("a", R"({"title": "a", "order": 1, "speed": 9})", "have the keys", "'speed'");
  refuses("a", R"({"title": "a", "order": 1, "family": "best"})", "the family", "'best'");
  refuses("a", R"({"title": "a", "order": 1, "identity": ""})", "identity", "empty");
  refuses("a", R"({"title": "a", "order": 1, "parameters": [1]})", "are a JSON object", "[1]");
  refuses("a", R"({"title": "a", "order": 1, "parameters": {"b": {}}})", "has a default", "{}");
  refuses("a", R"({"title": "a", "order": 1, "adaptive": true, "parameters": {"rtol": 1}})",
          "rtol belongs", "second");
  require_refusal(stiffbench_add_integrator("a", test_facts, init, nullptr, destroy, nullptr),
                  STIFFBENCH_INVALID, "step is the address", "NULL");
  start();
  CHECK_FALSE(has_origin("integrator", "a"));
  const TestProblem p("fput", R"({"end_time": 1})");
  require_refusal(stiffbench_run(p.handle, "misbehaves", 0.1, R"({"wey": 1})", nullptr),
                  STIFFBENCH_INVALID, "integrator 'misbehaves'", "wey");
  require_refusal(stiffbench_run(p.handle, "rk4", 0.1, nullptr, R"({"repeat": 1})"),
                  STIFFBENCH_INVALID, "options of a run have the keys", "'repeat'");
  require_refusal(stiffbench_run(p.handle, "rk4", 0.1, nullptr, R"({"timeout": "1"})"),
                  STIFFBENCH_INVALID, "timeout of options of a run is a number", "\"1\"");
  for (const double h : {0., -1., 0.3, std::numeric_limits<double>::quiet_NaN()})
    CHECK(stiffbench_run(p.handle, "rk4", h, nullptr, nullptr) == STIFFBENCH_INVALID);
}

TEST_CASE("the code of callbacks is their identity, or the file with step()") {
  require_method();
  const auto with = [](const char* identity) {
    return Json{{"title", "a"}, {"order", 1}, {"identity", identity}}.dump();
  };
  REQUIRE(add("identity_a", with("a").c_str()) == 0);
  REQUIRE(add("identity_a_again", with("a").c_str()) == 0);
  REQUIRE(add("identity_b", with("b").c_str()) == 0);
  REQUIRE(add("of_file", R"({"title": "a", "order": 1})") == 0);
  REQUIRE(add("of_file_again", R"({"title": "a", "order": 1})") == 0);
  const auto code = [](const char* name) { return hash_of_code("integrator", name); };
  CHECK(code("identity_a") == code("identity_a_again"));
  CHECK(code("identity_a") != code("identity_b"));
  CHECK(code("of_file") == code("of_file_again"));
  std::ostringstream program;
  program << std::ifstream("/proc/self/exe", std::ios::binary).rdbuf();
  REQUIRE(add("as_file", with(Hasher().update(program.str()).hex().c_str()).c_str()) == 0);
  CHECK(code("of_file") == code("as_file"));
  CHECK(reachable_files("integrator", "of_file").contains("c/method.cpp"));

  const std::vector<char> memory(64);  // as of a compiler that writes no file
  const auto compiled =
      reinterpret_cast<stiffbench_step_function>(reinterpret_cast<std::uintptr_t>(memory.data()));
  require_refusal(stiffbench_add_integrator("compiled_in_memory", R"({"title": "a", "order": 1})",
                                            nullptr, compiled, nullptr, nullptr),
                  STIFFBENCH_INVALID, "an identity", "no file has");
}

TEST_CASE("runs of callbacks begin while other threads use handles") {
  require_method();
  // Between the first use of the handle and the fork its hash takes long enough for the other
  // thread to run and to be interrupted anywhere, even on one core.
  const TestProblem p("beam", R"({"cells": 4, "aspect": 8, "end_time": 1e-3})");
  std::atomic<bool> ended{false};
  std::thread other([&] {
    std::int64_t dof = 0;
    while (!ended) stiffbench_dof(p.handle, &dof);
  });
  for (int i = 0; i < 20; ++i)
    CHECK(record_of(p, "misbehaves", 1e-3, nullptr,
                    R"({"reference": false, "timeout": 5})")["status"] == "ok");
  ended = true;
  other.join();
}

/// Numbers that the processes of runs share.
struct Shared {
  std::atomic<int> inside{0}, most{0};
};

int enter(void* data, stiffbench_problem, double, void** instance) {
  auto& shared = *static_cast<Shared*>(data);
  shared.most = std::max<int>(shared.most, ++shared.inside);
  *instance = data;
  return STIFFBENCH_OK;
}
int rest(void*, stiffbench_problem, double, double, double*, double*, std::int64_t) {
  ::usleep(2000);
  return STIFFBENCH_OK;
}
void leave(void* data) { --static_cast<Shared*>(data)->inside; }

TEST_CASE("threads that run at once wait for each other in C") {
  start();
  void* memory =
      ::mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  REQUIRE(memory != MAP_FAILED);
  auto& shared = *new (memory) Shared;
  REQUIRE(stiffbench_add_integrator("rests", R"({"title": "rests", "order": 0})", enter, rest,
                                    leave, &shared) == STIFFBENCH_OK);
  const TestProblem p("oscillator", R"({"end_time": 1})");
  std::atomic<int> good{0};
  const auto run = [&] {
    for (int i = 0; i < 5; ++i)
      if (stiffbench_run(p.handle, "rests", 0.1, nullptr, R"({"reference": false})") == 0 &&
          left_json()["status"] == "ok")
        ++good;
  };
  std::thread first(run), second(run);
  first.join();
  second.join();
  CHECK(good == 10);
  CHECK(shared.most == 1);
  CHECK(shared.inside == 0);
}

TEST_CASE("experiments and the command line know integrators by callbacks") {
  require_method();
  const ScratchFolder scratch;
  const std::string file = (scratch.path() / "experiment.json").string(),
                    out = (scratch.path() / "out").string();
  write_atomically(file, R"({"schema": "stiffbench.experiment/1", "name": "experiment",
    "title": "callbacks", "problems": [{"name": "oscillator", "parameters": {"end_time": 1}}],
    "integrators": [{"name": "misbehaves"}, {"name": "velocity_verlet"}], "counts": [10],
    "repeats": 0, "reference": {"skip": true}})");
  const int code = stiffbench_run_experiment(file.c_str(), out.c_str(), R"({"jobs": 1})");
  INFO(stiffbench_error_message());
  REQUIRE(code == STIFFBENCH_OK);
  CHECK(left_json()["status"]["ok"] == 2);
  REQUIRE(stiffbench_run_experiment(file.c_str(), out.c_str(), nullptr) == 0);
  CHECK(left_json()["reused"] == 2);
  require_refusal(stiffbench_run_experiment("nowhere", out.c_str(), nullptr), STIFFBENCH_INVALID,
                  "experiment", "nowhere");
  require_refusal(stiffbench_run_experiment(file.c_str(), out.c_str(), R"({"jobs": 0})"),
                  STIFFBENCH_INVALID, "at least 1", "0");

  const std::string record = (scratch.path() / "record.json").string();
  const char* const words[] = {
      "stiffbench",     "run",   "--problem",   "oscillator", "--integrator",
      "misbehaves",     "--h",   "0.1",         "--set",      "problem.end_time=1",
      "--no-reference", "--out", record.c_str()};
  int32_t status = -1;
  REQUIRE(stiffbench_command_line(std::size(words), words, &status) == STIFFBENCH_OK);
  CHECK(status == 0);
  CHECK(read_json(record)["integrator"]["name"] == "misbehaves");
  require_refusal(stiffbench_command_line(0, words, &status), STIFFBENCH_BAD_LENGTH, "first word",
                  "0 words");
}

}  // namespace
}  // namespace stiffbench::c_tests
