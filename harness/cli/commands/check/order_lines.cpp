#include "harness/cli/commands/check/order_lines.hpp"

#include "harness/cli/terminal/text.hpp"

#include <fmt/format.h>

namespace stiffbench {
namespace {

const char* sign_of(OrderVerdict verdict) {
  switch (verdict) {
    case OrderVerdict::ok:
      return "ok";
    case OrderVerdict::missed:
      return "MISS";
    case OrderVerdict::not_resolvable:
      return "?";
    case OrderVerdict::not_applicable:
      return "-";
    case OrderVerdict::failed:
      return "DIED";
  }
  return "";
}

}  // namespace

std::string order_lines(const OrderCheck& check) {
  const auto& [points, fit, verdict, reason] = check.measurement;
  const std::string head = fmt::format("{:4} {:26}", sign_of(verdict), check.integrator);
  if (reason.empty())
    return fmt::format("{} {:19} {:2}  {:.3f} +- {:.3f}\n", head, check.set, check.declared,
                       fit.order, fit.half_width);
  std::string text = check.set.empty() ? "" : check.set + ": ";
  if (check.status != Status::ok) text += std::string(to_string(check.status)) + ", ";
  return paragraph(head, head.size() + 1, text + reason);
}

bool is_bad(const OrderCheck& check) {
  const OrderVerdict verdict = check.measurement.verdict;
  return verdict == OrderVerdict::missed || verdict == OrderVerdict::failed;
}

}  // namespace stiffbench
