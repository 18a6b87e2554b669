// Outputs of bodies in contact: motions against closed forms, the audit, resumption.

#include "problems/contact/bodies/surfaces.hpp"
#include "problems/contact/contact_problem.hpp"
#include "problems/contact/outputs/contact_outputs.hpp"
#include "problems/contact/outputs/own_energy.hpp"
#include "problems/contract/registry.hpp"

#include <catch2/catch.hpp>

#include <cmath>

namespace contact_outputs_tests {

using namespace stiffbench;
using Eigen::Vector3d;

namespace {

constexpr double side = 0.1, density = 1000, cubic = side * side * side;

SurfaceMesh cube_at(const Vector3d& low) {
  return cuboid_surface({{1, 1, 1}, Vector3d::Constant(side), low});
}

/// An obstacle, an affine and a meshed cube that fly and spin, and a point.
ContactBodies flight() {
  ContactBodies bodies;
  bodies.add_plane({0, 1, 0});
  const SurfaceMesh step = cube_at({-1, 0, 0});
  bodies.add_obstacle("step", step.vertices, step.faces);
  bodies.add("stiff", AffineSolid{cube_at({0, 1, 0}), density, 1e6}, {{0.3, 1, 0.4}, {0, 0, 2}});
  const std::array<int, 3> cells = {2, 2, 2};
  const TetMesh mesh =
      kuhn_mesh(grid_vertices({cells, Vector3d::Constant(side), {1, 1, 0}}), cells);
  bodies.add("soft",
             MeshedSolid{.mesh = mesh,
                         .surface = surface_faces(mesh),
                         .material = make_material(Material::neo_hookean, lame(1e5, 0.3)),
                         .density = density},
             {{0, 0.5, 0}, {3, 0, 0}});
  bodies.add_point("point", {2, 1, 0}, 0.2, {0, 0, 0.5});
  return bodies;
}

ContactParameters weightless() {
  ContactParameters p;
  p.gravity = 0;
  return p;
}

std::vector<double> list(const Settings& all, const std::string& name) {
  return std::get<std::vector<double>>(all.at(name));
}
double number(const Settings& all, const std::string& name) {
  return std::get<double>(all.at(name));
}

}  // namespace

TEST_CASE("outputs of bodies in contact are those of their rigid motions") {
  const ContactProblem problem(flight(), weightless());
  const auto outputs = problem.outputs(0);
  State u = problem.start();
  outputs->see(u);
  const double h = 0.01;
  for (int i = 0; i < 2; ++i) {
    u.t += h;
    u.x += h * u.v;
    outputs->see(u);
  }
  const Settings all = outputs->result();
  const auto x = list(all, "centre_x"), y = list(all, "centre_y"), vy = list(all, "velocity_y");
  REQUIRE(x.size() == 3);
  CHECK(x[0] == Approx(side / 2 + 0.3 * 2 * h));
  CHECK(x[1] == Approx(1 + side / 2));
  CHECK(x[2] == Approx(2));
  CHECK(y[1] == Approx(1 + side / 2 + 0.5 * 2 * h));
  CHECK(vy[0] == Approx(1));
  const auto travel = list(all, "travel"), turned = list(all, "turned");
  CHECK(travel[0] == Approx(0.5 * 2 * h));  // across gravity only
  CHECK(travel[1] == Approx(0).margin(1e-14));
  CHECK(travel[2] == Approx(0.5 * 2 * h));
  CHECK(turned[0] == Approx(2 * 2 * h).epsilon(0.01));
  CHECK(turned[1] == Approx(3 * 2 * h).epsilon(0.01));
  CHECK(turned[2] == 0);
  const double mass = density * cubic;
  CHECK(list(all, "momentum")[1] == Approx(mass * 1.5));
  CHECK(list(all, "momentum")[2] == Approx(mass * 0.4 + 0.2 * 0.5));
  Vector3d L = Vector3d::Zero();
  const Vec places = problem.places(u.x), masses = problem.mass().diagonal();
  for (Eigen::Index i = 0; i < u.x.size(); i += 3)
    L += masses[i] * Vector3d(places.segment<3>(i)).cross(Vector3d(u.v.segment<3>(i)));
  for (int i = 0; i < 3; ++i) CHECK(list(all, "angular_momentum")[i] == Approx(L[i]));
  CHECK(number(all, "kinetic_energy") == Approx(problem.kinetic(u)));
  CHECK(number(all, "elastic_energy") + number(all, "contact_energy") ==
        Approx(problem.potential(u)));
  CHECK(number(all, "least_distance") == problem.contacts().law().dhat);
  CHECK(number(all, "least_contact_energy") == 0);
  CHECK(number(all, "least_det") == Approx(1).epsilon(1e-3));
  CHECK(all.count("edges_in_triangles") == 0);
}

TEST_CASE("outputs of bodies in contact tell of inversion, nearness and intersections") {
  ContactParameters p = weightless();
  p.audit = true;
  const ContactProblem problem(flight(), p);
  const auto outputs = problem.outputs(0);
  State u = problem.start();
  outputs->see(u);
  CHECK(number(outputs->result(), "edges_in_triangles") == 0);
  u.x[1] -= 1 - 3e-4;  // the affine cube, to 0.3 mm above the plane
  outputs->see(u);
  CHECK(number(outputs->result(), "least_distance") == Approx(3e-4));
  CHECK(number(outputs->result(), "vertices_beyond_planes") == 0);
  u.x[0] -= 1.05;  // halfway into the obstacle
  outputs->see(u);
  CHECK(number(outputs->result(), "edges_in_triangles") > 0);
  u.x[1] -= 4e-4;
  outputs->see(u);
  CHECK(number(outputs->result(), "vertices_beyond_planes") == 4);
  u = problem.start();
  u.x[3] = -2;  // the first column of the affine cube, reversed
  outputs->see(u);
  CHECK(number(outputs->result(), "least_det") == Approx(-1));
  CHECK(number(outputs->result(), "vertices_beyond_planes") == 4);
}

TEST_CASE("the own energy of a body has neither other bodies nor contacts") {
  ContactBodies bodies = flight();
  ContactProblem problem(bodies, {});  // with weight
  const int soft = 2;
  const State start = problem.start();
  const auto energy_at = [&](const State& u) {
    const auto own = problem.own_energy({soft}, u);
    return own.kinetic + own.potential;
  };
  CHECK(problem.own_energy({soft}, start).potential == 0);
  State u = start;
  const auto& part = problem.parts().parts()[soft];
  const Eigen::Index first = 3 * part.first_place, count = 3 * part.places;
  u.x.head(first).setRandom();
  u.v.head(first).setRandom();
  CHECK(energy_at(u) == energy_at(start));
  // Of all bodies that move, it alone is deformed: its energy changes as that of the problem does.
  u = start;
  u.x.segment(first, count) += 0.01 * Vec::Random(count);
  u.v.segment(first, count) += Vec::Random(count);
  CHECK(energy_at(u) - energy_at(start) == Approx(problem.energy(u) - problem.energy(start)));
}

TEST_CASE("own energies are summed, and their kinetic part is averaged over the last quarter") {
  const auto problem = ProblemRegistry::instance().make(
      "trampoline_maze", {{"size", std::string("30")}, {"end_time", 4.0}});
  const auto& scene = dynamic_cast<const ContactProblem&>(*problem);
  OwnEnergy outputs(scene, {0, 1}, 4);
  const State start = problem->start();
  Vec rate = Vec::Zero(problem->dof());
  const auto& last = scene.parts().parts()[1];
  rate.head(3 * (last.first_place + last.places)).setOnes();
  const double unit = problem->kinetic({0, start.x, rate});
  for (int i = 0; i <= 4; ++i) outputs.see({double(i), start.x, i * rate});
  Settings all = outputs.result();
  CHECK(number(all, "own_energy") == Approx(16 * unit));
  CHECK(number(all, "late_kinetic") == Approx((9 + 16) * unit / 2));  // from 3 s to 4 s
  CHECK(list(all, "series_own_energy").size() == 5);
  CHECK(list(all, "series_own_energy")[2] == Approx(4 * unit));
  OwnEnergy other(scene, {0, 1}, 0);
  other.see({0, start.x, 0 * rate});
  CHECK(std::isnan(number(other.result(), "late_kinetic")));
  OwnEnergy resumed(scene, {0, 1}, 0);
  resumed.resume(outputs.memory());
  CHECK(number(resumed.result(), "late_kinetic") == number(all, "late_kinetic"));
  CHECK(number(resumed.result(), "own_energy") == number(all, "own_energy"));
}

TEST_CASE("outputs of bodies in contact resume from their memory") {
  ContactParameters p = weightless();
  p.audit = true;
  const ContactProblem problem(flight(), p);
  const auto whole = problem.outputs(0), first = problem.outputs(0), second = problem.outputs(0);
  const State start = problem.start();
  for (int i = 0; i < 4; ++i) {
    const State u{0.01 * i, start.x + 0.01 * i * start.v, start.v * (1 + i)};
    whole->see(u);
    (i < 2 ? first : second)->see(u);
    if (i == 1)
      dynamic_cast<ResumableOutputs&>(*second).resume(
          dynamic_cast<const ResumableOutputs&>(*first).memory());
  }
  CHECK(whole->result() == second->result());
}

}  // namespace contact_outputs_tests
