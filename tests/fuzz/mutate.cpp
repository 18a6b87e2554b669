#include "tests/fuzz/mutate.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <iterator>
#include <vector>

namespace stiffbench::fuzz {
namespace {

using Tokens = std::vector<std::string>;

/// Numbers at the ends of the types that hold them, and some that are none.
constexpr std::array numbers{"0",
                             "-0.0",
                             "1",
                             "-1",
                             "2",
                             "0.5",
                             "3e-7",
                             "1e-310",
                             "5e-324",
                             "1e300",
                             "-1e300",
                             "1e309",
                             "127",
                             "128",
                             "255",
                             "2147483647",
                             "2147483648",
                             "-2147483649",
                             "4294967296",
                             "9007199254740993",
                             "9223372036854775807",
                             "9223372036854775808",
                             "-9223372036854775808",
                             "18446744073709551615",
                             "18446744073709551616",
                             "1000000000000000",
                             "1e15",
                             "1e18",
                             "0.30000000000000004",
                             "NaN",
                             "Infinity",
                             "-nan",
                             "inf",
                             "0x10",
                             "1e",
                             "01",
                             "+1",
                             "1_000"};

/// Values of every type, and what only looks like one.
constexpr std::array values{"null",        "true",
                            "false",       "\"\"",
                            "\"x\"",       "[]",
                            "{}",          "[[]]",
                            "[null]",      "{\"\":{}}",
                            "[1,2,3]",     "\"\\u0000\"",
                            "\"\\ud800\"", "\"\\x\"",
                            "\"*\"",       "\"../../etc/passwd\"",
                            "\"NaN\"",     "\"automatic\"",
                            "tru",         "'x'",
                            ",",           ":",
                            "}",           "]",
                            "\""};

constexpr std::array garbage{"\xff",     "\xc0\xaf",        "\xed\xa0\x80", "\xf4\x90\x80\x80",
                             "\xe2\x82", "\xef\xbb\xbf",    "\x01",         "\x7f",
                             "\xc2\x85", "\xf0\x9f\x98\x80"};

template <class List>
std::string one_of(const List& list, Choices& choices) {
  return list[choices.below(std::size(list))];
}

bool is_one_of(char letter, const char* letters) {
  return letter != '\0' && std::strchr(letters, letter) != nullptr;
}

/// A text of JSON as strings, punctuation and everything else; white space between them goes.
Tokens tokens_of(const std::string& text) {
  constexpr const char *space = " \t\r\n", *punctuation = "[]{},:";
  Tokens tokens;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at + 1;
    if (text[at] == '"') {
      while (end < text.size() && text[end] != '"') end += text[end] == '\\' ? 2 : 1;
      end = std::min(end + 1, text.size());
    } else if (!is_one_of(text[at], punctuation) && !is_one_of(text[at], space)) {
      while (end < text.size() && text[end] != '"' && !is_one_of(text[end], punctuation) &&
             !is_one_of(text[end], space))
        ++end;
    }
    if (!is_one_of(text[at], space)) tokens.push_back(text.substr(at, end - at));
    at = end;
  }
  return tokens;
}

/// The end of the value that begins at this token, brackets and all.
std::size_t end_of_value(const Tokens& tokens, std::size_t at) {
  long open = 0;
  for (; at < tokens.size(); ++at) {
    open += tokens[at] == "[" || tokens[at] == "{" ? 1 : 0;
    open -= tokens[at] == "]" || tokens[at] == "}" ? 1 : 0;
    if (open <= 0) return at + 1;
  }
  return at;
}

/// The end of the entry that begins at this token: a value, or a key with its value, with the comma
/// behind it.
std::size_t end_of_entry(const Tokens& tokens, std::size_t at) {
  std::size_t end = end_of_value(tokens, at);
  if (end + 1 < tokens.size() && tokens[end] == ":") end = end_of_value(tokens, end + 1);
  if (end < tokens.size() && tokens[end] == ",") ++end;
  return end;
}

std::string nested(const std::string& value, Choices& choices) {
  const std::size_t depth = std::size_t{1} << choices.below(18);
  std::string opening, closing;
  const bool lists = choices.one_in(2);
  for (std::size_t i = 0; i < depth; ++i) {
    opening += lists ? "[" : R"({"a":)";
    closing += lists ? "]" : "}";
  }
  return opening + value + (choices.one_in(8) ? "" : closing);
}

std::string long_text(Choices& choices) {
  return '"' + std::string(std::size_t{1} << choices.below(18), choices.one_in(2) ? 'x' : ' ') +
         '"';
}

/// The token with bytes inside that are no UTF-8, or rare.
std::string spoilt(const std::string& token, Choices& choices) {
  std::string text = token;
  return text.insert(choices.below(text.size() + 1), one_of(garbage, choices));
}

void spoil_tokens(Tokens& tokens, Choices& choices) {
  if (tokens.empty()) return;
  const std::size_t at = choices.below(tokens.size()), end = end_of_entry(tokens, at);
  const auto place = [&](std::size_t i) { return tokens.begin() + static_cast<long>(i); };
  const Tokens entry(place(at), place(end));
  switch (choices.below(10)) {
    case 0:
    case 1: {  // another number where there is one
      std::size_t i = at;
      while (i < tokens.size() && std::isdigit(static_cast<unsigned char>(tokens[i].back())) == 0)
        ++i;
      tokens[i < tokens.size() ? i : at] = one_of(numbers, choices);
      break;
    }
    case 2:
      tokens[at] = one_of(numbers, choices);
      break;
    case 3:
      tokens[at] = one_of(values, choices);
      break;
    case 4:
      tokens.erase(place(at), place(end));
      break;
    case 5:
      tokens.insert(place(at), entry.begin(), entry.end());
      break;
    case 6:
      tokens[at] = nested(tokens[at], choices);
      break;
    case 7:
      tokens[at] = long_text(choices);
      break;
    case 8:
      tokens[at] = spoilt(tokens[at], choices);
      break;
    default: {  // an entry where another one is
      const std::size_t to = choices.below(tokens.size());
      tokens.erase(place(to), place(end_of_value(tokens, to)));
      tokens.insert(place(std::min(to, tokens.size())), entry.begin(), entry.end());
    }
  }
}

void spoil_words(std::string& text, Choices& choices) {
  const auto is_space = [](char c) { return is_one_of(c, " \t\r\n"); };
  if (text.empty()) return;
  auto begin = text.begin() + static_cast<long>(choices.below(text.size()));
  begin = std::find_if_not(begin, text.end(), is_space);
  const auto end = std::find_if(begin, text.end(), is_space);
  text.replace(begin, end, choices.one_in(4) ? "" : one_of(numbers, choices));
}

void spoil_bytes(std::string& text, Choices& choices) {
  if (text.empty()) return;
  const std::size_t at = choices.below(text.size()), most = text.size() - at,
                    count = choices.below(std::min<std::size_t>(most, 64)) + 1;
  switch (choices.below(6)) {
    case 0:
      text[at] = static_cast<char>(choices.below(256));
      break;
    case 1:
      text[at] = static_cast<char>(text[at] ^ (1 << choices.below(8)));
      break;
    case 2:
      text.erase(at, count);
      break;
    case 3:
      text.insert(at, text.substr(choices.below(text.size()), count));
      break;
    case 4:
      text.resize(at);
      break;
    default:  // the ends of whole numbers of one to eight bytes
      for (std::size_t i = 0; i < std::min<std::size_t>(most, 1u << choices.below(4)); ++i)
        text[at + i] = choices.one_in(2) ? '\xff' : '\0';
  }
}

std::string joined(const Tokens& tokens) {
  std::string text;
  for (const std::string& token : tokens) text += token + (token == "," ? " " : "");
  return text;
}

}  // namespace

std::string mutated(const std::string& file, Form form, Choices& choices) {
  std::string text = file;
  const std::size_t faults = 1 + choices.below(5);
  if (form == Form::json && !choices.one_in(5)) {
    // Lines stay: each is a document of its own where a file has several.
    const std::size_t from = text.rfind('\n', choices.below(text.size() + 1)) + 1,
                      end = std::min(text.find("\n{", from), text.size());
    const bool of_lines = text.find("\n{") != text.npos;
    const std::size_t first = of_lines ? from : 0, last = of_lines ? end : text.size();
    Tokens tokens = tokens_of(text.substr(first, last - first));
    for (std::size_t i = 0; i < faults; ++i) spoil_tokens(tokens, choices);
    return text.replace(first, last - first, joined(tokens));
  }
  for (std::size_t i = 0; i < faults; ++i)
    if (form == Form::words && !choices.one_in(3))
      spoil_words(text, choices);
    else
      spoil_bytes(text, choices);
  return text;
}

}  // namespace stiffbench::fuzz
