#include "harness/node.hpp"

#include "problems/error.hpp"
#include "problems/paths.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace stiffbench {

int run_node(const std::string& script, const std::vector<std::string>& arguments) {
  std::vector<std::string> words{"node", data_path(script).string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (auto& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);

  std::fflush(nullptr);
  pid_t pid = 0;
  if (const int code = ::posix_spawnp(&pid, "node", nullptr, nullptr, argv.data(), environ))
    throw Error("figures and reports are drawn by Node.js",
                std::string("node: ") + std::strerror(code),
                "run ./bootstrap, or install the package nodejs");
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

}  // namespace stiffbench
