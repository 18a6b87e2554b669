#pragma once

#include <string>

namespace stiffbench {

/// Throws an Error for a file whose content is not an earlier output of this schema, and for a file
/// of many lines where one line is to be written. Commands call it before their work, so that none
/// of it is lost.
void check_output(const std::string& file, const std::string& schema, bool is_one_line);

/// Writes the text, which begins with its schema, to the file, or to standard output for "-". A
/// file that cannot be written, a full disk, and a file refused by check_output() are Errors.
/// Devices such as /dev/stdout are written to, not replaced.
void write_output(const std::string& file, const std::string& text);

}  // namespace stiffbench
