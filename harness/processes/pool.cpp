#include "harness/processes/pool.hpp"

#include "base/error.hpp"
#include "harness/processes/child.hpp"
#include "harness/processes/interrupt.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <fcntl.h>
#include <new>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace stiffbench {
namespace {

[[noreturn]] void refuse(const char* what) {
  throw Error("a sweep needs processes", std::string(what) + ": " + std::strerror(errno),
              "give a smaller --jobs, or close other programs");
}

/// The number of the next task, in memory shared by all children.
class NextTask {
 public:
  NextTask()
      : place_(::mmap(nullptr, sizeof(Number), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
                      -1, 0)) {
    if (place_ == MAP_FAILED) refuse("mmap");
    number_ = new (place_) Number(0);
  }
  ~NextTask() { ::munmap(place_, sizeof(Number)); }
  NextTask(const NextTask&) = delete;
  NextTask& operator=(const NextTask&) = delete;
  std::size_t take() { return number_->fetch_add(1); }

 private:
  using Number = std::atomic<std::size_t>;
  static_assert(Number::is_always_lock_free);
  void* place_;
  Number* number_;
};

/// Precedes every result that a child sends.
struct Header {
  std::size_t task, size;
  bool failed;
};

void send(int pipe, const void* data, std::size_t size) {
  for (const char* bytes = static_cast<const char*>(data); size > 0;) {
    const auto sent = ::write(pipe, bytes, size);
    if (sent < 0 && errno != EINTR) ::_exit(1);
    if (sent < 0) continue;
    bytes += sent;
    size -= static_cast<std::size_t>(sent);
  }
}

[[noreturn]] void work(const PoolTasks& tasks, NextTask& next, int pipe, pid_t parent) {
  begin_child(parent, pipe);
  for (std::size_t i; (i = next.take()) < tasks.count;) {
    std::string text;
    bool failed = false;
    try {
      text = tasks.task(i);
    } catch (const std::exception& error) {
      text = error.what();
      failed = true;
    }
    const Header header{i, text.size(), failed};
    send(pipe, &header, sizeof header);
    send(pipe, text.data(), text.size());
  }
  ::_exit(0);
}

/// One child process and the bytes received from it.
struct Child {
  pid_t pid;
  int pipe;
  std::string bytes = {};
};

class Pool {
 public:
  explicit Pool(const PoolTasks& tasks) : tasks_(tasks) {
    const auto size = std::min(static_cast<std::size_t>(tasks.jobs), tasks.count);
    std::fflush(nullptr);  // else a child would write its copy of a buffer, too
    while (children_.size() < size) start();
  }
  ~Pool() {
    for (const Child& child : children_) {
      ::kill(child.pid, SIGKILL);
      reap(child);
    }
  }
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  void run() {
    while (!children_.empty()) {
      std::vector<pollfd> ends{{interrupt_descriptor(), POLLIN, 0}};
      for (const Child& child : children_) ends.push_back({child.pipe, POLLIN, 0});
      ::poll(ends.data(), ends.size(), 100);
      if (is_interrupted()) stop();
      for (std::size_t i = children_.size(); i-- > 0;)
        if (ends[i + 1].revents != 0) read_some(i);
      tasks_.wait();
    }
  }

 private:
  void start() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) refuse("pipe");
    const pid_t parent = ::getpid(), pid = ::fork();
    if (pid == 0) work(tasks_, next_, ends[1], parent);
    const int code = errno;
    ::close(ends[1]);
    if (pid < 0) {
      ::close(ends[0]);
      errno = code;
      refuse("fork");
    }
    children_.push_back({pid, ends[0]});
  }

  /// Reads the available bytes of child i, and removes the child at end of file.
  void read_some(std::size_t i) {
    Child& child = children_[i];
    char buffer[1 << 16];
    const auto got = ::read(child.pipe, buffer, sizeof buffer);
    if (got < 0) return;
    child.bytes.append(buffer, static_cast<std::size_t>(got));
    hand_over(child);
    if (got > 0) return;
    const int status = reap(child);
    children_.erase(children_.begin() + static_cast<std::ptrdiff_t>(i));
    if (status != 0 && !is_interrupted())
      throw Error("the processes of a sweep must live as long as it does",
                  "one that ended early, killed by somebody or for lack of memory",
                  "start the sweep again: it goes on where it was; a smaller --jobs needs less "
                  "memory");
  }

  void hand_over(Child& child) {
    std::size_t start = 0;
    for (Header header; child.bytes.size() - start >= sizeof header;) {
      std::memcpy(&header, child.bytes.data() + start, sizeof header);
      if (child.bytes.size() - start - sizeof header < header.size) break;
      const std::string text = child.bytes.substr(start + sizeof header, header.size);
      start += sizeof header + header.size;
      if (header.failed) throw Error(text);
      tasks_.receive(header.task, text);
    }
    child.bytes.erase(0, start);
  }

  [[noreturn]] void stop() {
    for (const Child& child : children_) ::kill(child.pid, SIGKILL);
    while (!children_.empty()) read_some(children_.size() - 1);
    throw Interrupted();
  }

  static int reap(const Child& child) {
    ::close(child.pipe);
    int status = 0;
    while (::waitpid(child.pid, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
  }

  const PoolTasks& tasks_;
  NextTask next_;
  std::vector<Child> children_;
};

}  // namespace

long usable_cores() {
  cpu_set_t allowed;
  return ::sched_getaffinity(0, sizeof allowed, &allowed) == 0
             ? CPU_COUNT(&allowed)
             : std::max(1L, ::sysconf(_SC_NPROCESSORS_ONLN));
}

void run_pool(const PoolTasks& tasks) {
  stop_if_interrupted();
  Pool(tasks).run();
}

}  // namespace stiffbench
