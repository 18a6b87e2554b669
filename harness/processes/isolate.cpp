#include "harness/processes/isolate.hpp"

#include "base/error.hpp"
#include "harness/processes/child.hpp"
#include "harness/processes/interrupt.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <malloc.h>
#include <new>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

namespace stiffbench {
namespace {

using Clock = std::chrono::steady_clock;

// Type of a message: the first byte that a child sends.
enum Tag : char { result_tag = 'r', error_tag = 'e', memory_tag = 'm', exception_tag = 'x' };

[[noreturn]] void fail(const char* what) {
  throw Error("a run needs a process of its own", std::string(what) + ": " + std::strerror(errno),
              "close other programs and try again");
}

void set_limit(int resource, rlim_t value) {
  const rlimit limit{value, value};
  ::setrlimit(static_cast<__rlimit_resource_t>(resource), &limit);
}

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

std::string message(Tag tag, const std::string& text) { return std::string(1, tag) + text; }

std::string do_job(const std::function<std::string()>& job) {
  try {
    return message(result_tag, job());
  } catch (const Error& error) {
    return message(error_tag, error.what());
  } catch (const std::bad_alloc&) {
    return message(memory_tag, "");
  } catch (const std::exception& error) {
    return message(exception_tag, error.what());
  } catch (...) {
    return message(exception_tag, "something that is no std::exception");
  }
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool limits_can_hold = false;  // its shadow memory exceeds any address-space limit
#else
constexpr bool limits_can_hold = true;
#endif

[[noreturn]] void child(const std::function<std::string()>& job, const Limits& limits, int pipe,
                        pid_t parent) {
  begin_child(parent, pipe);
  // The handlers of a host program would report the child's death as the host's.
  for (int fatal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGPIPE}) ::signal(fatal, SIG_DFL);
  set_limit(RLIMIT_CORE, 0);
  if (limits.memory && limits_can_hold) set_limit(RLIMIT_AS, static_cast<rlim_t>(*limits.memory));
  // Freed memory stays with the process. Factorizations repeatedly allocate hundreds of MB, and the
  // kernel would otherwise map and clear the pages each time, which penalizes large problems.
  ::mallopt(M_MMAP_MAX, 0);
  ::mallopt(M_TRIM_THRESHOLD, -1);
  const std::string text = do_job(job);
  for (std::size_t sent = 0; sent < text.size();) {
    const auto now = ::write(pipe, text.data() + sent, text.size() - sent);
    if (now < 0 && errno != EINTR) ::_exit(1);
    if (now > 0) sent += static_cast<std::size_t>(now);
  }
  ::_exit(0);
}

/// Returns the address space of this process (bytes), to which a memory limit applies.
long address_space() {
  std::ifstream file("/proc/self/statm");
  long pages = 0;
  file >> pages;
  return pages * ::sysconf(_SC_PAGESIZE);
}

/// Reads until the child closes its end of the pipe. Returns false if the time (s) ran out or the
/// program was interrupted first.
bool read_all(int pipe, const std::optional<double>& timeout, std::string& text) {
  const auto start = Clock::now();
  char buffer[1 << 16];
  for (;;) {
    int wait = -1;
    if (timeout) {
      const double left = *timeout - std::chrono::duration<double>(Clock::now() - start).count();
      if (left <= 0) return false;
      wait = static_cast<int>(std::min(left * 1000 + 1, 1e9));
    }
    pollfd ends[] = {{pipe, POLLIN, 0}, {interrupt_descriptor(), POLLIN, 0}};
    const int ready = ::poll(ends, 2, wait);
    if (is_interrupted()) return false;
    if (ready <= 0) continue;
    const auto got = ::read(pipe, buffer, sizeof buffer);
    if (got == 0) return true;
    if (got > 0) text.append(buffer, static_cast<std::size_t>(got));
  }
}

JobEnd judge_death(int status, const std::string& text) {
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    std::string reason =
        fmt::format("killed by SIG{} ({})", ::sigabbrev_np(signal), ::sigdescr_np(signal));
    if (signal == SIGKILL) reason += ": by somebody, or by the kernel when memory ran out";
    return {Status::crashed, std::move(reason), ""};
  }
  if (text.empty() || WEXITSTATUS(status) != 0)
    return {Status::crashed, fmt::format("exited with status {}", WEXITSTATUS(status)), ""};
  switch (text[0]) {
    case result_tag:
      return {Status::ok, "", text.substr(1)};
    case error_tag:
      return {Status::not_applicable, text.substr(1), ""};
    case memory_tag:
      return {Status::out_of_memory, "an allocation failed", ""};
    default:
      return {Status::crashed, "ended by an exception: " + text.substr(1), ""};
  }
}

}  // namespace

void check_limits(const Limits& limits) {
  if (limits.timeout && !(*limits.timeout > 0))
    throw Error("a timeout must be positive", fmt::format("{}", *limits.timeout),
                "give seconds, or leave it out");
  if (!limits.memory || !limits_can_hold) return;
  const long held = address_space();
  if (*limits.memory <= held)
    throw Error("a limit of memory counts address space, and the program needs some itself",
                fmt::format("{} bytes, and {} bytes in use before a run", *limits.memory, held),
                fmt::format("give more than {}M", (held >> 20) + 1));
}

JobEnd isolate(const std::function<std::string()>& job, const Limits& limits) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) fail("pipe");
  std::fflush(nullptr);  // else the child would write its copy of a buffer, too
  ::malloc_trim(0);      // else memory freed by the caller would count as the child's
  const long held = address_space();
  const pid_t parent = ::getpid(), pid = ::fork();
  if (pid < 0) {
    ::close(ends[0]);
    ::close(ends[1]);
    fail("fork");
  }
  if (pid == 0) child(job, limits, ends[1], parent);
  ::close(ends[1]);
  std::string text;
  const bool in_time = read_all(ends[0], limits.timeout, text);
  ::close(ends[0]);
  if (!in_time) ::kill(pid, SIGKILL);
  int status = 0;
  rusage usage{};
  while (::wait4(pid, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  stop_if_interrupted();
  JobEnd end =
      in_time ? judge_death(status, text)
              : JobEnd{Status::timeout, fmt::format("stopped after {} s", *limits.timeout), ""};
  end.peak_memory = usage.ru_maxrss * 1024;  // Linux reports KiB
  end.cpu = seconds(usage.ru_utime) + seconds(usage.ru_stime);
  if (end.status == Status::out_of_memory && limits.memory)
    end.reason += fmt::format(
        " under the limit of {} bytes of address space, {} of which were in use before the run",
        *limits.memory, held);
  return end;
}

}  // namespace stiffbench
