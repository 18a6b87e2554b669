#include "harness/checks/kernels/kernel.hpp"

#include "harness/run/environment.hpp"
#include "problems/contract/state.hpp"

#include <memory>

namespace stiffbench {

std::string compiled_set() {
  const Json& sets = environment()["cpu"]["instruction_sets_in_use"];
  return sets.empty() ? "baseline" : sets.back().get<std::string>();
}

std::function<void()> triad(double bytes) {
  struct Operands {
    Vec a, b, c;
  };
  const auto n = static_cast<Eigen::Index>(bytes / 3 / sizeof(double));
  const auto v = std::make_shared<Operands>(Vec::Zero(n), Vec::Ones(n), Vec::Ones(n));
  return [v] {
    v->a = v->b + 3 * v->c;
    use(v->a.data());
  };
}

}  // namespace stiffbench
