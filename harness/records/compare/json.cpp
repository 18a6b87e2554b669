#include "harness/records/compare/report.hpp"

namespace stiffbench {
namespace {

Json change_json(const Change& change) {
  return {{"verdict", name_of(change.verdict)},
          {"before", value_or_null(change.before)},
          {"after", value_or_null(change.after)},
          {"text", change.text}};
}

/// Returns an object with one entry per quantity.
Json by_quantity(auto entry) {
  Json json;
  for (std::size_t i = 0; i < quantity_count; ++i)
    json[name_of(static_cast<Quantity>(i))] = entry(i);
  return json;
}

Json summary_json(const Comparison& comparison) {
  return by_quantity([&](std::size_t i) {
    Json counts;
    for (const Verdict verdict :
         {Verdict::worse, Verdict::better, Verdict::same, Verdict::not_comparable})
      counts[name_of(verdict)] = comparison.count(static_cast<Quantity>(i), verdict);
    return counts;
  });
}

Json method_json(const MethodComparison& method) {
  return {{"problem", method.problem},
          {"method", method.method},
          {"count", method.runs},
          {"changes", by_quantity([&](std::size_t i) {
             Json json = change_json(method.changes[i]);
             json["step"] = method.steps[i];
             json["worse"] = method.worse[i];
             json["better"] = method.better[i];
             return json;
           })}};
}

Json run_json(const RunComparison& run) {
  return {{"problem", run.problem},
          {"method", run.method},
          {"h", value_or_null(run.h)},
          {"tolerance", value_or_null(run.tolerance)},
          {"changes", by_quantity([&](std::size_t i) { return change_json(run.changes[i]); })}};
}

}  // namespace

Json comparison_json(const ComparisonReport& report) {
  const Comparison& comparison = report.comparison;
  const Tolerances& allowed = comparison.tolerances;
  Json json{{"schema", "stiffbench.comparison/1"},
            {"before", report.before},
            {"after", report.after},
            {"one_build", comparison.one_build},
            {"same_code", comparison.same_code},
            {"tolerances",
             {{"error", allowed.error},
              {"order", allowed.order},
              {"drift", allowed.drift},
              {"work", allowed.work},
              {"memory", allowed.memory},
              {"time", allowed.time},
              {"round_off", allowed.round_off},
              {"own_steps", allowed.own_steps}}},
            {"fail_on", Json::array()},
            {"failed", report.failed()},
            {"summary", summary_json(comparison)},
            {"methods", Json::array()},
            {"runs", Json::array()},
            {"only_before", comparison.only_before},
            {"only_after", comparison.only_after}};
  for (const Quantity quantity : report.gate) json["fail_on"].push_back(name_of(quantity));
  if (report.gates_missing) json["fail_on"].push_back("missing");
  for (const auto& method : comparison.methods) json["methods"].push_back(method_json(method));
  for (const auto& run : comparison.runs) json["runs"].push_back(run_json(run));
  return json;
}

}  // namespace stiffbench
