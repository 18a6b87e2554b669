#include "harness/replications/assessment.hpp"

#include "harness/records/read_records.hpp"

namespace stiffbench {
namespace {

Json case_json(const Case& one) {
  const auto number = [&](double Interval::*part) {
    return one.finding.value ? finite_or_null((*one.finding.value).*part) : Json();
  };
  return {{"label", one.finding.label},
          {"value", number(&Interval::best)},
          {"least", number(&Interval::least)},
          {"most", number(&Interval::most)},
          {"text", value_text(one)},
          {"paper", value_or_null(one.paper)},
          {"answer", names_of(one.answer)[static_cast<std::size_t>(one.answer)]},
          {"margin", value_or_null(one.margin)},
          {"margin_text", margin_text(one.margin)},
          {"note", one.finding.note}};
}

Json claim_json(const Claim& claim, const Judgement& judgement) {
  Json json{{"claim", claim.text},
            {"place", claim.place},
            {"states", claim.states},
            {"paper", claim.paper},
            {"differs", claim.differs},
            {"rule", claim.rule ? Json(claim.rule->words()) : Json()},
            {"verdict", words_of(judgement.verdict)},
            {"ours", judgement.ours},
            {"margin", value_or_null(judgement.margin)},
            {"margin_text", margin_text(judgement.margin)},
            {"sentence", judgement.sentence}};
  if (claim.deviation)
    json["deviation"] = {{"reason", claim.deviation->reason}, {"date", claim.deviation->date}};
  if (claim.origin) {
    json["set_by"] = claim.origin->set_by;
    json["set_on"] = claim.origin->set_on;
    json["before"] = claim.origin->before;
  }
  json["cases"] = Json::array();
  for (const Case& one : judgement.cases) json["cases"].push_back(case_json(one));
  return json;
}

}  // namespace

Evidence read_evidence(const ClaimSet& replication, const std::filesystem::path& folder,
                       const std::string& code) {
  Evidence evidence;
  const auto folders = folders_of_records(folder);
  for (const ReplicationExperiment& experiment : replication.experiments) {
    const auto own = folders.find(experiment.name);
    if (own == folders.end()) continue;
    evidence[experiment.name] =
        code.empty() ? make_rows(read_records(own->second), read_experiment(own->second))
                     : read_rows(own->second, code);
  }
  return evidence;
}

Assessment assess(ClaimSet replication, const Evidence& evidence) {
  Assessment assessment{std::move(replication), {}};
  for (const Claim& claim : assessment.replication.claims)
    assessment.judgements.push_back(judge(claim, evidence));
  return assessment;
}

const char* words_of(ClaimVerdict verdict) {
  return names_of(verdict)[static_cast<std::size_t>(verdict)];
}

Json to_json(const Assessment& assessment) {
  const ClaimSet& replication = assessment.replication;
  Json json{{"schema", "stiffbench.assessment/2"},
            {"replication", replication.name},
            {"title", replication.title},
            {"paper", replication.paper},
            {"doi", replication.doi},
            {"place", replication.place},
            {"claims", Json::array()}};
  for (std::size_t i = 0; i < replication.claims.size(); ++i)
    json["claims"].push_back(claim_json(replication.claims[i], assessment.judgements[i]));
  return json;
}

std::array<int, names_of(ClaimVerdict{}).size()> counts_of(const Assessment& assessment) {
  std::array<int, names_of(ClaimVerdict{}).size()> counts{};
  for (const Judgement& judgement : assessment.judgements)
    ++counts[static_cast<std::size_t>(judgement.verdict)];
  return counts;
}

}  // namespace stiffbench
