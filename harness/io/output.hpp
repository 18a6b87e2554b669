#pragma once

#include <string>

namespace stiffbench {

/// Writes the text to the file, or to standard output for "-". A file that cannot be written and a
/// full disk are Errors, and so is a file with content that is no earlier output of this kind: the text
/// begins with its schema. Devices such as /dev/stdout are written to, not replaced.
void write_output(const std::string& file, const std::string& text);

}  // namespace stiffbench
