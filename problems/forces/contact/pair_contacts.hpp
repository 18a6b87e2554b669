#pragma once

#include "base/system/chunks.hpp"
#include "problems/forces/blocks/block_pattern.hpp"
#include "problems/forces/contact/penalty_contact.hpp"
#include "problems/forces/contact/verlet_list.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

namespace stiffbench {

/// Repulsion between points of different groups (see VerletList), all of them free: the
/// displacements of point i begin at 3 i.
class PairContacts {
 public:
  using Pairs = std::vector<std::array<int, 2>>;

  /// Stiffness matrices also get blocks for pairs that do not touch yet but are nearer than
  /// dhat + ahead. A list of near pairs is valid until a point has moved by skin / 2. All lengths
  /// are in metres.
  PairContacts(const Eigen::Matrix3Xd& rest, std::vector<int> group, PenaltyContact law,
               double ahead, double skin)
      : rest_(rest),
        law_(law),
        ahead_(ahead),
        near_(rest, std::move(group), law.dhat + ahead, skin) {}

  /// All pairs nearer than dhat, and all pairs nearer than dhat + ahead, in increasing order; both
  /// depend only on u.
  Pairs touching(const Vec& u) const { return nearer(u, law_.dhat); }
  Pairs about_to_touch(const Vec& u) const { return nearer(u, law_.dhat + ahead_); }

  /// If K lacks a block of a touching pair, replaces it by a matrix of zeros with the blocks of all
  /// pairs that are about to touch and of the pairs that joined() returns, which have blocks even
  /// without contact.
  template <class Joined>
  void make_blocks(const Vec& u, Mat& K, Joined&& joined) const {
    const Pairs touch = touching(u);
    if (K.rows() == u.size() && std::all_of(touch.begin(), touch.end(), [&](const auto& pair) {
          return find_block(K, pair[0], pair[1]) >= 0;
        }))
      return;
    Pairs pairs = joined();
    const Pairs near = about_to_touch(u);
    pairs.insert(pairs.end(), near.begin(), near.end());
    Mat pattern = block_pattern(static_cast<int>(rest_.cols()), pairs);
    K.swap(pattern);
  }

  // The following functions run on threads, each for a range of points: a pair whose points lie in
  // two ranges is computed once for each.

  /// Adds the forces to f.
  template <class Scalar>
  void add_force(const VecOf<Scalar>& u, VecOf<Scalar>& f) const {
    each_own(u, [&](const auto& own, int i, int j, const Eigen::Matrix<Scalar, 3, 1>& d) {
      const Eigen::Matrix<Scalar, 3, 1> force = law_.force(d, 0);
      if (own(i)) f.template segment<3>(3 * i) += force;
      if (own(j)) f.template segment<3>(3 * j) -= force;
    });
  }
  void add_jacobian_times(const Vec& u, const Vec& du, Vec& df) const {
    each_own(u, [&](const auto& own, int i, int j, const Eigen::Vector3d& d) {
      const Eigen::Vector3d change =
          law_.stiffness(d, 0) * (du.segment<3>(3 * i) - du.segment<3>(3 * j));
      if (own(i)) df.segment<3>(3 * i) -= change;
      if (own(j)) df.segment<3>(3 * j) += change;
    });
  }
  /// Adds all four blocks of every touching pair to K, whose pattern must contain them.
  template <bool projected>
  void add_stiffness(const Vec& u, Mat& K) const {
    each_own(u, [&](const auto& own, int i, int j, const Eigen::Vector3d& d) {
      const Eigen::Matrix3d block = law_.template stiffness<projected>(d, 0);
      for (const auto& [row, column] : {std::pair(i, j), std::pair(j, i)}) {
        if (!own(row)) continue;
        add_block(block, row, row, K);
        add_block(-block, row, column, K);
      }
    });
  }
  double potential(const Vec& u) const {
    double sum = 0;
    each(u, [&](int, int, const Eigen::Vector3d& d) { sum += law_.energy(d, 0); });
    return sum;
  }

 private:
  /// Calls visit(own, i, j, vector from j to i) for every touching pair, in increasing order, for
  /// ranges of points, each on its own thread. own(point) is true if the point is in the range.
  template <class Scalar, class Visit>
  void each_own(const VecOf<Scalar>& u, const Visit& visit) const {
    constexpr long least = 1000;  // points; fewer take less time than waking a thread
    const auto list = near(u);
    on_ranges(rest_.cols(), least, [&](long first, long last) {
      const auto own = [&](int i) { return i >= first && i < last; };
      for (const auto& [i, j] : list->pairs) {
        if (i >= last) break;
        if (!own(i) && !own(j)) continue;
        const Eigen::Matrix<Scalar, 3, 1> d = between(u, i, j);
        if (law_.touches(d.template cast<double>(), 0)) visit(own, i, j, d);
      }
    });
  }
  /// Calls visit(i, j, vector from j to i) for every touching pair, in increasing order.
  template <class Visit>
  void each(const Vec& u, Visit&& visit) const {
    const auto list = near(u);
    for (const auto& [i, j] : list->pairs) {
      const Eigen::Vector3d d = between(u, i, j);
      if (law_.touches(d, 0)) visit(i, j, d);
    }
  }
  auto near(const Vec& u) const { return near_.within_reach(u); }
  auto near(const VecOf<long double>& u) const { return near_.within_reach(u.cast<double>()); }

  template <class Scalar>
  Eigen::Matrix<Scalar, 3, 1> between(const VecOf<Scalar>& u, int i, int j) const {
    return (rest_.col(i) - rest_.col(j)).template cast<Scalar>() + u.template segment<3>(3 * i) -
           u.template segment<3>(3 * j);
  }
  Pairs nearer(const Vec& u, double distance) const {
    const auto list = near(u);
    std::vector<Pairs> parts(static_cast<std::size_t>(chunk_count(std::ssize(list->pairs))));
    on_chunks(std::ssize(list->pairs), [&](long first, long size) {
      Pairs& part = parts[static_cast<std::size_t>(first / longest_chunk)];
      for (const auto& [i, j] :
           std::span(list->pairs).subspan(std::size_t(first), std::size_t(size)))
        if (between(u, i, j).squaredNorm() < distance * distance) part.push_back({i, j});
    });
    Pairs pairs;
    for (const Pairs& part : parts) pairs.insert(pairs.end(), part.begin(), part.end());
    return pairs;
  }

  Eigen::Matrix3Xd rest_;
  PenaltyContact law_;
  double ahead_;
  VerletList near_;
};

}  // namespace stiffbench
