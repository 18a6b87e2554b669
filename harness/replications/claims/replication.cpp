#include "harness/replications/claims/replication.hpp"

#include "harness/io/data_file.hpp"
#include "harness/io/schema.hpp"

#include <fmt/format.h>

namespace stiffbench {
namespace {

constexpr const char* replications_folder = "results/replications";
constexpr const char* aims_folder = "results/aims";

std::vector<std::string> names_in(const char* folder) {
  std::vector<std::string> names;
  for (const auto& [name, file] : data_files(folder, ".json")) names.push_back(name);
  return names;
}

ClaimSet head_of(const Json& document) {
  ClaimSet replication{.name = document["name"],
                       .title = document["title"],
                       .experiments = {},
                       .remarks = document.value("remarks", std::vector<std::string>()),
                       .claims = {}};
  for (const Json& entry : document.value("experiments", Json::array()))
    replication.experiments.push_back({entry["name"],
                                       entry.value("only", std::vector<std::string>()),
                                       entry.value("figures", std::vector<std::string>())});
  return replication;
}

RuleContext context_in(const ClaimSet& replication, bool is_aim) {
  RuleContext context{{}, is_aim};
  for (const ReplicationExperiment& experiment : replication.experiments)
    context.experiments.push_back(experiment.name);
  return context;
}

/// Reads the fields common to claims and aims. The Error names the claim.
Claim claim_from_json(const Json& entry, const std::string& text, const RuleContext& context,
                      const std::string& what) {
  Claim claim{.text = text, .otherwise = entry.value("otherwise", "")};
  if (!entry.contains("rule")) return claim;
  try {
    claim.rule = read_rule(entry["rule"], context);
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

std::vector<std::string> replication_names() { return names_in(replications_folder); }
std::vector<std::string> aims_names() { return names_in(aims_folder); }

ClaimSet replication_from_json(const Json& document, const std::string& what) {
  validate(document, "replication", what);
  ClaimSet replication = head_of(document);
  replication.paper = document["paper"];
  replication.doi = document["doi"];
  replication.place = document["place"];
  const RuleContext context = context_in(replication, false);
  for (const Json& entry : document["claims"]) {
    Claim claim = claim_from_json(entry, entry["claim"], context, what);
    claim.is_misprint = entry.value("misprint", false);
    claim.place = entry["place"];
    claim.states = entry["states"];
    claim.paper = entry.value("paper", "");
    claim.differs = entry.value("differs", "");
    claim.deviation = deviation_of(entry);
    check_deviation(claim, what);
    replication.claims.push_back(std::move(claim));
  }
  return replication;
}

ClaimSet aims_from_json(const Json& document, const std::string& what) {
  validate(document, "aims", what);
  ClaimSet replication = head_of(document);
  const RuleContext context = context_in(replication, true);
  for (const Json& entry : document["aims"]) {
    replication.claims.push_back(claim_from_json(entry, entry["aim"], context, what));
    replication.claims.back().origin = {entry["set_by"], entry["set_on"], entry["before"]};
  }
  return replication;
}

ClaimSet load_replication(const std::string& name) {
  const auto file =
      find_data_file(name, replications_folder, ".json",
                     "a replication must be a file, or one that 'stiffbench reproduce "
                     "--list' shows");
  return replication_from_json(read_json(file), file.string());
}

ClaimSet load_aims(const std::string& name) {
  const auto file =
      find_data_file(name, aims_folder, ".json",
                     "aims must be a file, or a name that 'stiffbench check aims --list' shows");
  return aims_from_json(read_json(file), file.string());
}

}  // namespace stiffbench
