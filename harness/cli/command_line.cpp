#include "harness/cli/command_line.hpp"

#include "base/error.hpp"
#include "base/system/blas_kernels.hpp"
#include "base/system/instruction_set.hpp"
#include "harness/cli/command.hpp"
#include "harness/cli/help.hpp"
#include "harness/cli/parse_arguments.hpp"
#include "harness/cli/program_name.hpp"
#include "harness/cli/terminal/text.hpp"
#include "harness/estimates/progress.hpp"
#include "harness/io/read_text.hpp"
#include "harness/run/environment.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <signal.h>
#include <string>
#include <sys/resource.h>
#include <system_error>
#include <unistd.h>

namespace stiffbench {
namespace {

constexpr int failed_job = 1, bad_input = 2, closed_pipe = 128 + SIGPIPE;

using Words = std::vector<std::string>;

/// Returns the peak memory of this process so far (bytes).
double peak_memory() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return 1024. * static_cast<double>(usage.ru_maxrss);  // Linux reports KiB
}

int complain(std::string text, int status) {
  for (char& c : text)
    if (c == '\n') c = ' ';
  const std::string line = fmt::format("{}: {}", program_name(), with_program_name(text));
  // Programs expect one line; on a terminal the text is wrapped between words.
  const auto width = static_cast<std::size_t>(terminal_columns());
  const std::string lines = ::isatty(STDERR_FILENO) == 1
                                ? fmt::format("{}\n", fmt::join(wrap(line, width), "\n"))
                                : line + "\n";
  std::fputs(lines.c_str(), stderr);  // fmt::print() would throw if nobody can read it
  return status;
}

int complain_of_output(int code) {
  if (code == EPIPE) return closed_pipe;
  const Error error("standard output takes all that a command prints",
                    code == 0 ? "an error that it kept" : std::generic_category().message(code),
                    code == ENOSPC ? "make room on that disk, and give the command again"
                                   : "redirect it to another place, and give the command again");
  return complain(error.what(), failed_job);
}

/// Reports an invalid path from the caller as a usage error, as for an invalid name.
int complain_of_path(const std::filesystem::filesystem_error& error) {
  const Error refusal("files and folders that are named can be reached",
                      fmt::format("{}: {}", error.path1().string(), error.code().message()),
                      remedy_for_path(error.code().value()));
  const bool is_of_disk =
      error.code() == std::errc::no_space_on_device || error.code() == std::errc::io_error;
  return complain(refusal.what(), is_of_disk ? failed_job : bad_input);
}

/// Returns the exit status of a command that printed to standard output: if some output was lost,
/// the job failed. A reader that has closed the pipe gets no message.
int finish(int status) {
  errno = 0;
  const bool is_whole = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  return is_whole ? status : complain_of_output(errno);
}

/// Opens standard streams that the caller closed; otherwise the first opened files would take their
/// numbers and receive messages. Messages are discarded. Lost results are an error, so standard
/// output becomes a stream that cannot be written.
void hold_standard_streams() {
  constexpr std::array modes{O_RDONLY, O_RDONLY, O_WRONLY};  // of input, output, messages
  for (int stream = 0; stream < 3; ++stream)
    if (::fcntl(stream, F_GETFD) < 0) (void)::open("/dev/null", modes[std::size_t(stream)]);
}

bool asks_for_help(const std::string& word) { return word == "--help" || word == "-h"; }

/// Returns the version, and what else a report of a fault should state: the commit, the build, and
/// the instruction sets that this build may use and those that it uses here.
std::string version() {
  const Json &facts = environment(), &git = facts["git"], &cpu = facts["cpu"];
  return fmt::format(
      "stiffbench {} (commit {}{})\n"
      "compiler: {} ({}), for {}\n"
      "kernels: {}, chosen here among {}\n"
      "kernels of OpenBLAS: {}\n"
      "other code: {}\n",
      STIFFBENCH_VERSION, git["commit"].get<std::string>().substr(0, 12),
      git["dirty"] == true ? ", with changes" : "", facts["compiler"].get<std::string>(),
      facts["flags"].get<std::string>(), facts["native"] == true ? "one CPU" : "any CPU",
      instruction_set(), fmt::join(instruction_sets(), ", "),
      blas_kernels().empty() ? "none, another BLAS is linked" : blas_kernels(),
      fmt::join(cpu["instruction_sets_in_use"].get<std::vector<std::string>>(), ", "));
}

/// Returns today's name of a command. A former name gets a note.
std::string current_name(const std::string& name) {
  for (const auto& [current, command] : commands().all())
    if (!name.empty() && command.facts.former_name == name) {
      fmt::print(stderr, "note: the command '{}' is now '{}'\n", name, current);
      return current;
    }
  return name;
}

/// Runs the command named by the first word or by the first two words.
int dispatch(const Words& words) {
  if (words.empty()) {  // wrong use, which scripts must detect, so standard output stays empty
    fmt::print(stderr, "{}", program_help());
    return bad_input;
  }
  const std::string first = words.front(), second = words.size() > 1 ? words[1] : "";
  if (asks_for_help(first) || first == "--version") {
    fmt::print("{}", first == "--version" ? version() : program_help());
    return 0;
  }
  if (first.starts_with("-"))
    throw Error("a command stands before its options", "'" + first + "'",
                "see 'stiffbench --help'");

  const Words names = commands().names();
  const bool is_shared = std::ranges::any_of(
      names, [&](const std::string& name) { return name.starts_with(first + " "); });
  if (is_shared && asks_for_help(second)) {
    fmt::print("{}", group_help(first));
    return 0;
  }
  const bool has_two = is_shared && !second.empty() && !second.starts_with("-");
  const Command& command = commands().find(has_two ? first + " " + second : current_name(first));
  const Call call = command.make_call();
  const Words arguments(words.begin() + (has_two ? 2 : 1), words.end());
  if (!parse_arguments(command.facts, call.arguments, arguments)) return 0;
  return call.job();
}

}  // namespace

int command_line(int argc, const char* const* argv) {
  ::signal(SIGXFSZ, SIG_IGN);  // write() then fails with an error for a file that is too large
  hold_standard_streams();
  set_program_name(argv[0]);
  try {
    check_enrolments();
    return finish(dispatch({argv + 1, argv + argc}));
  } catch (const Error& error) {
    return complain(error.what(), bad_input);
  } catch (const std::bad_alloc&) {
    return complain(
        fmt::format(
            "a problem must fit into memory; got no more than the {:.0f} MiB in use; take a "
            "smaller problem",
            peak_memory() / 0x1p20),
        failed_job);
  } catch (const Json::exception& error) {
    // "[json.exception.type_error.302] type must be string, but is null"
    const std::string text = error.what(), words = text.substr(text.find(' ') + 1);
    return complain("files that are read hold what their schemas say; got one that does not: " +
                        words + "; write that file anew",
                    bad_input);
  } catch (const std::filesystem::filesystem_error& error) {
    return complain_of_path(error);
  } catch (const std::system_error& error) {
    return std::ferror(stdout) != 0 ? complain_of_output(error.code().value())
                                    : complain(error.what(), failed_job);
  } catch (const std::exception& error) {
    return complain(error.what(), failed_job);
  }
}

}  // namespace stiffbench
