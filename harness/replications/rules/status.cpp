#include "harness/replications/claims/rule.hpp"
#include "harness/replications/measures/ending.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace stiffbench {
namespace {

/// Requires that each chosen run end with one of the given statuses. A run stopped from outside
/// decides the rule only if its status is one of them.
class StatusRule final : public ClaimRule {
 public:
  explicit StatusRule(RuleReader& rule)
      : ClaimRule(rule),
        choice_(read_row_choice(rule)),
        names_(rule.field("statuses").get<std::vector<std::string>>()) {
    refuse_mean(*this, rule);
    for (const std::string& name : names_)
      if (std::ranges::none_of(stiffbench::names_of(Status::ok),
                               [&](const char* own) { return name == own; }))
        rule.refuse(fmt::format("a run ends with one of the statuses, '{}' is none", name),
                    "see 'stiffbench help statuses'");
  }

  std::string demand() const override {
    return fmt::format("ends with {}", fmt::join(names_, " or "));
  }
  std::string words() const override {
    return fmt::format("In {}: a run of {} {}.", words_of(quantifier()), words_of(choice_),
                       demand());
  }
  std::vector<RuleUse> uses() const override { return {{choice_}}; }

 private:
  std::vector<Case> judged(std::vector<Finding> missing, const Evidence& evidence) const override {
    std::vector<Case> cases;
    for (const Row* row : choose(evidence, choice_)) {
      const std::string own(to_string(row->record.result.status));
      const bool is_named = std::ranges::count(names_, own) > 0;
      cases.push_back({.finding = {.label = label_of(*row), .note = own},
                       .answer = is_named                             ? Answer::yes
                                 : ending_of(*row) == Ending::stopped ? Answer::unknown
                                                                      : Answer::no});
    }
    for (Finding& one : missing) cases.push_back({.finding = std::move(one)});
    return cases;
  }

  RowChoice choice_;
  std::vector<std::string> names_;
};

const bool status_enrolled =
    enrol_rule<StatusRule>("status", "each chosen run ended with one of \"statuses\"");

}  // namespace
}  // namespace stiffbench
