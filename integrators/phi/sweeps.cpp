#include "integrators/phi/sweeps.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace stiffbench::phi {
namespace {

/// The relative difference below which two weights count as equal, since they are computed in two
/// ways.
constexpr double same = 1e-14;

using Weights = std::map<std::pair<int, int>, double>;  // (k, input)

Weights weights_at(const Request::Output& output, double c) {
  Weights all;
  for (const auto& term : output.terms)
    if (term.c == c) all[{term.k, term.input}] += term.weight / std::pow(c, term.k);
  std::erase_if(all, [](const auto& entry) { return entry.second == 0; });
  return all;
}

bool serves(const Sweep& sweep, const Weights& weights, double factor) {
  return std::equal(sweep.loads.begin(), sweep.loads.end(), weights.begin(), weights.end(),
                    [&](const Sweep::Load& load, const auto& entry) {
                      return std::pair(load.k, load.input) == entry.first &&
                             std::abs(load.weight - entry.second / factor) <= same;
                    });
}

Sweep sweep_of(const Weights& weights, double factor) {
  Sweep sweep;
  for (const auto& [key, weight] : weights) {
    sweep.loads.push_back({key.second, key.first, weight / factor});
    sweep.top = std::max(sweep.top, key.first);
  }
  return sweep;
}

void add_stop(Sweep& sweep, double c, Sweep::Member member) {
  auto at = std::find_if(sweep.stops.begin(), sweep.stops.end(),
                         [&](const Sweep::Stop& stop) { return stop.c >= c; });
  if (at == sweep.stops.end() || at->c != c) at = sweep.stops.insert(at, {c, {}});
  at->members.push_back(member);
}

}  // namespace

std::vector<Sweep> make_sweeps(const Request& request) {
  std::vector<Sweep> sweeps;
  for (std::size_t o = 0; o < request.outputs.size(); ++o) {
    std::vector<double> done;
    for (const auto& term : request.outputs[o].terms) {
      if (std::ranges::find(done, term.c) != done.end()) continue;
      done.push_back(term.c);
      const Weights weights = weights_at(request.outputs[o], term.c);
      if (weights.empty()) continue;
      const double factor = std::ranges::max_element(weights, {}, [](const auto& w) {
                              return std::abs(w.second);
                            })->second;
      auto sweep = std::ranges::find_if(
          sweeps, [&](const Sweep& present) { return serves(present, weights, factor); });
      if (sweep == sweeps.end()) sweep = sweeps.insert(sweeps.end(), sweep_of(weights, factor));
      add_stop(*sweep, term.c, {static_cast<int>(o), factor});
    }
  }
  return sweeps;
}

}  // namespace stiffbench::phi
