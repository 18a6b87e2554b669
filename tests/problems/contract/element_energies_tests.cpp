// Every problem that offers its energy element by element, at every setting of its order checks:
// the elements sum to the force, the potential and the stiffness of the whole body.

#include "problems/contract/counted_problem.hpp"
#include "problems/contract/optional/element_energies.hpp"
#include "problems/contract/optional/feasible_steps.hpp"
#include "problems/contract/registry.hpp"
#include "problems/contract/typical_size.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <functional>
#include <random>
#include <set>

namespace element_energies_tests {

using namespace stiffbench;
using Eigen::Index;

namespace {

Vec random(Index count, double size, unsigned seed) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> number(-size, size);
  return Vec::NullaryExpr(count, [&] { return number(generator); });
}

/// A state away from rest, without velocities.
State perturbed(const Problem& problem, unsigned seed) {
  State u = problem.start();
  double length = TypicalSize(problem).length;
  if (const auto* moves = dynamic_cast<const FeasibleSteps*>(&problem))
    length *= moves->feasible_step(u.x, random(problem.dof(), length, 99));
  u.t = 0.3 * problem.end_time();
  u.x += random(problem.dof(), 0.3 * length, seed);
  u.v.setZero();
  return u;
}

/// Calls check(problem, its elements) for each problem that has some; returns the names of these.
std::set<std::string> each(
    const std::function<void(const Problem&, const ElementEnergies&)>& check) {
  std::set<std::string> names;
  for (const ProblemEntry& entry : ProblemRegistry::instance().all())
    for (const Settings& settings : entry.facts.order_checks) {
      const auto problem = ProblemRegistry::instance().make(entry.facts.name, settings);
      const ElementEnergies* energies = element_energies(*problem);
      if (!energies) continue;
      INFO(entry.facts.name);
      names.insert(entry.facts.name);
      check(*problem, *energies);
    }
  return names;
}

/// Calls visit(group, element, nodes) for all elements.
template <class Visit>
void each_element(const ElementEnergies& energies, Visit&& visit) {
  ElementNodes nodes;
  for (const ElementGroup* group : energies.element_groups())
    for (int e = 0; e < group->count(); ++e) {
      group->nodes(e, nodes);
      visit(*group, e, nodes);
    }
}

double energy_of_elements(const ElementEnergies& energies, const Vec& x) {
  double sum = 0;
  ElementVector gradient;
  each_element(energies, [&](const ElementGroup& group, int e, const ElementNodes&) {
    sum += group.constraint(e, x, gradient).energy();
  });
  return sum;
}

/// The energy of all elements and of the weight.
double conservative(const Problem& problem, const ElementEnergies& energies, const State& u) {
  Vec external, load;
  energies.external_force(u.t, external);
  problem.load(u.t, load);
  if (load.size() == 0) load = 0 * external;
  return energy_of_elements(energies, u.x) - (external - load).dot(u.x);
}

}  // namespace

TEST_CASE("gradients of all elements sum to the force, and their energies to the potential") {
  const auto names = each([](const Problem& problem, const ElementEnergies& energies) {
    const State u = perturbed(problem, 1), other = perturbed(problem, 2);
    const Index block = problem.block_size();
    Vec sum, f;
    energies.external_force(u.t, sum);
    ElementVector gradient;
    each_element(energies, [&](const ElementGroup& group, int e, const ElementNodes& nodes) {
      const Constraint is = group.constraint(e, u.x, gradient);
      for (Index i = 0; i < nodes.size(); ++i)
        if (nodes[i] >= 0)
          sum.segment(block * nodes[i], block) -=
              is.value / is.compliance * gradient.segment(block * i, block);
    });
    problem.force(u, f);
    CHECK((sum - f).norm() <= 1e-11 * f.norm());
    const double change = problem.potential(other) - problem.potential(u);
    CHECK(conservative(problem, energies, other) - conservative(problem, energies, u) ==
          Approx(change).epsilon(1e-9));
  });
  for (const char* name : {"bunny", "tower", "dragon", "coil_spring", "flag", "fput", "beam",
                           "suspended_body", "duffing_chain", "oscillator"})
    CHECK(names.contains(name));
  for (const char* name : {"particle_wall", "contact_ball", "crash", "water"})
    CHECK_FALSE(names.contains(name));
}

TEST_CASE(
    "strains of elements have the forces of their energies, and the energies but a constant") {
  const auto names = each([](const Problem& problem, const ElementEnergies& energies) {
    const State u = perturbed(problem, 1), other = perturbed(problem, 2);
    ElementVector gradient, of_strain;
    each_element(energies, [&](const ElementGroup& group, int e, const ElementNodes&) {
      if (group.strains() == 0) return;
      const auto energy = [&](const Vec& x) {
        double sum = 0;
        for (int i = 0; i < group.strains(); ++i)
          sum += group.strain(e, i, x, of_strain).energy() -
                 group.strain(e, i, 0 * x, of_strain).energy();
        return sum;
      };
      const Constraint before = group.constraint(e, other.x, gradient),
                       is = group.constraint(e, u.x, gradient);
      const double scale = is.value / is.compliance;
      CHECK(energy(u.x) - energy(other.x) ==
            Approx(is.energy() - before.energy()).margin(1e-9 * is.energy()));
      ElementVector sum = scale * gradient;
      for (int i = 0; i < group.strains(); ++i) {
        const Constraint strain = group.strain(e, i, u.x, of_strain);
        sum -= strain.value / strain.compliance * of_strain;
      }
      CHECK(sum.norm() <= 1e-9 * std::abs(scale) * gradient.norm());
    });
  });
  CHECK(names.contains("suspended_body"));
}

TEST_CASE("a solid has two strains at each point, one without a Lame parameter lambda") {
  const auto strains = [](const std::string& material, double poisson) {
    const auto problem =
        ProblemRegistry::instance().make("suspended_body", {{"body", std::string("bunny")},
                                                            {"size", std::string("30")},
                                                            {"material", material},
                                                            {"poisson", poisson}});
    return element_energies(*problem)->element_groups().front()->strains();
  };
  for (const char* material :
       {"linear_corotated", "fixed_corotated", "neo_hookean", "st_venant_kirchhoff"}) {
    INFO(material);
    CHECK(strains(material, 0.3) == 2);
    CHECK(strains(material, 0) == 1);
    CHECK(strains(material, -0.3) == 0);
  }
  CHECK(strains("stable_neo_hookean", 0) == 2);
  CHECK(strains("stable_neo_hookean", -0.9) == 2);
}

TEST_CASE("derivatives by one vertex are those of the constraint and of the stiffness") {
  each([](const Problem& problem, const ElementEnergies& energies) {
    const State u = perturbed(problem, 3);
    const Index block = problem.block_size();
    Mat K;
    problem.stiffness(u, K);
    Eigen::MatrixXd diagonal = Eigen::MatrixXd::Zero(problem.dof(), block);
    ElementVector gradient;
    NodeVector g;
    NodeMatrix H;
    each_element(energies, [&](const ElementGroup& group, int e, const ElementNodes& nodes) {
      const Constraint is = group.constraint(e, u.x, gradient);
      for (int i = 0; i < nodes.size(); ++i)
        if (nodes[i] >= 0) {
          group.derivatives(e, i, u.x, g, H);
          const double scale = is.value / is.compliance;
          CHECK((g - scale * gradient.segment(block * i, block)).norm() <=
                1e-10 * std::abs(scale) * gradient.norm());
          diagonal.middleRows(block * nodes[i], block) += H;
        }
    });
    double off = 0;
    for (Index at = 0; at < problem.dof(); at += block)
      off +=
          (Eigen::MatrixXd(K.block(at, at, block, block)) - diagonal.middleRows(at, block)).norm();
    CHECK(off <= 1e-10 * diagonal.norm());
  });
}

TEST_CASE("squared distances lie below the parabolas of their constant matrix, which touch them") {
  std::set<std::string> names;
  each([&](const Problem& problem, const ElementEnergies& energies) {
    Mat L;
    if (!energies.projection_stiffness(L)) return;
    names.insert(problem.name());
    const State u = perturbed(problem, 4);
    Vec f, external;
    problem.force(u, f);
    energies.external_force(u.t, external);
    const double energy = energy_of_elements(energies, u.x);
    for (const double size : {1e-2, 0.3, 3.})
      for (unsigned seed = 5; seed < 8; ++seed) {
        const Vec dx = size * random(problem.dof(), TypicalSize(problem).length, seed);
        const double curved = energy_of_elements(energies, u.x + dx) - energy;
        const double parabola = (external - f).dot(dx) + dx.dot(L * dx) / 2;
        CHECK(curved <= parabola + 1e-12 * energy);
      }
  });
  CHECK(names.contains("bunny"));
  CHECK(names.contains("tower"));
  CHECK_FALSE(names.contains("flag"));  // not Hooke's law
  CHECK_FALSE(names.contains("beam"));  // not lambda = 0
}

// At rest a spring along d has the stiffness k d d' and L has k I, of three times the trace. A
// corotated element has 2 mu |sym grad u|^2 and L has 2 mu |grad u|^2: of all moves of one node,
// with the gradient g of its shape function, these sum to 2 |g|^2 and to 3 |g|^2.
TEST_CASE("at rest the constant matrix has three times the trace of springs, 3/2 that of solids") {
  const auto ratio = [](const std::string& name, const Settings& settings) {
    const auto problem = ProblemRegistry::instance().make(name, settings);
    const Vec zero = Vec::Zero(problem->dof());
    Mat L, K;
    REQUIRE(element_energies(*problem)->projection_stiffness(L));
    problem->stiffness({0, zero, zero}, K);
    return L.diagonal().sum() / K.diagonal().sum();
  };
  CHECK(ratio("bunny", {{"size", std::string("30")}}) == Approx(3).epsilon(1e-12));
  CHECK(ratio("tower", {{"size", std::string("20")}}) == Approx(3).epsilon(1e-12));
  for (const char* material : {"fixed_corotated", "linear_corotated"})
    CHECK(ratio("suspended_body", {{"body", std::string("bunny")},
                                   {"size", std::string("30")},
                                   {"material", std::string(material)},
                                   {"poisson", 0.0}}) == Approx(1.5).epsilon(1e-12));
}

TEST_CASE("evaluations of elements are counted, and as many as there are elements as one force") {
  const auto problem = ProblemRegistry::instance().make("duffing_chain", {{"n", 4L}});
  const CountedProblem counted(*problem);
  CountedElements elements = counted.elements();
  REQUIRE(elements.count() == 5);
  const Vec x = problem->start().x;
  ElementVector gradient;
  NodeVector g;
  NodeMatrix H;
  for (int i = 0; i < 9; ++i) elements.constraint(i % 5, x, gradient);
  CHECK(counted.work().element_gradients == 9);
  CHECK(counted.work().force == 1);
  elements.derivatives(1, 0, x, g, H);
  CHECK(counted.work().element_gradients == 10);
  CHECK(counted.work().element_hessians == 1);
  CHECK(counted.work().force == 2);
}

TEST_CASE("elements of several groups are numbered one after the other") {
  const auto problem = ProblemRegistry::instance().make(
      "bunny", {{"size", std::string("30")}, {"variant", std::string("literal")}});
  const auto groups = element_energies(*problem)->element_groups();
  REQUIRE(groups.size() == 2);
  const CountedProblem counted(*problem);
  const CountedElements elements = counted.elements();
  CHECK(elements.count() == groups[0]->count() + groups[1]->count());
  ElementNodes here, there;
  elements.nodes(groups[0]->count() - 1, here);
  CHECK(here.size() == 2);
  elements.nodes(groups[0]->count(), here);
  groups[1]->nodes(0, there);
  CHECK(here == there);
}

}  // namespace element_energies_tests
