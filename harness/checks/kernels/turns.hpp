#pragma once

#include <functional>
#include <time.h>
#include <vector>

namespace stiffbench {

/// Pieces of work that are timed against each other. In every round each of them has its turn, so
/// that a slow spell of the machine falls on all; a time is that of the least disturbed turn. Only
/// ratios of them mean anything.
class Turns {
 public:
  /// By default the time of the CPU counts; work on several threads needs that on the wall,
  /// CLOCK_MONOTONIC.
  explicit Turns(clockid_t clock = CLOCK_THREAD_CPUTIME_ID) : clock_(clock) {}
  /// Adds a piece of work, which is repeated within a turn if it is short. Returns its place.
  std::size_t add(std::function<void()> work);
  /// Gives everything this many turns more.
  void run(long rounds);
  /// The time of one call (s).
  double seconds(std::size_t place) const { return all_[place].seconds; }
  /// The time of one call over that of another.
  double ratio(std::size_t over, std::size_t under) const { return seconds(over) / seconds(under); }

 private:
  struct Piece {
    std::function<void()> work;
    long calls;  // in a turn
    double seconds;
  };
  double now() const;
  double time_of(const std::function<void()>& work, long calls) const;

  clockid_t clock_;
  std::vector<Piece> all_;
};

}  // namespace stiffbench
