#include "c/own_code.hpp"

#include "base/error.hpp"
#include "base/hash.hpp"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace stiffbench::c {
namespace {

[[noreturn]] void refuse(const std::string& got) {
  throw Error("records name the code of a method: that of the file with step(), or an identity",
              got, "give the facts an \"identity\" that changes with the code");
}

/// Returns the file that is mapped at this address, as the kernel lists it.
std::string mapped_file(std::uintptr_t address) {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    std::istringstream words(line);
    std::uintptr_t begin = 0, end = 0;
    char dash = 0;
    std::string rights, offset, device, inode, path;
    words >> std::hex >> begin >> dash >> end >> rights >> offset >> device >> inode >> std::ws;
    if (address < begin || address >= end) continue;
    std::getline(words, path);
    return path;
  }
  return {};
}

}  // namespace

std::string hash_of_file_with(const void* address) {
  const std::string path = mapped_file(reinterpret_cast<std::uintptr_t>(address));
  if (path.empty() || path.front() != '/') refuse("a function that no file has");
  std::ifstream file(path, std::ios::binary);
  std::ostringstream bytes;
  if (!(bytes << file.rdbuf())) refuse(path + ", which cannot be read");
  return Hasher().update(bytes.str()).hex();
}

}  // namespace stiffbench::c
