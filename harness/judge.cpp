#include "harness/judge.hpp"

namespace stiffbench {

Json Judge::error(const Problem&, const std::vector<State>&) const { return nullptr; }

}  // namespace stiffbench
