#pragma once

#include "base/error.hpp"
#include "harness/io/json.hpp"

#include <array>
#include <set>
#include <string>
#include <vector>

namespace stiffbench {

/// Context of a rule: the experiments that it may name, the first being the default, and whether it
/// decides an aim, whose bounds need no source.
struct RuleContext {
  std::vector<std::string> experiments;
  bool is_aim = false;
};

/// Reads the fields of one rule and keeps track of the fields that nobody has read.
class RuleReader {
 public:
  RuleReader(const Json& rule, const RuleContext& context) : rule_(&rule), context_(&context) {}

  const RuleContext& context() const { return *context_; }
  bool has(const char* name) const { return rule_->contains(name); }

  /// Returns the field, or the default if it is absent.
  template <class T>
  T get(const char* name, T usual) {
    return has(name) ? field(name).get<T>() : usual;
  }
  /// Returns the field as an enumerator of the choice; nothing if it is absent.
  template <Choice E>
  std::optional<E> choice(const char* name) {
    if (!has(name)) return std::nullopt;
    const std::string word = field(name).get<std::string>();
    const auto names = names_of(E{});
    for (std::size_t i = 0; i < names.size(); ++i)
      if (word == names[i]) return static_cast<E>(i);
    refuse(std::string("a rule's '") + name + "' is one of the words of results/schema",
           "see 'stiffbench help replications'");
  }
  /// Returns a mandatory field; throws an Error if it is absent.
  const Json& field(const char* name);
  /// Returns the field, or null if it is absent.
  const Json* find(const char* name);

  /// Returns the second side of the rule: its field "to" with the fields inherited from the rule.
  Json other_side();

  /// Rejects the rule with an Error of this reason and remedy.
  [[noreturn]] void refuse(const std::string& reason, const std::string& remedy) const;
  /// Rejects the rule if it has fields that nobody has read.
  void finish() const;

 private:
  const Json* rule_;
  const RuleContext* context_;
  std::set<std::string> names_;  ///< fields read so far
};

}  // namespace stiffbench
