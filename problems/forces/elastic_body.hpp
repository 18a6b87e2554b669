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

/// The free_index of a body whose first `fixed` vertices are fixed: -1 for these, then 0, 1, ...
/// for the others.
std::vector<int> free_after(Eigen::Index vertices, Eigen::Index fixed);

/// The diagonal of a lumped mass, three entries for every free vertex, from the masses of all
/// vertices (kg).
Vec free_diagonal(const Vec& masses, const std::vector<int>& free_index);

/// The pairs without a fixed vertex, each as the places of its two vertices; `pairs` has a pair of
/// vertex numbers in each column.
std::vector<std::array<int, 2>> free_pairs(const Eigen::Matrix2Xi& pairs,
                                           const std::vector<int>& free_index);

/// An elastic body: vertices, some of them fixed, with masses, and the force terms of the elements
/// between them. Its unknowns are the displacements u = x - X of the free vertices; vertex
/// i has its three at 3 place(i). The forces of a problem on the body are the sum of what acts on
/// it from outside and of its terms; a term therefore adds to the force vector that it is given.
///
/// Term is the common class of the terms: SpringTerm, SolidTerm, or one kind of term where a
/// problem needs what only that kind has, such as forces in extended precision. A term adds forces,
/// products, blocks of K and energies of elements whose vertices are joined by `pairs`.
template <class Term>
class ElasticBody {
 public:
  /// `rest`: positions X of all vertices (m). `free_index`: the place of a vertex among the free
  /// ones, -1 where it is fixed. `masses`: of all vertices (kg). `pairs`: every pair of vertices
  /// that an element joins, a column each, in any order; they are the pattern of K.
  ElasticBody(Eigen::Matrix3Xd rest, std::vector<int> free_index, const Vec& masses,
              const Eigen::Matrix2Xi& pairs)
      : ElasticBody(std::move(rest), free_index, Mass(free_diagonal(masses, free_index)), pairs) {}
  /// The mass matrix, lumped or consistent, is that of the free vertices.
  ElasticBody(Eigen::Matrix3Xd rest, std::vector<int> free_index, Mass mass,
              const Eigen::Matrix2Xi& pairs)
      : rest_(std::move(rest)),
        free_index_(std::move(free_index)),
        mass_(std::move(mass)),
        pairs_(free_pairs(pairs, free_index_)),
        pattern_(block_pattern(static_cast<int>(dof() / 3), pairs_)),
        blocks_(pattern_) {}

  /// Adds elements of one kind, each a column of vertices, with one law, as a term that lives as
  /// long as the body does.
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
  /// The place of a vertex among the free ones, or -1.
  int place(Eigen::Index vertex) const { return free_index_[static_cast<std::size_t>(vertex)]; }
  /// Pairs of free vertices that an element joins, as places.
  const std::vector<std::array<int, 2>>& pairs() const { return pairs_; }
  /// Positions of all vertices, for pictures.
  Eigen::Matrix3Xd positions(const Vec& u) const { return displaced(rest_, free_index_, u); }

  /// Adds the terms' forces at u (N) to f; in extended precision where Term has that.
  void add_force(BodyIn<double> u, BodyOut<double> f) const {
    sum_forces<double>(
        u, f, [](const Term& term, const auto& at, auto& sums) { term.add_force(at, sums); });
  }
  void add_force(BodyIn<long double> u, BodyOut<long double> f) const {
    for (const auto& term : terms_) term->add_force(u, f);
  }
  /// Adds (df/du) du to df.
  void add_jacobian_times(BodyIn<double> u, BodyIn<double> du, BodyOut<double> df) const {
    const PaddedPoints<double, 1> change(du);
    sum_forces<double>(u, df, [&](const Term& term, const auto& at, auto& sums) {
      term.add_jacobian_times(at, change, sums);
    });
  }
  /// Adds to f what add(term, u, sums) adds of every term. All of them have the same ranges of
  /// vertices: those of one kind may be in a part of the body alone.
  template <class Scalar, class Add>
  void sum_forces(BodyIn<Scalar> u, BodyOut<Scalar> f, const Add& add) const {
    const PaddedPoints<Scalar> at(u);
    on_vertices<Scalar>(f, [&](PaddedSums<Scalar>& sums) {
      for (const auto& term : terms_) add(*term, at, sums);
    });
  }
  /// Adds the terms' potential energy at u (J) to `sum`.
  void add_potential(BodyIn<double> u, double& sum) const {
    for (const auto& term : terms_) sum += term->potential(u);
  }
  /// Writes K = -df/du at u; `projected` removes the negative curvature of every element. A K of
  /// this pattern is overwritten in place, any other is replaced.
  template <bool projected = false>
  void stiffness(BodyIn<double> u, Mat& K) const {
    assemble(u, K, [&](const Term& term, const auto& at, auto& sums) {
      if constexpr (projected)
        term.add_projected_stiffness(at, sums);
      else
        term.add_stiffness(at, sums);
    });
  }
  /// Writes the K to whose sums add(term, u, sums) adds the blocks of every term at u, on and right
  /// of the diagonal; `sums` is what Term::Blocks hands out.
  template <class Add>
  void assemble(BodyIn<double> u, Mat& K, const Add& add) const {
    if (K.nonZeros() != pattern_.nonZeros()) copy_pattern(pattern_, K);
    const PaddedPoints<double> at(u);
    blocks_.assemble(K, [&](auto& sums) {
      for (const auto& term : terms_) add(*term, at, sums);
    });
  }
  const std::vector<std::unique_ptr<const Term>>& terms() const { return terms_; }
  /// A matrix of zeros that has every entry of K.
  const Mat& pattern() const { return pattern_; }
  /// The matrix K at u = 0.
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
