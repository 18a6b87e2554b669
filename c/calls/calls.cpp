#include "c/calls/calls.hpp"

#include "base/text/error_parts.hpp"
#include "c/calls/handles.hpp"
#include "harness/io/json.hpp"
#include "harness/processes/interrupt.hpp"

#include <fmt/format.h>

#include <atomic>
#include <new>

namespace stiffbench::c {
namespace {

std::atomic<bool>& is_started() {
  static std::atomic<bool> started{false};
  return started;
}

int note_error(int code, const std::string& text) {
  ThreadData& data = thread_data();
  auto [rule, got, remedy] = parts_of_error(text);
  data.rule = std::move(rule);
  data.got = std::move(got);
  data.remedy = std::move(remedy);
  data.message = text;
  return code;
}

/// Reports an allocation that failed with texts that need no memory.
int note_no_memory() noexcept {
  ThreadData& data = thread_data();
  for (std::string* part : {&data.got, &data.remedy, &data.rule, &data.message}) part->clear();
  try {
    data.message = data.rule = "no memory left";
  } catch (...) {  // the code says it
  }
  return STIFFBENCH_NO_MEMORY;
}

int note_any() {
  try {
    throw;
  } catch (const Refusal& refusal) {
    return note_error(refusal.code(), refusal.what());
  } catch (const Error& error) {
    return note_error(STIFFBENCH_INVALID, error.what());
  } catch (const Interrupted&) {
    return note_error(STIFFBENCH_INTERRUPTED,
                      "a run ends in its own time; got a signal; run it again");
  } catch (const Json::exception& error) {
    return note_error(STIFFBENCH_INVALID,
                      fmt::format("texts of JSON are UTF-8 and follow their schemas; got one that "
                                  "does not: {}; mend it",
                                  error.what()));
  } catch (const std::bad_alloc&) {
    return note_no_memory();
  } catch (const std::exception& error) {
    return note_error(STIFFBENCH_DEFECT,
                      fmt::format("a function ends with a code of its documentation; got an "
                                  "exception: {}; report it as a defect",
                                  error.what()));
  } catch (...) {
    return note_error(STIFFBENCH_DEFECT,
                      "a function ends with a code of its documentation; got an exception of "
                      "another library; look for it in callbacks");
  }
}

}  // namespace

ThreadData& thread_data() {
  thread_local ThreadData data;
  return data;
}

void require_start() {
  if (!is_started())
    throw Refusal(STIFFBENCH_BAD_ABI, "stiffbench_start(STIFFBENCH_ABI) is the first call",
                  "another one", "begin with it");
}

int note_exception() noexcept {
  try {
    return note_any();
  } catch (...) {
    return note_no_memory();
  }
}

void leave_text(std::string text) { thread_data().text = std::move(text); }

void require_pointer(const void* pointer, const char* name) {
  if (!pointer)
    throw Error(fmt::format("{} is the address of a variable or an array", name), "NULL",
                "give one that outlives the call");
}

std::string text_from(const char* text, const char* name) {
  if (!text) throw Error(fmt::format("{} is a text", name), "NULL", "give one");
  return text;
}

}  // namespace stiffbench::c

using namespace stiffbench;

int32_t stiffbench_abi(void) { return STIFFBENCH_ABI; }

const char* stiffbench_version(void) { return STIFFBENCH_VERSION; }

int stiffbench_start(int32_t abi) {
  try {
    if (abi != STIFFBENCH_ABI)
      throw c::Refusal(STIFFBENCH_BAD_ABI,
                       fmt::format("this library has version {} of the interface", STIFFBENCH_ABI),
                       fmt::format("a caller of version {}", abi),
                       "compile it with the header that is installed beside the library");
    c::prepare_forks();
    c::is_started() = true;
    return STIFFBENCH_OK;
  } catch (...) {
    return c::note_exception();
  }
}

const char* stiffbench_error_rule(void) { return c::thread_data().rule.c_str(); }
const char* stiffbench_error_got(void) { return c::thread_data().got.c_str(); }
const char* stiffbench_error_remedy(void) { return c::thread_data().remedy.c_str(); }
const char* stiffbench_error_message(void) { return c::thread_data().message.c_str(); }
const char* stiffbench_text(void) { return c::thread_data().text.c_str(); }
