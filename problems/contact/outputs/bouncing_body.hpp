#pragma once

#include "problems/contract/outputs.hpp"

#include <memory>

namespace stiffbench {

class ContactProblem;

/// Returns the outputs of a problem in contact (ContactOutputs), with those of the bounces of one
/// body (Bounces): the height of its centre of mass is against gravity, above `level` (m), and its
/// gap is the distance of its nearest contact with another body or a plane, `reach` without one.
/// Contacts of the body with itself do not count.
std::unique_ptr<Outputs> bouncing_body(const ContactProblem& problem, int body, double level,
                                       bool audit, long points);

}  // namespace stiffbench
