#pragma once

#include <string>

namespace stiffbench {

/// Writes the text to the file, or to standard output for "-". A file that cannot be written and a
/// full disk are Errors. Devices such as /dev/stdout are written to, not replaced.
void write_output(const std::string& file, const std::string& text);

}  // namespace stiffbench
