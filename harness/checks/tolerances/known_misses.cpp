#include "harness/checks/tolerances/known_misses.hpp"

#include "integrators/contract/registry.hpp"

#include <algorithm>

namespace stiffbench::tolerances {
namespace {

struct KnownMisses {
  Requirement requirement;
  const char* problem;
  std::vector<std::string> integrators;
};

// docs/methods/tolerances.md gives the numbers, and 'stiffbench check tolerances' prints them.
const std::vector<KnownMisses>& lists() {
  static const std::vector<KnownMisses> all{
      {Requirement::error, "double_pendulum", {"ark324l2sa", "ark436l2sa", "dopri5"}},
      {Requirement::error, "bathe_model", {"ark324l2sa", "dopri5"}},
      {Requirement::first_step, "fput", {"ark324l2sa", "ark436l2sa", "kvaerno5"}},
      {Requirement::first_step, "double_pendulum", {"epirk4s3"}},
      {Requirement::effort,
       "forced_oscillator",
       {"generalized_alpha", "hht_alpha", "newmark", "radau_iia3", "radau_iia5", "radau_iia9",
        "wbz_alpha"}},
      {Requirement::effort, "duffing_chain", {"exprb2", "radau_iia3", "radau_iia5", "radau_iia9"}},
      {Requirement::effort,
       "fput",
       {"generalized_alpha", "hht_alpha", "newmark", "radau_iia3", "radau_iia5", "radau_iia9",
        "wbz_alpha"}},
      {Requirement::effort, "double_pendulum", {"exprb32", "radau_iia3", "radau_iia5"}},
      {Requirement::effort,
       "bathe_model",
       {"epirk4s3", "epirk4s3a", "epirk4s3b", "exprb32", "exprb43", "exprb53s3",
        "generalized_alpha", "hht_alpha", "newmark", "pexprb43", "radau_iia3", "radau_iia5",
        "radau_iia9", "wbz_alpha"}},
  };
  return all;
}

bool contains(const std::vector<Miss>& misses, const Miss& miss) {
  return std::ranges::count(misses, miss) > 0;
}

bool is_peer(const std::string& integrator) {
  return std::ranges::any_of(IntegratorRegistry::instance().all(), [&](const auto& method) {
    return method->facts().name == integrator && !method->facts().library.empty();
  });
}

}  // namespace

Json to_json(const Miss& miss) {
  return {{"integrator", miss.integrator},
          {"problem", miss.problem},
          {"requirement", name_of(miss.requirement)}};
}

const std::vector<Miss>& known_misses() {
  static const std::vector<Miss> all = [] {
    std::vector<Miss> misses;
    for (const auto& [requirement, problem, integrators] : lists())
      for (const std::string& integrator : integrators)
        misses.push_back({integrator, problem, requirement});
    return misses;
  }();
  return all;
}

std::vector<Miss> new_misses(const std::vector<ToleranceCheck>& checks) {
  std::vector<Miss> misses;
  for (const ToleranceCheck& check : checks)
    for (const Requirement one : check.missed)
      if (const Miss miss{check.integrator, check.problem, one};
          !contains(known_misses(), miss) && !is_peer(check.integrator))
        misses.push_back(miss);
  return misses;
}

std::vector<Miss> mended_misses(const std::vector<ToleranceCheck>& checks) {
  std::vector<Miss> mended;
  for (ToleranceCheck check : checks) {
    if (!check.is_measured() || !check.is_complete()) continue;
    judge(check, bounds.tightened(share_of_margin));
    for (const Miss& miss : known_misses())
      if (miss.integrator == check.integrator && miss.problem == check.problem &&
          !check.misses(miss.requirement) &&
          (check.usual_first || miss.requirement != Requirement::first_step))
        mended.push_back(miss);
  }
  return mended;
}

}  // namespace stiffbench::tolerances
