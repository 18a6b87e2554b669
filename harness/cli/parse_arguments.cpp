#include "harness/cli/parse_arguments.hpp"

#include "base/error.hpp"
#include "base/text/read_number.hpp"
#include "harness/cli/help.hpp"

// Only this file includes CLI11, whose templates take long to compile. CLI11 splits the words; this
// file reads their values and throws the Errors.
#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

namespace stiffbench {
namespace {

using Words = std::vector<std::string>;
using OptionalWords = std::optional<Words>;

/// Parses the words of one argument into its target.
struct Reader {
  const Argument& argument;
  const Words& values;
  const std::string& remedy;

  const std::string& single() const {
    if (values.size() > 1)
      throw Error(argument.name + " is given once",
                  fmt::format("'{}'", fmt::join(values, "' and '")), remedy);
    return values.front();
  }
  template <class T>
  T number(const std::string& text) const {
    if (const auto value = read_number<T>(text)) return *value;
    refuse_decimal_comma(text);
    throw Error(fmt::format("{} must be {}", argument.name,
                            std::is_same_v<T, double>     ? "a number"
                            : std::is_same_v<T, unsigned> ? "a whole number, 0 or more"
                                                          : "a whole number"),
                "'" + text + "'", remedy);
  }
  /// Throws an Error for a decimal comma such as "0,01".
  void refuse_decimal_comma(std::string text) const {
    const std::string given = text;
    const auto comma = text.find(',');
    if (comma == std::string::npos) return;
    text[comma] = '.';
    if (read_number<double>(text))
      throw Error(argument.name + " takes numbers with a decimal point", "'" + given + "'",
                  "write " + text);
  }
  void operator()(bool* flag) const {
    if (values.back() != "true")
      throw Error(argument.name + " takes no value", "'" + values.back() + "'", remedy);
    *flag = true;
  }
  void operator()(std::string* text) const { *text = single(); }
  void operator()(std::optional<std::string>* text) const { *text = single(); }
  void operator()(Words* list) const { *list = values; }
  void operator()(OptionalWords* list) const {
    *list = values;
    std::erase(**list, "");  // CLI11's placeholder for no word
  }
  void operator()(std::vector<double>* list) const {
    list->clear();
    for (const std::string& value : values)
      if (value.starts_with("0,")) refuse_decimal_comma(value);  // no step and no tolerance is 0
    std::istringstream entries(fmt::format("{}", fmt::join(values, ",")));
    for (std::string entry; std::getline(entries, entry, ',');)
      list->push_back(number<double>(entry));
  }
  template <class T>
  void operator()(std::optional<T>* value) const {
    *value = number<T>(single());
  }
  template <class T>
  void operator()(T* value) const {
    *value = number<T>(single());
  }
};

class Parser {
 public:
  Parser(const CommandFacts& command, const ArgumentList& arguments)
      : name_("stiffbench " + command.name),
        remedy_("see '" + name_ + " --help'"),
        arguments_(arguments.all()),
        help_(command_help(command, arguments)) {
    app_.allow_extras();
    for (const auto& argument : arguments_) options_.push_back(add(argument));
  }

  bool parse(Words words) {
    words_ = words;
    std::reverse(words.begin(), words.end());  // the order that CLI11 expects
    const std::string last = words.empty() ? "" : words.front();
    try {
      app_.parse(words);
    } catch (const CLI::CallForHelp&) {
      fmt::print("{}", help_);
      return false;
    } catch (const CLI::ParseError&) {  // the last option lacks its value
      check_options();
      throw Error("an option that is no flag takes a value", "nothing behind '" + last + "'",
                  remedy_);
    }
    check_options();
    check_values();
    for (std::size_t i = 0; i < arguments_.size(); ++i) check_company(i);
    check_words();
    for (std::size_t i = 0; i < arguments_.size(); ++i) read(i);
    return true;
  }

 private:
  CLI::Option* add(const Argument& argument) {
    const std::string& former = argument.former_name;
    const std::string names = argument.name + (former.empty() ? "" : "," + former);
    if (argument.is_flag()) return app_.add_flag(names);
    const auto take_all = [](const CLI::results_t&) { return true; };
    const auto [fewest, most] = argument.counts();
    return app_.add_option(names, take_all)
        ->expected(fewest, most)
        ->allow_extra_args(most != 1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  }

  /// Returns the option of this name if it is given, else null.
  const CLI::Option* find_given(const std::string& name) const {
    for (std::size_t i = 0; i < arguments_.size(); ++i)
      if (arguments_[i].name == name && options_[i]->count() > 0) return options_[i];
    return nullptr;
  }

  /// Returns the given text of an argument: the name of a flag, or the value.
  std::string given_text(const std::string& name) const {
    for (const auto& argument : arguments_)
      if (argument.name == name && argument.is_flag()) return name;
    return fmt::format("'{}'", find_given(name)->results().front());
  }

  /// Throws an Error for unknown options. This check comes first, because the value of a mistyped
  /// option may have been read as a positional word.
  void check_options() const {
    Words names;
    for (const auto& argument : arguments_)
      if (argument.is_option()) names.push_back(argument.name);
    for (std::string word : app_.remaining()) {
      if (!word.starts_with("-") || word == "--") continue;
      word = word.substr(0, word.find('='));
      const std::string near = near_matches(word, names);
      throw Error("an option must be one that '" + name_ + " --help' shows", "'" + word + "'",
                  near.empty() ? "see there" : near + "?");
    }
  }

  /// Throws an Error for an option without a value, which has taken the next option as its value. A
  /// value behind an equals sign may begin with dashes.
  void check_values() const {
    for (std::size_t i = 0; i < arguments_.size(); ++i)
      for (const std::string& word : options_[i]->results()) {
        const std::string whole = arguments_[i].name + "=" + word;
        if (arguments_[i].is_option() && word.starts_with("--") &&
            std::ranges::count(words_, whole) == 0)
          throw Error(arguments_[i].name + " takes a value", "'" + word + "'",
                      remedy_ + ", or write " + whole);
      }
  }

  void check_words() const {
    for (const std::string& word : app_.remaining())
      if (word != "--")
        throw Error("'" + name_ + "' takes no more words", "'" + word + "' beside the others",
                    remedy_);
  }

  /// Checks that a required argument is given, and an argument's partners and rivals.
  void check_company(std::size_t i) const {
    const Argument& argument = arguments_[i];
    if (argument.required && !find_given(argument.name))
      throw Error(fmt::format("'{}' needs {}: {}", name_, argument.name, argument.doc), "nothing",
                  remedy_);
    if (!find_given(argument.name)) return;
    for (const auto& rival : argument.rivals)
      if (find_given(rival))
        throw Error(fmt::format("{} and {} exclude each other", argument.name, rival),
                    fmt::format("{} and {}", argument.name, given_text(rival)),
                    "leave one out; " + remedy_);
    const auto is_given = [&](const std::string& name) { return find_given(name) != nullptr; };
    if (!argument.partners.empty() && std::ranges::none_of(argument.partners, is_given))
      throw Error(fmt::format("{} is given together with {}", argument.name,
                              fmt::join(argument.partners, " or ")),
                  argument.name + " alone", remedy_);
  }

  void read(std::size_t i) const {
    const Argument& argument = arguments_[i];
    const Words words = options_[i]->results();
    if (words.empty()) return;
    for (const auto& word : words)
      if (!argument.choices.empty() && std::ranges::count(argument.choices, word) == 0)
        refuse_choice(argument, word);
    std::visit(Reader{argument, words, remedy_}, argument.target);
  }

  void refuse_choice(const Argument& argument, const std::string& word) const {
    const std::string near = near_matches(word, argument.choices);
    throw Error(fmt::format("'{}' takes one of {}", name_, fmt::join(argument.choices, ", ")),
                "'" + word + "'", near.empty() ? "take one of them" : near + "?");
  }

  std::string name_, remedy_;
  const std::vector<Argument>& arguments_;
  std::string help_;
  CLI::App app_;
  std::vector<CLI::Option*> options_;
  Words words_;
};

}  // namespace

bool parse_arguments(const CommandFacts& command, const ArgumentList& arguments,
                     const std::vector<std::string>& words) {
  return Parser(command, arguments).parse(words);
}

}  // namespace stiffbench
