#include "harness/io/lines/damaged_lines.hpp"

#include <fmt/format.h>

#include <cstdio>

namespace stiffbench {

void DamagedLines::add(long number, const std::string& reason) {
  if (count_++ > 0) return;
  first_ = number;
  reason_ = reason;
}

DamagedLines::~DamagedLines() {
  if (count_ == 0) return;
  const std::string more = count_ == 1   ? ""
                           : count_ == 2 ? ", as is another line"
                                         : fmt::format(", as are {} other lines", count_ - 1);
  std::fputs(fmt::format("note: {} at {}:{} is left out{}; {}\n", reason_, file_.string(), first_,
                         more, remedy)
                 .c_str(),
             stderr);  // fmt::print() would throw if nobody can read it
}

}  // namespace stiffbench
