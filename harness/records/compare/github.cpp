#include "harness/records/compare/report.hpp"

#include <fmt/format.h>

namespace stiffbench {
namespace {

/// Escapes the characters that end a value in a workflow command: percent signs and line breaks,
/// and in titles also colons and commas.
std::string escape(const std::string& text, bool is_title) {
  std::string escaped;
  for (const char c : text) {
    const bool is_special =
        c == '%' || c == '\r' || c == '\n' || (is_title && (c == ':' || c == ','));
    escaped += is_special ? fmt::format("%{:02X}", c) : std::string(1, c);
  }
  return escaped;
}

std::string annotation(bool is_error, const std::string& title, const std::string& text) {
  return fmt::format("::{} title={}::{}\n", is_error ? "error" : "warning", escape(title, true),
                     escape(text, false));
}

}  // namespace

std::string github_annotations(const ComparisonReport& report) {
  std::string text;
  for (const MethodChange& one : method_changes(report.comparison, Verdict::worse))
    text += annotation(report.gates(one.quantity),
                       fmt::format("{} of {} on {} got worse", name_of(one.quantity),
                                   one.method->method, one.method->problem),
                       one.text());
  for (const auto& run : report.comparison.only_before)
    text += annotation(report.gates_missing, "a run is missing", run);
  return text;
}

}  // namespace stiffbench
