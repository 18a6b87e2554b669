#pragma once

#include "problems/contract/mass.hpp"
#include "problems/contract/picture.hpp"
#include "problems/forces/blocks/block_pattern.hpp"
#include "problems/forces/force_term.hpp"

#include <array>
#include <memory>
#include <utility>
#include <vector>

namespace stiffbench {

/// Returns the free_index of a body whose first `fixed` vertices are fixed: -1 for these, then 0,
/// 1, ... for the others.
std::vector<int> free_after(Eigen::Index vertices, Eigen::Index fixed);

/// Returns the diagonal of a lumped mass, three entries per free vertex. `masses` holds the mass of
/// every vertex (kg).
Vec free_diagonal(const Vec& masses, const std::vector<int>& free_index);

/// Returns the pairs without a fixed vertex, each as the places of its two vertices. Each column of
/// `pairs` holds two vertex numbers.
std::vector<std::array<int, 2>> free_pairs(const Eigen::Matrix2Xi& pairs,
                                           const std::vector<int>& free_index);

/// An elastic body: vertices with masses, some of them fixed, and the force terms of the elements
/// between them. Its unknowns are the displacements u = x - X of the free vertices; the three of
/// vertex i begin at 3 place(i). The total force of a problem on the body is the sum of the
/// external forces and of the terms; a term therefore adds to the given force vector.
///
/// Term is the common class of the terms: SpringTerm, SolidTerm, or one kind of term if a problem
/// needs a feature of that kind, such as forces in extended precision. A term adds forces,
/// products, blocks of K and energies of elements whose vertices are joined by `pairs`.
template <class Term>
class ElasticBody {
 public:
  /// `rest`: positions X of all vertices (m). `free_index`: the place of each vertex among the free
  /// ones, -1 for a fixed vertex. `masses`: of all vertices (kg). `pairs`: every pair of vertices
  /// that an element joins, one per column, in any order; they define the pattern of K.
  ElasticBody(Eigen::Matrix3Xd rest, std::vector<int> free_index, const Vec& masses,
              const Eigen::Matrix2Xi& pairs)
      : ElasticBody(std::move(rest), free_index, Mass(free_diagonal(masses, free_index)), pairs) {}
  /// `mass` is the mass matrix, lumped or consistent, of the free vertices.
  ElasticBody(Eigen::Matrix3Xd rest, std::vector<int> free_index, Mass mass,
              const Eigen::Matrix2Xi& pairs)
      : rest_(std::move(rest)),
        free_index_(std::move(free_index)),
        mass_(std::move(mass)),
        pairs_(free_pairs(pairs, free_index_)),
        pattern_(block_pattern(static_cast<int>(dof() / 3), pairs_)),
        blocks_(pattern_) {}

  /// Adds elements of one kind with one law, each a column of vertex numbers, as a term that the
  /// body owns. Returns that term.
  template <class Kind = Term, class Law>
  const Kind* add(const typename Kind::Elements& elements, Law law) {
    auto term = std::make_unique<Kind>(elements, rest_, free_index_, law, pattern_);
    const Kind* added = term.get();
    terms_.push_back(std::move(term));
    return added;
  }

  Eigen::Index dof() const { return mass_.size(); }
  const Mass& mass() const { return mass_; }
  const Eigen::Matrix3Xd& rest() const { return rest_; }
  const std::vector<int>& free_index() const { return free_index_; }
  /// Index of a vertex among the free ones, or -1.
  int free_index(Eigen::Index vertex) const {
    return free_index_[static_cast<std::size_t>(vertex)];
  }
  /// Pairs of free vertices that an element joins, by their indices among the free ones.
  const std::vector<std::array<int, 2>>& pairs() const { return pairs_; }
  /// Returns the positions of all vertices (m), for pictures.
  Eigen::Matrix3Xd positions(const Vec& u) const { return displaced(rest_, free_index_, u); }

  /// Adds the forces of the terms at u (N) to f; in extended precision if Term supports it.
  void add_force(BodyIn<double> u, BodyOut<double> f) const {
    sum_forces<double>(
        u, f, [](const Term& term, const auto& at, auto& sums) { term.add_force(at, sums); });
  }
  void add_force(BodyIn<long double> u, BodyOut<long double> f) const {
    for (const auto& term : terms_) term->add_force(u, f);
  }
  /// Adds (df/du) du to df.
  void add_jacobian_times(BodyIn<double> u, BodyIn<double> du, BodyOut<double> df) const {
    const AlignedPositions<double, 1> change(du);
    sum_forces<double>(u, df, [&](const Term& term, const auto& at, auto& sums) {
      term.add_jacobian_times(at, change, sums);
    });
  }
  /// Adds to f the sum of add(term, u, sums) over all terms. All terms share one division into
  /// ranges of vertices, because the elements of one kind may occupy only a part of the body.
  template <class Scalar, class Add>
  void sum_forces(BodyIn<Scalar> u, BodyOut<Scalar> f, const Add& add) const {
    const AlignedPositions<Scalar> at(u);
    on_vertices<Scalar>(f, [&](AlignedSums<Scalar>& sums) {
      for (const auto& term : terms_) add(*term, at, sums);
    });
  }
  /// Adds the potential energy of the terms at u (J) to `sum`.
  void add_potential(BodyIn<double> u, double& sum) const {
    for (const auto& term : terms_) sum += term->potential(u);
  }
  /// Writes K = -df/du at u; `projected` removes the negative curvature of every element. A K of
  /// this pattern is overwritten in place, any other K is replaced.
  template <bool projected = false>
  void stiffness(BodyIn<double> u, Mat& K) const {
    assemble(u, K, [&](const Term& term, const auto& at, auto& sums) {
      if constexpr (projected)
        term.add_projected_stiffness(at, sums);
      else
        term.add_stiffness(at, sums);
    });
  }
  /// Writes the K that consists of the blocks that add(term, u, sums) adds for every term at u, on
  /// and right of the diagonal; `sums` is a Term::Blocks::Rows.
  template <class Add>
  void assemble(BodyIn<double> u, Mat& K, const Add& add) const {
    if (K.nonZeros() != pattern_.nonZeros()) copy_pattern(pattern_, K);
    const AlignedPositions<double> at(u);
    blocks_.assemble(K, [&](auto& sums) {
      for (const auto& term : terms_) add(*term, at, sums);
    });
  }
  /// Returns the elements of all terms, or none if a term has none.
  std::vector<const ElementGroup*> element_groups() const {
    std::vector<const ElementGroup*> groups;
    for (const auto& term : terms_)
      if (const ElementGroup* group = term->elements())
        groups.push_back(group);
      else
        return {};
    return groups;
  }
  /// Writes the matrix of ElementEnergies::projection_stiffness(), or returns false.
  bool projection_stiffness(Mat& L) const {
    for (const auto& term : terms_)
      if (!term->projects()) return false;
    assemble(Vec::Zero(dof()), L, [](const Term& term, const auto& at, auto& sums) {
      term.add_projection_stiffness(at, sums);
    });
    return true;
  }
  const std::vector<std::unique_ptr<const Term>>& terms() const { return terms_; }
  /// A matrix of zeros with every entry of K.
  const Mat& pattern() const { return pattern_; }
  /// Returns K at u = 0.
  Mat stiffness_at_rest() const {
    Mat K;
    stiffness(Vec::Zero(dof()), K);
    return K;
  }

 private:
  Eigen::Matrix3Xd rest_;
  std::vector<int> free_index_;
  Mass mass_;
  std::vector<std::array<int, 2>> pairs_;
  Mat pattern_;
  typename Term::Blocks blocks_;
  std::vector<std::unique_ptr<const Term>> terms_;
};

}  // namespace stiffbench
