#include "harness/sweep/progress.hpp"

#include <fmt/format.h>

#include <cmath>
#include <unistd.h>

namespace stiffbench {
namespace {

double seconds(std::chrono::steady_clock::duration span) {
  return std::chrono::duration<double>(span).count();
}

/// Text of the time left. `elapsed` (s) is the time in which the fraction rose from `first`, which
/// earlier programs had done, to `fraction`.
std::string left(double elapsed, double fraction, double first) {
  if (fraction <= first) return "time left unknown";
  const long rest = std::lround(elapsed * (1 - fraction) / (fraction - first));
  if (rest >= 3600)
    return fmt::format("{}:{:02}:{:02} left", rest / 3600, rest / 60 % 60, rest % 60);
  return fmt::format("{}:{:02} left", rest / 60, rest % 60);
}

}  // namespace

Progress::Progress(long runs)
    : runs_(runs),
      terminal_(::isatty(STDERR_FILENO)),
      start_(Clock::now()),
      last_drawing_(start_) {}

Progress::~Progress() {
  if (terminal_ && has_drawn_) fmt::print(stderr, "\n");
}

void Progress::show(long done, double fraction, const std::string& current) {
  const auto now = Clock::now();
  const double rest = terminal_ ? 0.1 : 5;  // seconds between two drawings
  if (has_drawn_ && done < runs_ && seconds(now - last_drawing_) < rest) return;
  if (!has_drawn_) {
    first_fraction_ = fraction;
    start_ = now;
  }
  last_drawing_ = now;
  has_drawn_ = true;
  const std::string line =
      fmt::format("{}/{} runs, {}, {}", done, runs_,
                  left(seconds(now - start_), fraction, first_fraction_), current);
  if (!terminal_) {
    fmt::print(stderr, "{}\n", line);
    return;
  }
  constexpr int width = 24;
  const int full = static_cast<int>(fraction * width);
  fmt::print(stderr, "\r\033[K[{:#<{}}{:.<{}}] {}", "", full, "", width - full, line);
  std::fflush(stderr);
}

}  // namespace stiffbench
