#include "c/calls/handles.hpp"

#include <fmt/format.h>

#include <mutex>
#include <pthread.h>
#include <vector>

namespace stiffbench::c {
namespace {

constexpr int slot_bits = 24;
constexpr std::int64_t slot_mask = (std::int64_t{1} << slot_bits) - 1;

struct Slot {
  std::int64_t generation = 1;
  bool used = false;
  Target target;
};

/// The table of all handles. Never destroyed: callers may use handles until the process ends.
struct Table {
  std::mutex mutex;
  std::vector<Slot> slots;
  std::vector<std::size_t> unused;
};
Table& table() {
  static auto* const all = new Table;
  return *all;
}

[[noreturn]] void refuse(stiffbench_problem handle, const std::string& what) {
  throw Refusal(STIFFBENCH_BAD_HANDLE,
                "a problem is one that stiffbench_make_problem() made, or the view of a run",
                fmt::format("{}, {}", handle, what),
                "use it before stiffbench_free_problem(), a view only in its run");
}

/// Returns the slot of a handle in use; the table is locked.
Slot& slot_of(stiffbench_problem handle) {
  const std::int64_t generation = handle >> slot_bits;
  const auto slot = static_cast<std::size_t>(handle & slot_mask);
  std::vector<Slot>& slots = table().slots;
  if (handle <= 0 || slot >= slots.size() || generation > slots[slot].generation)
    refuse(handle, "which never was one");
  if (generation < slots[slot].generation || !slots[slot].used)
    refuse(handle, "which was freed or has ended");
  return slots[slot];
}

}  // namespace

stiffbench_problem open_handle(Target target) {
  Table& all = table();
  const std::lock_guard lock(all.mutex);
  if (all.unused.empty()) {
    if (all.slots.size() > slot_mask)
      throw Error("a process has at most 2^24 problems at once", "one more", "free some");
    all.unused.reserve(all.slots.size() + 1);  // so that close_handle() cannot fail
    all.slots.emplace_back();
    all.unused.push_back(all.slots.size() - 1);
  }
  const std::size_t slot = all.unused.back();
  all.unused.pop_back();
  all.slots[slot].used = true;
  all.slots[slot].target = std::move(target);
  return all.slots[slot].generation << slot_bits | static_cast<std::int64_t>(slot);
}

Target target_of(stiffbench_problem handle) {
  Target target;
  {
    const std::lock_guard lock(table().mutex);
    target = slot_of(handle).target;
  }
  if (target.view && target.view->thread != std::this_thread::get_id())
    refuse(handle, "a view in another thread than that of its run");
  return target;
}

void close_handle(stiffbench_problem handle) {
  Target target;  // destroyed without the lock
  const std::lock_guard lock(table().mutex);
  Slot& slot = slot_of(handle);
  std::swap(target, slot.target);
  slot.used = false;
  ++slot.generation;
  table().unused.push_back(static_cast<std::size_t>(handle & slot_mask));
}

std::shared_ptr<const Problem> problem_of(stiffbench_problem handle) {
  Target target = target_of(handle);
  if (!target.problem)
    throw Refusal(STIFFBENCH_BAD_HANDLE, "this function needs a problem", "the view of a run",
                  "call it outside of the method");
  return std::move(target.problem);
}

std::shared_ptr<View> view_of(stiffbench_problem handle) {
  Target target = target_of(handle);
  if (!target.view)
    throw Refusal(STIFFBENCH_BAD_HANDLE, "this function needs the view of a run", "a problem",
                  "call it in a callback, with the view that the callback gets");
  return std::move(target.view);
}

void prepare_forks() {
  static const int result = ::pthread_atfork(
      [] { table().mutex.lock(); }, [] { table().mutex.unlock(); }, [] { table().mutex.unlock(); });
  if (result != 0) throw std::bad_alloc();
}

}  // namespace stiffbench::c
