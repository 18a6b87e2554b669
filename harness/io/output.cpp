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

/// Returns the schema with which a text begins, such as "stiffbench.record/1"; empty for other
/// texts.
std::string schema_of(const std::string& whole) {
  std::string text = whole.substr(0, 200);
  std::erase_if(text, [](unsigned char c) { return std::isspace(c) != 0; });
  const std::string head = R"({"schema":")";
  if (!text.starts_with(head)) return "";
  return text.substr(head.size(), text.find('"', head.size()) - head.size());
}

auto lines_of(const std::string& text) { return std::ranges::count(text, '\n'); }

}  // namespace

void check_output(const std::string& file, const std::string& schema, bool is_one_line) {
  if (file == "-" || !std::filesystem::is_regular_file(file)) return;
  const std::string old = read_text(file);
  if (old.empty()) return;
  const std::string remedy = "choose another --out, or move that file away";
  if (schema.empty() || schema_of(old) != schema)
    throw Error("a file is replaced only by one of its kind", file + ", which is another file",
                remedy);
  if (is_one_line && lines_of(old) > 1)
    throw Error("one record does not replace many",
                fmt::format("{}, which has {} lines", file, lines_of(old)), remedy);
}

void write_output(const std::string& file, const std::string& text) {
  if (file == "-") return write_stream(stdout, "standard output", text);
  check_output(file, schema_of(text), lines_of(text) == 1);
  const auto status = std::filesystem::status(file);
  if (!std::filesystem::exists(status) || std::filesystem::is_regular_file(status))
    return write_atomically(file, text);
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream(std::fopen(file.c_str(), "w"),
                                                               &std::fclose);
  if (!stream) fail(file, errno);
  write_stream(stream.get(), file, text);
}

}  // namespace stiffbench
