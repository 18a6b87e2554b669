#include "harness/checks/orders.hpp"

#include <algorithm>
#include <cmath>

namespace stiffbench {
namespace {

/// The inverse of finite_or_null(): null means infinite here, for a half width or an error.
double finite_or_infinite(const Json& json) {
  return json.is_null() ? INFINITY : json.get<double>();
}

}  // namespace

Json to_json(const OrderCheck& check) {
  const Measurement& m = check.measurement;
  const bool measured = m.fit.points > 0;
  Json points = Json::array();
  for (const auto& [h, error, fitted] : m.points)
    points.push_back({{"h", h}, {"error", finite_or_null(error)}, {"fitted", fitted}});
  return {{"integrator", check.integrator},
          {"problem", check.problem},
          {"set", check.set},
          {"parameters", to_json(check.parameters)},
          {"declared", check.declared > 0 ? Json(check.declared) : Json(nullptr)},
          {"measured", measured ? Json(m.fit.order) : Json(nullptr)},
          {"half_width", measured ? Json(m.fit.half_width) : Json(nullptr)},
          {"points", std::move(points)},
          {"verdict", name_of(m.verdict)},
          {"status", to_string(check.status)},
          {"reason", m.reason}};
}

OrderCheck order_check_from_json(const Json& json) {
  OrderCheck check{json.at("integrator"), json.at("problem"), json.at("set"),
                   settings_from_json("an order check", json.at("parameters"))};
  if (!json["declared"].is_null()) check.declared = json["declared"];
  Measurement& m = check.measurement;
  for (const Json& point : json.at("points")) {
    m.points.push_back({point.at("h"), finite_or_infinite(point.at("error")), point.at("fitted")});
    m.fit.points += m.points.back().fitted;
  }
  if (m.fit.points > 0) {
    m.fit.order = json.at("measured");
    m.fit.half_width = json.at("half_width");
  }
  const auto names = names_of(OrderVerdict{});
  m.verdict = static_cast<OrderVerdict>(
      std::ranges::find(names, json.at("verdict").get<std::string>()) - names.begin());
  m.reason = json.at("reason");
  return check;
}

}  // namespace stiffbench
