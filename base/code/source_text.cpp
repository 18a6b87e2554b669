#include "base/code/source_text.hpp"

#include <algorithm>
#include <cctype>

namespace stiffbench {
namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }
bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)); }

/// True if a blank between the two characters changes the meaning: "a - -b" is not "a--b".
bool must_part(char a, char b) {
  return (is_word(a) && is_word(b)) ||
         (a == b && std::string_view("+-&|<>=").find(a) != std::string_view::npos);
}

class Scanner {
 public:
  explicit Scanner(std::string_view source) : rest_(source) {}

  std::string tokens() {
    while (!rest_.empty()) next();
    return std::move(out_);
  }

 private:
  void next() {
    if (rest_.starts_with("\\\n")) return skip(2);
    if (rest_.starts_with("//")) return skip(rest_.find('\n'));
    if (rest_.starts_with("/*")) return skip_comment();
    if (rest_.front() == '\n') return end_line();
    if (is_blank(rest_.front())) return skip_blank();
    if (rest_.front() == '"') return is_raw() ? take_raw() : take_literal('"');
    // In a number an apostrophe separates digits.
    if (rest_.front() == '\'' && !(is_part_ && is_word(out_.back()))) return take_literal('\'');
    if (rest_.front() == '#' && (out_.empty() || !is_directive_)) begin_directive();
    take(1);
  }

  void skip(std::size_t count) { rest_.remove_prefix(std::min(count, rest_.size())); }
  void skip_blank() {
    is_part_ = false;
    skip(1);
  }
  void skip_comment() {
    const std::size_t end = rest_.find("*/", 2);
    skip(end == rest_.npos ? end : end + 2);
    is_part_ = false;
  }
  void end_line() {
    if (is_directive_) out_ += '\n';
    is_directive_ = false;
    skip_blank();
  }
  void begin_directive() {
    if (!out_.empty() && out_.back() != '\n') out_ += '\n';
    is_part_ = true;
    is_directive_ = true;
  }

  void take(std::size_t count) {
    count = std::min(count, rest_.size());
    if (!is_part_ && !out_.empty() &&
        ((is_directive_ && out_.back() != '#') || must_part(out_.back(), rest_.front())))
      out_ += ' ';
    out_ += rest_.substr(0, count);
    is_part_ = true;
    skip(count);
  }
  void take_literal(char quote) {
    std::size_t end = 1;
    while (end < rest_.size() && rest_[end] != quote) end += rest_[end] == '\\' ? 2 : 1;
    take(end + 1);
  }
  /// True if the quote begins a raw string, such as R"(text)".
  bool is_raw() const { return is_part_ && !out_.empty() && out_.back() == 'R'; }
  void take_raw() {
    const std::string end = ")" + std::string(rest_.substr(1, rest_.find('(') - 1)) + "\"";
    const std::size_t place = rest_.find(end);
    take(place == rest_.npos ? place : place + end.size());
  }

  std::string_view rest_;
  std::string out_;
  bool is_part_ = false;       // the last character taken directly precedes rest_
  bool is_directive_ = false;  // the scanner is in a preprocessor directive
};

}  // namespace

std::string tokens_of(std::string_view source) { return Scanner(source).tokens(); }

std::vector<std::string> included_paths(std::string_view source) {
  constexpr std::string_view directive = "#include ";
  const std::string tokens = tokens_of(source);
  std::vector<std::string> paths;
  for (std::size_t place = 0; (place = tokens.find(directive, place)) != tokens.npos;) {
    if (place > 0 && tokens[place - 1] != '\n') {
      ++place;
      continue;
    }
    place += directive.size() + 1;
    paths.push_back(tokens.substr(place, tokens.find_first_of("\">\n", place) - place));
  }
  return paths;
}

}  // namespace stiffbench
