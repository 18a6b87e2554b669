#include "harness/io/schema.hpp"

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

std::filesystem::path schema_file(const std::string& name) {
  return data_path("results/schema/" + name + ".schema.json");
}

const valijson::Schema& load(const std::string& name) {
  static std::map<std::string, std::unique_ptr<valijson::Schema>> schemas;
  auto& schema = schemas[name];
  if (!schema) {
    const nlohmann::json text = read_json(schema_file(name));
    auto fresh = std::make_unique<valijson::Schema>();
    valijson::SchemaParser().populateSchema(valijson::adapters::NlohmannJsonAdapter(text), *fresh);
    schema = std::move(fresh);
  }
  return *schema;
}

/// The innermost place that breaks the schema: names and numbers of entries. Messages about outer
/// places only say that something inside is wrong.
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

void validate(const Json& document, const std::string& schema, const std::string& what) {
  const nlohmann::json plain = document;  // valijson does not read ordered_json
  valijson::ValidationResults results;
  valijson::Validator validator;
  if (!validator.validate(load(schema), valijson::adapters::NlohmannJsonAdapter(plain), &results))
    refuse_place(read_json(schema_file(schema)), document, innermost(results),
                 what + " must follow results/schema/" + schema + ".schema.json");
}

}  // namespace stiffbench
