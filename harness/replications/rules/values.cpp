#include "harness/records/tables/paper.hpp"
#include "harness/replications/claims/rule.hpp"

#include <fmt/format.h>

#include <cmath>
#include <set>

namespace stiffbench {
namespace {

/// Requires one condition of a quantity of each chosen run, or of each method on a problem.
class Values final : public ConditionRule {
 public:
  Values(RuleReader& rule, Side side)
      : ConditionRule(rule, read_condition(rule, side.quantity.band())), side_(std::move(side)) {}

  std::string words() const override {
    return fmt::format("In {}: {} {}.", words_of(quantifier()), side_.words(), demand());
  }
  std::vector<RuleUse> uses() const override { return {{side_.choice, side_.quantity}}; }

 private:
  std::vector<Finding> findings(const Evidence& evidence) const override {
    std::vector<Finding> findings;
    for (Point& point : measure(side_, evidence)) findings.push_back(std::move(point.finding));
    return findings;
  }

  Side side_;
};

/// Compares a quantity of each chosen run with the number printed in a paper's table. Runs absent
/// from the table are not cases.
class TableValues final : public ClaimRule {
 public:
  TableValues(RuleReader& rule, Side side)
      : ClaimRule(rule),
        side_(std::move(side)),
        name_(rule.field("table").get<std::string>()),
        paper_(read_paper(name_, "paper_outputs")),
        digit_(rule.get("digit", 0.)),
        width_(rule.get("within", 0.)) {
    refuse_mean(*this, rule);
  }

  std::string demand() const override {
    if (deviates()) return fmt::format("is within {} of the printed number", short_number(width_));
    const char* rounding = digit_ > 0 ? ", or half of its last digit," : "";
    return fmt::format("is within 10%{} of the printed number", rounding);
  }
  std::string words() const override {
    return fmt::format("In {}: {} {} in `{}`.", words_of(quantifier()), side_.words(), demand(),
                       name_);
  }
  std::vector<RuleUse> uses() const override { return {{side_.choice, side_.quantity}}; }
  bool deviates() const override { return width_ > 0; }

 private:
  /// An entry of the table.
  struct Entry {
    std::string row, method;
    double h, number;
    std::string label() const { return fmt::format("{}, {}, h = {:.4g}", row, method, h); }
  };

  /// Returns the entries in the rows of one problem, or of all problems.
  std::vector<Entry> entries(const Record::ProblemPart* problem = nullptr) const {
    std::vector<Entry> all;
    for (const Json& row : paper_["rows"])
      if (problem == nullptr || is_problem(*problem, row["problem"]))
        for (const Json& step : row["steps"])
          for (const auto& [method, number] : step["values"].items())
            all.push_back({row["title"], method, step["h"], number});
    return all;
  }

  /// Returns the entry for a run.
  std::optional<Entry> entry_of(const Record& record) const {
    const auto method = paper_name(paper_["methods"], record.integrator.name);
    if (!method || !record.h) return std::nullopt;
    for (const Entry& entry : entries(&record.problem))
      if (entry.method == *method && std::abs(*record.h / entry.h - 1) < 1e-6) return entry;
    return std::nullopt;
  }

  Condition condition_at(double number) const {
    if (!deviates()) return near(number, side_.quantity.band(), Of::quantity, digit_);
    return Condition{{number - width_}, {number + width_}};
  }

  std::vector<Case> judged(std::vector<Finding> missing, const Evidence& evidence) const override {
    std::vector<Case> cases;
    std::set<std::string> rows, done;
    for (const Point& point : measure(side_, evidence)) {
      const auto entry = entry_of(point.row->record);
      if (!entry) continue;
      cases.push_back(condition_at(entry->number).judged(point.finding));
      cases.back().paper = entry->number;
      rows.insert(entry->row);
      done.insert(entry->label());
    }
    // An entry of these rows without a run is missing, unless the rule chooses methods or steps.
    if (side_.choice.methods.empty() && !side_.choice.steps)
      for (const Entry& entry : entries())
        if (rows.contains(entry.row) && !done.contains(entry.label()))
          missing.push_back({.label = entry.label(), .note = "no run here is of this kind"});
    for (Finding& one : missing) cases.push_back({.finding = std::move(one)});
    return cases;
  }

  Side side_;
  std::string name_;
  Json paper_;
  double digit_, width_;
};

std::unique_ptr<const ClaimRule> read_values(RuleReader& rule) {
  Side side = read_side(rule);
  if (rule.has("table")) return std::make_unique<TableValues>(rule, std::move(side));
  return std::make_unique<Values>(rule, std::move(side));
}

const bool values_enrolled = rule_kinds().enrol(
    "values",
    {"a quantity of each chosen run, beside a number, a bound or a paper's table", read_values});

}  // namespace
}  // namespace stiffbench
