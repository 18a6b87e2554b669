// describe_code FOLDER ROOT PREFIX [LIBRARY]: describes the sources of a library or a program for
// base/code/reachable_code.hpp. The build runs this program (cmake/code_graph.cmake).
// FOLDER/sources has one fact on each line: "settings TEXT" (compiler, flags, versions of
// libraries), "include FOLDER" in the order in which the compiler searches, and "source FILE
// OPTIONS".
//
// A file reaches the files that it includes. In addition, a header a.hpp reaches the sources beside
// it that define what it declares: a.cpp, and a_b.cpp unless a_b.hpp exists or a_b.cpp enrols
// something itself. Only files below ROOT are described. Their names are PREFIX followed by the
// path from ROOT. Any other include is a file of LIBRARY, the list of the files that the linked
// library describes, or belongs to a library whose version is among the settings.
//
// Writes FOLDER/graph.cpp, which enrols the description; FOLDER/files, the list of the files; and
// FOLDER/graph.d, the same list for the build, which runs this program again when a file changes.

#include "base/code/source_text.hpp"
#include "base/hash.hpp"

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>

namespace fs = std::filesystem;

namespace {

std::string read(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw std::runtime_error("cannot read " + file.string());
  return {std::istreambuf_iterator<char>(stream), {}};
}

void write(const fs::path& file, const std::string& text) {
  if (fs::exists(file) && read(file) == text) return;  // an unchanged file is not compiled again
  std::ofstream stream(file, std::ios::binary);
  if (!(stream << text).flush()) throw std::runtime_error("cannot write " + file.string());
}

struct Request {
  std::string settings;
  std::vector<fs::path> includes, sources;
  std::map<fs::path, std::string> options;  // of the compiler, for each source

  explicit Request(const fs::path& file) {
    std::istringstream lines(read(file));
    for (std::string line; std::getline(lines, line);) {
      std::istringstream words(line);
      std::string kind, path, rest;
      words >> kind;
      std::getline(words >> std::ws, rest);
      if (kind == "settings") settings = rest;
      if (kind == "include") includes.emplace_back(rest);
      if (kind != "source") continue;
      std::istringstream fields(rest);
      std::getline(fields, path, '\t');
      sources.push_back(fs::path(path).lexically_normal());
      std::getline(fields, options[sources.back()]);
    }
  }
};

class Description {
 public:
  Description(const Request& request, fs::path root, std::string prefix,
              std::set<std::string> library)
      : request_(request),
        root_(std::move(root)),
        prefix_(std::move(prefix)),
        library_(std::move(library)) {
    for (const fs::path& source : request.sources) find_header_of(source);
    waiting_ = request.sources;
    while (!waiting_.empty()) {
      const fs::path file = std::move(waiting_.back());
      waiting_.pop_back();
      if (!lines_.contains(file)) describe(file);
    }
  }

  std::string graph() const {
    std::string text = request_.settings + "\n";
    for (const auto& [file, line] : lines_) text += line + "\n";
    return text;
  }
  std::string files() const {
    std::string text;
    for (const auto& [file, line] : lines_) text += name_of(file) + "\n";
    return text;
  }
  std::string dependencies(const fs::path& target) const {
    std::string text = target.string() + ":";
    for (const auto& [file, line] : lines_) text += " \\\n  " + file.string();
    return text + "\n";
  }

 private:
  std::string name_of(const fs::path& file) const {
    return prefix_ + file.lexically_relative(root_).generic_string();
  }
  bool is_own(const fs::path& file) const {
    return *file.lexically_relative(root_).begin() != ".." && fs::is_regular_file(file);
  }

  void describe(const fs::path& file) {
    const std::string source = read(file);
    stiffbench::Hasher hasher;
    hasher.update(stiffbench::tokens_of(source));
    if (const auto match = request_.options.find(file); match != request_.options.end())
      hasher.update(match->second);
    std::string& line = lines_[file];
    line = name_of(file) + "\t" + hasher.hex().substr(0, 16);
    for (const auto& path : stiffbench::included_paths(source))
      if (const std::string name = reach(file, path); !name.empty()) line += "\t" + name;
    for (auto [match, end] = sources_of_.equal_range(file); match != end; ++match)
      line += "\t" + name_of(match->second);
  }

  void find_header_of(const fs::path& source) {
    if (stiffbench::tokens_of(read(source)).find("bool enrolled=") != std::string::npos) return;
    for (std::string name = source.stem();; name.resize(name.rfind('_'))) {
      const fs::path header = source.parent_path() / (name + ".hpp");
      if (is_own(header)) sources_of_.emplace(header, source);
      if (is_own(header) || name.find('_') == name.npos) return;
    }
  }

  /// The name of the included file, or an empty text if it belongs to another library.
  std::string reach(const fs::path& file, const std::string& path) {
    if (library_.contains(path)) return path;
    if (const fs::path beside = file.parent_path() / path; is_own(beside)) return reach_own(beside);
    for (const fs::path& folder : request_.includes)
      if (is_own(folder / path)) return reach_own(folder / path);
    return "";
  }
  std::string reach_own(const fs::path& file) {
    waiting_.push_back(file.lexically_normal());
    return name_of(waiting_.back());
  }

  const Request& request_;
  const fs::path root_;
  const std::string prefix_;
  const std::set<std::string> library_;
  std::vector<fs::path> waiting_;
  std::multimap<fs::path, fs::path> sources_of_;  // from a header to its sources
  std::map<fs::path, std::string> lines_;
};

void describe(const fs::path& folder, const fs::path& root, const std::string& prefix,
              const char* library) {
  std::set<std::string> names;
  if (library) {
    std::istringstream lines(read(library));
    for (std::string line; std::getline(lines, line);) names.insert(line);
  }
  const Request request(folder / "sources");
  const Description description(request, root.lexically_normal(), prefix, std::move(names));
  write(folder / "files", description.files());
  write(folder / "graph.d", description.dependencies(folder / "graph.cpp"));
  write(folder / "graph.cpp",
        "namespace stiffbench { bool enrol_sources(const char*); }\n"
        "namespace { const bool enrolled = stiffbench::enrol_sources(R\"+(" +
            description.graph() + ")+\"); }\n");
}

}  // namespace

int main(int count, char** words) try {
  if (count < 4 || count > 5)
    throw std::runtime_error("usage: describe_code FOLDER ROOT PREFIX [LIBRARY]");
  describe(words[1], words[2], words[3], count == 5 ? words[4] : nullptr);
} catch (const std::exception& error) {
  std::cerr << "describe_code: " << error.what() << "\n";
  return 1;
}
