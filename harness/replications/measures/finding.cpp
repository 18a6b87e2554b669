#include "harness/replications/measures/finding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stiffbench {

Finding mean_of(const std::vector<Finding>& all) {
  Finding mean{.label = all.size() == 1 ? all[0].label : fmt::format("mean of {}", all.size())};
  std::vector<Interval> values;
  for (const Finding& one : all) {
    mean.is_failure = mean.is_failure || one.is_failure;
    if (one.value && !one.is_failure)
      values.push_back(*one.value);
    else if (mean.note.empty() || one.is_failure)
      mean.note = fmt::format("{}: {}", one.label, one.note);
  }
  if (values.size() == all.size() && !all.empty()) {
    mean.value = mean_of(std::span<const Interval>(values));
    for (const Finding& one : all) mean.note = joined_notes(mean.note, one.note);
  }
  return mean;
}

std::string joined_notes(const std::string& a, const std::string& b) {
  if (a.empty() || b.empty() || a.find(b) != std::string::npos) return a.empty() ? b : a;
  return a + "; " + b;
}

std::string value_text(const Case& one) {
  if (!one.finding.value) return one.finding.note;
  if (one.is_question) return one.finding.value->best == 0 ? "no" : "yes";
  return text_of(*one.finding.value);
}

std::string margin_text(const std::optional<double>& margin) {
  if (!margin) return "";
  constexpr double least_whole = 0.0995;
  return std::abs(*margin) < least_whole ? fmt::format("{:.2g}%", 100 * *margin)
                                         : fmt::format("{:.0f}%", 100 * *margin);
}

}  // namespace stiffbench
