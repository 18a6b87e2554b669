#include "harness/sweep/progress.hpp"

#include <fmt/format.h>

#include <cmath>
#include <unistd.h>

namespace stiffbench {
namespace {

double seconds(std::chrono::steady_clock::duration span) {
  return std::chrono::duration<double>(span).count();
}

/// `first`: done when the time began, by an earlier program or as soon as it was looked up.
std::string left(double elapsed, double fraction, double first) {
  if (fraction <= first) return "time left unknown";
  const long rest = std::lround(elapsed * (1 - fraction) / (fraction - first));
  if (rest >= 3600)
    return fmt::format("{}:{:02}:{:02} left", rest / 3600, rest / 60 % 60, rest % 60);
  return fmt::format("{}:{:02} left", rest / 60, rest % 60);
}

}  // namespace

Progress::Progress(long runs)
    : runs_(runs), terminal_(::isatty(STDERR_FILENO)), start_(Clock::now()), shown_(start_) {}

Progress::~Progress() {
  if (terminal_ && drawn_) fmt::print(stderr, "\n");
}

void Progress::show(long done, double fraction, const std::string& current) {
  const auto now = Clock::now();
  const double rest = terminal_ ? 0.1 : 5;  // seconds between two drawings
  if (drawn_ && done < runs_ && seconds(now - shown_) < rest) return;
  if (!drawn_) {
    first_ = fraction;
    start_ = now;
  }
  shown_ = now;
  drawn_ = true;
  const std::string line = fmt::format("{}/{} runs, {}, {}", done, runs_,
                                       left(seconds(now - start_), fraction, first_), current);
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
