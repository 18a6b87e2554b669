#include "harness/io/output.hpp"

#include "base/error.hpp"
#include "base/files.hpp"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <system_error>

namespace stiffbench {
namespace {

[[noreturn]] void fail(const std::string& file, int code) {
  throw Error("the output must be writable: " + file, std::generic_category().message(code),
              code == ENOSPC ? "make room on that disk" : "choose another --out");
}

void write_stream(std::FILE* stream, const std::string& file, const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), stream) != text.size() || std::fflush(stream) != 0)
    fail(file, errno);
}

}  // namespace

void write_output(const std::string& file, const std::string& text) {
  if (file == "-") return write_stream(stdout, "standard output", text);
  const auto status = std::filesystem::status(file);
  if (!std::filesystem::exists(status) || std::filesystem::is_regular_file(status))
    return write_atomically(file, text);
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream(std::fopen(file.c_str(), "w"),
                                                               &std::fclose);
  if (!stream) fail(file, errno);
  write_stream(stream.get(), file, text);
}

}  // namespace stiffbench
