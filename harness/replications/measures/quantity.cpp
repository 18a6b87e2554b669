#include "harness/replications/measures/quantity.hpp"

#include "base/text/read_number.hpp"
#include "harness/records/tables/error_measure.hpp"
#include "harness/replications/measures/quantity_readers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

namespace stiffbench {
namespace {

const QuantityFacts& facts_of(const std::string& name, const RuleReader& rule) {
  const auto match = std::ranges::find(quantity_table(), name, &QuantityFacts::name);
  if (match != quantity_table().end()) return *match;
  std::vector<std::string> names;
  for (const QuantityFacts& facts : quantity_table()) names.emplace_back(facts.name);
  const std::string near = near_matches(name, names);
  rule.refuse(
      "a rule measures a quantity of runs in 'of'",
      near.empty() ? fmt::format("begin with one of {}", fmt::join(names, ", ")) : near + "?");
}

void check_counter(const std::string& name, const RuleReader& rule) {
  std::vector<std::string> counters;
  const Work none;
  Work::each(none, [&](const char* counter, long) { counters.emplace_back(counter); });
  if (std::ranges::count(counters, name) > 0) return;
  const std::string near = near_matches(name, counters);
  rule.refuse("work is counted by name",
              near.empty() ? fmt::format("give one of {}", fmt::join(counters, ", ")) : near + "?");
}

double read_level(std::istringstream& words, const RuleReader& rule) {
  std::string word;
  words >> word;
  const auto level = read_number<double>(word);
  if (level && *level > 0) return *level;
  rule.refuse("a level of error is a positive number", "write for instance 'time_to 0.01'");
}

std::string read_detail(std::istringstream& words, Detail kind, const RuleReader& rule) {
  std::string detail, rest;
  words >> detail >> rest;
  if (!rest.empty() || (kind == Detail::none && !detail.empty()))
    rule.refuse("a quantity has no more words than 'stiffbench help replications' says",
                fmt::format("take '{}' out", rest.empty() ? detail : rest));
  if (kind == Detail::measure && detail.empty()) return "energy_norm";
  if ((kind == Detail::output || kind == Detail::counter) && detail.empty())
    rule.refuse("an output, a report and a counter have a name", "write it behind the quantity");
  if (kind == Detail::counter) check_counter(detail, rule);
  return detail;
}

void check_starts(const RuleQuantity& quantity, const RuleReader& rule) {
  if (!quantity.over_starts) return;
  if (quantity.is_of_methods())
    rule.refuse("a level is reached by a method, not by one of its starts",
                "leave over_starts out");
  if (std::ranges::count(quantity.parts(), RecordPart::runtime) > 0)
    rule.refuse("times of several starts are not one number", "leave over_starts out");
}

std::string measure_words(const RuleQuantity& quantity) {
  return quantity.detail == "energy_norm" ? "" : fmt::format(", {}", quantity.detail);
}

}  // namespace

Band RuleQuantity::band() const { return facts->band; }
const std::vector<RecordPart>& RuleQuantity::parts() const { return facts->parts; }
bool RuleQuantity::is_of_methods() const { return facts->of_method != nullptr; }
bool RuleQuantity::is_infinite_on_failure() const { return facts->is_infinite_on_failure; }
Reading RuleQuantity::read(const Row& run) const { return facts->of_run(run, *this); }
Reading RuleQuantity::read(std::span<const Row* const> runs) const {
  return facts->of_method(runs, *this);
}

std::string RuleQuantity::words() const {
  std::string text = facts->doc;
  if (facts->detail == Detail::measure) text += measure_words(*this);
  if (facts->detail == Detail::output) text = fmt::format("{} '{}'", facts->name, detail);
  if (facts->detail == Detail::counter) text = fmt::format("'{}', {}", detail, text);
  if (is_of_methods()) text = fmt::format("{} at level {:g}", text, level);
  if (entries)
    text += fmt::format(
        " (sum of entries {} to {}{})", entries->first, entries->second,
        minus ? fmt::format(" less that of {} to {}", minus->first, minus->second) : std::string());
  if (over_starts) text += fmt::format(", {} over starts", name_of(*over_starts));
  return text;
}

RuleQuantity read_quantity(RuleReader& rule, bool judges_failed_runs) {
  std::istringstream words(rule.field("of").get<std::string>());
  std::string name;
  words >> name;
  const QuantityFacts& facts = facts_of(name, rule);
  RuleQuantity quantity{.facts = &facts};
  if (quantity.is_of_methods()) quantity.level = read_level(words, rule);
  quantity.detail = read_detail(words, facts.detail, rule);
  if (const Json* entries = rule.find("entries")) quantity.entries = {(*entries)[0], (*entries)[1]};
  if (const Json* minus = rule.find("minus")) quantity.minus = {(*minus)[0], (*minus)[1]};
  if (quantity.minus && !quantity.entries)
    rule.refuse("'minus' subtracts from the sum of 'entries'", "add 'entries'");
  quantity.over_starts = rule.choice<Statistic>("over_starts");
  check_starts(quantity, rule);
  if (judges_failed_runs && !facts.outlives_failure())
    rule.refuse("a run that failed leaves outputs and energies alone", "take 'failed_runs' out");
  return quantity;
}

std::vector<std::pair<std::string, std::string>> quantity_docs() {
  std::vector<std::pair<std::string, std::string>> docs;
  for (const QuantityFacts& facts : quantity_table()) {
    const char* detail = facts.detail == Detail::output    ? " NAME"
                         : facts.detail == Detail::counter ? " COUNTER"
                         : facts.detail == Detail::measure ? " [MEASURE]"
                                                           : "";
    docs.emplace_back(
        fmt::format("{}{}{}", facts.name, facts.of_method != nullptr ? " LEVEL" : "", detail),
        facts.doc);
  }
  return docs;
}

}  // namespace stiffbench
