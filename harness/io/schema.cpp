#include "harness/io/schema.hpp"

#include "base/error.hpp"
#include "base/paths.hpp"
#include "harness/io/schema_words.hpp"

#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace stiffbench {
namespace {

/// Returns the place of a schema below the root: those that the program's own scripts read have a
/// folder of their own.
std::string schema_place(const std::string& name) {
  const std::string folder = "results/schema/", file = name + ".schema.json";
  return folder + (std::filesystem::exists(data_path(folder) / file) ? "" : "internal/") + file;
}

/// Replaces references to parts of other files by references to definitions of this schema, and
/// adds these parts and the definitions that they may refer to.
void import_parts(Json& part, Json& definitions) {
  if (part.is_object() && part.contains("$ref")) {
    const std::string reference = part["$ref"];
    const std::size_t end = reference.find(".schema.json#");
    if (end == std::string::npos) return;
    const std::string name = reference.substr(0, end);
    const Json::json_pointer place(reference.substr(reference.find('#') + 1));
    const Json other = read_schema(name), owns = other.value("definitions", Json::object());
    for (const auto& [own, definition] : owns.items()) add_definition(definitions, own, definition);
    std::string key = place.back();
    if (place.parent_pointer().to_string() != "/definitions") {
      key = name + "_" + key;
      add_definition(definitions, key, other.at(place));
    }
    part["$ref"] = "#/definitions/" + key;
  } else if (part.is_structured()) {
    for (Json& entry : part) import_parts(entry, definitions);
  }
}

const valijson::Schema& load(const std::string& name) {
  static std::map<std::string, std::unique_ptr<valijson::Schema>> schemas;
  auto& schema = schemas[name];
  if (!schema) {
    const nlohmann::json text = read_schema(name);
    auto fresh = std::make_unique<valijson::Schema>();
    valijson::SchemaParser().populateSchema(valijson::adapters::NlohmannJsonAdapter(text), *fresh);
    schema = std::move(fresh);
  }
  return *schema;
}

/// Returns the innermost place that violates the schema, as names and indices of entries. Messages
/// on outer places only state that something inside is wrong.
std::vector<std::string> innermost(valijson::ValidationResults& results) {
  std::vector<std::string> place;
  for (valijson::ValidationResults::Error error; results.popError(error);)
    if (error.context.size() > place.size()) place = error.context;
  std::erase(place, "<root>");
  for (std::string& part : place)
    if (part.starts_with("[") && part.ends_with("]")) part = part.substr(1, part.size() - 2);
  return place;
}

}  // namespace

void add_definition(Json& definitions, const std::string& name, const Json& part) {
  const auto own = definitions.find(name);
  if (own != definitions.end() && *own != part)
    throw Error("definitions of schemas that refer to one another have different names", name,
                "rename one of them");
  definitions[name] = part;
}

Json read_schema(const std::string& name) {
  Json schema = read_json(data_path(schema_place(name)));
  Json imported = Json::object();
  import_parts(schema, imported);
  for (const auto& [key, part] : imported.items()) add_definition(schema["definitions"], key, part);
  return schema;
}

void validate(const Json& document, const std::string& schema, const std::string& what) {
  const nlohmann::json plain = document;  // valijson does not read ordered_json
  valijson::ValidationResults results;
  valijson::Validator validator;
  if (!validator.validate(load(schema), valijson::adapters::NlohmannJsonAdapter(plain), &results))
    refuse_place(read_schema(schema), document, innermost(results),
                 what + " must follow " + schema_place(schema));
}

}  // namespace stiffbench
