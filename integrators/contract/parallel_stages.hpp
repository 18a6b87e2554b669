#pragma once

namespace stiffbench {

/// The name of the parameter that makes a method evaluate stages concurrently, on separate threads.
/// A run with one thread refuses it.
inline constexpr const char* parallel_parameter = "parallel_stages";

}  // namespace stiffbench
