#include "problems/contact/contact_matrices.hpp"

#include "problems/contact/distance/edge_edge.hpp"
#include "problems/contact/distance/point_edge.hpp"
#include "problems/contact/distance/point_triangle.hpp"

#include <span>

namespace stiffbench {
namespace {

using Pairs = std::vector<std::array<int, 2>>;

/// Calls visit(i, j) for every two places of which one moves a vertex in `one` and the other a
/// vertex in `other`.
template <class Visit>
void each_pair(const ContactSurface& surface, std::span<const int> one, std::span<const int> other,
               const Visit& visit) {
  for (const int a : one)
    for (const int b : other)
      for (const VertexWeight& i : surface.weights(a))
        for (const VertexWeight& j : surface.weights(b))
          if (i.place != j.place) visit(i.place, j.place);
}

std::span<const int> vertices_of(const Collision& collision) {
  return {collision.vertex.data(), static_cast<std::size_t>(collision.size)};
}

/// Calls visit(i, j) for every two places that the matrices of collisions join.
template <class Visit>
void each_joined(const ContactSurface& surface, const std::vector<Collision>& collisions,
                 const std::vector<NormalForce>& normal, const Visit& visit) {
  for (const Collision& collision : collisions) {
    const auto vertices = vertices_of(collision);
    for (std::size_t k = 0; k < vertices.size(); ++k)
      each_pair(surface, vertices.subspan(k, 1), vertices.subspan(k), visit);
  }
  for (std::size_t i = 0; i < normal.size(); ++i)
    for (const auto& [other, factor] : normal[i].others)
      each_pair(surface, vertices_of(collisions[i]),
                vertices_of(collisions[static_cast<std::size_t>(other)]), visit);
}

}  // namespace

CollisionPlaces::CollisionPlaces(const ContactSurface& surface, const Collision& collision) {
  for (int k = 0; k < collision.size; ++k)
    for (const auto& [place, weight] :
         surface.weights(collision.vertex[static_cast<std::size_t>(k)])) {
      auto entry = std::find_if(all.begin(), all.end(),
                                [number = place](const Place& p) { return p.number == number; });
      if (entry == all.end()) entry = all.insert(all.end(), {place, Eigen::Vector4d::Zero()});
      entry->weights[k] = weight;
    }
}

void add_contact_rows(const CollisionPlaces& rows, const CollisionPlaces& columns,
                      const Mat12& matrix, int first, int last, Mat& K) {
  for (const auto& row : rows.all) {
    if (row.number < first || row.number >= last) continue;
    const int stride = block_stride(K, row.number);
    for (const auto& column : columns.all) {
      Eigen::Matrix3d block = Eigen::Matrix3d::Zero();
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) {
          const double weight = row.weights[i] * column.weights[j];
          if (weight != 0) block += weight * matrix.block<3, 3>(3 * i, 3 * j);
        }
      add_block(block, stride, K.valuePtr() + block_slot(K, row.number, column.number));
    }
  }
}

void add_contact_matrix(const ContactSurface& surface, const Collision& rows,
                        const Collision& columns, Mat& K, const Mat12& matrix) {
  add_contact_rows({surface, rows}, {surface, columns}, matrix, 0, static_cast<int>(K.rows() / 3),
                   K);
}

Pairs joined_places(const ContactSurface& surface, const std::vector<Collision>& collisions,
                    const std::vector<NormalForce>& normal) {
  Pairs pairs;
  each_joined(surface, collisions, normal, [&](int i, int j) { pairs.push_back({i, j}); });
  return pairs;
}

Pairs joined_places(const ContactSurface& surface, const Candidates& candidates,
                    const Eigen::Matrix3Xd& x, double distance) {
  Pairs pairs;
  const auto join = [&](double squared, const auto& vertices) {
    if (squared >= distance * distance) return;
    const std::span<const int> all = vertices;
    for (std::size_t k = 0; k < all.size(); ++k)
      each_pair(surface, all.subspan(k, 1), all.subspan(k), [&](int i, int j) {
        pairs.push_back({i, j});
      });
  };
  for (const auto& [vertex, number] : candidates.point_triangle) {
    const auto [a, b, c] = surface.triangle(number);
    const std::array vertices = {vertex, a, b, c};
    join(closest_point_triangle(x(Eigen::all, vertices)).squared, vertices);
  }
  for (const auto& [one, other] : candidates.edge_edge) {
    const auto a = surface.edge(one), b = surface.edge(other);
    const std::array vertices = {a[0], a[1], b[0], b[1]};
    join(closest_edge_edge(x(Eigen::all, vertices)).squared, vertices);
  }
  for (const auto& [vertex, number] : candidates.point_edge) {
    const auto [a, b] = surface.edge(number);
    const std::array vertices = {vertex, a, b};
    join(closest_point_edge(x(Eigen::all, vertices)).squared, vertices);
  }
  for (const auto& pair : candidates.point_point)
    join((x.col(pair[0]) - x.col(pair[1])).squaredNorm(), pair);
  return pairs;
}

bool contact_matrices_fit(const ContactSurface& surface, const std::vector<Collision>& collisions,
                          const std::vector<NormalForce>& normal, const Mat& K) {
  bool all = true;
  each_joined(surface, collisions, normal,
              [&](int i, int j) { all = all && find_block(K, i, j) >= 0; });
  return all;
}

}  // namespace stiffbench
