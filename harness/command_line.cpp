#include "harness/command_line.hpp"

#include "integrators/registry.hpp"
#include "problems/registry.hpp"

#include <cstdio>

namespace stiffbench {

int command_line(int, const char* const*) {
  for (auto& entry : ProblemRegistry::instance().all())
    std::printf("%s\n", entry.facts.name.c_str());
  for (auto& method : IntegratorRegistry::instance().all())
    std::printf("%s\n", method.facts().name.c_str());
  return 0;
}

}  // namespace stiffbench
