#pragma once

#include <set>
#include <string>
#include <vector>

namespace stiffbench {

/// True if a name is this text, or fits it as a pattern of a shell: "exprb*".
bool fits(const std::string& pattern, const std::string& name);

/// True if one of the names fits one of the patterns.
bool any_fits(const std::vector<std::string>& patterns, const std::set<std::string>& names);

/// Throws an Error with this rule for the first pattern that fits none of the names. Its remedy has
/// the near names, or else all of them.
void check_patterns(const std::string& rule, const std::vector<std::string>& patterns,
                    const std::set<std::string>& names);

}  // namespace stiffbench
