#include "problems/contact/surface/contact_surface.hpp"

#include "base/error.hpp"
#include "base/system/chunks.hpp"

#include <Eigen/Geometry>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace stiffbench {
namespace {

using Edge = std::array<int, 2>;

Edge edge_between(int i, int j) { return {std::min(i, j), std::max(i, j)}; }

/// Throws Error unless the primitive has different vertices in range, all of one body.
template <std::size_t n>
void validate(const std::array<int, n>& primitive, const ContactMesh& mesh, const char* kind,
              Eigen::Index number) {
  const auto name = [&] { return fmt::format("{} {}", kind, number); };
  for (const int i : primitive)
    if (i < 0 || i >= mesh.rest.cols())
      throw Error(
          fmt::format("the vertices of a contact {} are from 0 to {}", kind, mesh.rest.cols() - 1),
          fmt::format("vertex {} in {}", i, name()), "correct the number");
  for (std::size_t k = 0; k < n; ++k) {
    const int i = primitive[k], j = primitive[(k + 1) % n];
    if (i == j)
      throw Error("edges and triangles in contact have different vertices",
                  fmt::format("vertex {} twice in {}", i, name()), "remove it from the mesh");
    if (mesh.body[static_cast<std::size_t>(i)] != mesh.body[static_cast<std::size_t>(j)])
      throw Error("edges and triangles in contact belong to one body",
                  fmt::format("vertices {} and {} of two bodies in {}", i, j, name()),
                  "give both vertices the same body");
  }
}

void validate_bodies(const ContactMesh& mesh) {
  if (!mesh.rest.allFinite())
    throw Error("vertices in contact have finite positions", "one that is not", "correct the mesh");
  if (std::ssize(mesh.body) != mesh.rest.cols())
    throw Error("every vertex in contact has a body",
                fmt::format("{} bodies of {} vertices", mesh.body.size(), mesh.rest.cols()),
                "give one number for every vertex");
  for (const int body : mesh.body)
    if (body < 0 || body >= std::ssize(mesh.self_contact))
      throw Error(fmt::format("bodies in contact are from 0 to {}", mesh.self_contact.size() - 1),
                  fmt::format("{}", body), "say for every body if it touches itself");
}

void validate_planes(const ContactMesh& mesh) {
  for (const auto& [normal, offset] : mesh.planes)
    if (!(std::abs(normal.norm() - 1) < 1e-12) || !std::isfinite(offset))
      throw Error("a plane in contact has a normal of length 1 and a finite offset",
                  fmt::format("length {:g}, offset {:g} m", normal.norm(), offset),
                  "divide both by the length");
}

}  // namespace

Eigen::Matrix2Xi edges_of(const Eigen::Matrix3Xi& triangles) {
  std::vector<Edge> edges;
  for (const auto& triangle : triangles.colwise())
    for (int k = 0; k < 3; ++k) edges.push_back(edge_between(triangle[k], triangle[(k + 1) % 3]));
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  Eigen::Matrix2Xi columns(2, std::ssize(edges));
  for (Eigen::Index i = 0; i < columns.cols(); ++i)
    columns.col(i) << edges[static_cast<std::size_t>(i)][0], edges[static_cast<std::size_t>(i)][1];
  return columns;
}

ContactSurface::ContactSurface(ContactMesh mesh, std::vector<std::vector<VertexWeight>> weights)
    : mesh_(std::move(mesh)) {
  validate_mesh();
  add_weights(weights);
  join_triangles();
  measure();
}

void ContactSurface::validate_mesh() const {
  validate_bodies(mesh_);
  validate_planes(mesh_);
  for (int i = 0; i < mesh_.edges.cols(); ++i) validate(edge(i), mesh_, "edge", i);
  for (int i = 0; i < mesh_.triangles.cols(); ++i) validate(triangle(i), mesh_, "triangle", i);
}

void ContactSurface::add_weights(const std::vector<std::vector<VertexWeight>>& weights) {
  if (std::ssize(weights) != vertices())
    throw Error("every vertex in contact has weights of unknowns",
                fmt::format("{} lists for {} vertices", weights.size(), vertices()),
                "give an empty list to a vertex that is fixed");
  starts_.push_back(0);
  for (const auto& list : weights) {
    weights_.insert(weights_.end(), list.begin(), list.end());
    const auto begin = weights_.begin() + static_cast<long>(starts_.back());
    std::sort(begin, weights_.end(),
              [](const VertexWeight& a, const VertexWeight& b) { return a.place < b.place; });
    for (auto next = begin; next != weights_.end(); ++next) {
      if (next->place < 0 || !std::isfinite(next->weight) ||
          (next != begin && next->place == (next - 1)->place))
        throw Error("a vertex in contact has finite weights of different unknowns from 0 on",
                    fmt::format("weight {:g} of the group {} for vertex {}", next->weight,
                                next->place, starts_.size() - 1),
                    "correct the list");
      dof_ = std::max<Eigen::Index>(dof_, 3 * (next->place + Eigen::Index{1}));
    }
    starts_.push_back(weights_.size());
  }
}

void ContactSurface::join_triangles() {
  auto& numbers = edge_numbers_;
  in_edge_.assign(static_cast<std::size_t>(vertices()), false);
  for (int i = 0; i < mesh_.edges.cols(); ++i) {
    numbers.emplace_back(edge(i), i);
    for (const int j : edge(i)) in_edge_[at(j)] = true;
  }
  std::sort(numbers.begin(), numbers.end());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto& [low, high] = numbers[i].first;
    if (low > high || (i > 0 && numbers[i].first == numbers[i - 1].first))
      throw Error("an edge in contact is listed once, its lower vertex first",
                  fmt::format("edge ({}, {})", low, high), "make the list with edges_of()");
  }
  triangle_edges_.resize(3, mesh_.triangles.cols());
  edge_starts_.assign(numbers.size() + 1, 0);
  for (int i = 0; i < mesh_.triangles.cols(); ++i)
    for (int k = 0; k < 3; ++k) {
      const Edge between = edge_between(triangle(i)[at(k)], triangle(i)[at((k + 1) % 3)]);
      const std::optional<int> number = edge_number(between);
      if (!number)
        throw Error("every edge of a triangle in contact is among the edges",
                    fmt::format("triangle {} without edge ({}, {})", i, between[0], between[1]),
                    "make the list with edges_of()");
      triangle_edges_(k, i) = *number;
      ++edge_starts_[at(*number) + 1];
    }
  for (std::size_t i = 1; i < edge_starts_.size(); ++i) edge_starts_[i] += edge_starts_[i - 1];
  edge_triangles_.resize(edge_starts_.back());
  std::vector<std::size_t> ends(edge_starts_.begin(), edge_starts_.end() - 1);
  for (int i = 0; i < mesh_.triangles.cols(); ++i)
    for (const int number : triangle_edges_.col(i)) edge_triangles_[ends[at(number)]++] = i;
}

std::optional<int> ContactSurface::edge_number(const Edge& ends) const {
  const auto entry =
      std::lower_bound(edge_numbers_.begin(), edge_numbers_.end(), std::pair(ends, 0));
  if (entry == edge_numbers_.end() || entry->first != ends) return std::nullopt;
  return entry->second;
}

void ContactSurface::measure() {
  least_edge_ = std::numeric_limits<double>::infinity();
  const auto& X = mesh_.rest;
  for (const auto& ends : mesh_.edges.colwise())
    least_edge_ = std::min(least_edge_, (X.col(ends[0]) - X.col(ends[1])).norm());
  vertex_area_.assign(static_cast<std::size_t>(vertices()), 0);
  edge_area_.assign(static_cast<std::size_t>(mesh_.edges.cols()), 0);
  for (int i = 0; i < mesh_.triangles.cols(); ++i) {
    const auto [a, b, c] = triangle(i);
    const Eigen::Vector3d one = X.col(b) - X.col(a), other = X.col(c) - X.col(a);
    const double third = one.cross(other).norm() / 6;
    for (const int vertex : {a, b, c}) vertex_area_[at(vertex)] += third;
    for (const int number : triangle_edges_.col(i)) edge_area_[at(number)] += third;
  }
  for (int i = 0; i < mesh_.edges.cols(); ++i) flat_.push_back(is_flat_forever(i));
}

/// Four vertices of a plane satisfy sum b_i X_i = 0 with sum b_i = 0. They stay in one plane if
/// sum b_i w_ik = 0 for all unknowns k.
bool ContactSurface::is_flat_forever(int edge_number) const {
  const std::span<const int> both = triangles_of(edge_number);
  if (both.size() != 2) return false;
  const auto [a, b] = edge(edge_number);
  std::array<int, 4> corners = {a, b, a, b};  // the last two become those opposite the edge
  for (std::size_t k = 0; k < 2; ++k)
    for (const int corner : triangle(both[k]))
      if (corner != a && corner != b) corners[2 + k] = corner;
  Eigen::Matrix3d from_a;
  for (std::size_t k = 0; k < 3; ++k)
    from_a.col(static_cast<int>(k)) = mesh_.rest.col(corners[k + 1]) - mesh_.rest.col(a);
  // The parts of the last vertex are the solution for the two others; the normal part must vanish.
  const Eigen::Vector3d along = from_a.col(0), one = from_a.col(1), other = from_a.col(2),
                        normal = along.cross(one);
  const double size = along.norm();
  if (!(normal.norm() > 1e-9 * size * one.norm()) ||
      !(std::abs(normal.dot(other)) <= 1e-9 * normal.norm() * size))
    return false;
  const double by_one = normal.dot(along.cross(other)) / normal.squaredNorm(),
               by_along = normal.dot(other.cross(one)) / normal.squaredNorm();
  if (!(by_one < 0)) return false;  // folded
  const std::array<double, 4> parts = {1 - by_along - by_one, by_along, by_one, -1};
  std::vector<std::pair<int, double>> sums;
  for (std::size_t k = 0; k < 4; ++k)
    for (const auto& [place, weight] : weights(corners[k]))
      sums.emplace_back(place, parts[k] * weight);
  std::sort(sums.begin(), sums.end());
  for (std::size_t i = 0; i < sums.size();) {
    double sum = 0, magnitude = 0;
    for (const int place = sums[i].first; i < sums.size() && sums[i].first == place; ++i) {
      sum += sums[i].second;
      magnitude += std::abs(sums[i].second);
    }
    if (!(std::abs(sum) <= 1e-9 * magnitude)) return false;
  }
  return true;
}

Eigen::Matrix3Xd ContactSurface::positions(const Vec& u) const {
  Eigen::Matrix3Xd x = mesh_.rest;
  add_moves(u, x);
  return x;
}

Eigen::Matrix3Xd ContactSurface::velocities(const Vec& v) const {
  Eigen::Matrix3Xd all = Eigen::Matrix3Xd::Zero(3, vertices());
  add_moves(v, all);
  return all;
}

void ContactSurface::add_moves(const Vec& u, Eigen::Matrix3Xd& x) const {
  on_chunks(vertices(), [&](long first, long size) {
    for (auto i = static_cast<int>(first); i < first + size; ++i)
      for (const auto& [place, weight] : weights(i)) x.col(i) += weight * u.segment<3>(3 * place);
  });
}

}  // namespace stiffbench
