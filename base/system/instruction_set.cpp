#include "base/system/instruction_set.hpp"

#include "base/error.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <hwy/targets.h>

namespace stiffbench {
namespace {

std::string name_of(long long target) {
  if (target == HWY_AVX3) return "avx512";
  if (target == HWY_AVX2) return "avx2";
  return "baseline";
}

std::string& in_use() {
  static std::string name = instruction_sets().front();
  return name;
}

}  // namespace

std::vector<std::string> instruction_sets() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> names;
    for (const long long target : hwy::SupportedAndGeneratedTargets())
      names.push_back(name_of(target));
    return names;
  }();
  return all;
}

const std::string& instruction_set() { return in_use(); }

void use_instruction_set(const std::string& name) {
  const std::vector<std::string> names = instruction_sets();
  const auto match = std::ranges::find(names, name);
  if (match == names.end())
    throw Error(fmt::format("the instruction sets here are {}", fmt::join(names, ", ")), name,
                "choose one of these");
  const long long target = hwy::SupportedAndGeneratedTargets()[match - names.begin()];
  hwy::GetChosenTarget().Update(target);
  in_use() = name;
}

bool has_wide_registers() { return instruction_set() != "baseline"; }

}  // namespace stiffbench
