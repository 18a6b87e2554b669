#include "harness/sweep/expected_time.hpp"

#include "base/error.hpp"
#include "base/paths.hpp"
#include "harness/records/read_records.hpp"
#include "harness/sweep/agenda.hpp"

#include <fmt/format.h>

namespace stiffbench {
namespace {

/// Returns the times of the records shipped with the program, by family.
std::map<std::string, CostModel::Points> read_recorded() {
  std::map<std::string, CostModel::Points> recorded;
  for (const auto& [name, folder] : folders_of_records(data_path("results/kept")))
    for (const Record& record : read_records(folder)) {
      const auto& runtime = record.result.runtime;
      if (!runtime) continue;
      const CostKey key =
          family_key(record.problem.name, record.problem.dof, record.integrator.name,
                     record.threads, record.tolerance, record.count.value_or(1));
      const Cost expense{runtime->setup, runtime->median};
      recorded[key.family].emplace(key.size, expense);
      recorded[sample_key(key).family].emplace(key.size, expense);
    }
  return recorded;
}

/// Adds the recorded times of families that no sweep has measured.
void add_recorded(CostModel& model) {
  static const auto recorded = read_recorded();
  for (const auto& [family, points] : recorded)
    if (!model.families().contains(family)) model.add(family, points);
}

CostModel all_measured(const KeptCosts& costs) {
  CostModel model = costs.model();
  add_recorded(model);
  return model;
}

CostSum sum_of(const std::optional<CostSum>& sum) {
  if (!sum)
    throw Error("estimates begin with costs that have been measured", "none in results/costs.json",
                "restore that file");
  return *sum;
}

/// Returns the cost of the whole experiment in `file`; `source` may select parts of it or set other
/// limits.
CostSum whole_of(const Json& source, const std::filesystem::path& file) {
  const KeptCosts costs;
  if (const auto measured = costs.experiment(source)) return *measured;
  const CostModel model = all_measured(costs);
  const CostSum whole = sum_of(whole_cost(make_experiment(source, file), model));
  KeptCosts::keep({}, source, whole);
  return whole;
}

/// Returns the ratio of the costs of pieces to the model's, or 1 if the model has none.
double ratio(double whole, double modelled) { return modelled > 0 ? whole / modelled : 1; }

}  // namespace

CostSum whole_cost_of(const std::filesystem::path& file) { return whole_of(read_json(file), file); }

PartCosts::PartCosts(const Experiment& experiment)
    : model_(all_measured(KeptCosts())), whole_(whole_of(experiment.source, experiment.file)) {
  const CostSum modelled =
      sum_of(cost_of(model_, all_costs(experiment.whole ? *experiment.whole : experiment)));
  alone_ = ratio(whole_.alone, modelled.alone);
  beside_ = ratio(whole_.beside, modelled.beside * static_cast<double>(experiment.threads));
}

CostSum PartCosts::of(const std::vector<PendingCost>& pieces) const {
  CostSum sum = sum_of(cost_of(model_, pieces));
  sum.alone *= alone_;
  sum.beside *= beside_;
  sum.longest *= beside_;
  sum.is_rough = whole_.is_rough;
  return sum;
}

}  // namespace stiffbench
