#include "harness/checks/kernels/turns.hpp"

#include <algorithm>
#include <cmath>

namespace stiffbench {
namespace {

constexpr double turn = 1e-2;  // minimum (s)

}  // namespace

double Turns::now() const {
  timespec time{};
  ::clock_gettime(clock_, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double Turns::time_of(const std::function<void()>& work, long calls) const {
  work();  // loads its data into the caches, in place of others
  const double start = now();
  for (long i = 0; i < calls; ++i) work();
  return (now() - start) / static_cast<double>(calls);
}

std::size_t Turns::add(std::function<void()> work) {
  const double once = time_of(work, 1);
  all_.push_back(
      {std::move(work), static_cast<long>(std::ceil(turn / std::max(once, 1e-9))), once});
  return all_.size() - 1;
}

void Turns::run(long rounds) {
  for (long round = 0; round < rounds; ++round)
    for (Piece& piece : all_)
      piece.seconds = std::min(piece.seconds, time_of(piece.work, piece.calls));
}

}  // namespace stiffbench
