#include "harness/checks/kernels/kernel.hpp"
#include "problems/contract/registry.hpp"
#include "problems/meshes/cuboid_chain.hpp"

#include <fmt/format.h>

#include <cmath>
#include <memory>

namespace stiffbench {
namespace {

using Eigen::Index;

constexpr int particles = 16;          // free particles of a bristle
constexpr Index rows = 3 * particles;  // unknowns of a bristle

/// Bends every bristle by up to `bend` (mm) at its tip, each in its own direction.
Vec bent(Index dof, double bend) {
  Vec x = Vec::Zero(dof);
  for (Index bristle = 0; bristle < dof / rows; ++bristle) {
    const double turn = 2.399963 * static_cast<double>(bristle);  // golden angle: no pattern
    for (Index i = 0; i < particles; ++i) {
      const double height = static_cast<double>(i / 4 + 1) / 4;
      x[rows * bristle + 3 * i] = bend * height * height * std::cos(turn);
      x[rows * bristle + 3 * i + 1] = bend * height * height * std::sin(turn);
    }
  }
  return x;
}

struct Brush {
  std::unique_ptr<Problem> problem;
  State state, elsewhere;
  Vec f;

  Brush(long nx, long ny)
      : problem(ProblemRegistry::instance().make("brush", {{"nx", nx}, {"ny", ny}})),
        state(problem->start()) {
    state.t = 8;  // ms; the sphere is among the bristles
    state.x = bent(problem->dof(), 0.2);
    elsewhere = state;
    elsewhere.x.array() += 0.06;  // more than half a skin
  }

  /// Bytes of the particles' rest positions and displacements, of their positions in the last broad
  /// phase, and of the force, which is read and written.
  double vector_bytes() const { return 5.0 * sizeof(double) * static_cast<double>(problem->dof()); }
  /// Bytes of the springs' data: rest vector, rest length, two indices.
  double spring_bytes() const {
    const CuboidChain chain = cuboid_chain({3.2e7, 1e6, 1.14, 0.12, 10, 4, 0.5});
    const Index springs = chain.longitudinal.cols() + chain.faces.cols() + chain.volume.cols() +
                          chain.sections.cols();
    return static_cast<double>(problem->dof() / rows * springs) *
           (4 * sizeof(double) + 2 * sizeof(int));
  }
};

}  // namespace

std::vector<Kernel> brush_kernels(long nx, long ny) {
  const auto brush = std::make_shared<Brush>(nx, ny);
  const std::string problem = fmt::format("brush {}x{}", nx, ny);
  const double vectors = brush->vector_bytes(), all = vectors + brush->spring_bytes();
  const auto force = [brush] {
    brush->problem->force(brush->state, brush->f);
    use(brush->f.data());
  };
  // Alternates between states so far apart that each needs a new list of pairs.
  const auto broad_phase = [brush, force] {
    std::swap(brush->state, brush->elsewhere);
    force();
  };
  return {{"force", problem, compiled_set(), all, force},
          // All bristles are alike, and the springs of one remain in the cache.
          {"force, bytes of vectors alone", problem, compiled_set(), vectors, force},
          {"force with a broad phase", problem, compiled_set(), all, broad_phase}};
}

}  // namespace stiffbench
