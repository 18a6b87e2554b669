// What elements of solids add has the same digits with any number of threads.

#include "problems/meshes/grid.hpp"
#include "problems/solids/plane_contact.hpp"
#include "problems/solids/solid_body.hpp"
#include "tests/base/thread_guard.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <random>

namespace solid_threads_tests {

using namespace stiffbench;
using test::with_any_threads;

namespace {

constexpr std::array<int, 3> cells = {16, 14, 14};
constexpr double size = 0.1;  // of a cell (m)

Eigen::Matrix3Xd vertices() {
  Eigen::Matrix3Xd X = grid_vertices({cells, {size * cells[0], size * cells[1], size * cells[2]}});
  X.row(1).array() += size;  // above the ground
  return X;
}

/// Places in the order of the vertices, or in none; every tenth vertex is fixed.
std::vector<int> places(Eigen::Index count, bool in_order) {
  std::vector<int> free_index, places;
  for (int i = 0, next = 0; i < count; ++i) {
    free_index.push_back(i % 10 == 0 ? -1 : next++);
    if (i % 10 != 0) places.push_back(free_index.back());
  }
  if (!in_order) std::shuffle(places.begin(), places.end(), std::mt19937(1));
  for (int& place : free_index)
    if (place >= 0) place = places[static_cast<std::size_t>(place)];
  return free_index;
}

Vec wave(Eigen::Index n, double from, double to) {
  return 0.02 * size * Vec::LinSpaced(n, from, to).array().sin().matrix();
}

void check_any_threads(const SolidBody& body, bool limits_steps) {
  const Eigen::Index n = body.dof();
  REQUIRE(n > 3 * 3000);  // three threads have at least a thousand vertices each
  const Vec u = wave(n, 1, 300), du = wave(n, 2, 50);
  with_any_threads([&] {
    Vec f = wave(n, 3, 9);
    body.add_force(u, f);
    return f;
  });
  with_any_threads([&] {
    Vec df = wave(n, 3, 9);
    body.add_jacobian_times(u, du, df);
    return df;
  });
  with_any_threads([&] {
    double sum = 0;
    body.add_potential(u, sum);
    return sum;
  });
  with_any_threads([&] {
    const double share = body.terms().front()->feasible_step(u, 50 * du);
    CHECK((share < 1) == limits_steps);
    return share;
  });
  for (const auto add : {&SolidTerm::add_stiffness, &SolidTerm::add_projected_stiffness,
                         &SolidTerm::add_lagged_stiffness})
    with_any_threads([&] {
      Mat K;
      body.assemble(u, K, [&](const SolidTerm& term, const auto& at, GeneralBlocks::Rows& rows) {
        (term.*add)(at, rows);
      });
      return Vec(K.coeffs().matrix());
    });
}

}  // namespace

TEST_CASE("elements of solids have the same digits with any number of threads", "[solids]") {
  const Eigen::Matrix3Xd X = vertices();
  for (const SolidMesh& mesh : {SolidMesh(kuhn_mesh(X, cells)), SolidMesh(hex_mesh(X, cells))})
    for (const bool in_order : {true, false}) {
      const Material material = in_order ? Material::fixed_corotated : Material::neo_hookean;
      CAPTURE(mesh.index(), in_order);
      const std::vector<int> free = places(X.cols(), in_order);
      SolidBody body = solid_body(mesh, free, solid_masses(mesh, free, 1000, false).mass,
                                  make_material(material, lame(1e5, 0.4)));
      body.add<PlaneContact>(PlaneContact::Elements::LinSpaced(static_cast<int>(X.cols()), 0,
                                                               static_cast<int>(X.cols()) - 1),
                             Barrier<double>{1e5, 2 * size});
      check_any_threads(body, material == Material::neo_hookean);
    }
}

}  // namespace solid_threads_tests
