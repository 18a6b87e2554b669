// No step allocates heap memory once its method has warmed up. The test binary's own malloc and
// its kin stand before the C library's, for the shared library of the project as well (operator new
// ends there, and Eigen calls them directly), and count what is asked for while a step runs.
//
// Exempt: what SuiteSparse, BLAS and LAPACK ask for themselves. CHOLMOD and UMFPACK allocate in
// every numeric factorization (UMFPACK makes a new factor each time), and no option of theirs
// prevents it.

#include "integrators/contract/registry.hpp"
#include "integrators/phi/phi.hpp"
#include "problems/contract/registry.hpp"

#include <catch2/catch.hpp>

#include <array>
#include <cerrno>
#include <cstring>
#include <dlfcn.h>
#include <execinfo.h>

namespace allocation_tests {

#if defined(__SANITIZE_ADDRESS__)
#define STIFFBENCH_COUNTS_ALLOCATIONS 0  // the sanitizer has a malloc of its own
#else
#define STIFFBENCH_COUNTS_ALLOCATIONS 1
#endif

namespace {

struct Count {
  bool on = false;
  long calls = 0;
  std::array<void*, 16> first = {};  // who asked first
  int depth = 0;
};
Count count;

bool exempt(const void* caller) {
  Dl_info info;
  if (dladdr(caller, &info) == 0 || !info.dli_fname) return false;
  for (const char* name : {"suitesparse", "cholmod", "umfpack", "amd", "blas", "lapack"})
    if (std::strstr(info.dli_fname, name)) return true;
  return false;
}

[[maybe_unused]] void note(const void* caller) {
  if (!count.on || exempt(caller)) return;
  count.on = false;  // what follows may itself allocate
  if (count.calls++ == 0) count.depth = backtrace(count.first.data(), int(count.first.size()));
  count.on = true;
}

}  // namespace

#if STIFFBENCH_COUNTS_ALLOCATIONS
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* old, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

void* malloc(std::size_t size) noexcept {
  note(__builtin_return_address(0));
  return __libc_malloc(size);
}
void* calloc(std::size_t number, std::size_t size) noexcept {
  note(__builtin_return_address(0));
  return __libc_calloc(number, size);
}
void* realloc(void* old, std::size_t size) noexcept {
  note(__builtin_return_address(0));
  return __libc_realloc(old, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  note(__builtin_return_address(0));
  return __libc_memalign(alignment, size);
}
int posix_memalign(void** result, std::size_t alignment, std::size_t size) noexcept {
  note(__builtin_return_address(0));
  *result = __libc_memalign(alignment, size);
  return *result ? 0 : ENOMEM;
}
}
#endif

namespace {

using namespace stiffbench;

/// Allocations in ten steps, after ten to warm up, in which a factor is copied in single precision;
/// and the first of them in words.
std::string allocations(AnyIntegrator method, const Problem& problem, double h) {
  const CountedProblem counted(problem);
  method->init(counted, h);
  State u = problem.start();
  Outcome outcome;
  for (int i = 0; i < 10 && outcome.ok(); ++i) outcome = method->step(u);
  count = {};
  count.on = true;
  for (int i = 0; i < 10 && outcome.ok(); ++i) outcome = method->step(u);
  count.on = false;
  if (!outcome.ok()) return "a step failed: " + outcome.reason;
  if (count.calls == 0) return "";
  std::string text = std::to_string(count.calls) + " allocations, the first by\n";
  char** names = backtrace_symbols(count.first.data(), count.depth);
  for (int i = 1; i < count.depth; ++i) text += std::string("  ") + names[i] + "\n";
  std::free(names);
  return text;
}

/// Every combination of the choices that decide which code runs.
std::vector<Settings> variants(const AnyIntegrator& method) {
  std::vector<Settings> all = {{}};
  const auto vary = [&](const std::string& parameter, const std::vector<std::string>& choices) {
    for (const auto& facts : method->parameters())
      if (facts.name == parameter) {
        std::vector<Settings> wider;
        for (const Settings& settings : all)
          for (const std::string& choice : choices) {
            if (!facts.rule.holds(choice)) continue;
            wider.push_back(settings);
            wider.back()[parameter] = choice;
          }
        all = wider;
      }
  };
  vary("phi", phi::backend_names());
  vary("formulation", {"position", "sqrt"});
  vary("linear_solver", {"cholesky", "first_order", "pcg"});
  vary("refactorize", {"always", "when_slow"});
  vary("line_search", {"natural", "energy"});
  const std::size_t before = all.size();
  for (std::size_t i = 0; i < before; ++i)
    if (const auto solver = all[i].find("linear_solver");
        solver != all[i].end() && solver->second == Value(std::string("pcg"))) {
      // An automatic choice allocates when it tries the incomplete factorization.
      all[i]["preconditioner"] = std::string("block_jacobi");
      all.push_back(all[i]);
      all.back()["preconditioner"] = std::string("block_ic");
    }
  return all;
}

/// Full matrices and those of the first-order system take too long beyond so many degrees of
/// freedom, with every method.
constexpr Eigen::Index most_for_slow = 200;

bool is_slow(const Settings& settings) {
  const auto is = [&](const char* parameter, const char* choice) {
    const auto chosen = settings.find(parameter);
    return chosen != settings.end() && chosen->second == Value(std::string(choice));
  };
  return is("formulation", "sqrt") || is("linear_solver", "first_order");
}

struct Case {
  const char* problem;
  Settings settings;
  double h;
};

}  // namespace

TEST_CASE("an allocation is seen where one happens", "[allocation]") {
#if STIFFBENCH_COUNTS_ALLOCATIONS
  count = {};
  count.on = true;
  Vec* made = new Vec(Vec::Ones(1000));
  count.on = false;
  delete made;
  CHECK(count.calls == 2);  // the vector's own, and what it holds
#endif
}

TEST_CASE("no step allocates after its method has warmed up", "[allocation]") {
  const std::vector<Case> cases = {{"bunny", {{"size", "300"}, {"start", "sway"}}, 1e-5},
                                   {"fput", {}, 1e-3},
                                   {"fput", {{"m", 40L}}, 1e-3},
                                   {"damped_oscillator", {}, 1e-3},
                                   {"duffing_chain", {{"n", 40L}, {"damping", 0.1}}, 1e-3}};
  for (const Case& c : cases) {
    const auto problem = ProblemRegistry::instance().make(c.problem, c.settings);
    for (const AnyIntegrator& plain : IntegratorRegistry::instance().all()) {
      const std::string name = plain->facts().name;
      if (!plain->facts().library.empty() || plain->adaptive()) continue;
      for (const Settings& settings : variants(plain)) {
        if (const auto phi = settings.find("phi"); phi != settings.end()) {
          const auto& back_end = std::get<std::string>(phi->second);
          if (!phi::make_backend(back_end)->allocates(*problem).empty()) continue;
        }
        if (problem->dof() > most_for_slow && is_slow(settings)) continue;
        if (settings.contains("preconditioner") && problem->block_size() != 3 &&
            settings.at("preconditioner") == Value(std::string("block_ic")))
          continue;
        const AnyIntegrator method = IntegratorRegistry::instance().make(name, settings);
        if (!method->why_not_applicable(*problem).empty()) continue;
        std::string chosen;
        for (const auto& [key, value] : settings)
          chosen += " " + key + "=" + std::get<std::string>(value);
        const std::string match = allocations(method, *problem, c.h);
        INFO(c.problem << " (" << problem->dof() << " dof), " << name << chosen);
        INFO(match);
        CHECK(match.empty());
      }
    }
  }
}

}  // namespace allocation_tests
