#include "harness/cli/program_name.hpp"

#include "harness/cli/command.hpp"

#include <filesystem>
#include <set>

namespace stiffbench {
namespace {

constexpr std::string_view usual_name = "stiffbench";

std::string& name() {
  static std::string name{usual_name};
  return name;
}

/// Returns the words that may follow the program's name in a command.
std::set<std::string> first_words() {
  std::set<std::string> words{"COMMAND", "--help", "--version"};
  for (const std::string& command : commands().names())
    words.insert(command.substr(0, command.find(' ')));
  return words;
}

/// Returns the word that begins at this position.
std::string word_at(const std::string& text, std::size_t place) {
  const std::size_t end = text.find_first_of(" \n'`,;.:)", place);
  return text.substr(place, end - place);
}

}  // namespace

const std::string& program_name() { return name(); }

void set_program_name(const std::string& path) {
  name() = std::filesystem::path(path).filename().string();
}

std::string with_program_name(const std::string& text) {
  if (name() == usual_name) return text;
  static const std::set<std::string> words = first_words();
  const std::string call = std::string(usual_name) + " ";
  std::string result = text;
  for (std::size_t place = 0; (place = result.find(call, place)) != std::string::npos;) {
    if (words.contains(word_at(result, place + call.size())))
      result.replace(place, usual_name.size(), name());
    place += name().size();
  }
  return result;
}

}  // namespace stiffbench
