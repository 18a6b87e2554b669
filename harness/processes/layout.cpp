#include "harness/processes/layout.hpp"

#include <cstdlib>
#include <memory>
#include <random>
#include <vector>

namespace stiffbench {
namespace {

/// Allocates the blocks between the gaps of a heap, with malloc as for vectors.
class ScatteredHeap {
 public:
  explicit ScatteredHeap(std::mt19937& random) {
    constexpr int count = 2000;
    constexpr std::size_t unit = 16;  // granularity of malloc
    std::vector<Block> blocks;
    for (int i = 0; i < count; ++i) {
      // Orders of magnitude are equally frequent, up to a page.
      const std::size_t most = std::size_t{1} << random() % 9;
      blocks.emplace_back(std::malloc(unit * (1 + random() % most)), &std::free);
    }
    for (Block& block : blocks)
      if (random() % 2 == 0) rest_.push_back(std::move(block));
  }

 private:
  using Block = std::unique_ptr<void, decltype(&std::free)>;
  std::vector<Block> rest_;
};

[[gnu::noinline]] void call_below(std::size_t bytes, const std::function<void()>& job) {
  volatile char* const hole = static_cast<char*>(__builtin_alloca(bytes));
  hole[0] = 0;
  job();
  hole[bytes - 1] = 0;  // keeps the hole in use until the job is done
}

}  // namespace

void with_random_layout(unsigned seed, const std::function<void()>& job) {
  std::mt19937 random(seed);
  const std::size_t depth = 16 * (1 + random() % 256);
  const ScatteredHeap heap(random);
  call_below(depth, job);
}

}  // namespace stiffbench
