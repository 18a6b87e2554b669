#pragma once

#include "problems/contact/broad_phase/candidates.hpp"
#include "problems/contact/broad_phase/facets.hpp"

#include <Eigen/Core>

#include <vector>

namespace stiffbench {

struct SpaceBox;

/// Broad phase of surfaces: lists the pairs of primitives that may touch in a motion, of one body,
/// of two bodies, or of a body and an obstacle.
///
/// The boxes of facets are sorted into cells (BoxCells): all those of a body that touches itself,
/// and for pairs of two bodies those that reach into the box of another body. Motions are relative
/// to the mean motion, of the body or of all, if this makes them shorter: a body that moves farther
/// than its edges are long does not come near itself.
///
/// Lists depend on the positions only, and not on the number of threads.
class BroadPhase {
 public:
  /// Lists at most this many pairs of a kind.
  explicit BroadPhase(const ContactSurface& surface, std::size_t most_pairs = 100'000'000);

  /// Returns all pairs whose boxes come within `reach` (m): boxes of a vertex, an edge or a
  /// triangle that moves on straight lines from x0 to x1 (m, one vertex a column). Pairs that are
  /// not listed stay farther apart than `reach` all the way.
  ///
  /// Any finite motion is valid, but the time grows with the number of pairs, and in a motion
  /// across the whole scene all pairs are near. Throws Error if there are too many pairs for
  /// the memory, for positions that are not finite, or a negative reach.
  Candidates candidates(const Eigen::Matrix3Xd& x0, const Eigen::Matrix3Xd& x1, double reach) const;

 private:
  struct Box {
    Eigen::Array4d low, high;  // the fourth entries are 0
    bool is_near(const Box& other, double reach) const {
      return (low - other.high).max(other.low - high).maxCoeff() <= reach;
    }
    Box& extend(const Box& other) {
      low = low.min(other.low);
      high = high.max(other.high);
      return *this;
    }
  };
  using Boxes = std::vector<Box>;

  void validate(const Eigen::Matrix3Xd& x0, const Eigen::Matrix3Xd& x1, double reach) const;
  Eigen::Matrix3Xd mean_motions(const Eigen::Matrix3Xd& x0, const Eigen::Matrix3Xd& x1) const;
  Boxes vertex_boxes(const Eigen::Matrix3Xd& x0, const Eigen::Matrix3Xd& x1,
                     const Eigen::Matrix3Xd& frames) const;
  Box box_of(const Facet& facet, const Boxes& vertices) const;
  static SpaceBox enlarged(const Box& box, double reach, int item, int space, int group);
  std::vector<Boxes> boxes_of_others(const Boxes& vertices, double reach) const;
  std::vector<SpaceBox> facet_boxes(const Boxes& world, const Boxes& own, double reach) const;

  void add(Candidates::Pairs& pairs, int a, int b) const;
  void list(const Facet& a, const Facet& b, const Boxes& vertices, double reach,
            Candidates& pairs) const;
  void list_points(const Facet& points, const Facet& other, const Boxes& vertices, double reach,
                   Candidates& pairs) const;
  void list_edges(const Facet& a, const Facet& b, const Boxes& vertices, double reach,
                  Candidates& pairs) const;
  Candidates::Pairs near_planes(const Eigen::Matrix3Xd& x0, const Eigen::Matrix3Xd& x1,
                                double reach) const;

  std::size_t most_pairs_;
  std::vector<Facet> facets_;
  std::size_t edges_;  // their number
  std::vector<ContactPlane> planes_;
  std::vector<int> body_;  // of each vertex
  std::vector<char> vertex_fixed_, body_fixed_;
  std::vector<int> space_;  // of each body that touches itself, from 1 on; else 0
  int spaces_ = 1;          // space 0 is that of pairs of two bodies
};

}  // namespace stiffbench
