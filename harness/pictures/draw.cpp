#include "harness/pictures/draw.hpp"

#include "base/error.hpp"
#include "harness/io/node.hpp"
#include "harness/records/rows.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sys/mman.h>
#include <unistd.h>

namespace stiffbench {
namespace {

/// A file in memory with the rows of a folder's records, which child programs can read.
class RowsFile {
 public:
  explicit RowsFile(const std::vector<Row>& rows) : fd_(::memfd_create("rows.jsonl", 0)) {
    std::ofstream file(path());
    for (const Row& row : rows) file << figure_row(row).dump() << '\n';
    if (!file.flush())
      throw Error("rows for figures are kept in memory", std::strerror(errno),
                  "close other programs and try again");
  }
  ~RowsFile() { ::close(fd_); }
  RowsFile(const RowsFile&) = delete;
  RowsFile& operator=(const RowsFile&) = delete;
  std::string path() const { return fmt::format("/proc/self/fd/{}", fd_); }

 private:
  int fd_;
};

}  // namespace

int draw(const std::string& script, std::vector<std::string> arguments, const std::string& folder,
         const std::string& code, const RecordSelection& selection) {
  if (!std::filesystem::exists(std::filesystem::path(folder) / "records.jsonl"))
    return run_node(script, arguments);
  const RowsFile rows(read_rows(folder, code, selection));
  arguments.insert(arguments.end(), {"--rows", rows.path()});
  return run_node(script, arguments);
}

}  // namespace stiffbench
