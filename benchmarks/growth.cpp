// How the time of kernels grows with a body, beside a triad over the bytes that each must move:
//   build/release/benchmarks/bench_growth [ROUNDS]
// A time grows as dof^p; p is the slope of the line through all sizes, with logarithms on both
// axes. A triad has p = 1 as long as its vectors lie in the same cache, and more where they leave
// it. Bunnies have 1k, 4k and 8k vertices, brushes 4 x 4 to 60 x 100 bristles. All kernels of one
// body take turns, so that only slopes between bodies feel a slow spell of the machine.

#include "harness/checks/kernels/kernel.hpp"
#include "harness/checks/kernels/turns.hpp"
#include "problems/contract/registry.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

using namespace stiffbench;

namespace {

/// The times (s) of a kernel and of its triad on bodies of one kind, the smallest first.
struct Growth {
  std::string name;
  std::vector<double> dof, kernel, triad;
};

/// The slope of the line through all points (log x, log y).
double slope(const std::vector<double>& x, const std::vector<double>& y) {
  const auto n = static_cast<Eigen::Index>(x.size());
  const Vec log_x = Eigen::Map<const Vec>(x.data(), n).array().log(),
            log_y = Eigen::Map<const Vec>(y.data(), n).array().log();
  const Vec centred = log_x.array() - log_x.mean();
  return centred.dot(log_y) / centred.squaredNorm();
}

/// Times every kernel of a body, and adds it to what is there of smaller bodies.
void add_body(std::vector<Growth>& all, const std::vector<Kernel>& kernels, double dof,
              long rounds) {
  Turns turns;
  std::vector<std::pair<std::size_t, std::size_t>> places;
  for (const Kernel& kernel : kernels)
    places.emplace_back(turns.add(kernel.work), turns.add(triad(kernel.bytes)));
  turns.run(rounds);
  all.resize(kernels.size());
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    all[i].name = kernels[i].name;
    all[i].dof.push_back(dof);
    all[i].kernel.push_back(turns.seconds(places[i].first) / kernels[i].pieces);
    all[i].triad.push_back(turns.seconds(places[i].second));
  }
}

void print(const std::string& bodies, const std::vector<Growth>& all) {
  fmt::print("{:<36}{:>10}{:>10}\n", bodies, "exponent", "its triad");
  for (const Growth& one : all)
    fmt::print("  {:<34}{:>10.2f}{:>10.2f}\n", one.name, slope(one.dof, one.kernel),
               slope(one.dof, one.triad));
}

double dof_of(const std::string& problem, const Settings& settings) {
  return static_cast<double>(ProblemRegistry::instance().make(problem, settings)->dof());
}

}  // namespace

int main(int count, char** words) {
  const long rounds = count > 1 ? std::atol(words[1]) : 10;
  std::vector<Growth> bunnies, brushes;
  for (const std::string size : {"1k", "4k", "8k"})
    add_body(bunnies, bunny_kernels(size), dof_of("bunny", {{"size", std::string(size)}}), rounds);
  print("bunny of 1k, 4k, 8k vertices", bunnies);
  for (const auto& [nx, ny] : {std::pair{4L, 4L}, {8L, 12L}, {15L, 25L}, {30L, 50L}, {60L, 100L}})
    add_body(brushes, brush_kernels(nx, ny), dof_of("brush", {{"nx", nx}, {"ny", ny}}), rounds);
  print("brush of 4x4 to 60x100 bristles", brushes);
}
