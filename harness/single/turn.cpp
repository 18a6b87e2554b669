#include "harness/single/turn.hpp"

#include "base/error.hpp"
#include "base/system/use_threads.hpp"

namespace stiffbench {
namespace {

thread_local bool in_turn = false;

std::mutex& turns() {
  static std::mutex mutex;
  return mutex;
}

}  // namespace

HarnessTurn::HarnessTurn() {
  if (in_turn)
    throw Error("a method takes steps, and runs nothing itself", "a run inside a run",
                "move it out of the method");
  lock_ = std::unique_lock(turns());
  use_one_thread();  // a process that has used several threads must not fork
  in_turn = true;
}

HarnessTurn::~HarnessTurn() { in_turn = false; }

bool HarnessTurn::is_here() { return in_turn; }

}  // namespace stiffbench
