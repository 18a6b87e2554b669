#include "problems/contact/bodies/contact_bodies.hpp"

#include "base/error.hpp"
#include "problems/contact/affine/orthogonality.hpp"
#include "problems/meshes/numbering.hpp"
#include "problems/solids/shells/bending_elements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stiffbench {
namespace {

using Eigen::Index;

const Eigen::Vector3d origin = Eigen::Vector3d::Zero();

/// Returns the places of the free vertices of a mesh, the first of which is `first`.
std::vector<int> places_from(int first, const SolidMesh& mesh, std::vector<bool> is_fixed) {
  const auto count = static_cast<std::size_t>(vertices_of(mesh).cols());
  is_fixed.resize(count);
  is_fixed.flip();
  std::vector<int> places;
  if (const auto* tets = std::get_if<TetMesh>(&mesh)) {
    places = number_for_locality(*tets, is_fixed);
  } else {
    int next = 0;
    for (const bool free : is_fixed) places.push_back(free ? next++ : -1);
  }
  for (int& place : places)
    if (place >= 0) place += first;
  return places;
}

/// Returns the elements of a mesh without its vertices, whose numbers grow by `first`.
SolidMesh elements_from(int first, SolidMesh mesh) {
  struct Shift {
    void operator()(TetMesh& tets) const { tets.tets.array() += first; }
    void operator()(HexMesh& hexes) const { hexes.hexes.array() += first; }
    int first;
  };
  std::visit(Shift{first}, mesh);
  std::visit([](auto& any) { any.vertices.resize(3, 0); }, mesh);
  return mesh;
}

template <class Column>
auto matrix_of(const std::vector<Column>& columns) {
  constexpr int rows = Column::RowsAtCompileTime;
  Eigen::Matrix<typename Column::Scalar, rows, Eigen::Dynamic> matrix(
      rows, static_cast<Index>(columns.size()));
  for (std::size_t i = 0; i < columns.size(); ++i) matrix.col(static_cast<Index>(i)) = columns[i];
  return matrix;
}
Vec vector_of(const std::vector<double>& numbers) {
  return Eigen::Map<const Vec>(numbers.data(), static_cast<Index>(numbers.size()));
}

}  // namespace

MeshedSolid meshed_solid(const TetMesh& mesh, Material material, const Lame& lame, double density) {
  return {.mesh = mesh,
          .surface = surface_faces(mesh),
          .material = make_material(material, lame),
          .density = density};
}

ContactBodies::Part& ContactBodies::begin(const std::string& name) {
  const auto vertices = static_cast<int>(contact_rest_.size());
  return parts_.emplace_back(Part{.name = name,
                                  .first_place = places_,
                                  .places = 0,
                                  .first_elastic = static_cast<int>(rest_.size()),
                                  .first_vertex = vertices,
                                  .vertices = 0,
                                  .triangles = {}});
}

int ContactBodies::end(bool self_contact) {
  Part& part = parts_.back();
  part.places = places_ - part.first_place;
  part.vertices = static_cast<int>(contact_rest_.size()) - part.first_vertex;
  self_contact_.push_back(self_contact);
  return static_cast<int>(parts_.size()) - 1;
}

int ContactBodies::add_vertex(const Eigen::Vector3d& X, double mass, double heavy, int place,
                              const Eigen::Vector3d& velocity, double damping_rate) {
  rest_.push_back(X);
  place_.push_back(place);
  mass_.push_back(mass);
  if (place >= 0) {
    if (place >= places_) {
      places_ = place + 1;
      start_.resize(static_cast<std::size_t>(places_), origin);
      velocity_.resize(static_cast<std::size_t>(places_));
      heavy_.resize(static_cast<std::size_t>(places_));
      drag_.resize(static_cast<std::size_t>(places_));
    }
    velocity_[static_cast<std::size_t>(place)] = velocity;
    heavy_[static_cast<std::size_t>(place)] = heavy;
    drag_[static_cast<std::size_t>(place)] = damping_rate * mass;
  }
  return static_cast<int>(rest_.size()) - 1;
}

void ContactBodies::set_start(int place, const Eigen::Vector3d& x) {
  start_[static_cast<std::size_t>(place)] = x;
}

void ContactBodies::add_contact_vertex(const Eigen::Vector3d& X,
                                       std::vector<VertexWeight> weights) {
  contact_rest_.push_back(X);
  owner_.push_back(static_cast<int>(parts_.size()) - 1);
  weights_.push_back(std::move(weights));
}

void ContactBodies::add_triangles(const Eigen::Matrix3Xi& triangles, int first) {
  parts_.back().triangles = triangles;
  const SurfaceMesh surface{{}, triangles};
  for (const auto& triangle : triangles.colwise())
    triangles_.emplace_back(triangle.array() + first);
  for (const auto& [low, high] : unique_edges(surface))
    edges_.emplace_back(low + first, high + first);
}

int ContactBodies::add(const std::string& name, const MeshedSolid& solid,
                       const RigidMotion& motion) {
  Part& part = begin(name);
  const Eigen::Matrix3Xd& vertices = vertices_of(solid.mesh);
  const std::vector<int> places = places_from(places_, solid.mesh, solid.is_fixed);
  std::vector<int> local = places;
  for (int& place : local)
    if (place >= 0) place -= part.first_place;
  const Vec masses = solid_masses(solid.mesh, local, solid.density, false).nodal;
  part.mass = masses.sum();
  const Eigen::Vector3d centre = vertices * masses / part.mass;
  for (Index i = 0; i < vertices.cols(); ++i) {
    const Eigen::Vector3d X = vertices.col(i);
    add_vertex(X, masses[i], masses[i], places[static_cast<std::size_t>(i)],
               motion.velocity + motion.spin.cross(X - centre), solid.damping.rate);
    const int place = places[static_cast<std::size_t>(i)];
    if (place >= 0 && solid.displacement.cols() > 0) set_start(place, solid.displacement.col(i));
  }
  elements_.push_back(
      {elements_from(part.first_elastic, solid.mesh), solid.material, solid.damping.viscosity});

  std::vector<int> on_surface(static_cast<std::size_t>(vertices.cols()), -1);
  Eigen::Matrix3Xi triangles = solid.surface;
  int next = 0;
  for (int& vertex : triangles.reshaped()) {
    int& number = on_surface[static_cast<std::size_t>(vertex)];
    if (number < 0) {
      number = next++;
      const int place = places[static_cast<std::size_t>(vertex)];
      add_contact_vertex(vertices.col(vertex), place < 0 ? std::vector<VertexWeight>()
                                                         : std::vector<VertexWeight>{{place, 1}});
    }
    vertex = number;
  }
  add_triangles(triangles, parts_.back().first_vertex);
  return end(solid.self_contact);
}

int ContactBodies::add(const std::string& name, const AffineSolid& solid,
                       const RigidMotion& motion) {
  validate(solid.surface);
  Part& part = begin(name);
  const AffineFrame frame(moments_of(solid.surface, solid.density));
  part.frame = frame;
  part.mass = frame.mass;
  const int first = places_;
  std::array<int, 4> vertices{};
  for (int k = 0; k < 4; ++k)
    vertices[static_cast<std::size_t>(k)] = add_vertex(
        k == 0 ? origin : frame.rest().col(k), frame.masses()[k], k == 0 ? frame.mass : 0,
        first + k, frame.rates(motion.velocity, motion.spin).col(k));
  set_start(first, frame.centre);
  columns_.emplace_back(vertices[1], vertices[2], vertices[3]);
  orthogonality_.push_back(solid.modulus * frame.mass / solid.density);
  for (const auto& X : solid.surface.vertices.colwise()) {
    const Eigen::Vector4d w = frame.weights(X);
    std::vector<VertexWeight> weights;
    for (int k = 0; k < 4; ++k) weights.push_back({first + k, w[k]});
    add_contact_vertex(X - frame.centre, std::move(weights));
  }
  add_triangles(solid.surface.faces, parts_.back().first_vertex);
  return end(false);
}

int ContactBodies::add(const std::string& name, const ThinShell& shell,
                       const Eigen::Vector3d& velocity) {
  Part& part = begin(name);
  part.is_open = true;
  const Vec masses = shell.density * vertex_areas(shell.surface);
  part.mass = masses.sum();
  const int first = part.first_elastic;
  for (Index i = 0; i < masses.size(); ++i) {
    const Eigen::Vector3d X = shell.surface.vertices.col(i);
    const bool fixed = !shell.is_fixed.empty() && shell.is_fixed[static_cast<std::size_t>(i)];
    const int place = fixed ? -1 : places_;
    add_vertex(X, masses[i], masses[i], place, velocity, shell.damping.rate);
    add_contact_vertex(X,
                       fixed ? std::vector<VertexWeight>() : std::vector<VertexWeight>{{place, 1}});
  }
  sheets_.push_back({shell.surface.faces.array() + first, shell.membrane, shell.bending,
                     shell.damping.viscosity});
  add_triangles(shell.surface.faces, parts_.back().first_vertex);
  return end(shell.self_contact);
}

int ContactBodies::add_point(const std::string& name, const Eigen::Vector3d& X, double mass,
                             const Eigen::Vector3d& velocity) {
  begin(name).mass = mass;
  const int place = places_;
  add_vertex(origin, mass, mass, place, velocity);
  set_start(place, X);
  add_contact_vertex(origin, {{place, 1}});
  return end(false);
}

int ContactBodies::add_obstacle(const std::string& name, const Eigen::Matrix3Xd& vertices,
                                const Eigen::Matrix3Xi& triangles) {
  begin(name);
  for (const auto& X : vertices.colwise()) add_contact_vertex(X, {});
  add_triangles(triangles, parts_.back().first_vertex);
  return end(false);
}

void ContactBodies::add_plane(const Eigen::Vector3d& normal, double offset) {
  const double length = normal.norm();
  if (!(length > 0) || !std::isfinite(length) || !std::isfinite(offset))
    throw Error("a plane has a finite normal that is not zero, and a finite offset",
                fmt::format("a normal of length {} and an offset of {} m", length, offset),
                "give a direction, such as 0, 1, 0 for a ground");
  planes_.push_back({normal / length, offset / length});
}

void ContactBodies::add_spring(int body, double stiffness, const Eigen::Vector3d& direction,
                               double speed) {
  const Part& part = parts_.at(static_cast<std::size_t>(body));
  if (!part.frame && part.places != 1)
    throw Error("a spring pulls a point mass or an affine body",
                fmt::format("body '{}' with {} places", part.name, part.places),
                "name another body");
  const Eigen::Vector3d along = direction.normalized();
  const double start = along.dot(start_[static_cast<std::size_t>(part.first_place)]);
  anchors_.push_back({part.first_place, stiffness, along, start, speed});
  anchored_.push_back(part.first_elastic);
}

void ContactBodies::set_friction(int body, double mu) {
  Part& part = parts_.at(static_cast<std::size_t>(body));
  if (!(mu >= 0) || !std::isfinite(mu))
    throw Error(fmt::format("body '{}' has a finite coefficient of friction, 0 or more", part.name),
                fmt::format("{:g}", mu), "give 0 for a body that slips");
  part.friction = mu;
}

void ContactBodies::add_support(int body, int vertex, double stiffness,
                                const Eigen::Vector3d& direction) {
  const Part& part = parts_.at(static_cast<std::size_t>(body));
  const int number = part.first_elastic + vertex;
  const bool exists = vertex >= 0 && number < std::ssize(place_);
  const int place = exists ? place_[static_cast<std::size_t>(number)] : -1;
  if (part.frame || place < part.first_place || place >= part.first_place + part.places)
    throw Error("a support holds a free vertex of a mesh",
                fmt::format("vertex {} of body '{}'", vertex, part.name), "name another vertex");
  anchors_.push_back({place, stiffness, direction.normalized()});
  anchored_.push_back(number);
}

SolidBody ContactBodies::elastic_body() const {
  std::vector<Eigen::Vector2i> pairs;
  for (const Elements& solid : elements_) {
    const Eigen::Matrix2Xi joined = pairs_of(solid.mesh);
    for (const auto& pair : joined.colwise()) pairs.emplace_back(pair);
  }
  for (const Sheet& sheet : sheets_) {
    const Eigen::Matrix2Xi joined = shell_pairs(sheet.triangles, sheet.bending > 0);
    for (const auto& pair : joined.colwise()) pairs.emplace_back(pair);
  }
  for (const Eigen::Vector3i& a : columns_)
    for (const auto& [i, k] : {std::pair(0, 1), {0, 2}, {1, 2}}) pairs.emplace_back(a[i], a[k]);
  SolidBody body(matrix_of(rest_), place_, vector_of(mass_), matrix_of(pairs));
  for (const Elements& solid : elements_) add_elements(solid.mesh, solid.material, body);
  for (const Sheet& sheet : sheets_) {
    body.add<MembraneElements>(sheet.triangles, sheet.membrane);
    if (sheet.bending > 0) body.add<BendingElements>(hinges_of(sheet.triangles), sheet.bending);
  }
  if (!columns_.empty()) body.add<Orthogonality>(matrix_of(columns_), vector_of(orthogonality_));
  if (!anchors_.empty())
    body.add<Anchors>(
        Eigen::Map<const Anchors::Elements>(anchored_.data(), static_cast<Index>(anchored_.size())),
        anchors_);
  return body;
}

Viscosity ContactBodies::viscosity(const SolidBody& body) const {
  const auto acts = [](const Lame& viscosity) { return viscosity.mu > 0 || viscosity.lambda > 0; };
  Viscosity all;
  for (const Elements& solid : elements_)
    if (acts(solid.viscosity)) all.add(solid.mesh, solid.viscosity, body);
  for (const Sheet& sheet : sheets_)
    if (acts(sheet.viscosity)) all.add(sheet.triangles, sheet.viscosity, body);
  return all;
}
Vec ContactBodies::drags() const { return vector_of(drag_); }

ContactSurface ContactBodies::contact_surface() const {
  return {{.rest = matrix_of(contact_rest_),
           .edges = matrix_of(edges_),
           .triangles = matrix_of(triangles_),
           .body = owner_,
           .self_contact = self_contact_,
           .planes = planes_},
          weights_};
}

State ContactBodies::start() const {
  return {0, matrix_of(start_).reshaped(), matrix_of(velocity_).reshaped()};
}
Vec ContactBodies::heavy_masses() const { return vector_of(heavy_); }

}  // namespace stiffbench
