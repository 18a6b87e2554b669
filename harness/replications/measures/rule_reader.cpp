#include "harness/replications/measures/rule_reader.hpp"

#include <fmt/format.h>

namespace stiffbench {

const Json& RuleReader::field(const char* name) {
  const Json* match = find(name);
  if (match != nullptr) return *match;
  refuse(fmt::format("a rule of the kind '{}' has the field '{}'",
                     rule_->value("kind", std::string()), name),
         "add it (results/schema/replication.schema.json)");
}

const Json* RuleReader::find(const char* name) {
  names_.insert(name);
  const auto match = rule_->find(name);
  return match == rule_->end() ? nullptr : &*match;
}

Json RuleReader::other_side() {
  Json other = field("to");
  for (const char* name : {"kind", "experiment", "methods", "problems", "where", "with", "h", "of",
                           "entries", "minus", "over_starts", "failed_runs"})
    if (has(name) && !other.contains(name)) other[name] = (*rule_)[name];
  return other;
}

void RuleReader::refuse(const std::string& reason, const std::string& remedy) const {
  throw Error(reason, rule_->dump(), remedy);
}

void RuleReader::finish() const {
  for (const auto& [name, value] : rule_->items())
    if (!names_.contains(name))
      refuse(
          fmt::format("a rule has only fields that its kind '{}' reads", rule_->value("kind", "")),
          fmt::format("take '{}' out", name));
}

}  // namespace stiffbench
