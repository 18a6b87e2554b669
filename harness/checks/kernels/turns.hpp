#pragma once

#include <functional>
#include <vector>

namespace stiffbench {

/// Pieces of work that are timed against each other. In every round each of them has its turn, so
/// that a slow spell of the machine falls on all; a time is that of the least disturbed turn, and
/// is time of the CPU. Only ratios of them mean anything.
class Turns {
 public:
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
  std::vector<Piece> all_;
};

}  // namespace stiffbench
