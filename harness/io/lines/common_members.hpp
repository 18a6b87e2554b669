#pragma once

#include "harness/io/json.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace stiffbench {

/// Key of a line with the members that objects after it share: `{"common": MEMBERS}` is the first
/// line of a file, and holds for all that follows. Files with groups of lines have further such
/// lines. "groups" is the number of levels of groups within: 2 on the first line, for instance, 1
/// for a group of groups, and none for a group of objects. "lines" is the number of objects of a
/// group: `{"common": MEMBERS, "groups": 1, "lines": 7}`.
inline constexpr const char* common_key = "common";

/// Returns the part of an object that is equal for all lines of a group.
using GroupKey = std::function<Json(const Json&)>;

/// Returns lines for these objects: the members that they share, under common_key, and then each
/// object without those. Members of members count, too. A member is shared if every object has it
/// and most with one value; the others keep their own. Neighbours with equal keys are groups, with
/// the members that they share in front of them: groups of the first key, within these groups of
/// the second key, and so on. Keys that put all objects together, or none, make no groups.
std::string lines_with_common_members(const std::vector<Json>& objects,
                                      const std::vector<GroupKey>& keys = {});

/// Returns true if the text of a line may be that of common members, which need not be parsed to
/// tell of a record that it is none.
bool may_be_common(const std::string& line);

/// Completes the objects of a file, line by line, by the members that they share with others.
class CommonMembers {
 public:
  bool empty() const { return scopes_.empty(); }

  /// Takes the next line of a file. Returns true if it has common members. Any other object gets
  /// the members that it lacks, and those of its members: first from its own group, last from the
  /// file. It stays as it is, and lacks them, if the line of one of its groups is damaged or lost:
  /// a group ends after its number of lines, damaged ones included, and not with the next group.
  /// An object with a schema of its own is whole and stays as it is, too: a program may have added
  /// it to the file later.
  bool take(Json& line);

 private:
  struct Scope {
    unsigned long groups;                ///< levels of groups within
    std::optional<unsigned long> lines;  ///< objects that follow; nothing for a file
    Json members;
  };

  static std::optional<Scope> scope_of(const Json& line);
  bool is_whole() const;

  std::vector<Scope> scopes_;  ///< of the next line: that of the file, then those of its groups
};

}  // namespace stiffbench
