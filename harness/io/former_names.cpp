#include "harness/io/former_names.hpp"

#include <array>
#include <map>

namespace stiffbench {
namespace {

/// Replaces the word at a path, such as {"problem", "name"}, if the document has that path.
void replace_word(Json& document, const Json::json_pointer& path,
                  const std::map<Json, std::string>& words) {
  if (!document.contains(path)) return;
  if (const auto match = words.find(document[path]); match != words.end())
    document[path] = match->second;
}

/// Renames a key of the object at a path, if the document has that path.
void rename_key(Json& document, const Json::json_pointer& path, const char* former,
                const char* current) {
  if (!document.contains(path) || !document[path].is_object()) return;
  Json& object = document[path];
  if (!object.contains(former) || object.contains(current)) return;
  object[current] = object[former];
  object.erase(former);
}

const std::map<Json, std::string> problems{{"toothbrush", "brush"}};
const std::map<Json, std::string> statuses{{"newton_failed", "newton_not_converged"},
                                           {"unfit", "not_applicable"}};
const std::map<Json, std::string> experiments{
    {"ball_table1", "ball_you2026_table1"},
    {"bunny_precision_literal_1k", "bunny_as_published_1k"},
    {"bunny_precision_literal_8k", "bunny_as_published_8k"},
    {"coil_table2", "coil_luan2021_table2"},
    {"collision_1d_table2", "collision_1d_you2026_table2"},
    {"crash_table2", "crash_luan2021_table2"},
    {"dragon_table2", "dragon_luan2021_table2"},
    {"tower_table1", "tower_michels2017_table1"}};
constexpr std::array<std::pair<const char*, const char*>, 3> counters{
    {{"jacobian_times", "jacobian_products"},
     {"stiffness_times", "stiffness_products"},
     {"setup", "one_time_setups"}}};

/// Renames the settings of an experiment's entry for a problem or an integrator.
void rename_settings(Json& entry) {
  if (!entry.is_object() || !entry.contains("parameters") || !entry["parameters"].is_object())
    return;
  Json settings = Json::object();
  for (const auto& [name, value] : entry["parameters"].items()) {
    if (value.is_string()) {
      const auto [current, word] = current_setting(name, value);
      settings[current] = word;
    } else {
      settings[name] = value;
    }
  }
  entry["parameters"] = settings;
}

}  // namespace

std::pair<std::string, std::string> current_setting(const std::string& name,
                                                    const std::string& value) {
  using Setting = std::pair<std::string, std::string>;
  static const std::map<Setting, Setting> settings{
      {{"hessian", "lu"}, {"hessian_correction", "none"}},
      {{"hessian", "diagonal"}, {"hessian_correction", "mass_shift"}},
      {{"hessian", "projected"}, {"hessian_correction", "psd_projection"}},
      {{"material", "frozen_corotated"}, {"material", "lagged_corotated"}},
      {{"linear_solver", "full"}, {"linear_solver", "first_order"}},
      {{"linear_solver", "half"}, {"linear_solver", "half_size"}},
      {{"linear_solver", "spgmr_half"}, {"linear_solver", "spgmr_half_size"}},
      {{"contact", "corrector"}, {"contact", "lcp"}},
      {{"contact", "printed"}, {"contact", "lcp_as_printed"}}};
  const auto match = settings.find({name, value});
  return match == settings.end() ? Setting(name, value) : match->second;
}

std::string current_experiment(const std::string& name) {
  const auto match = experiments.find(name);
  return match == experiments.end() ? name : match->second;
}

void rename_in_experiment(Json& experiment) {
  using namespace nlohmann::literals;
  if (!experiment.is_object()) return;
  replace_word(experiment, "/name"_json_pointer, experiments);
  rename_key(experiment, "/starts"_json_pointer, "shift", "perturbation");
  if (const auto all = experiment.find("problems"); all != experiment.end() && all->is_array())
    for (Json& problem : *all)
      if (problem.is_object()) replace_word(problem, "/name"_json_pointer, problems);
  for (const char* key : {"problems", "integrators"})
    if (const auto all = experiment.find(key); all != experiment.end() && all->is_array())
      for (Json& entry : *all) rename_settings(entry);
}

void rename_in_record(Json& record) {
  using namespace nlohmann::literals;
  if (!record.is_object()) return;
  rename_key(record, "/start"_json_pointer, "shift", "perturbation");
  replace_word(record, "/problem/name"_json_pointer, problems);
  replace_word(record, "/status"_json_pointer, statuses);
  for (const auto& [former, current] : counters)
    rename_key(record, "/work"_json_pointer, former, current);
}

}  // namespace stiffbench
