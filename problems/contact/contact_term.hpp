#pragma once

#include "problems/contact/barrier/collision_barrier.hpp"
#include "problems/contact/broad_phase/broad_phase.hpp"
#include "problems/contact/broad_phase/near_pairs.hpp"
#include "problems/contact/contact_law.hpp"
#include "problems/contact/friction/normal_forces.hpp"
#include "problems/contact/surface/contact_surface.hpp"
#include "problems/forces/blocks/block_pattern.hpp"

#include <atomic>
#include <memory>
#include <utility>
#include <vector>

namespace stiffbench {

/// Barrier and friction between all surfaces of a scene that can touch (ContactSurface), as a force
/// on the scene's unknowns. Barriers are conservative forces with the potential
///   sum over collisions of weight * m * f * kappa dhat^2 b(d/dhat), b(s) = -(s - 1)^2 ln s below 1
/// (Li et al. 2020, DOI 10.1145/3386569.3392425; You, Zheng, Li, DOI 10.48550/arXiv.2602.08094;
/// see find_collisions() for weights and factors); friction depends on v (FrictionLaw). Functions
/// add to what they are given. Vectors have one entry for each unknown of the scene, of which there
/// may be more than the surface's.
///
/// A term is immutable, and several runs can share it. Results depend neither on earlier calls nor
/// on the number of threads.
class ContactTerm {
 public:
  using Pairs = std::vector<std::array<int, 2>>;

  /// Throws Error in the same cases as validate().
  ContactTerm(ContactSurface surface, const ContactLaw& law);
  ContactTerm(const ContactTerm&) = delete;
  ContactTerm& operator=(const ContactTerm&) = delete;
  ~ContactTerm();

  const ContactSurface& surface() const { return surface_; }
  const ContactLaw& law() const { return law_; }
  /// True if some body has friction.
  bool has_friction() const { return has_friction_; }
  /// Coefficient of friction of a collision.
  double mu_of(const Collision& collision) const;
  /// Throws Error if at u a vertex lies on a plane or beyond it, an edge passes through a triangle,
  /// or two surfaces touch.
  void validate_start(const Vec& u) const;

  /// The potential of the barriers (J); infinite where surfaces touch, vertices are behind planes,
  /// or u is not finite. It does not detect surfaces that have passed through each other.
  double potential(const Vec& u) const;
  void add_force(const Vec& u, const Vec& v, Vec& f) const;
  /// Adds (df/du) du + (df/dv) dv.
  void add_jacobian_times(const Vec& u, const Vec& v, const Vec& du, const Vec& dv, Vec& df) const;

  /// If K lacks a block that a matrix of these contacts at u needs, replaces it by a matrix of
  /// zeros with the blocks of all pairs that touch or are about to, and of the pairs of places that
  /// joined() returns.
  template <class Joined>
  void make_blocks(const Vec& u, Mat& K, Joined&& joined) const {
    if (K.rows() == u.size() && has_blocks(u, K)) return;
    Pairs pairs = joined();
    const Pairs near = about_to_touch(u);
    pairs.insert(pairs.end(), near.begin(), near.end());
    Mat pattern = block_pattern(static_cast<int>(u.size() / 3), pairs);
    K.swap(pattern);
  }
  /// Adds -df/du to K, which has the blocks (make_blocks). Without friction, or for v = 0, it is
  /// symmetric.
  void add_stiffness(const Vec& u, const Vec& v, Mat& K) const;
  /// Adds the same for v = 0 without negative curvature (JointProjection).
  void add_projected_stiffness(const Vec& u, Mat& K) const;
  /// Adds -df/dv to D, which has the blocks; symmetric and positive semidefinite.
  void add_damping(const Vec& u, const Vec& v, Mat& D) const;
  /// Adds the symmetric and positive semidefinite C(u, v) with which friction is the force -C v.
  void add_secant_damping(const Vec& u, const Vec& v, Mat& C) const;

  /// Returns the largest fraction in [0, 1] of the change du in which no pair uses up more than
  /// nine tenths of its distance (feasible_motion.hpp).
  double feasible_step(const Vec& u, const Vec& du) const;

  /// All collisions at u and the normal forces of their friction.
  struct Contacts {
    Vec u;
    Eigen::Matrix3Xd x;  ///< positions of all vertices (m)
    std::vector<Collision> collisions;
    std::vector<NormalForce> normal;  ///< of each collision; empty without friction
    bool has_friction(std::size_t i) const { return !normal.empty() && normal[i].size > 0; }
  };
  std::shared_ptr<const Contacts> contacts(const Vec& u) const;
  /// Returns the force of contacts on every vertex (N), fixed ones included.
  Eigen::Matrix3Xd vertex_forces(const Vec& u, const Vec& v) const;
  /// Returns the least distance of a collision (m); infinity without one.
  double least_distance(const Vec& u) const;

 private:
  bool has_blocks(const Vec& u, const Mat& K) const;
  Pairs about_to_touch(const Vec& u) const;
  template <class One>
  Eigen::Matrix3Xd sum_on_vertices(const Contacts& at, const One& one) const;
  void add_to_places(const Eigen::Matrix3Xd& forces, Vec& f) const;
  template <class Damping>
  void add_friction_matrices(const Vec& u, const Vec& v, Mat& D, const Damping& damping) const;
  /// Velocities of all vertices; zeros without friction.
  Eigen::Matrix3Xd slip_velocities(const Vec& v) const;
  FrictionLaw friction_law(const Collision& collision) const {
    return {mu_of(collision), law_.slip_speed, law_.friction};
  }

  ContactSurface surface_;
  ContactLaw law_;
  bool has_friction_;
  CollisionBarrier barrier_;
  NearPairs near_;
  BroadPhase broad_phase_;
  mutable std::atomic<std::shared_ptr<const Contacts>> last_;  // contacts never change once stored
};

}  // namespace stiffbench
