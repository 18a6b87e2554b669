// Integrators that misbehave on purpose; they exist in the test program alone.

#include "base/error.hpp"
#include "integrators/contract/registry.hpp"

#include <signal.h>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <vector>

namespace stiffbench {
namespace {

enum class Deed { segfault, hang, eat_memory, throw_error, throw_other, fail_newton };

template <Deed deed>
class Misbehaving {
 public:
  Facts facts() const {
    return {.name = name(), .title = "a test's own", .doi = "", .family = Family::other};
  }
  int order(const Problem&) const { return 1; }
  void init(const CountedProblem&, double) {}
  Outcome step(State&) {
    switch (deed) {
      case Deed::segfault:
        ::raise(SIGSEGV);
        break;
      case Deed::hang:
        ::sleep(60);
        break;
      case Deed::eat_memory:
        for (;;) eaten_.emplace_back(1 << 24, 'x');
      case Deed::throw_error:
        throw Error("a step must be taken", "none", "take one");
      case Deed::throw_other:
        throw std::logic_error("unforeseen");
      case Deed::fail_newton:
        return {Status::newton_not_converged, "the residual stays at 1"};
    }
    return {};
  }

 private:
  static std::string name() {
    constexpr const char* names[] = {"test_segfault",    "test_hang",        "test_eat_memory",
                                     "test_throw_error", "test_throw_other", "test_fail_newton"};
    return names[static_cast<int>(deed)];
  }
  std::vector<std::string> eaten_;
};

const bool enrolled =
    enrol(Misbehaving<Deed::segfault>{}) && enrol(Misbehaving<Deed::hang>{}) &&
    enrol(Misbehaving<Deed::eat_memory>{}) && enrol(Misbehaving<Deed::throw_error>{}) &&
    enrol(Misbehaving<Deed::throw_other>{}) && enrol(Misbehaving<Deed::fail_newton>{});

}  // namespace
}  // namespace stiffbench
