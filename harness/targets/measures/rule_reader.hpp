#pragma once

#include "base/error.hpp"
#include "harness/io/json.hpp"

#include <array>
#include <set>
#include <string>
#include <vector>

namespace stiffbench {

/// Surroundings of a rule: the experiments that it may name, the first of which is its own where it
/// names none, and whether it decides an aim, whose bounds need no source.
struct RulePlace {
  std::vector<std::string> experiments;
  bool is_aim = false;
};

/// Reads the fields of one rule, and knows at the end which of them nobody has read.
class RuleReader {
 public:
  RuleReader(const Json& rule, const RulePlace& place) : rule_(&rule), place_(&place) {}

  const RulePlace& place() const { return *place_; }
  bool has(const char* name) const { return rule_->contains(name); }

  /// The field, or the default where the rule has none.
  template <class T>
  T get(const char* name, T usual) {
    return has(name) ? field(name).get<T>() : usual;
  }
  /// The field, which may hold one of the names of a choice.
  template <Choice E>
  std::optional<E> choice(const char* name) {
    if (!has(name)) return std::nullopt;
    const std::string word = field(name).get<std::string>();
    const auto names = names_of(E{});
    for (std::size_t i = 0; i < names.size(); ++i)
      if (word == names[i]) return static_cast<E>(i);
    refuse(std::string("a rule's '") + name + "' is one of the words of results/schema",
           "see 'stiffbench help targets'");
  }
  /// The field, without which the rule's kind cannot be; an Error where it is missing.
  const Json& field(const char* name);
  /// The field where there is one, else null.
  const Json* find(const char* name);

  /// The second side of the rule, its field "to" with what it inherits of the rule.
  Json other_side();

  /// Refuses the rule, for this reason and with this remedy.
  [[noreturn]] void refuse(const std::string& reason, const std::string& remedy) const;
  /// Refuses the rule if it has fields that nobody has read.
  void finish() const;

 private:
  const Json* rule_;
  const RulePlace* place_;
  std::set<std::string> names_;  ///< of fields that were read
};

}  // namespace stiffbench
