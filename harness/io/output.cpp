#include "harness/io/output.hpp"

#include "base/error.hpp"
#include "base/files.hpp"
#include "harness/io/read_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
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

/// The schema that a text begins with, as "stiffbench.record/1": what it is a file of. Nothing for
/// other texts.
std::string kind_of(const std::string& whole) {
  std::string text = whole.substr(0, 200);
  std::erase_if(text, [](unsigned char c) { return std::isspace(c) != 0; });
  const std::string head = R"({"schema":"stiffbench.)";
  return text.starts_with(head) ? text.substr(0, text.find('"', head.size())) : "";
}

/// A file is replaced by one of its kind, or where it is empty. A single record does not replace
/// many: they are those of a sweep.
void check_replaceable(const std::string& file, const std::string& text) {
  const std::string old = read_text(file);
  if (old.empty()) return;
  const std::string kind = kind_of(old), remedy = "choose another --out, or move that file away";
  if (kind.empty() || kind != kind_of(text))
    throw Error("a file is replaced only by one of its kind", file + ", which is another file",
                remedy);
  const auto lines_of = [](const std::string& all) { return std::ranges::count(all, '\n'); };
  if (lines_of(text) == 1 && lines_of(old) > 1)
    throw Error("one record does not replace many",
                fmt::format("{}, which has {} lines", file, lines_of(old)), remedy);
}

}  // namespace

void write_output(const std::string& file, const std::string& text) {
  if (file == "-") return write_stream(stdout, "standard output", text);
  const auto status = std::filesystem::status(file);
  if (std::filesystem::is_regular_file(status)) check_replaceable(file, text);
  if (!std::filesystem::exists(status) || std::filesystem::is_regular_file(status))
    return write_atomically(file, text);
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream(std::fopen(file.c_str(), "w"),
                                                               &std::fclose);
  if (!stream) fail(file, errno);
  write_stream(stream.get(), file, text);
}

}  // namespace stiffbench
