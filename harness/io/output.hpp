#pragma once

#include <string>

namespace stiffbench {

/// Refuses a file with content that is no earlier output of this schema, and one of many lines
/// where one line is to be written. Commands ask before their work, so that none of it is lost.
void check_output(const std::string& file, const std::string& schema, bool is_one_line);

/// Writes the text to the file, or to standard output for "-". A file that cannot be written and a
/// full disk are Errors, and so is what check_output() refuses: the text begins with its schema.
/// Devices such as /dev/stdout are written to, not replaced.
void write_output(const std::string& file, const std::string& text);

}  // namespace stiffbench
