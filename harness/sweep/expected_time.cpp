#include "harness/sweep/expected_time.hpp"

#include "base/paths.hpp"
#include "harness/records/read_records.hpp"
#include "harness/sweep/work_list.hpp"

namespace stiffbench {
namespace {

Rates read_rates() {
  std::map<std::string, std::vector<double>> all;
  for (const auto& [name, folder] : folders_of_records(data_path("results/archive")))
    for (const Record& record : read_records(folder)) {
      const auto& runtime = record.result.runtime;
      if (!runtime || record.threads > 1) continue;
      const std::string& method = record.integrator.name;
      const double steps = size_of_run(record.tolerance, record.count.value_or(1));
      for (const std::string& key : {record.problem.name + " " + method, method, std::string()})
        all[key].push_back(runtime->median / steps / static_cast<double>(record.problem.dof));
    }
  Rates rates = usual_rates();
  for (auto& [key, own] : all) {
    const auto middle = own.begin() + static_cast<std::ptrdiff_t>(own.size() / 2);
    std::ranges::nth_element(own, middle);
    rates[key] = *middle;
  }
  return rates;
}

/// Returns the cost of the whole experiment in `file`; `source` may set other limits.
CostSum whole_of(const Json& source, const std::filesystem::path& file) {
  if (const auto recorded = recorded_cost(source)) return *recorded;
  const CostSum whole = whole_cost(make_experiment(source, file), CostModel(recorded_rates()));
  record_cost(source, whole);
  return whole;
}

/// Returns the ratio of the costs of pieces to the model's, or 1 if the model has none.
double ratio(double whole, double modelled) { return modelled > 0 ? whole / modelled : 1; }

}  // namespace

const Rates& recorded_rates() {
  static const Rates rates = read_rates();
  return rates;
}

CostSum whole_cost_of(const std::filesystem::path& file) { return whole_of(read_json(file), file); }

PartCosts::PartCosts(const Experiment& experiment)
    : whole_(whole_of(experiment.source, experiment.file)) {
  const CostSum modelled = whole_cost(experiment.whole ? *experiment.whole : experiment, model_);
  alone_ = ratio(whole_.alone, modelled.alone);
  beside_ = ratio(whole_.beside, modelled.beside);
}

CostSum PartCosts::of(const std::vector<PendingCost>& pieces) const {
  CostSum sum = cost_of(model_, pieces);
  sum.alone *= alone_;
  sum.beside *= beside_;
  sum.longest *= beside_;
  sum.is_rough = whole_.is_rough;
  return sum;
}

}  // namespace stiffbench
