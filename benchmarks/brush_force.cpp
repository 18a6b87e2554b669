// The force on the brush of 30 x 50 bristles, bristles and sphere in contact, against a triad
// a = b + s c over the same bytes: those of all springs and vectors that it is computed from and of
// the force; and over the vectors alone, for bristles alike share the data of their springs, which
// stay in the cache. Only ratios within one run mean anything:
//   build/release/benchmarks/bench_brush_force
// ends with them.

#include "fastest.hpp"
#include "problems/contract/registry.hpp"
#include "problems/meshes/cuboid_chain.hpp"
#include "triad.hpp"

#include <cmath>
#include <memory>

using namespace stiffbench;

namespace {

using Eigen::Index;

constexpr int particles = 16;          // of a bristle, free ones
constexpr Index rows = 3 * particles;  // of a bristle

/// Every bristle bent by up to `bend` (mm) at its tip, each in a direction of its own.
Vec bent(Index dof, double bend) {
  Vec x = Vec::Zero(dof);
  for (Index bristle = 0; bristle < dof / rows; ++bristle) {
    const double turn = 2.399963 * static_cast<double>(bristle);  // the golden angle: no pattern
    for (Index i = 0; i < particles; ++i) {
      const double height = static_cast<double>(i / 4 + 1) / 4;
      x[rows * bristle + 3 * i] = bend * height * height * std::cos(turn);
      x[rows * bristle + 3 * i + 1] = bend * height * height * std::sin(turn);
    }
  }
  return x;
}

struct Brush {
  std::unique_ptr<Problem> problem =
      ProblemRegistry::instance().make("toothbrush", {{"nx", 30L}, {"ny", 50L}});
  State state = problem->start(), elsewhere = state;
  Vec f;

  Brush() {
    state.t = 8;  // ms: the sphere is amid the bristles
    state.x = bent(problem->dof(), 0.2);
    elsewhere = state;
    elsewhere.x.array() += 0.06;  // by more than half a skin
  }
  /// Pairs of particles of different bristles that push each other.
  long contacts() const {
    Mat K;
    problem->stiffness(state, K);
    long pairs = 0;
    for (Index i = 0; i < K.outerSize(); i += 3)
      for (Mat::InnerIterator entry(K, i); entry; ++entry) {
        const Index j = entry.index() / 3 * 3;
        if (j > i && entry.index() == j && j / rows != i / rows &&
            K.block(j, i, 3, 3).toDense().norm() > 0)
          ++pairs;
      }
    return pairs;
  }
  /// The bytes of the particles' positions at rest and displacements, of those of the last broad
  /// phase, and of the force, which is read and written.
  Index vector_bytes() const { return 5 * problem->dof() * static_cast<Index>(sizeof(double)); }
  /// The bytes of these vectors and of the springs' data: rest vector, rest length, two places.
  Index bytes() const {
    const CuboidChain chain = cuboid_chain({3.2e7, 1e6, 1.14, 0.12, 10, 4, 0.5});
    const Index springs = chain.longitudinal.cols() + chain.faces.cols() + chain.volume.cols() +
                          chain.sections.cols();
    const Index spring = 4 * sizeof(double) + 2 * sizeof(int);
    return problem->dof() / rows * springs * spring + vector_bytes();
  }
};

Brush& brush() {
  static Brush made;
  return made;
}

void force(benchmark::State& run) {
  Brush& b = brush();
  for (auto _ : run) {
    b.problem->force(b.state, b.f);
    benchmark::DoNotOptimize(b.f.data());
  }
}

/// Times two forces at states so far apart that each packs a new tree.
void force_and_broad_phase(benchmark::State& run) {
  Brush& b = brush();
  for (auto _ : run) {
    b.problem->force(b.elsewhere, b.f);
    b.problem->force(b.state, b.f);
    benchmark::DoNotOptimize(b.f.data());
  }
}

void triad(benchmark::State& run) { run_triad(run, brush().bytes()); }
void triad_of_vectors(benchmark::State& run) { run_triad(run, brush().vector_bytes()); }

BENCHMARK(force)->Unit(benchmark::kMicrosecond);
BENCHMARK(force_and_broad_phase)->Unit(benchmark::kMicrosecond);
BENCHMARK(triad)->Unit(benchmark::kMicrosecond);
BENCHMARK(triad_of_vectors)->Unit(benchmark::kMicrosecond);

}  // namespace

int main(int count, char** words) {
  benchmark::Initialize(&count, words);
  if (benchmark::ReportUnrecognizedArguments(count, words)) return 1;
  std::printf("%td degrees of freedom, %ld pairs in contact, %.1f MB\n", brush().problem->dof(),
              brush().contacts(), 1e-6 * static_cast<double>(brush().bytes()));
  Fastest fastest;
  benchmark::RunSpecifiedBenchmarks(&fastest);
  fastest.print_ratio("force", "triad");
  fastest.print_ratio("force", "triad_of_vectors");
  fastest.print_ratio("force_and_broad_phase", "force", 2);
}
