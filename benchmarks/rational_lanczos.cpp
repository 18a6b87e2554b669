// What rational Lanczos takes in products of the Chebyshev recurrence, two vectors side by side:
//   build/release/benchmarks/bench_rational_lanczos [ROUNDS]
// prints the price of a factorization of M + gamma^2 K, and that of each of 100 vectors, a solve
// and its orthogonalization, on bodies, sheets and chains; then both over the root of the degrees
// of freedom n. The weights of phi=auto (integrators/phi/half_size/adaptive.hpp) are those of the
// bunny. Only ratios within one run mean anything.

#include "base/error.hpp"
#include "base/system/blas_kernels.hpp"
#include "benchmarks/shared/recurrence.hpp"
#include "harness/checks/kernels/turns.hpp"
#include "integrators/phi/half_size/half_size.hpp"
#include "problems/contract/registry.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <string>

using namespace stiffbench;

namespace {

constexpr long vectors = 100;
constexpr double step = 0.01;  // s

/// cos(step sqrt(A)) of one vector, which stops at the limit of vectors.
struct Cosine {
  CountedProblem counted;
  Mat K;
  Cloned<phi::HalfSizeFunctions> functions = phi::make_half_size("rational_lanczos");
  Vec in, out;
  int request = 0;

  explicit Cosine(const Problem& problem)
      : counted(problem), in(Vec::LinSpaced(problem.dof(), -1, 1).array().sin()) {
    problem.stiffness(problem.start(), K);
    functions->init(counted, 1e-15);
    functions->limit_vectors(vectors);
    phi::HalfSizeRequest cosine{
        {phi::Part::position}, {phi::Part::position}, {{0, 0, step, 1}}, {}};
    cosine.functions = [](const Eigen::ArrayXd& lambda, phi::HalfSizeRequest::Table& table) {
      table.values = (step * lambda.max(0).sqrt()).cos();
      table.scale.setOnes(1);
    };
    request = functions->add(std::move(cosine));
  }
  void factorize() {
    if (const Outcome outcome = functions->set_stiffness(K); !outcome.ok())
      throw Error("a factorization succeeds", outcome.reason, "see rational_lanczos.cpp");
  }
  long evaluate() {
    const long before = counted.work().solve;
    (void)functions->evaluate(request, std::array<const Vec*, 1>{&in},
                              std::array<Vec*, 1>{&out});  // ends at the limit
    return counted.work().solve - before;
  }
};

struct Case {
  const char* label;
  const char* problem;
  Settings settings;
};

void print(const Case& c, long rounds) {
  const auto problem = ProblemRegistry::instance().make(c.problem, c.settings);
  Cosine cosine(*problem);
  cosine.factorize();  // the ordering is found once in a run
  const double solves = static_cast<double>(cosine.evaluate());
  Turns turns;
  const std::size_t recurrence = turns.add(chebyshev_steps(*problem)),
                    factorize = turns.add([&] { cosine.factorize(); }),
                    evaluate = turns.add([&] { cosine.evaluate(); });
  turns.run(rounds);
  const double root = std::sqrt(static_cast<double>(problem->dof())),
               products = 2 * Recurrence::steps,
               factorization = products * turns.ratio(factorize, recurrence),
               vector = products * turns.ratio(evaluate, recurrence) / solves;
  fmt::print("{:16} {:6} {:13.0f} {:7.1f} {:5.0f} {:14.1f} {:7.2f}\n", c.label, problem->dof(),
             factorization, vector, solves, factorization / root, vector / root);
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** words) {
  choose_blas_kernels(words);
  const long rounds = count > 1 ? std::atol(words[1]) : 5;
  const auto bunny = [](const char* size) {
    return Settings{{"size", std::string(size)}, {"variant", std::string("two_scale")}};
  };
  fmt::print(
      "                             in products   vectors       over root of n\n"
      "                      n factorization  vector taken  factorization  vector\n");
  for (const Case& c :
       {Case{"bunny 300", "bunny", bunny("300")}, Case{"bunny 1k", "bunny", bunny("1k")},
        Case{"bunny 4k", "bunny", bunny("4k")}, Case{"bunny 8k", "bunny", bunny("8k")},
        Case{"dragon", "dragon", {}}, Case{"cube of 8^3", "rotating_cube", {{"cells", 8L}}},
        Case{"flag", "flag", {}}, Case{"coil spring", "coil_spring", {}},
        Case{"bristles", "brush", {}}})
    print(c, rounds);
}
