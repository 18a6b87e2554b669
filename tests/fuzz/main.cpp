// fuzz_readers: gives spoilt files to what reads files of users, and looks for deaths, exceptions
// that are no Error, loops without end and memory without bound. A child process reads one input
// after the other; when it dies, the next one goes on behind the input that killed it. The inputs
// follow from the seed alone: --from and --inputs 1 repeat one.

#include "base/error.hpp"
#include "tests/base/scratch.hpp"
#include "tests/fuzz/readers.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <new>
#include <signal.h>
#include <string>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace stiffbench::fuzz {
namespace {

constexpr long seconds_of_input = 10;  // of the processor

struct Options {
  std::vector<std::string> names;
  std::uint64_t inputs = 1000, seed = 1, from = 0;
};

/// Numbers that the child counts and the parent reads.
struct Counts {
  std::uint64_t at = 0, read = 0, refused = 0, too_large = 0;
};

std::string input_of(const Reader& reader, std::uint64_t seed, std::uint64_t number) {
  Choices choices(seed * 0x9E3779B97F4A7C15u + number);
  return mutated(reader.seeds[choices.below(reader.seeds.size())], reader.form, choices);
}

void set_limits() {
#ifndef __SANITIZE_ADDRESS__  // its shadow memory breaks every limit of the address space
  const rlimit memory{3ul << 30, 3ul << 30};
  ::setrlimit(RLIMIT_AS, &memory);
#endif
  const rlimit core{0, 0};
  ::setrlimit(RLIMIT_CORE, &core);
}

/// Reads the inputs from counts.at to `end`. What an input must not do ends the process.
[[noreturn]] void child(const Reader& reader, const Options& options, std::uint64_t end,
                        const std::filesystem::path& folder, int messages, Counts& counts) {
  set_limits();
  ::dup2(messages, STDERR_FILENO);
  for (; counts.at < end; ++counts.at) {
    if (::ftruncate(messages, 0) != 0 || ::lseek(messages, 0, SEEK_SET) != 0) ::_exit(2);
    const itimerval limit{{0, 0}, {seconds_of_input, 0}};
    ::setitimer(ITIMER_PROF, &limit, nullptr);  // SIGPROF ends the process
    try {
      reader.read(folder, input_of(reader, options.seed, counts.at));
      ++counts.read;
    } catch (const Error&) {
      ++counts.refused;
    } catch (const std::bad_alloc&) {
      ++counts.too_large;
    } catch (const std::exception& error) {
      fmt::print(stderr, "an exception that is no Error: {}\n", error.what());
      ::_exit(1);
    }
  }
  ::_exit(0);
}

std::string end_of(int status) {
  if (!WIFSIGNALED(status)) return fmt::format("exit status {}", WEXITSTATUS(status));
  if (WTERMSIG(status) == SIGPROF) return fmt::format("more than {} s", seconds_of_input);
  return fmt::format("SIG{}", ::sigabbrev_np(WTERMSIG(status)));
}

std::string text_of(int file) {
  std::string text(16384, '\0');
  text.resize(static_cast<std::size_t>(std::max(0L, ::pread(file, text.data(), text.size(), 0))));
  return text;
}

/// Returns the number of findings.
int fuzz(const Reader& reader, const Options& options, const std::filesystem::path& folder) {
  constexpr int most_findings = 10;
  void* const shared =
      ::mmap(nullptr, sizeof(Counts), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  const int messages = ::memfd_create("messages", 0);
  Counts& counts = *new (shared) Counts{.at = options.from};
  const std::uint64_t end = options.from + options.inputs;
  int findings = 0;
  long memory = 0;
  while (counts.at < end && findings < most_findings) {
    std::fflush(nullptr);
    const pid_t pid = ::fork();
    if (pid == 0) child(reader, options, end, folder, messages, counts);
    int status = 0;
    rusage usage{};
    ::wait4(pid, &status, 0, &usage);
    memory = std::max(memory, usage.ru_maxrss);
    if (status == 0) break;
    ++findings;
    const std::string file = fmt::format("fuzz-{}-{}-{}", reader.name, options.seed, counts.at);
    std::ofstream(file, std::ios::binary) << input_of(reader, options.seed, counts.at);
    fmt::print("{} --seed {} --from {} --inputs 1: {}; the input is in {}\n{}\n", reader.name,
               options.seed, counts.at, end_of(status), file, text_of(messages));
    ++counts.at;
  }
  fmt::print("{}: {} inputs of seed {}, {} read, {} refused, {} too large; {} MiB; {} findings\n",
             reader.name, counts.at - options.from, options.seed, counts.read, counts.refused,
             counts.too_large, memory / 1024, findings);
  std::fflush(stdout);
  ::munmap(shared, sizeof(Counts));
  ::close(messages);
  return findings;
}

int run(const Options& options) {
  const test::Scratch scratch;
  const test::Environment cache("STIFFBENCH_CACHE", scratch.path().c_str());
  int findings = 0;
  std::vector<std::string> unknown = options.names, known;
  for (const Reader& reader : all_readers()) {
    known.push_back(reader.name);
    std::erase(unknown, reader.name);
  }
  if (!unknown.empty())
    throw Error("--reader is one that there is", unknown.front(),
                fmt::format("choose among {}", fmt::join(known, ", ")));
  for (const Reader& reader : all_readers()) {
    if (!options.names.empty() && std::ranges::count(options.names, reader.name) == 0) continue;
    if (reader.takes_seeds)
      for (const std::string& seed : reader.seeds) reader.read(scratch.path(), seed);
    findings += fuzz(reader, options, scratch.path());
  }
  return findings == 0 ? 0 : 1;
}

}  // namespace
}  // namespace stiffbench::fuzz

int main(int argc, char** argv) {
  stiffbench::fuzz::Options options;
  CLI::App app{"Gives spoilt files to what reads files of users"};
  app.add_option("--reader", options.names,
                 "Readers, by the names in docs/ci/sanitizers.md; all if absent");
  app.add_option("--inputs", options.inputs, "Inputs for each reader (count); 1000 if absent");
  app.add_option("--seed", options.seed, "Seed of the inputs; 1 if absent");
  app.add_option("--from", options.from, "Number of the first input; 0 if absent");
  CLI11_PARSE(app, argc, argv);
  try {
    return stiffbench::fuzz::run(options);
  } catch (const std::exception& error) {
    std::cerr << "fuzz_readers: " << error.what() << '\n';
    return 2;
  }
}
