#include "problems/contract/problem_hash.hpp"

#include "base/hash.hpp"
#include "problems/contract/typical_size.hpp"

#include <cmath>
#include <span>

namespace stiffbench {
namespace {

void update(Hasher& hash, std::span<const double> numbers) {
  double largest = 0;
  for (const double number : numbers)
    if (std::isfinite(number)) largest = std::max(largest, std::abs(number));
  // Binades are shifted to start at 1.3719 times a power of 2, so that common sizes such as 1 and 2
  // do not lie on an edge, where round-off would decide the exponent.
  const int exponent = largest == 0 ? 0 : std::ilogb(largest / 1.3719);
  hash.update(numbers.size()).update(exponent);
  const double scale = std::ldexp(1, 30 - exponent);  // infinite for the smallest numbers
  for (const double number : numbers) {
    if (std::isfinite(number))
      hash.update(
          std::llround(std::isfinite(scale) ? number * scale : std::ldexp(number, 30 - exponent)));
    else
      hash.update("not finite");
  }
}
void update(Hasher& hash, const Vec& x) {
  update(hash, std::span(x.data(), static_cast<std::size_t>(x.size())));
}
void update(Hasher& hash, const Mat& A) {
  if (!A.isCompressed()) {
    Mat compressed = A;
    compressed.makeCompressed();
    return update(hash, compressed);
  }
  const auto entries = static_cast<std::size_t>(A.nonZeros());
  hash.update(std::span(A.outerIndexPtr(), static_cast<std::size_t>(A.rows()) + 1));
  hash.update(std::span(A.innerIndexPtr(), entries));
  update(hash, std::span(A.valuePtr(), entries));
}

/// Returns a state that a run of the problem may reach, estimated from its initial state.
State perturbed(const Problem& problem) {
  State u = problem.start();
  const TypicalSize size(problem);
  for (Eigen::Index i = 0; i < u.x.size(); ++i) {
    u.x[i] += 0.01 * size.length * std::sin(double(i) + 1);
    u.v[i] += 0.01 * size.speed * std::cos(double(i) + 1);
  }
  u.t = problem.end_time() / 3;
  return u;
}

}  // namespace

std::string problem_hash(const Problem& problem) {
  Hasher hash;
  hash.update("stiffbench.problem/1").update(problem.name());
  for (const auto& [name, value] : problem.parameters())
    hash.update(name).update(value.index()).update(to_string(value));
  const State start = problem.start();
  hash.update(problem.dof());
  update(hash, start.x);
  update(hash, start.v);
  update(hash, problem.mass().matrix());
  Mat K;
  problem.stiffness(start, K);
  update(hash, K);
  Vec f;
  problem.force(perturbed(problem), f);
  update(hash, f);
  return hash.hex();
}

}  // namespace stiffbench
