#pragma once

#include "harness/replications/claims/verdict.hpp"

namespace stiffbench {

/// Reason and date of a rule's band or bound that differs from the general one.
struct Deviation {
  std::string reason, date;
};

/// Author and date of an aim, and the measurement that it preceded.
struct AimOrigin {
  std::string set_by, set_on, before;
};

/// A statement of a paper or an aim of this suite, with the rule that decides it.
struct Claim {
  std::string text = {};                       ///< a sentence: exactly the statement that is judged
  std::shared_ptr<const ClaimRule> rule = {};  ///< null if nothing here decides
  std::string otherwise = {};  ///< explains a verdict other than `holds`; may be empty
  bool is_misprint = false;    ///< states that a printed formula is wrong

  std::string place = {};    ///< in the paper, as "Table 2"
  std::string states = {};   ///< the paper's statement, in our words
  std::string paper = {};    ///< the paper's numbers, abbreviated; may be empty
  std::string differs = {};  ///< differences in size, mesh or machine; empty if none
  std::optional<Deviation> deviation = {};

  std::optional<AimOrigin> origin = {};  ///< set for an aim
};

/// An experiment that a replication needs, and the figures that show it.
struct ReplicationExperiment {
  std::string name;
  std::vector<std::string> only = {};  ///< integrators; empty: all
  std::vector<std::string> figures = {};

  bool operator==(const ReplicationExperiment&) const = default;
};

/// Statements of a paper in one figure, table or section (results/schema/replication.schema.json),
/// or aims of this suite on one subject (results/schema/aims.schema.json). Aims have no paper, doi
/// or place.
struct ClaimSet {
  std::string name, title;
  std::string paper = {};  ///< authors and year
  std::string doi = {};
  std::string place = {};                          ///< figure, table or section
  std::vector<ReplicationExperiment> experiments;  ///< none if the program alone decides
  std::vector<std::string> remarks;                ///< apply to all claims
  std::vector<Claim> claims;

  /// Name of the page of results that shows the replication: one page per paper.
  std::string page() const { return name.substr(0, name.find('_')); }
};

/// Returns the names of all replications, or all aims, shipped with the program, sorted.
std::vector<std::string> replication_names();
std::vector<std::string> aims_names();

/// Reads a replication by its path, or by its name in results/replications. A document that
/// violates the schema and a rule that cannot be evaluated are Errors.
ClaimSet load_replication(const std::string& name);
/// Reads aims by their path, or by their name in results/aims.
ClaimSet load_aims(const std::string& name);

/// Parses a replication, or aims, from a document; Errors refer to the document as `what`.
ClaimSet replication_from_json(const Json& document, const std::string& what);
ClaimSet aims_from_json(const Json& document, const std::string& what);

}  // namespace stiffbench
