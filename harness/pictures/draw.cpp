#include "harness/pictures/draw.hpp"

#include "base/error.hpp"
#include "harness/io/node.hpp"
#include "harness/records/labels.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <functional>
#include <map>
#include <optional>
#include <sys/mman.h>
#include <unistd.h>

namespace stiffbench {
namespace {

/// A file in memory that child programs can read.
class MemoryFile {
 public:
  MemoryFile(const char* name, const std::function<void(std::ostream&)>& write)
      : fd_(::memfd_create(name, 0)) {
    std::ofstream file(path());
    write(file);
    if (!file.flush())
      throw Error("what is drawn is kept in memory", std::strerror(errno),
                  "close other programs and try again");
  }
  ~MemoryFile() { ::close(fd_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  std::string path() const { return fmt::format("/proc/self/fd/{}", fd_); }

 private:
  int fd_;
};

}  // namespace

int draw(const std::string& script, std::vector<std::string> arguments,
         const std::vector<Row>& rows, const Json& facts, const std::filesystem::path& log) {
  std::optional<MemoryFile> rows_file, facts_file;
  if (!rows.empty()) {
    rows_file.emplace("rows.jsonl", [&](std::ostream& file) {
      for (const Row& row : rows) file << figure_row(row).dump() << '\n';
    });
    arguments.insert(arguments.end(), {"--rows", rows_file->path()});
  }
  if (!facts.is_null()) {
    facts_file.emplace("facts.json", [&](std::ostream& file) { file << facts.dump(); });
    arguments.insert(arguments.end(), {"--facts", facts_file->path()});
  }
  return run_node(script, arguments, log);
}

Json diagram_facts(const std::vector<Row>& all) {
  std::map<std::string, Json> methods;
  for (const Row& row : all)
    methods[row.method] = {{"method", row.method},
                           {"integrator", {{"name", row.record.integrator.name}}},
                           {"family", family_json(row.record.integrator.name)}};
  Json list = Json::array();
  for (const auto& [label, method] : methods) list.push_back(method);
  return {{"methods", list}};
}

}  // namespace stiffbench
