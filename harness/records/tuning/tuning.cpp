#include "harness/records/tuning/tuning.hpp"

namespace stiffbench {
namespace {

constexpr const char *owner_of_settings = "a record's tuning", *carried = "carried";

std::optional<double> number_or_none(const Json& json) {
  return json.is_null() ? std::nullopt : std::optional(json.get<double>());
}

TriedSetting tried_from(const Json& json) {
  return {settings_from_json(owner_of_settings, json.at("settings")),
          number_or_none(json.at("difference")), json.at("accepted").get<bool>(),
          number_or_none(json.at("seconds"))};
}

}  // namespace

std::optional<double> Tuning::speed_up() const {
  if (!default_seconds || !(chosen_seconds > 0)) return std::nullopt;
  return *default_seconds / chosen_seconds;
}

Json to_json(const Tuning& tuning) {
  if (!tuning.reason.empty()) return {{"reason", tuning.reason}};
  Json tried = Json::array();
  for (const TriedSetting& one : tuning.tried)
    tried.push_back({{"settings", to_json(one.settings)},
                     {"difference", value_or_null(one.difference)},
                     {"accepted", one.accepted},
                     {"seconds", value_or_null(one.seconds)}});
  Json json{{"control", to_json(tuning.control)},
            {"error", tuning.error},
            {"bound", tuning.bound},
            {"measure", tuning.measure},
            {"tried", std::move(tried)},
            {"settings", to_json(tuning.settings)},
            {"default", value_or_null(tuning.default_seconds)},
            {"chosen", tuning.chosen_seconds}};
  if (tuning.carried) json["algorithms"] = carried;
  return json;
}

Tuning tuning_from_json(const Json& json) {
  Tuning tuning;
  if (json.contains("reason")) {
    tuning.reason = json["reason"].get<std::string>();
    return tuning;
  }
  tuning.carried = json.value("algorithms", "") == carried;
  tuning.control = settings_from_json(owner_of_settings, json.at("control"));
  json.at("error").get_to(tuning.error);
  json.at("bound").get_to(tuning.bound);
  json.at("measure").get_to(tuning.measure);
  for (const Json& one : json.at("tried")) tuning.tried.push_back(tried_from(one));
  tuning.settings = settings_from_json(owner_of_settings, json.at("settings"));
  tuning.default_seconds = number_or_none(json.at("default"));
  json.at("chosen").get_to(tuning.chosen_seconds);
  return tuning;
}

}  // namespace stiffbench
