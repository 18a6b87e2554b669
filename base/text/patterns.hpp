#pragma once

#include <set>
#include <string>
#include <vector>

namespace stiffbench {

/// Returns true if the name equals the pattern or matches it as a shell pattern, such as "exprb*".
bool fits(const std::string& pattern, const std::string& name);

/// Returns true if at least one name matches at least one pattern.
bool any_fits(const std::vector<std::string>& patterns, const std::set<std::string>& names);

/// Throws an Error with this rule for the first pattern that matches no name. Its remedy lists
/// similar names, or all names if none is similar.
void check_patterns(const std::string& rule, const std::vector<std::string>& patterns,
                    const std::set<std::string>& names);

}  // namespace stiffbench
