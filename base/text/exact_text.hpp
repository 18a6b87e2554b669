#pragma once

#include <string>

namespace stiffbench {

/// Returns a text that reads as this number to the last bit: a fraction of integers whose quotient
/// is rounded to the number, as "1/3", or the fewest decimal digits. A fraction is taken with a
/// denominator up to 100, or where it is no longer than the digits and both integers are below 6e5.
/// A number without a fraction of its own may have one by chance.
std::string exact_text(double number);

}  // namespace stiffbench
