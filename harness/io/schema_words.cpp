#include "harness/io/schema_words.hpp"

#include "base/error.hpp"
#include "base/parameters.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace stiffbench {
namespace {

using Words = std::vector<std::string>;

/// Returns a part of a schema with its reference replaced by the definition.
Json resolved(const Json& schema, const Json& part) {
  const std::string reference = part.is_object() ? part.value("$ref", "") : "";
  if (!reference.starts_with("#")) return part;
  return resolved(schema, schema.at(Json::json_pointer(reference.substr(1))));
}

/// Returns the part of a schema for an entry of this name or index; null if there is none.
Json child_of(const Json& schema, const Json& part, const std::string& name) {
  if (!part.is_object()) return nullptr;
  if (part.contains("properties") && part["properties"].contains(name))
    return resolved(schema, part["properties"][name]);
  for (const char* key : {"additionalProperties", "items"})
    if (part.contains(key) && part[key].is_object()) return resolved(schema, part[key]);
  for (const char* key : {"anyOf", "oneOf"})
    for (const Json& choice : part.value(key, Json::array()))
      if (Json child = child_of(schema, resolved(schema, choice), name); !child.is_null())
        return child;
  return nullptr;
}

/// Returns the entry of a document, or null.
const Json* entry_of(const Json& document, const std::string& name) {
  if (document.is_object()) return document.contains(name) ? &document[name] : nullptr;
  const bool is_number = !name.empty() && std::ranges::all_of(name, [](unsigned char c) {
    return std::isdigit(c) != 0;
  });
  if (!document.is_array() || !is_number) return nullptr;
  const std::size_t index = std::stoul(name);
  return index < document.size() ? &document[index] : nullptr;
}

std::string type_words(const std::string& type) {
  if (type == "integer") return "a whole number";
  if (type == "string") return "a text";
  if (type == "boolean") return "true or false";
  if (type == "array") return "a list";
  if (type == "null") return "null";
  return (type == "object" ? "an " : "a ") + type;
}

/// Joins alternatives: "a, b or c".
std::string either(const Words& all) {
  if (all.size() < 2) return all.empty() ? "" : all.front();
  return fmt::format("{} or {}", fmt::join(all.begin(), all.end() - 1, ", "), all.back());
}

/// Describes the limits of a value: " of at least 1", " of at least 2 entries".
std::string limits(const Json& part) {
  std::string text;
  const auto add = [&](const char* key, const char* words, const char* one = "",
                       const char* many = "") {
    if (!part.contains(key)) return;
    text += fmt::format("{} {} {}{}", text.empty() ? "" : " and", words, part[key].dump(),
                        part[key] == 1 ? one : many);
  };
  add("minimum", "of at least");
  add("exclusiveMinimum", "above");
  add("maximum", "of at most");
  add("exclusiveMaximum", "below");
  add("minItems", "of at least", " entry", " entries");
  add("maxItems", "of at most", " entry", " entries");
  add("minLength", "of at least", " character", " characters");
  add("pattern", "of the pattern");
  return text;
}

/// Describes the requirement of a part of a schema: "a number above 0".
std::string requirement(const Json& schema, const Json& part) {
  Words all;
  const auto add = [&](const Json& list, auto words) {
    for (const Json& entry : list) all.push_back(words(entry));
  };
  const auto dump = [](const Json& value) { return value.dump(); };
  const auto of_part = [&](const Json& choice) {
    return requirement(schema, resolved(schema, choice));
  };
  const auto of_type = [](const Json& type) { return type_words(type.get<std::string>()); };
  if (part.contains("const")) return part["const"].dump();
  for (const char* key : {"anyOf", "oneOf"})
    if (part.contains(key)) add(part[key], of_part);
  if (part.contains("enum")) add(part["enum"], dump);
  if (!all.empty()) return either(all);
  if (part.contains("type")) {
    const Json& type = part["type"];
    add(type.is_array() ? type : Json::array({type}), of_type);
  }
  return either(all) + limits(part);
}

/// Returns the first sentence of a part's description, in brackets.
std::string description_of(const Json& part) {
  const std::string text = part.value("description", "");
  const auto end = std::min({text.find(". "), text.find("; "), text.find(": ")});
  std::string first = text.substr(0, end);
  if (first.ends_with(".")) first.pop_back();
  return first.empty() ? "" : fmt::format(" ({})", first);
}

std::string shortened(const Json& value) {
  constexpr std::size_t most = 60;
  const std::string text = value.dump();
  if (text.size() <= most) return text;
  std::size_t end = most;  // keeps whole UTF-8 characters, whose continuation bytes are 10xxxxxx
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end) + "...";
}

/// Returns true for an integer that only a double can represent.
bool is_too_large(const Json& value) {
  constexpr double most = 0x1p63;
  return value.is_number() && std::abs(value.get<double>()) >= most;
}

/// Throws an Error for an object with an unknown key or without a required one.
void check_keys(const Json& schema, const Json& part, const Json& value, const std::string& where) {
  const Json properties = part.value("properties", Json::object());
  Words names;
  for (const auto& [name, doc] : properties.items()) names.push_back(name);
  if (part.value("additionalProperties", Json(true)) == false)
    for (const auto& [name, entry] : value.items())
      if (!properties.contains(name)) {
        const std::string near = near_matches(name, names);
        throw Error(
            fmt::format("{} has only keys that the schema names", where), "'" + name + "'",
            near.empty() ? fmt::format("use one of {}", fmt::join(names, ", ")) : near + "?");
      }
  for (const Json& name : part.value("required", Json::array()))
    if (!value.contains(name.get<std::string>())) {
      const Json child = child_of(schema, part, name);
      throw Error(fmt::format("{} has '{}'{}", where, name.get<std::string>(),
                              child.is_object() ? description_of(child) : ""),
                  "none", "add it");
    }
}

}  // namespace

void refuse_place(const Json& schema, const Json& document, const Words& place,
                  const std::string& rule) {
  const Json* value = &document;
  Json part = resolved(schema, schema);
  std::string path, last_words;
  for (const std::string& name : place) {
    const Json* entry = entry_of(*value, name);
    const Json child = child_of(schema, part, name);
    if (entry == nullptr || child.is_null()) break;
    path += value->is_array() ? "[" + name + "]" : (path.empty() ? "" : ".") + name;
    if (const std::string words = description_of(child); !words.empty()) last_words = words;
    value = entry;
    part = child;
  }
  const std::string where =
      path.empty() ? rule + ", which at its top" : fmt::format("{}, where {}", rule, path);
  if (value->is_object()) check_keys(schema, part, *value, where);
  if (part.value("type", Json()) == "integer" && is_too_large(*value))
    throw Error(fmt::format("{} is a whole number below 9.2e18{}", where, last_words),
                fmt::format("{}, which is too large", shortened(*value)), "write a smaller one");
  throw Error(fmt::format("{} is {}{}", where, requirement(schema, part), last_words),
              shortened(*value), "mend it there");
}

}  // namespace stiffbench
