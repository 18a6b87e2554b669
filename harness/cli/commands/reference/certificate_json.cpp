#include "harness/cli/commands/reference/certificate_json.hpp"

#include "harness/records/record.hpp"
#include "reference/cross_checks.hpp"
#include "reference/file.hpp"
#include "reference/reference.hpp"

namespace stiffbench {
namespace {

Json method_part(const ReferenceMethod& method) {
  return {{"name", method.name}, {"step", method.step}, {"evaluations", method.evaluations}};
}

Json cross_check_part(const Problem& problem, const Reference& r, const CrossCheck& w) {
  const bool conclusive = w.inconclusive.empty();
  return {{"method", w.method},
          {"setting", w.setting},
          {"evaluations", w.evaluations},
          {"agrees", conclusive ? Json(agrees(problem, r, w)) : Json(nullptr)},
          {"inconclusive", text_or_null(w.inconclusive)},
          {"distance", conclusive ? to_json(w.distance) : Json(nullptr)},
          {"own_error", conclusive ? to_json(w.own_error) : Json(nullptr)}};
}

}  // namespace

Json to_json(const Problem& problem, const Reference& r) {
  Json json{{"schema", "stiffbench.certificate/1"},
            {"hash", r.hash},
            {"problem", r.problem},
            {"parameters", Json::parse(r.parameters)},
            {"problem_hash", r.problem_hash},
            {"growth", value_or_null(r.growth)},
            {"refused", text_or_null(r.refused)},
            {"withdrawn", text_or_null(r.withdrawn)},
            {"certificate", nullptr}};
  if (!r.refused.empty()) return json;
  Json cross_checks = Json::array();
  for (const CrossCheck& w : r.cross_checks)
    cross_checks.push_back(cross_check_part(problem, r, w));
  json["certificate"] = {{"checkpoints", r.states.size()},
                         {"digits", r.digits},
                         {"agreement", r.agreement},
                         {"methods", {method_part(r.method), method_part(r.second_method)}},
                         {"floor", to_json(floors(problem, r))},
                         {"energy", {{"start", r.start_energy}, {"end", r.end_energy}}},
                         {"file", references::file_path(r.hash).string()},
                         {"cross_checks", std::move(cross_checks)}};
  return json;
}

}  // namespace stiffbench
