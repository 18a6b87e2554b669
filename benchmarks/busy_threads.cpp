// How long a step takes on two threads beside other programs, over its time on one thread there:
//   build/release/benchmarks/bench_busy_threads [ROUNDS]
// RK4 and the Chebyshev process of exprb2 on the 8k bunny, beside none, one and two processes that
// do nothing but count. Medians of turns of a quarter of a second, by the clock on the wall. Threads
// that wait for each other awake take many times as long there; at most 1.5 is wanted beside two.

#include "base/system/threads.hpp"

#include "benchmarks/shared/step_of.hpp"
#include "problems/contract/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace stiffbench;

namespace {

/// A process that keeps a core busy as long as this lives.
class Busy {
 public:
  Busy() : child_(::fork()) {
    if (child_ < 0) throw Error("a process starts", "none", "stop other programs");
    if (child_ > 0) return;
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (std::atomic<long> n = 0;;) n.fetch_add(1, std::memory_order_relaxed);
  }
  Busy(const Busy&) = delete;
  Busy& operator=(const Busy&) = delete;
  ~Busy() {
    ::kill(child_, SIGKILL);
    ::waitpid(child_, nullptr, 0);
  }

 private:
  pid_t child_;
};

/// Seconds of a call in a turn.
double turn(const std::function<void()>& work, int threads) {
  using namespace std::chrono;
  set_thread_count(threads);
  work();
  const auto begin = steady_clock::now();
  long calls = 0;
  do {
    work();
    ++calls;
  } while (steady_clock::now() - begin < milliseconds(250));
  return duration<double>(steady_clock::now() - begin).count() / static_cast<double>(calls);
}

double median(std::vector<double> of) {
  std::nth_element(of.begin(), of.begin() + std::ssize(of) / 2, of.end());
  return of[of.size() / 2];
}

/// The time on two threads over that on one.
double two_over_one(const std::function<void()>& work, long rounds) {
  std::array<std::vector<double>, 2> times;
  for (long round = 0; round < rounds; ++round)
    for (const int threads : {1, 2})
      times[static_cast<std::size_t>(threads - 1)].push_back(turn(work, threads));
  return median(times[1]) / median(times[0]);
}

/// Prints the ratios. A process that has used several threads must not fork, so that each number of
/// neighbours gets a process of its own.
void measure(std::size_t neighbours, long rounds) {
  if (const pid_t child = ::fork(); child != 0) {
    ::waitpid(child, nullptr, 0);
    return;
  }
  std::vector<std::unique_ptr<Busy>> busy(neighbours);
  for (auto& one : busy) one = std::make_unique<Busy>();
  const auto bunny = ProblemRegistry::instance().make("bunny", {{"size", std::string("8k")}});
  fmt::print("{:10} {:8.2f} {:8.2f}\n", neighbours,
             two_over_one(step_of(*bunny, "rk4", 1e-6), rounds),
             two_over_one(step_of(*bunny, "exprb2", 1e-4), rounds));
  std::fflush(stdout);
  busy.clear();
  std::_Exit(0);
}

}  // namespace

int main(int count, char** words) {
  const long rounds = count > 1 ? std::atol(words[1]) : 11;
  fmt::print("two threads over one, times\n{:10} {:>8} {:>8}\n", "neighbours", "rk4", "exprb2");
  std::fflush(stdout);
  for (const std::size_t neighbours : {0, 1, 2}) measure(neighbours, rounds);
}
