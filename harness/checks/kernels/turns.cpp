#include "harness/checks/kernels/turns.hpp"

#include <algorithm>
#include <cmath>
#include <time.h>

namespace stiffbench {
namespace {

constexpr double turn = 1e-2;  // s, the least

double cpu_time() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double time_of(const std::function<void()>& work, long calls) {
  work();  // its data come into the caches, and other data leave them
  const double start = cpu_time();
  for (long i = 0; i < calls; ++i) work();
  return (cpu_time() - start) / static_cast<double>(calls);
}

}  // namespace

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
