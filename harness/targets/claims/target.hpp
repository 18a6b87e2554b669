#pragma once

#include "harness/io/json.hpp"

#include <string>
#include <vector>

namespace stiffbench {

/// One statement of a paper, in our words, and the rule that decides it.
struct Claim {
  std::string text;       ///< a sentence
  std::string place;      ///< where the paper states it, as "Table 2"
  std::string paper;      ///< what the paper has, in short; empty where that is the claim itself
  Json rule;              ///< harness/targets/claims/rules.hpp; null where no computation decides
  std::string otherwise;  ///< what explains a verdict other than `holds`; may be empty
};

/// An experiment that a target needs, and the figures that show it.
struct TargetExperiment {
  std::string name;
  std::vector<std::string> only;  ///< integrators; all where it is empty
  std::vector<std::string> figures;

  bool operator==(const TargetExperiment&) const = default;
};

/// What a paper states in one figure, table or section (results/schema/target.schema.json).
struct PaperTarget {
  std::string name, title;
  std::string paper;  ///< its authors and year
  std::string doi;
  std::string place;                          ///< figure, table or section
  std::vector<TargetExperiment> experiments;  ///< none where the program alone decides
  std::vector<std::string> remarks;           ///< what differs from the paper
  std::vector<Claim> claims;

  /// The name of the page of results on which it stands: that of the paper.
  std::string page() const { return name.substr(0, name.find('_')); }
};

/// The names of all targets that come with the program, sorted.
std::vector<std::string> target_names();

/// Reads a target by its path, or by its name in results/targets. What breaks the schema, and a
/// rule that no kind of rule can read, is an Error.
PaperTarget load_target(const std::string& name);

/// Reads a target from its document; `what` names it in an Error.
PaperTarget target_from_json(const Json& document, const std::string& what);

}  // namespace stiffbench
