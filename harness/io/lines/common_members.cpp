#include "harness/io/lines/common_members.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace stiffbench {
namespace {

using Values = std::vector<const Json*>;

Json shared_members(const Values& objects);

/// Returns the value that more than half of these have, or null.
const Json* majority(const Values& values) {
  const Json* candidate = nullptr;
  long lead = 0;
  for (const Json* value : values) {  // a majority outlasts all others (Boyer and Moore)
    if (lead == 0) candidate = value;
    lead += lead == 0 || *value == *candidate ? 1 : -1;
  }
  const auto count =
      std::ranges::count_if(values, [&](const Json* value) { return *value == *candidate; });
  return 2 * static_cast<std::size_t>(count) > values.size() ? candidate : nullptr;
}

/// Returns what these values of one member share. Of objects it is a part that all of them have:
/// any other part would be added to those that lack it.
std::optional<Json> shared_value(const Values& values) {
  Values objects;
  std::ranges::copy_if(values, std::back_inserter(objects),
                       [](const Json* value) { return value->is_object(); });
  if (2 * objects.size() < values.size()) {
    const Json* value = majority(values);
    return value ? std::optional(*value) : std::nullopt;
  }
  Json members = shared_members(objects);
  const bool is_equal = std::ranges::all_of(values, [&](const Json* v) { return *v == members; });
  return members.empty() && !is_equal ? std::nullopt : std::optional(std::move(members));
}

/// Returns the members of which every object has its own value or the shared one.
Json shared_members(const Values& objects) {
  Json shared = Json::object();
  for (const auto& [key, first] : objects.front()->items()) {
    Values values;
    for (const Json* object : objects)
      if (const auto own = object->find(key); own != object->end()) values.push_back(&*own);
    if (values.size() < objects.size()) continue;
    if (auto value = shared_value(values)) shared[key] = std::move(*value);
  }
  return shared;
}

void remove_shared(Json& object, const Json& shared) {
  for (const auto& [key, value] : shared.items()) {
    Json& own = object.at(key);
    if (own == value)
      object.erase(key);
    else if (own.is_object() && value.is_object())
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

/// The members of an object that it does not share, and its groups, the widest first.
struct Line {
  Json rest;
  std::vector<std::string> groups;
};

/// Removes the shared members from these lines and returns them. One line keeps what it has.
Json take_shared(std::span<Line> lines) {
  if (lines.size() == 1) return Json::object();
  Values objects;
  for (const Line& line : lines) objects.push_back(&line.rest);
  Json shared = shared_members(objects);
  for (Line& line : lines) remove_shared(line.rest, shared);
  return shared;
}

/// Splits lines into neighbours of one group.
std::vector<std::span<Line>> split_by_group(std::span<Line> lines, std::size_t depth) {
  std::vector<std::span<Line>> groups;
  for (std::size_t first = 0, last = 0; first < lines.size(); first = last) {
    while (last < lines.size() && lines[last].groups[depth] == lines[first].groups[depth]) ++last;
    groups.push_back(lines.subspan(first, last - first));
  }
  return groups;
}

/// Adds the groups of every key that splits those of the keys before, though not into single lines.
void add_groups(std::vector<Line>& lines, const std::vector<Json>& objects,
                const std::vector<GroupKey>& keys) {
  std::size_t count = 1;
  for (const GroupKey& key : keys) {
    for (std::size_t i = 0; i < lines.size(); ++i) {
      auto& groups = lines[i].groups;
      groups.push_back((groups.empty() ? "" : groups.back()) + key(objects[i]).dump());
    }
    const std::size_t split = split_by_group(lines, lines[0].groups.size() - 1).size();
    if (split > count && split < lines.size())
      count = split;
    else
      for (Line& line : lines) line.groups.pop_back();
  }
}

/// Writes the shared members of the lines, then their groups from this depth on, or the lines.
void write_group(std::string& text, std::span<Line> lines, std::size_t depth) {
  Json head{{common_key, take_shared(lines)}};
  const std::size_t groups = lines[0].groups.size() - depth;
  if (groups > 0) head["groups"] = groups;
  if (depth > 0) head["lines"] = lines.size();
  text += head.dump() + "\n";
  if (groups == 0)
    for (const Line& line : lines) text += line.rest.dump() + "\n";
  else
    for (const std::span<Line> group : split_by_group(lines, depth))
      write_group(text, group, depth + 1);
}

}  // namespace

std::string lines_with_common_members(const std::vector<Json>& objects,
                                      const std::vector<GroupKey>& keys) {
  if (objects.empty()) return "";
  std::vector<Line> lines;
  for (const Json& object : objects) lines.push_back({object, {}});
  add_groups(lines, objects, keys);
  std::string text;
  write_group(text, lines, 0);
  return text;
}

bool may_be_common(const std::string& line) {
  return line.find(fmt::format("\"{}\"", common_key)) != std::string::npos;
}

/// Returns the scope of a line with common members; nothing for any other line.
std::optional<CommonMembers::Scope> CommonMembers::scope_of(const Json& line) {
  if (!line.is_object()) return std::nullopt;
  const auto members = line.find(common_key), groups = line.find("groups"),
             lines = line.find("lines");
  if (members == line.end() || !members->is_object()) return std::nullopt;
  Scope scope{0, std::nullopt, *members};
  if (groups != line.end()) {
    if (!groups->is_number_unsigned()) return std::nullopt;
    scope.groups = groups->get<unsigned long>();
  }
  if (lines != line.end()) {
    if (!lines->is_number_unsigned() || *lines == 0) return std::nullopt;
    scope.lines = lines->get<unsigned long>();
  }
  return scope;
}

/// Returns true if the next line has a scope on each level of groups of its file.
bool CommonMembers::is_whole() const {
  return !scopes_.empty() && !scopes_.front().lines && scopes_.size() - 1 == scopes_.front().groups;
}

bool CommonMembers::take(Json& line) {
  if (auto scope = scope_of(line)) {
    std::erase_if(scopes_,
                  [&](const Scope& one) { return !scope->lines || one.groups <= scope->groups; });
    scopes_.push_back(std::move(*scope));
    return true;
  }
  if (line.is_object() && !line.contains("schema") && is_whole())
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
      add_missing(line, scope->members);
  std::erase_if(scopes_, [](Scope& one) { return one.lines && --*one.lines == 0; });
  return false;
}

}  // namespace stiffbench
