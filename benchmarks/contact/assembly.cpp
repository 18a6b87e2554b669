#include "benchmarks/contact/assembly.hpp"

#include "harness/checks/kernels/kernel.hpp"
#include "harness/checks/kernels/turns.hpp"
#include "problems/contact/broad_phase/near_pairs.hpp"
#include "problems/contact/contact_term.hpp"
#include "problems/contract/registry.hpp"

#include <fmt/format.h>

#include <memory>

namespace stiffbench {
namespace {

/// A scene with its contacts and their sums.
struct Contacting {
  explicit Contacting(const ContactScene& scene)
      : term(scene.surface, {.kappa = 1e5, .dhat = 1e-3, .mu = 0.5}),
        pairs(NearPairs(scene.surface, term.law().dhat + term.law().ahead, term.law().skin)
                  .within_reach(scene.x0)),
        x(scene.x0),
        u(Vec::Zero(term.surface().dof())),
        v(Vec::LinSpaced(u.size(), 0, 1e6).array().sin().matrix()),
        f(u.size()) {
    for (Mat* matrix : {&K, &D}) term.make_blocks(u, *matrix, [] { return ContactTerm::Pairs(); });
  }
  ContactTerm term;
  std::shared_ptr<const Candidates> pairs;
  Eigen::Matrix3Xd x;
  Vec u, v, f;
  Mat K, D;
};

std::size_t count_of(const Candidates& pairs) {
  return pairs.point_triangle.size() + pairs.edge_edge.size() + pairs.point_edge.size() +
         pairs.point_point.size() + pairs.point_plane.size();
}

/// Elements of a cube of these cells: force and K, and a product with K.
struct Elements {
  explicit Elements(long cells)
      : cube(ProblemRegistry::instance().make("rotating_cube", {{"cells", cells}})),
        state(cube->start()),
        x(Vec::LinSpaced(cube->dof(), 0, 1e6).array().sin()) {
    state.x = cube->typical_displacement() * x;
    assemble();
  }
  void assemble() {
    cube->force(state, f);
    cube->stiffness(state, K);
  }
  std::shared_ptr<const Problem> cube;
  State state;
  Vec x, f;
  Mat K;
};

}  // namespace

void print_assembly(const ContactScene& scene, long cells, double bodies, long rounds) {
  const auto c = std::make_shared<Contacting>(scene);
  const auto count = static_cast<double>(c->term.contacts(c->u)->collisions.size());
  Turns turns;
  std::vector<std::pair<const char*, std::size_t>> kernels;
  const auto add = [&](const char* name, const std::function<void()>& work) {
    kernels.emplace_back(name, turns.add(work));
  };
  add("collisions of pairs nearer than 1 mm",
      [c] { use(find_collisions(c->term.surface(), *c->pairs, c->x, c->term.law().dhat).data()); });
  add("potential", [c] {
    const double sum = c->term.potential(c->u);
    use(&sum);
  });
  add("force of barriers and friction", [c] {
    c->f.setZero();
    c->term.add_force(c->u, c->v, c->f);
    use(c->f.data());
  });
  add("K of barriers and friction", [c] {
    c->term.add_stiffness(c->u, c->v, c->K);
    use(c->K.valuePtr());
  });
  add("projected K of barriers", [c] {
    c->term.add_projected_stiffness(c->u, c->K);
    use(c->K.valuePtr());
  });
  add("D of friction", [c] {
    c->term.add_damping(c->u, c->v, c->D);
    use(c->D.valuePtr());
  });
  const auto one = std::make_shared<Elements>(cells);
  const std::size_t one_triad = turns.add(triad(1000 * 12 * sizeof(double))),
                    assembly = turns.add([one] {
                      one->assemble();
                      use(one->K.valuePtr());
                    }),
                    product = turns.add([one] {
                      one->f.noalias() = one->K * one->x;
                      use(one->f.data());
                    });
  turns.run(rounds);
  const auto in_assemblies = [&](std::size_t place) {
    return turns.ratio(place, assembly) / bodies;
  };
  fmt::print("{:52} {:>7} {:>9} {:>9}\n",
             fmt::format("{}, {} collisions of {} pairs", scene.name, count, count_of(*c->pairs)),
             "triads", "elements", "products");
  for (const auto& [name, place] : kernels)
    fmt::print("  {:50} {:7.0f} {:9.3f} {:9.2f}\n", name,
               turns.ratio(place, one_triad) * 1000 / count, in_assemblies(place),
               turns.ratio(place, product) / bodies);
  const auto place = [&](std::size_t i) { return kernels[i].second; };
  fmt::print("  {:50} {:7} {:9.3f}  at most 1\n", "collisions, force and projected K", "",
             in_assemblies(place(0)) + in_assemblies(place(2)) + in_assemblies(place(4)));
}

}  // namespace stiffbench
