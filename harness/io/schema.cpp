#include "harness/io/schema.hpp"

#include "base/error.hpp"
#include "base/paths.hpp"

#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include <map>
#include <memory>

namespace stiffbench {
namespace {

const valijson::Schema& load(const std::string& name) {
  static std::map<std::string, std::unique_ptr<valijson::Schema>> schemas;
  auto& schema = schemas[name];
  if (!schema) {
    const nlohmann::json text = read_json(data_path("results/schema/" + name + ".schema.json"));
    auto fresh = std::make_unique<valijson::Schema>();
    valijson::SchemaParser().populateSchema(valijson::adapters::NlohmannJsonAdapter(text), *fresh);
    schema = std::move(fresh);
  }
  return *schema;
}

/// The message about the innermost place. Messages about outer ones only say that something inside
/// is wrong.
std::string deepest(valijson::ValidationResults& results) {
  std::string place, text;
  std::size_t depth = 0;
  for (valijson::ValidationResults::Error error; results.popError(error);)
    if (error.context.size() >= depth) {
      depth = error.context.size();
      text = error.description;
      place.clear();
      for (auto& part : error.context) place += part == "<root>" ? "" : part;
    }
  return (place.empty() ? "at the top: " : "at " + place + ": ") + text;
}

}  // namespace

void validate(const Json& document, const std::string& schema, const std::string& what) {
  const nlohmann::json plain = document;  // valijson does not read ordered_json
  valijson::ValidationResults results;
  valijson::Validator validator;
  if (!validator.validate(load(schema), valijson::adapters::NlohmannJsonAdapter(plain), &results))
    throw Error(what + " must follow results/schema/" + schema + ".schema.json", deepest(results),
                "mend it there");
}

}  // namespace stiffbench
