#include "harness/targets/claims/target.hpp"

#include "harness/io/data_file.hpp"
#include "harness/io/schema.hpp"
#include "harness/targets/claims/rules.hpp"

namespace stiffbench {

std::vector<std::string> target_names() {
  std::vector<std::string> names;
  for (const auto& [name, file] : data_files("results/targets", ".json")) names.push_back(name);
  return names;
}

PaperTarget target_from_json(const Json& document, const std::string& what) {
  validate(document, "target", what);
  PaperTarget target{.name = document["name"],
                     .title = document["title"],
                     .paper = document["paper"],
                     .doi = document["doi"],
                     .place = document["place"],
                     .experiments = {},
                     .remarks = document.value("remarks", std::vector<std::string>()),
                     .claims = {}};
  for (const Json& entry : document.value("experiments", Json::array()))
    target.experiments.push_back({entry["name"], entry.value("only", std::vector<std::string>()),
                                  entry.value("figures", std::vector<std::string>())});
  for (const Json& entry : document["claims"]) {
    target.claims.push_back({.text = entry["claim"],
                             .place = entry["place"],
                             .paper = entry.value("paper", ""),
                             .rule = entry.value("rule", Json(nullptr)),
                             .otherwise = entry.value("otherwise", "")});
    if (!target.claims.back().rule.is_null()) check_rule(target.claims.back().rule, target);
  }
  return target;
}

PaperTarget load_target(const std::string& name) {
  const auto file = find_data_file(name, "results/targets", ".json",
                                   "a target must be a file, or one that 'stiffbench reproduce "
                                   "--list' shows");
  return target_from_json(read_json(file), file.string());
}

}  // namespace stiffbench
