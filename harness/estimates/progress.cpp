#include "harness/estimates/progress.hpp"

#include "base/text/read_number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <sys/ioctl.h>
#include <unistd.h>

namespace stiffbench {
namespace {

/// Prints to standard error. Unlike fmt::print(), it does not throw if nobody can read it.
void put(const std::string& text) {
  std::fputs(text.c_str(), stderr);
  std::fflush(stderr);
}

}  // namespace

int terminal_columns() {
  winsize size{};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  const char* text = std::getenv("COLUMNS");
  return std::max(1, read_number<int>(text ? text : "").value_or(80));
}

std::string progress_line(double fraction, const std::string& text, int columns) {
  const int width = std::min(24, columns / 8), full = static_cast<int>(fraction * width);
  std::string line = fmt::format("[{:#<{}}{:.<{}}] {}", "", full, "", width - full, text);
  // A terminal wraps a line that reaches its last column.
  line.resize(std::min(line.size(), static_cast<std::size_t>(std::max(0, columns - 1))));
  return line;
}

std::string clock_text(double seconds) {
  const long all = std::lround(seconds);
  return all >= 3600 ? fmt::format("{}:{:02}:{:02}", all / 3600, all / 60 % 60, all % 60)
                     : fmt::format("{}:{:02}", all / 60, all % 60);
}

Progress::Progress(long runs) : runs_(runs), terminal_(::isatty(STDERR_FILENO)) {}

Progress::~Progress() {
  if (is_on_screen_) put("\n");
}

void Progress::erase() {
  if (!is_on_screen_) return;
  put("\r\033[K");
  is_on_screen_ = false;
}

bool Progress::is_due() const {
  return !has_drawn_ || since_drawing_.seconds() >= (terminal_ ? 0.1 : 5);
}

void Progress::show(long done, double fraction, const std::string& left,
                    const std::string& current) {
  if (!is_due() && done < runs_) return;
  has_drawn_ = true;
  since_drawing_ = {};
  const std::string text = fmt::format("{}/{} runs, {}, {}", done, runs_, left, current);
  if (!terminal_) {
    put(text + "\n");
    return;
  }
  put("\r\033[K" + progress_line(fraction, text, terminal_columns()));
  is_on_screen_ = true;
}

void Progress::show(long done, double fraction, const std::string& current) {
  extrapolation_.update(fraction);
  const auto left = extrapolation_.left();
  show(done, fraction, left ? clock_text(*left) + " left" : "time left unknown", current);
}

}  // namespace stiffbench
