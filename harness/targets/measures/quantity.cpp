#include "harness/targets/measures/quantity.hpp"

#include "base/text/read_number.hpp"
#include "harness/records/tables/time_to_error.hpp"
#include "harness/targets/measures/quantity_readers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

namespace stiffbench {
namespace {

/// Kind of the word behind the name of a quantity.
enum class Detail { none, output, measure, counter };

/// All that there is to know about a kind of quantity. One of both readers is null.
struct QuantityFacts {
  QuantityKind kind;
  const char* name;
  const char* doc;
  Detail detail;
  Band band;
  std::vector<RecordPart> parts;
  bool outlives_failure;  ///< whether the record of a failed run may have it
  Reading (*of_run)(const Row&, const Quantity&);
  Reading (*of_method)(std::span<const Row* const>, const Quantity&) = nullptr;
};

const std::vector<QuantityFacts>& table() {
  using enum QuantityKind;
  using D = Detail;
  using B = Band;
  using P = RecordPart;
  static const std::vector<QuantityFacts> all{
      {output,
       "output",
       "output of the problem",
       D::output,
       B::tenth,
       {P::outputs},
       true,
       readers::output},
      {count,
       "count",
       "count, an output that depends on the implementation",
       D::output,
       B::factor,
       {P::outputs},
       true,
       readers::output},
      {error,
       "error",
       "relative error at the end",
       D::measure,
       B::tenth,
       {P::error},
       false,
       readers::error},
      {initial_energy,
       "initial_energy",
       "energy at the start (J)",
       D::none,
       B::tenth,
       {P::energy},
       true,
       readers::initial_energy},
      {drift,
       "drift",
       "largest energy drift over the energy at the start",
       D::none,
       B::tenth,
       {P::energy},
       true,
       readers::drift},
      {energy,
       "energy",
       "energy at the end over that at the start",
       D::none,
       B::tenth,
       {P::energy},
       true,
       readers::energy},
      {energy_max,
       "energy_max",
       "largest energy over that at the start",
       D::none,
       B::tenth,
       {P::energy},
       true,
       readers::energy_max},
      {time,
       "time",
       "time of all steps (s)",
       D::none,
       B::factor,
       {P::runtime},
       false,
       readers::time},
      {pace,
       "pace",
       "time of all steps over the time that passes in the problem",
       D::none,
       B::factor,
       {P::runtime},
       false,
       readers::pace},
      {step_time,
       "step_time",
       "time of a step (s)",
       D::none,
       B::factor,
       {P::runtime},
       false,
       readers::step_time},
      {work, "work", "calls in a run", D::counter, B::factor, {P::work}, false, readers::work},
      {step_work,
       "step_work",
       "calls in a step",
       D::counter,
       B::factor,
       {P::work},
       false,
       readers::step_work},
      {memory,
       "memory",
       "peak memory of a run's process (bytes)",
       D::none,
       B::factor,
       {P::memory},
       false,
       readers::memory},
      {time_to,
       "time_to",
       "time of the cheapest run that reaches a relative error (s)",
       D::measure,
       B::factor,
       {P::error, P::runtime},
       false,
       nullptr,
       readers::time_to},
      {pace_to,
       "pace_to",
       "that time over the time that passes in the problem",
       D::measure,
       B::factor,
       {P::error, P::runtime},
       false,
       nullptr,
       readers::pace_to},
      {step_to,
       "step_to",
       "largest step that reaches a relative error (s)",
       D::measure,
       B::factor,
       {P::error},
       false,
       nullptr,
       readers::step_to}};
  return all;
}

const QuantityFacts& facts_of(QuantityKind kind) {
  return *std::ranges::find(table(), kind, &QuantityFacts::kind);
}

const QuantityFacts& facts_of(const std::string& name, const RuleReader& rule) {
  const auto place = std::ranges::find(table(), name, &QuantityFacts::name);
  if (place != table().end()) return *place;
  std::vector<std::string> names;
  for (const QuantityFacts& facts : table()) names.emplace_back(facts.name);
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
    rule.refuse("a quantity has no more words than 'stiffbench help targets' says",
                fmt::format("take '{}' out", rest.empty() ? detail : rest));
  if (kind == Detail::measure && detail.empty()) return "energy_norm";
  if ((kind == Detail::output || kind == Detail::counter) && detail.empty())
    rule.refuse("an output and a counter have a name", "write it behind the quantity");
  if (kind == Detail::counter) check_counter(detail, rule);
  return detail;
}

void check_starts(const Quantity& quantity, const RuleReader& rule) {
  if (!quantity.over_starts) return;
  if (quantity.is_of_methods())
    rule.refuse("a level is reached by a method, not by one of its starts",
                "leave over_starts out");
  if (std::ranges::count(quantity.parts(), RecordPart::runtime) > 0)
    rule.refuse("times of several starts are not one number", "leave over_starts out");
}

std::string measure_words(const Quantity& quantity) {
  return quantity.detail == "energy_norm" ? "" : fmt::format(", {}", quantity.detail);
}

}  // namespace

Band Quantity::band() const { return facts_of(kind).band; }
const std::vector<RecordPart>& Quantity::parts() const { return facts_of(kind).parts; }
bool Quantity::is_of_methods() const { return facts_of(kind).of_method != nullptr; }
bool Quantity::is_output() const { return facts_of(kind).detail == Detail::output; }
Reading Quantity::read(const Row& run) const { return facts_of(kind).of_run(run, *this); }
Reading Quantity::read(std::span<const Row* const> runs) const {
  return facts_of(kind).of_method(runs, *this);
}

std::string Quantity::words() const {
  const QuantityFacts& facts = facts_of(kind);
  std::string text = facts.doc;
  if (facts.detail == Detail::measure) text += measure_words(*this);
  if (facts.detail == Detail::output)
    text = fmt::format("{} '{}'", kind == QuantityKind::count ? "count" : "output", detail);
  if (facts.detail == Detail::counter) text = fmt::format("'{}', {}", detail, text);
  if (is_of_methods()) text = fmt::format("{} at level {:g}", text, level);
  if (entries) text += fmt::format(" (sum of entries {} to {})", entries->first, entries->second);
  if (over_starts) text += fmt::format(", {} over starts", name_of(*over_starts));
  return text;
}

Quantity read_quantity(RuleReader& rule, bool judges_failed_runs) {
  std::istringstream words(rule.field("of").get<std::string>());
  std::string name;
  words >> name;
  const QuantityFacts& facts = facts_of(name, rule);
  Quantity quantity{.kind = facts.kind};
  if (quantity.is_of_methods()) quantity.level = read_level(words, rule);
  quantity.detail = read_detail(words, facts.detail, rule);
  if (const Json* entries = rule.find("entries")) quantity.entries = {(*entries)[0], (*entries)[1]};
  quantity.over_starts = rule.choice<Statistic>("over_starts");
  check_starts(quantity, rule);
  if (judges_failed_runs && !facts.outlives_failure)
    rule.refuse("a run that failed leaves outputs and energies alone", "take 'failed_runs' out");
  return quantity;
}

std::vector<std::pair<std::string, std::string>> quantity_docs() {
  std::vector<std::pair<std::string, std::string>> docs;
  for (const QuantityFacts& facts : table()) {
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
