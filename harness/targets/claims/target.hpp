#pragma once

#include "harness/targets/claims/verdict.hpp"

namespace stiffbench {

/// Why and since when a rule has a band or bound that is not the general one.
struct Deviation {
  std::string reason, date;
};

/// Who set an aim, on which day, and before which measurement.
struct AimOrigin {
  std::string set_by, set_on, before;
};

/// One statement of a paper or one aim of this suite, with the rule that decides it.
struct Claim {
  std::string text = {};                       ///< a sentence: exactly the statement that is judged
  std::shared_ptr<const ClaimRule> rule = {};  ///< null where nothing here decides
  std::string otherwise = {};  ///< explains a verdict other than `holds`; may be empty
  bool is_misprint = false;    ///< says that a printed formula is wrong

  std::string place = {};    ///< in the paper, as "Table 2"
  std::string states = {};   ///< the paper's statement there, in our words
  std::string paper = {};    ///< the paper's numbers in short; may be empty
  std::string differs = {};  ///< our size, mesh or machine; empty where nothing does
  std::optional<Deviation> deviation = {};

  std::optional<AimOrigin> origin = {};  ///< of an aim
};

/// An experiment that a target needs, and the figures that show it.
struct TargetExperiment {
  std::string name;
  std::vector<std::string> only = {};  ///< integrators; all where it is empty
  std::vector<std::string> figures = {};

  bool operator==(const TargetExperiment&) const = default;
};

/// The statements of a paper in one figure, table or section (results/schema/target.schema.json),
/// or aims of this suite about one subject (results/schema/aims.schema.json), whose paper, doi and
/// place are empty.
struct ClaimSet {
  std::string name, title;
  std::string paper = {};  ///< its authors and year
  std::string doi = {};
  std::string place = {};                     ///< figure, table or section
  std::vector<TargetExperiment> experiments;  ///< none where the program alone decides
  std::vector<std::string> remarks;           ///< of all claims
  std::vector<Claim> claims;

  /// The name of the page of results on which it stands: that of the paper.
  std::string page() const { return name.substr(0, name.find('_')); }
};

/// The names of all targets, or of all aims, that come with the program, sorted.
std::vector<std::string> target_names();
std::vector<std::string> aims_names();

/// Reads a target by its path, or by its name in results/targets. A document that breaks the schema
/// and a rule that cannot be evaluated are Errors.
ClaimSet load_target(const std::string& name);
/// Reads aims by their path, or by their name in results/aims.
ClaimSet load_aims(const std::string& name);

/// Reads a target, or aims, from their document; `what` names it in an Error.
ClaimSet target_from_json(const Json& document, const std::string& what);
ClaimSet aims_from_json(const Json& document, const std::string& what);

}  // namespace stiffbench
