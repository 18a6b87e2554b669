#pragma once

#include <string>

namespace stiffbench {

/// Returns one JSON line for every pair of features in a file of lines
/// (results/schema/contact_pair.schema.json): type, squared distance (m^2) and its derivatives, and
/// the mollifier of two edges. Throws Error, with the line, if one is refused.
std::string pair_answers(const std::string& file);

/// Returns one JSON line with the time of impact for every motion in a file of lines
/// (results/schema/contact_motion.schema.json). Throws Error, with the line, if one is refused.
std::string motion_answers(const std::string& file);

}  // namespace stiffbench
