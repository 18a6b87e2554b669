#include "harness/targets/claims/target.hpp"

#include "harness/io/data_file.hpp"
#include "harness/io/schema.hpp"

#include <fmt/format.h>

namespace stiffbench {
namespace {

constexpr const char* targets_folder = "results/targets";
constexpr const char* aims_folder = "results/aims";

std::vector<std::string> names_in(const char* folder) {
  std::vector<std::string> names;
  for (const auto& [name, file] : data_files(folder, ".json")) names.push_back(name);
  return names;
}

ClaimSet head_of(const Json& document) {
  ClaimSet target{.name = document["name"],
                  .title = document["title"],
                  .experiments = {},
                  .remarks = document.value("remarks", std::vector<std::string>()),
                  .claims = {}};
  for (const Json& entry : document.value("experiments", Json::array()))
    target.experiments.push_back({entry["name"], entry.value("only", std::vector<std::string>()),
                                  entry.value("figures", std::vector<std::string>())});
  return target;
}

RulePlace place_in(const ClaimSet& target, bool is_aim) {
  RulePlace place{{}, is_aim};
  for (const TargetExperiment& experiment : target.experiments)
    place.experiments.push_back(experiment.name);
  return place;
}

/// Reads the fields common to claims and aims. The Error names the claim.
Claim claim_from_json(const Json& entry, const std::string& text, const RulePlace& place,
                      const std::string& what) {
  Claim claim{.text = text, .otherwise = entry.value("otherwise", "")};
  if (!entry.contains("rule")) return claim;
  try {
    claim.rule = read_rule(entry["rule"], place);
  } catch (const Error& error) {
    throw Error(fmt::format("{}, claim \"{}\": {}", what, text, error.what()));
  }
  return claim;
}

std::optional<Deviation> deviation_of(const Json& entry) {
  if (!entry.contains("deviation")) return std::nullopt;
  return Deviation{entry["deviation"]["reason"], entry["deviation"]["date"]};
}

void check_deviation(const Claim& claim, const std::string& what) {
  if (claim.rule && claim.rule->deviates() && !claim.deviation)
    throw Error(fmt::format("{}: a claim says why a band or bound is not the general one", what),
                fmt::format("\"{}\", which has no deviation", claim.text),
                "add 'deviation' with reason and date, or take within, factor or bound out");
}

}  // namespace

std::vector<std::string> target_names() { return names_in(targets_folder); }
std::vector<std::string> aims_names() { return names_in(aims_folder); }

ClaimSet target_from_json(const Json& document, const std::string& what) {
  validate(document, "target", what);
  ClaimSet target = head_of(document);
  target.paper = document["paper"];
  target.doi = document["doi"];
  target.place = document["place"];
  const RulePlace place = place_in(target, false);
  for (const Json& entry : document["claims"]) {
    Claim claim = claim_from_json(entry, entry["claim"], place, what);
    claim.is_misprint = entry.value("misprint", false);
    claim.place = entry["place"];
    claim.states = entry["states"];
    claim.paper = entry.value("paper", "");
    claim.differs = entry.value("differs", "");
    claim.deviation = deviation_of(entry);
    check_deviation(claim, what);
    target.claims.push_back(std::move(claim));
  }
  return target;
}

ClaimSet aims_from_json(const Json& document, const std::string& what) {
  validate(document, "aims", what);
  ClaimSet target = head_of(document);
  const RulePlace place = place_in(target, true);
  for (const Json& entry : document["aims"]) {
    target.claims.push_back(claim_from_json(entry, entry["aim"], place, what));
    target.claims.back().origin = {entry["set_by"], entry["set_on"], entry["before"]};
  }
  return target;
}

ClaimSet load_target(const std::string& name) {
  const auto file = find_data_file(name, targets_folder, ".json",
                                   "a target must be a file, or one that 'stiffbench reproduce "
                                   "--list' shows");
  return target_from_json(read_json(file), file.string());
}

ClaimSet load_aims(const std::string& name) {
  const auto file =
      find_data_file(name, aims_folder, ".json",
                     "aims must be a file, or a name that 'stiffbench check aims --list' shows");
  return aims_from_json(read_json(file), file.string());
}

}  // namespace stiffbench
