#include "problems/contact/friction/normal_forces.hpp"

#include <algorithm>
#include <optional>

namespace stiffbench {
namespace {

using Key = std::array<int, 4>;

/// Collisions of positive weight of a vertex before a triangle, by their vertices.
class PositiveCollisions {
 public:
  explicit PositiveCollisions(const std::vector<Collision>& all) {
    for (std::size_t i = 0; i < all.size(); ++i)
      if (all[i].weight > 0 && all[i].kind == Collision::Kind::point_triangle)
        numbers_.emplace_back(all[i].vertex, static_cast<int>(i));
    std::sort(numbers_.begin(), numbers_.end());
  }
  std::optional<int> number(const Key& vertices) const {
    const auto place = std::lower_bound(numbers_.begin(), numbers_.end(), std::pair(vertices, 0));
    if (place == numbers_.end() || place->first != vertices) return std::nullopt;
    return place->second;
  }

 private:
  std::vector<std::pair<Key, int>> numbers_;
};

/// Returns the collisions from whose normal force that of a negative collision is taken: at most
/// two.
std::vector<int> partners_of(const ContactSurface& surface, const Collision& collision,
                             const PositiveCollisions& positive) {
  std::vector<int> partners;
  if (collision.kind != Collision::Kind::point_edge) return partners;
  const auto edge = surface.edge_number({collision.vertex[1], collision.vertex[2]});
  if (!edge) return partners;
  for (const int triangle : surface.triangles_of(*edge)) {
    const auto [a, b, c] = surface.triangle(triangle);
    const auto face = positive.number({collision.vertex[0], a, b, c});
    if (face && partners.size() < 2) partners.push_back(*face);
  }
  return partners;
}

/// Takes the normal force of the collision `negative` from two others.
void take_from_two(const std::vector<double>& own, int negative, int first, int second,
                   std::vector<NormalForce>& all) {
  const double edge = -own[static_cast<std::size_t>(negative)];
  const double more[] = {std::max(own[static_cast<std::size_t>(first)] - edge, 0.0),
                         std::max(own[static_cast<std::size_t>(second)] - edge, 0.0)};
  const double sum = more[0] + more[1];
  const bool equal = !(sum > 1e-12 * edge);  // all three distances are: any share will do
  for (const int k : {0, 1}) {
    const double share = equal ? 0.5 : more[1 - k] / sum, ratio = equal ? 0 : edge / sum;
    NormalForce& to = all[static_cast<std::size_t>(k == 0 ? first : second)];
    to.size -= share * edge;
    to.own += ratio * share;
    to.others.push_back({k == 0 ? second : first, -ratio * (1 - share)});
    to.others.push_back({negative, share - ratio * (1 - 2 * share)});
  }
}

}  // namespace

std::vector<NormalForce> friction_forces(const ContactSurface& surface,
                                         const CollisionBarrier& barrier,
                                         const std::vector<Collision>& collisions,
                                         const Eigen::Matrix3Xd& x) {
  std::vector<double> own(collisions.size());
  std::vector<NormalForce> all(collisions.size());
  bool any_negative = false;
  for (std::size_t i = 0; i < collisions.size(); ++i) {
    own[i] = barrier.normal_force(collisions[i], collisions[i].columns_of(x));
    all[i].size = std::max(own[i], 0.0);
    any_negative |= collisions[i].weight < 0;
  }
  if (!any_negative) return all;
  const PositiveCollisions positive(collisions);
  for (std::size_t i = 0; i < collisions.size(); ++i) {
    if (collisions[i].weight > 0) continue;
    const std::vector<int> partners = partners_of(surface, collisions[i], positive);
    if (partners.size() == 2)
      take_from_two(own, static_cast<int>(i), partners[0], partners[1], all);
    if (partners.size() != 1) continue;
    NormalForce& to = all[static_cast<std::size_t>(partners[0])];
    to.size += own[i];
    to.others.push_back({static_cast<int>(i), 1});
  }
  for (NormalForce& force : all)
    if (!(force.size > 0)) force = {0, 0, {}};
  return all;
}

}  // namespace stiffbench
