#pragma once

#include <functional>
#include <time.h>
#include <vector>

namespace stiffbench {

/// Times pieces of work against each other. Each round gives each piece one turn, so that a slow
/// phase of the machine affects all of them; the time of a piece is that of its least disturbed
/// turn. Only ratios of the times are meaningful.
class Turns {
 public:
  /// Measures CPU time by default; work on several threads needs the wall clock, CLOCK_MONOTONIC.
  explicit Turns(clockid_t clock = CLOCK_THREAD_CPUTIME_ID) : clock_(clock) {}
  /// Adds a piece of work and returns its index. Short work is repeated within a turn.
  std::size_t add(std::function<void()> work);
  /// Runs this many further rounds.
  void run(long rounds);
  /// Returns the time of one call (s).
  double seconds(std::size_t place) const { return all_[place].seconds; }
  /// Returns the ratio of the times of one call of each.
  double ratio(std::size_t over, std::size_t under) const { return seconds(over) / seconds(under); }

 private:
  struct Piece {
    std::function<void()> work;
    long calls;  // per turn
    double seconds;
  };
  double now() const;
  double time_of(const std::function<void()>& work, long calls) const;

  clockid_t clock_;
  std::vector<Piece> all_;
};

}  // namespace stiffbench
