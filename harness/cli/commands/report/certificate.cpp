#include "harness/cli/commands/report/certificate.hpp"

#include "reference/file.hpp"
#include "reference/reference.hpp"

#include <algorithm>

namespace stiffbench {
namespace {

Json method_part(const ReferenceMethod& method) {
  return {{"name", method.name}, {"step", method.step}, {"evaluations", method.evaluations}};
}

}  // namespace

Json certificate_of(const Problem* problem, std::span<const Row> rows) {
  const auto judged = std::ranges::find_if(rows, [](const Row& row) {
    return row.record.result.error && !row.record.result.error->reference.empty();
  });
  if (judged == rows.end()) return nullptr;
  const auto reference = references::load(judged->record.result.error->reference);
  if (!reference) return nullptr;
  return {{"hash", reference->hash},
          {"checkpoints", reference->states.size()},
          {"methods", {method_part(reference->method), method_part(reference->second_method)}},
          {"agreement", reference->agreement},
          {"digits", reference->digits},
          {"growth", value_or_null(reference->growth)},
          {"floor",
           problem ? finite_or_null(floors(*problem, *reference).energy_norm_relative) : nullptr},
          {"energy", {{"start", reference->start_energy}, {"end", reference->end_energy}}}};
}

}  // namespace stiffbench
