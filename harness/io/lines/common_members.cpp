#include "harness/io/lines/common_members.hpp"

#include <fmt/format.h>

namespace stiffbench {
namespace {

/// Keeps the members of `common` that the object has with equal values.
void keep_shared(Json& common, const Json& object) {
  for (auto member = common.begin(); member != common.end();) {
    const auto own = object.find(member.key());
    bool is_shared = own != object.end();
    if (is_shared && *own != *member) {
      is_shared = own->is_object() && member->is_object();
      if (is_shared) keep_shared(*member, *own);
      is_shared = is_shared && !member->empty();
    }
    member = is_shared ? std::next(member) : common.erase(member);
  }
}

void remove_shared(Json& object, const Json& common) {
  for (const auto& [key, value] : common.items()) {
    Json& own = object.at(key);
    if (own == value)
      object.erase(key);
    else
      remove_shared(own, value);
  }
}

void add_missing(Json& object, const Json& members) {
  for (const auto& [key, value] : members.items()) {
    const auto own = object.find(key);
    if (own == object.end())
      object[key] = value;
    else if (own->is_object() && value.is_object())
      add_missing(*own, value);
  }
}

}  // namespace

std::string lines_with_common_members(std::vector<Json> objects) {
  if (objects.empty()) return "";
  Json common = objects.front();
  for (const Json& object : objects) keep_shared(common, object);
  std::string lines = Json{{common_key, common}}.dump() + "\n";
  for (Json& object : objects) {
    remove_shared(object, common);
    lines += object.dump() + "\n";
  }
  return lines;
}

bool may_be_common(const std::string& line) {
  return line.find(fmt::format("\"{}\"", common_key)) != std::string::npos;
}

const Json* common_members(const Json& line) {
  if (!line.is_object()) return nullptr;
  const auto members = line.find(common_key);
  return members != line.end() && members->is_object() ? &*members : nullptr;
}

void add_common_members(Json& object, const Json& common) {
  if (!object.contains("schema")) add_missing(object, common);
}

}  // namespace stiffbench
