#include "harness/identity.hpp"

#include "harness/json.hpp"
#include "problems/hash.hpp"

namespace stiffbench {

std::string problem_identity(const Problem& problem) {
  return Hasher().update(problem.name()).update(to_json(problem.parameters()).dump()).hex();
}

}  // namespace stiffbench
