#pragma once

#include "base/error.hpp"
#include "c/stiffbench.h"
#include "problems/contract/state.hpp"

#include <string>

namespace stiffbench::c {

/// An Error with a code of its own; other Errors are STIFFBENCH_INVALID.
class Refusal : public Error {
 public:
  Refusal(stiffbench_code code, const std::string& rule, const std::string& got,
          const std::string& remedy)
      : Error(rule, got, remedy), code_(code) {}
  stiffbench_code code() const { return code_; }

 private:
  stiffbench_code code_;
};

/// The failure that a callback announced by stiffbench_fail(); empty if it did not.
struct Failure {
  std::string status, reason;
};

/// Texts and matrices that the library keeps for the calling thread.
struct ThreadData {
  std::string rule, got, remedy, message;  ///< of the last error
  std::string text;                        ///< of the last function that left one
  Mat matrix;                              ///< of the last function that computed one
  Failure failure;                         ///< of the callback that is under way
};
ThreadData& thread_data();

/// Throws a Refusal before stiffbench_start() admitted a caller.
void require_start();

/// Stores the exception that is being handled as the last error of the thread, and returns its
/// code.
int note_exception() noexcept;

/// Runs the work of an exported function and returns its code. No exception leaves it.
template <class Work>
int guarded(const Work& work) noexcept {
  try {
    require_start();
    work();
    return STIFFBENCH_OK;
  } catch (...) {
    return note_exception();
  }
}

/// Leaves a text for the caller.
void leave_text(std::string text);

/// Throws an Error that calls the pointer `name` if it is NULL.
void require_pointer(const void* pointer, const char* name);

/// Returns the text. Throws an Error that calls it `name` if it is NULL.
std::string text_from(const char* text, const char* name);

}  // namespace stiffbench::c
