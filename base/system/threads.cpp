#include "base/system/threads.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <exception>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace stiffbench {
namespace {

int count_of_process = 1;
thread_local bool inside = false;  // true while this thread executes a piece of a team's work

using Work = void (*)(const void* context, int thread, int team);

/// Waits until `state` is no longer `value`. Spins for the first microseconds only: if other
/// programs run, too, a spinning thread may occupy the core that the thread it waits for needs.
template <class State>
void wait_while(const std::atomic<State>& state, State value) {
  constexpr auto patience = std::chrono::microseconds(20);
  constexpr int loads_per_time = 16;
  const auto begin = std::chrono::steady_clock::now();
  do {
    for (int i = 0; i < loads_per_time; ++i) {
      if (state.load(std::memory_order_acquire) != value) return;
#ifdef __x86_64__
      _mm_pause();
#endif
    }
  } while (std::chrono::steady_clock::now() - begin < patience);
  state.wait(value, std::memory_order_acquire);
}

/// The helper threads. Each one executes the piece with its own number, so that it finds the data
/// of earlier calls in its cache. When the caller has finished piece 0, it executes all pieces that
/// the helpers have not begun. On a busy machine no call waits for a thread that has no core.
class Team {
 public:
  ~Team();
  void run(int count, Work work, const void* context);

 private:
  enum class Piece { none, offered, begun, end_of_thread };
  struct alignas(64) Helper {  // shares no cache line, which avoids false sharing
    std::atomic<Piece> piece = Piece::none;
    std::exception_ptr error;
    std::thread thread;
  };

  void recruit(int helpers);
  void help(Helper& helper, int thread);
  void do_piece(int thread, std::exception_ptr& error);

  std::mutex caller_;
  std::vector<std::unique_ptr<Helper>> helpers_;
  Work work_ = nullptr;
  const void* context_ = nullptr;
  int count_ = 1;
};

Team::~Team() {
  for (const auto& helper : helpers_) {
    helper->piece.store(Piece::end_of_thread, std::memory_order_release);
    helper->piece.notify_one();
    if (helper->thread.joinable()) helper->thread.join();
  }
}

/// Starts helpers until there are enough. If the system cannot start another thread, the caller
/// executes that helper's pieces.
void Team::recruit(int helpers) {
  while (static_cast<int>(helpers_.size()) < helpers) {
    const int thread = static_cast<int>(helpers_.size()) + 1;
    Helper& helper = *helpers_.emplace_back(std::make_unique<Helper>());
    try {
      helper.thread = std::thread([this, &helper, thread] { help(helper, thread); });
    } catch (const std::system_error&) {
    }
  }
}

void Team::help(Helper& helper, int thread) {
  inside = true;
  for (;;) {
    Piece piece = helper.piece.load(std::memory_order_acquire);
    if (piece == Piece::end_of_thread) return;
    if (piece == Piece::offered &&
        helper.piece.compare_exchange_strong(piece, Piece::begun, std::memory_order_acquire)) {
      do_piece(thread, helper.error);
      helper.piece.store(Piece::none, std::memory_order_release);
      helper.piece.notify_one();
    } else {
      wait_while(helper.piece, piece);
    }
  }
}

void Team::do_piece(int thread, std::exception_ptr& error) {
  try {
    work_(context_, thread, count_);
  } catch (...) {  // an exception must not leave the thread
    error = std::current_exception();
  }
}

void Team::run(int count, Work work, const void* context) {
  const std::unique_lock lock(caller_, std::try_to_lock);
  if (!lock) return work(context, 0, 1);
  recruit(count - 1);
  work_ = work;
  context_ = context;
  count_ = count;
  const auto first = helpers_.begin(), last = first + (count - 1);
  std::for_each(first, last, [](const auto& helper) {
    helper->error = nullptr;
    helper->piece.store(Piece::offered, std::memory_order_release);
    helper->piece.notify_one();
  });
  inside = true;
  std::exception_ptr error;
  do_piece(0, error);
  for (int thread = 1; thread < count; ++thread) {
    Helper& helper = *first[thread - 1];
    Piece piece = Piece::offered;
    if (helper.piece.compare_exchange_strong(piece, Piece::begun, std::memory_order_acquire)) {
      do_piece(thread, helper.error);
      helper.piece.store(Piece::none, std::memory_order_release);
    }
  }
  inside = false;
  std::for_each(first, last, [&](const auto& helper) {
    wait_while(helper->piece, Piece::begun);
    if (!error) error = helper->error;
  });
  if (error) std::rethrow_exception(error);
}

}  // namespace

void set_thread_count(int count) { count_of_process = count; }

int thread_count() { return inside ? 1 : count_of_process; }

void call_on_threads(int count, Work work, const void* context) {
  if (count == 1 || inside) return work(context, 0, 1);
  static Team team;
  team.run(count, work, context);
}

}  // namespace stiffbench
