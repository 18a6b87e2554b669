#pragma once

#include <string>

namespace stiffbench {

/// Returns a text that reads as this number to the last bit: a fraction of integers whose quotient
/// is rounded to the number, as "1/3", or the fewest decimal digits. A fraction is taken with a
/// denominator up to 100, or where it is no longer than the digits and both integers are below 6e5.
/// About one in 80 000 numbers without a fraction of their own has one by chance.
std::string exact_text(double number);

}  // namespace stiffbench
