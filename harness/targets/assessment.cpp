#include "harness/targets/assessment.hpp"

#include "harness/records/read_records.hpp"

namespace stiffbench {

Evidence read_evidence(const PaperTarget& target, const std::filesystem::path& folder,
                       const std::string& code) {
  Evidence evidence;
  const auto folders = folders_of_records(folder);
  for (const TargetExperiment& experiment : target.experiments) {
    const auto own = folders.find(experiment.name);
    if (own == folders.end()) continue;
    evidence[experiment.name] =
        code.empty() ? make_rows(read_records(own->second), read_experiment(own->second))
                     : read_rows(own->second, code);
  }
  return evidence;
}

Assessment assess(const PaperTarget& target, const Evidence& evidence) {
  Assessment assessment{target, {}};
  for (const Claim& claim : target.claims)
    assessment.judgements.push_back(judge(claim, target, evidence));
  return assessment;
}

Json to_json(const Assessment& assessment) {
  const PaperTarget& target = assessment.target;
  Json json{{"schema", "stiffbench.assessment/1"},
            {"target", target.name},
            {"title", target.title},
            {"paper", target.paper},
            {"doi", target.doi},
            {"place", target.place},
            {"claims", Json::array()}};
  for (std::size_t i = 0; i < target.claims.size(); ++i) {
    const Claim& claim = target.claims[i];
    const Judgement& judgement = assessment.judgements[i];
    Json cases = Json::array();
    for (const Case& one : judgement.cases)
      cases.push_back({{"label", one.label},
                       {"value", value_or_null(one.value)},
                       {"paper", value_or_null(one.paper)},
                       {"holds", value_or_null(one.holds)},
                       {"note", one.note}});
    json["claims"].push_back(
        {{"claim", claim.text},
         {"place", claim.place},
         {"paper", claim.paper},
         {"verdict", names_of(judgement.verdict)[static_cast<std::size_t>(judgement.verdict)]},
         {"ours", judgement.ours},
         {"sentence", judgement.sentence},
         {"cases", std::move(cases)}});
  }
  return json;
}

}  // namespace stiffbench
