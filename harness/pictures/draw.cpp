#include "harness/pictures/draw.hpp"

#include "base/error.hpp"
#include "harness/io/node.hpp"
#include "harness/records/read_records.hpp"
#include "harness/records/rows.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <sys/mman.h>
#include <unistd.h>

namespace stiffbench {
namespace {

/// The rows of a folder's records, in memory; child programs read them as a file.
class RowsFile {
 public:
  explicit RowsFile(const std::vector<Row>& rows) : fd_(::memfd_create("rows.jsonl", 0)) {
    std::string text;
    for (const Row& row : rows) text += figure_row(row).dump() + "\n";
    for (std::size_t sent = 0; sent < text.size();) {
      const auto now = ::write(fd_, text.data() + sent, text.size() - sent);
      if (now < 0) {
        ::close(fd_);
        throw Error("rows for figures are kept in memory", std::strerror(errno),
                    "close other programs and try again");
      }
      sent += static_cast<std::size_t>(now);
    }
  }
  ~RowsFile() { ::close(fd_); }
  RowsFile(const RowsFile&) = delete;
  RowsFile& operator=(const RowsFile&) = delete;
  std::string path() const { return fmt::format("/proc/self/fd/{}", fd_); }

 private:
  int fd_;
};

}  // namespace

int draw(const std::string& script, std::vector<std::string> arguments, const std::string& folder) {
  if (!std::filesystem::exists(std::filesystem::path(folder) / "records.jsonl"))
    return run_node(script, arguments);
  const RowsFile rows(make_rows(read_records(folder)));
  arguments.insert(arguments.end(), {"--rows", rows.path()});
  return run_node(script, arguments);
}

}  // namespace stiffbench
