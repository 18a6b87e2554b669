#pragma once

namespace stiffbench {

/// The name of the parameter by which a method evaluates stages at the same time, on threads of
/// their own. A run refuses it with one thread.
inline constexpr const char* parallel_parameter = "parallel_stages";

}  // namespace stiffbench
