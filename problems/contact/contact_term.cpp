#include "problems/contact/contact_term.hpp"

#include "base/error.hpp"
#include "base/system/threads.hpp"
#include "problems/contact/audit/containment.hpp"
#include "problems/contact/audit/intersections.hpp"
#include "problems/contact/barrier/joint_projection.hpp"
#include "problems/contact/broad_phase/feasible_motion.hpp"
#include "problems/contact/contact_matrices.hpp"
#include "problems/contact/friction/collision_friction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiffbench {
namespace {

constexpr long least = 200;  // collisions per thread; fewer take less time than waking a thread

bool any_friction(const ContactLaw& law) {
  const auto has_own = [](double mu) { return mu > 0 && std::isfinite(mu); };
  return law.mu > 0 || std::ranges::any_of(law.body_mu, has_own);
}

void validate_friction(double mu) {
  if (!(mu >= 0))
    throw Error("a coefficient of friction is at least 0", fmt::format("{:g}", mu),
                "give 0 for contacts without friction");
}

ContactLaw completed(ContactLaw law, const ContactSurface& surface) {
  validate(law, surface);
  const auto& [X, edges, triangles, body, self_contact, planes] = surface.mesh();
  double sum = 0;
  for (const auto& ends : edges.colwise()) sum += (X.col(ends[0]) - X.col(ends[1])).norm();
  const double mean = edges.cols() > 0 ? sum / static_cast<double>(edges.cols()) : 0;
  if (law.ahead == 0) law.ahead = law.dhat;
  if (law.skin == 0) law.skin = std::max(law.dhat, mean / 4);
  return law;
}

}  // namespace

void validate(const ContactLaw& law, const ContactSurface& surface) {
  const auto positive = [](double value, const char* name, const char* unit) {
    if (!(value > 0) || !std::isfinite(value))
      throw Error(fmt::format("the {} of contacts is above 0", name),
                  fmt::format("{:g} {}", value, unit), "give a positive number");
  };
  positive(law.kappa, "stiffness kappa", "N/m");
  positive(law.dhat, "distance dhat", "m");
  positive(law.slip_speed, "slip speed eps_v", "m/s");
  validate_friction(law.mu);
  for (const double mu : law.body_mu) validate_friction(mu);
  if (!std::isfinite(law.mu))
    throw Error("a coefficient of friction is finite", fmt::format("{:g}", law.mu),
                "give a number");
  const std::size_t bodies = surface.mesh().self_contact.size();
  if (!law.body_mu.empty() && law.body_mu.size() != bodies)
    throw Error(fmt::format("all {} bodies have coefficients of friction", bodies),
                fmt::format("{}", law.body_mu.size()), "give one for each, or none");
  if (!(law.ahead >= 0) || !(law.skin >= 0))
    throw Error("distances for which contacts are listed ahead are at least 0",
                fmt::format("ahead {:g} m, skin {:g} m", law.ahead, law.skin),
                "give 0 for the usual ones");
  if (!(law.dhat <= surface.least_edge() / 2))
    throw Error("the distance dhat of contacts is at most half the shortest edge",
                fmt::format("{:g} m with an edge of {:g} m", law.dhat, surface.least_edge()),
                fmt::format("give at most {:g} m, or a coarser mesh", surface.least_edge() / 2));
  if (law.weights == ContactWeights::unit) return;
  for (int i = 0; i < surface.vertices(); ++i)
    if (!(surface.vertex_area(i) > 0))
      throw Error("contacts weigh by area only where every vertex belongs to a triangle",
                  fmt::format("vertex {} without area", i), "give the weights unit");
}

ContactTerm::ContactTerm(ContactSurface surface, const ContactLaw& law)
    : surface_(std::move(surface)),
      law_(completed(law, surface_)),
      has_friction_(any_friction(law_)),
      barrier_({law_.kappa * law_.dhat * law_.dhat, law_.dhat}),
      near_(surface_, law_.dhat + law_.ahead, law_.skin),
      broad_phase_(surface_) {}

ContactTerm::~ContactTerm() = default;

double ContactTerm::mu_of(const Collision& collision) const {
  if (law_.body_mu.empty()) return law_.mu;
  const auto mu_of_body = [&](int k) {
    const int vertex = collision.vertex[static_cast<std::size_t>(k)];
    const int body = surface_.mesh().body[static_cast<std::size_t>(vertex)];
    return law_.body_mu[static_cast<std::size_t>(body)];
  };
  const double mu = std::min(mu_of_body(0), mu_of_body(collision.size - 1));
  return std::isfinite(mu) ? mu : law_.mu;
}

std::shared_ptr<const ContactTerm::Contacts> ContactTerm::contacts(const Vec& u) const {
  auto contacts = last_.load();
  if (contacts && contacts->u.size() == u.size() && contacts->u == u) return contacts;
  auto fresh = std::make_shared<Contacts>();
  fresh->u = u;
  fresh->x = surface_.positions(u);
  fresh->collisions =
      find_collisions(surface_, *near_.within_reach(fresh->x), fresh->x, law_.dhat, law_.weights);
  if (has_friction())
    fresh->normal = friction_forces(surface_, barrier_, fresh->collisions, fresh->x);
  last_.store(fresh);
  return fresh;
}

double ContactTerm::potential(const Vec& u) const {
  if (!u.allFinite()) return std::numeric_limits<double>::infinity();
  const auto at = contacts(u);
  double sum = 0;
  for (const Collision& collision : at->collisions) {
    const double energy = barrier_.energy(collision, collision.columns_of(at->x));
    if (!std::isfinite(energy)) return std::numeric_limits<double>::infinity();
    sum += energy;
  }
  return sum;
}

void ContactTerm::validate_start(const Vec& u) const {
  const Eigen::Matrix3Xd x = surface_.positions(u);
  const auto body = [&](int vertex) {
    return surface_.mesh().body[static_cast<std::size_t>(vertex)];
  };
  const Intersections all = intersections(surface_, x);
  if (!all.point_plane.empty()) {
    const auto [vertex, plane] = all.point_plane[0];
    const auto& [normal, offset] = surface_.mesh().planes[static_cast<std::size_t>(plane)];
    throw Error(
        "bodies are inside of all planes at the start",
        fmt::format("vertex {} of body {} at the distance {:g} m from plane {}, and {} more",
                    vertex, body(vertex), normal.dot(x.col(vertex)) - offset, plane,
                    all.point_plane.size() - 1),
        "move the body along the plane's normal");
  }
  if (!all.edge_triangle.empty()) {
    const auto [edge, triangle] = all.edge_triangle[0];
    throw Error("bodies in contact do not intersect at the start",
                fmt::format("edge {} of body {} through triangle {} of body {}, and {} more", edge,
                            body(surface_.edge(edge)[0]), triangle,
                            body(surface_.triangle(triangle)[0]), all.edge_triangle.size() - 1),
                body(surface_.edge(edge)[0]) == body(surface_.triangle(triangle)[0])
                    ? "unfold the body"
                    : "move the bodies apart");
  }
  if (const auto pair = find_containment(surface_, x))
    throw Error("no body in contact is inside of another at the start",
                fmt::format("body {} inside of body {}", pair->inner, pair->outer),
                "move the bodies apart");
  for (const Collision& collision : contacts(u)->collisions)
    if (!(collision.distance > 0))
      throw Error("bodies in contact do not touch at the start",
                  fmt::format("the distance {:g} m of vertices {} and {}", collision.distance,
                              collision.vertex[0], collision.vertex[1]),
                  "move the bodies apart");
}

double ContactTerm::least_distance(const Vec& u) const {
  double least_one = std::numeric_limits<double>::infinity();
  for (const Collision& collision : contacts(u)->collisions)
    least_one = std::min(least_one, collision.distance);
  return least_one;
}

Eigen::Matrix3Xd ContactTerm::slip_velocities(const Vec& v) const {
  return has_friction() ? surface_.velocities(v) : Eigen::Matrix3Xd::Zero(3, surface_.vertices());
}

/// Returns the sums on vertices of the vectors one(i) of all collisions i. They are computed on
/// threads and added in order.
template <class One>
Eigen::Matrix3Xd ContactTerm::sum_on_vertices(const Contacts& at, const One& one) const {
  std::vector<Vec12> parts(at.collisions.size());
  on_ranges(std::ssize(parts), least, [&](long first, long last) {
    for (auto i = static_cast<std::size_t>(first); i < static_cast<std::size_t>(last); ++i)
      parts[i] = one(i);
  });
  Eigen::Matrix3Xd all = Eigen::Matrix3Xd::Zero(3, surface_.vertices());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Collision& collision = at.collisions[i];
    for (int k = 0; k < collision.size; ++k)
      all.col(collision.vertex[static_cast<std::size_t>(k)]) += parts[i].segment<3>(3 * k);
  }
  return all;
}

void ContactTerm::add_to_places(const Eigen::Matrix3Xd& forces, Vec& f) const {
  for (int i = 0; i < surface_.vertices(); ++i)
    for (const auto& [place, weight] : surface_.weights(i))
      f.segment<3>(3 * place) += weight * forces.col(i);
}

Eigen::Matrix3Xd ContactTerm::vertex_forces(const Vec& u, const Vec& v) const {
  const auto at = contacts(u);
  const Eigen::Matrix3Xd rates = slip_velocities(v);
  return sum_on_vertices(*at, [&](std::size_t i) {
    const Collision& collision = at->collisions[i];
    const Points<4> x = collision.columns_of(at->x);
    Vec12 force = -barrier_.gradient(collision, x);
    if (!at->has_friction(i)) return force;
    const ContactFrame frame(collision, x);
    const CollisionFriction friction(friction_law(collision), frame, collision.columns_of(rates));
    force += at->normal[i].size * friction.force();
    return force;
  });
}

void ContactTerm::add_force(const Vec& u, const Vec& v, Vec& f) const {
  if (contacts(u)->collisions.empty()) return;
  add_to_places(vertex_forces(u, v), f);
}

void ContactTerm::add_jacobian_times(const Vec& u, const Vec& v, const Vec& du, const Vec& dv,
                                     Vec& df) const {
  const auto at = contacts(u);
  if (at->collisions.empty()) return;
  const Eigen::Matrix3Xd rates = slip_velocities(v), change = slip_velocities(dv),
                         moves = surface_.velocities(du);
  const auto normal_change = [&](std::size_t i) {
    const Collision& collision = at->collisions[i];
    return barrier_.normal_force_gradient(collision, collision.columns_of(at->x))
        .dot(collision.columns_of(moves).reshaped());
  };
  const Eigen::Matrix3Xd sums = sum_on_vertices(*at, [&](std::size_t i) {
    const Collision& collision = at->collisions[i];
    const Points<4> x = collision.columns_of(at->x), dx = collision.columns_of(moves);
    Vec12 all = -barrier_.hessian_times(collision, x, dx);
    if (!at->has_friction(i)) return all;
    const ContactFrame frame(collision, x);
    const CollisionFriction friction(friction_law(collision), frame, collision.columns_of(rates));
    const NormalForce& normal = at->normal[i];
    double stronger = normal.own * normal_change(i);
    for (const auto& [other, factor] : normal.others)
      stronger += factor * normal_change(static_cast<std::size_t>(other));
    all += normal.size * friction.force_change(dx, collision.columns_of(change)) +
           stronger * friction.force();
    return all;
  });
  add_to_places(sums, df);
}

bool ContactTerm::has_blocks(const Vec& u, const Mat& K) const {
  const auto at = contacts(u);
  return contact_matrices_fit(surface_, at->collisions, at->normal, K);
}

ContactTerm::Pairs ContactTerm::about_to_touch(const Vec& u) const {
  const auto at = contacts(u);
  Pairs pairs = joined_places(surface_, *near_.within_reach(at->x), at->x, law_.dhat + law_.ahead);
  const Pairs needed = joined_places(surface_, at->collisions, at->normal);
  pairs.insert(pairs.end(), needed.begin(), needed.end());
  return pairs;
}

void ContactTerm::add_stiffness(const Vec& u, const Vec& v, Mat& K) const {
  const auto at = contacts(u);
  const Eigen::Matrix3Xd rates = slip_velocities(v);
  const auto friction_of = [&](std::size_t i, const ContactFrame& frame) {
    const Collision& collision = at->collisions[i];
    return CollisionFriction(friction_law(collision), frame, collision.columns_of(rates));
  };
  add_contact_matrices(surface_, at->collisions, K, [&](std::size_t i) {
    const Collision& collision = at->collisions[i];
    const Points<4> x = collision.columns_of(at->x);
    Mat12 all = barrier_.hessian(collision, x);
    if (!at->has_friction(i)) return all;
    const ContactFrame frame(collision, x);
    const CollisionFriction friction = friction_of(i, frame);
    all += at->normal[i].size * friction.stiffness();
    all -= friction.force() *
           (at->normal[i].own * barrier_.normal_force_gradient(collision, x)).transpose();
    return all;
  });
  for (std::size_t i = 0; i < at->normal.size(); ++i)
    for (const auto& [number, factor] : at->normal[i].others) {
      const Collision &collision = at->collisions[i],
                      &other = at->collisions[static_cast<std::size_t>(number)];
      const ContactFrame frame(collision, collision.columns_of(at->x));
      add_contact_matrix(
          surface_, collision, other, K,
          -factor * friction_of(i, frame).force() *
              barrier_.normal_force_gradient(other, other.columns_of(at->x)).transpose());
    }
}

void ContactTerm::add_projected_stiffness(const Vec& u, Mat& K) const {
  const auto at = contacts(u);
  const JointProjection projection(barrier_, at->collisions);
  add_contact_matrices(surface_, at->collisions, K,
                       [&](std::size_t i) { return projection.matrix(i, at->x); });
}

/// Adds the matrices that damping(friction of a collision) returns.
template <class Damping>
void ContactTerm::add_friction_matrices(const Vec& u, const Vec& v, Mat& D,
                                        const Damping& damping) const {
  if (!has_friction()) return;
  const auto at = contacts(u);
  const Eigen::Matrix3Xd rates = slip_velocities(v);
  add_contact_matrices(surface_, at->collisions, D, [&](std::size_t i) {
    if (!at->has_friction(i)) return Mat12::Zero().eval();
    const Collision& collision = at->collisions[i];
    const ContactFrame frame(collision, collision.columns_of(at->x));
    const CollisionFriction friction(friction_law(collision), frame, collision.columns_of(rates));
    return (at->normal[i].size * damping(friction)).eval();
  });
}

void ContactTerm::add_damping(const Vec& u, const Vec& v, Mat& D) const {
  add_friction_matrices(u, v, D, [](const CollisionFriction& one) { return one.damping(); });
}

void ContactTerm::add_secant_damping(const Vec& u, const Vec& v, Mat& C) const {
  add_friction_matrices(u, v, C, [](const CollisionFriction& one) { return one.secant_damping(); });
}

double ContactTerm::feasible_step(const Vec& u, const Vec& du) const {
  const Eigen::Matrix3Xd x0 = surface_.positions(u), x1 = x0 + surface_.velocities(du);
  return feasible_motion(surface_, broad_phase_.candidates(x0, x1, 0), x0, x1);
}

}  // namespace stiffbench
