#include "harness/records/tables/paper.hpp"
#include "harness/targets/claims/rule.hpp"

#include <fmt/format.h>

#include <cmath>

namespace stiffbench {
namespace {

/// A quantity of each chosen run, or of each method on a problem, under one condition.
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

/// A quantity of each chosen run beside the number that a paper's table prints for it. Runs that
/// the table does not have are no cases.
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
  /// The number that the table has for a run.
  std::optional<double> printed(const Record& record) const {
    const Json problem{{"name", record.problem.name},
                       {"parameters", to_json(record.problem.parameters)}};
    const auto method = paper_name(paper_["methods"], record.integrator.name);
    if (!method || !record.h) return std::nullopt;
    for (const Json& row : paper_["rows"]) {
      if (!is_problem(problem, row["problem"])) continue;
      for (const Json& step : row["steps"])
        if (std::abs(*record.h / step["h"].get<double>() - 1) < 1e-6 &&
            step["values"].contains(*method))
          return step["values"][*method].get<double>();
    }
    return std::nullopt;
  }

  Condition condition_at(double number) const {
    if (!deviates()) return near(number, Band::tenth, Of::quantity, digit_);
    return Condition{{number - width_}, {number + width_}};
  }

  std::vector<Case> judged(std::vector<Finding> missing, const Evidence& evidence) const override {
    std::vector<Case> cases;
    for (const Point& point : measure(side_, evidence)) {
      const auto number = printed(point.row->record);
      if (!number) continue;
      cases.push_back(condition_at(*number).judged(point.finding));
      cases.back().paper = number;
    }
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

const bool enrolled = rule_kinds().enrol(
    "values",
    {"a quantity of each chosen run, beside a number, a bound or a paper's table", read_values});

}  // namespace
}  // namespace stiffbench
