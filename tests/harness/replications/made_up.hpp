#pragma once

#include "base/error.hpp"
#include "harness/replications/assessment.hpp"
#include "tests/harness/records/record_of.hpp"

#include <fmt/format.h>

namespace stiffbench::test {

using Records = std::vector<Record>;

/// A replication with one claim, whose rule is this one; `more` are further fields of the claim.
inline ClaimSet replication_with(const std::string& rule, const std::string& more = "") {
  return replication_from_json(
      Json::parse(
          R"({"schema": "stiffbench.replication/2", "name": "a_test", "title": "a test's own",
                      "paper": "A paper 2026", "doi": "", "place": "here",
                      "experiments": [{"name": "one"}],
                      "claims": [{"claim": "a test's claim", "place": "here", "states": "so",
                                  "otherwise": "why", "rule": )" +
          rule + (more.empty() ? "" : ", " + more) + "}]}"),
      "a test's replication");
}

/// A deviation, with which a claim may have a rule of its own band.
inline const std::string deviation = R"("deviation": {"reason": "a test", "date": "2026-11-24"})";

inline Judgement judge_rule(const std::string& rule, const Records& records = {},
                            const std::string& more = deviation) {
  Evidence evidence;
  if (!records.empty()) evidence["one"] = make_rows(records);
  return assess(replication_with(rule, more), evidence).judgements.at(0);
}

/// The rule of this kind and quantifier with further fields.
inline std::string rule(const std::string& kind, const std::string& quantifier,
                        const std::string& fields) {
  return fmt::format(R"({{"kind": "{}", "quantifier": "{}", {}}})", kind, quantifier, fields);
}

inline ClaimVerdict verdict(const std::string& rule, const Records& records = {}) {
  return judge_rule(rule, records).verdict;
}

inline Record with_output(Record record, const std::string& name, Value value) {
  record.result.outputs = Settings{{name, std::move(value)}};
  return record;
}

/// A run of a method with the output `speed`.
inline Record with_speed(const std::string& method, double speed, double h = 0.1) {
  return with_output(record_of(method, h, 1e-3, 1), "speed", speed);
}

inline Record with_status(Record record, Status status) {
  record.result.status = status;
  record.result.reason = "a test's own";
  record.result.error.reset();
  record.result.runtime.reset();
  return record;
}

inline Record with_samples(Record record, std::vector<double> samples) {
  record.result.runtime = Runtime{.samples = samples, .median = samples[samples.size() / 2]};
  return record;
}

/// Runs of a method with errors h^order (times `size`) and five samples of times `pace` / h.
inline Records curve(const std::string& method, double order, double size, double pace,
                     std::initializer_list<double> steps = {0.1, 0.05, 0.025}) {
  Records records;
  for (const double h : steps)
    records.push_back(with_samples(record_of(method, h, size * std::pow(h, order), pace / h),
                                   std::vector<double>(5, pace / h)));
  return records;
}

inline Records operator+(Records a, const Records& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}
inline Records operator+(Records a, const Record& b) { return std::move(a) + Records{b}; }

/// The verdicts under every, some and mean.
inline std::array<ClaimVerdict, 3> verdicts(const std::string& kind, const std::string& fields,
                                            const Records& records) {
  return {verdict(rule(kind, "every", fields), records),
          verdict(rule(kind, "some", fields), records),
          verdict(rule(kind, "mean", fields), records)};
}

using Three = std::array<ClaimVerdict, 3>;

/// Three methods that compete: rk4 is ten times faster and more precise than implicit_euler, and
/// bdf2 stands between them.
inline Records three_methods() {
  return curve("rk4", 4, 1, 1) + curve("implicit_euler", 1, 0.05, 10) + curve("bdf2", 2, 0.05, 3);
}

}  // namespace stiffbench::test
