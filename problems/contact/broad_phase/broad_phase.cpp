#include "problems/contact/broad_phase/broad_phase.hpp"

#include "base/error.hpp"
#include "base/system/chunks.hpp"
#include "problems/contact/broad_phase/box_cells.hpp"
#include "problems/contact/broad_phase/sorted_pairs.hpp"
#include "problems/contact/distance/finite_positions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>

namespace stiffbench {
namespace {

constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

BroadPhase::BroadPhase(const ContactSurface& surface, std::size_t most_pairs)
    : most_pairs_(most_pairs),
      facets_(facets_of(surface)),
      edges_(static_cast<std::size_t>(surface.mesh().edges.cols())),
      planes_(surface.mesh().planes),
      body_(surface.mesh().body),
      body_fixed_(surface.mesh().self_contact.size(), true) {
  for (int i = 0; i < surface.vertices(); ++i) {
    vertex_fixed_.push_back(surface.is_fixed(i));
    body_fixed_[at(body_[at(i)])] &= vertex_fixed_.back();
  }
  for (std::size_t body = 0; body < body_fixed_.size(); ++body)
    space_.push_back(surface.mesh().self_contact[body] && !body_fixed_[body] ? spaces_++ : 0);
}

Candidates BroadPhase::candidates(const Eigen::Matrix3Xd& x0, const Eigen::Matrix3Xd& x1,
                                  double reach) const {
  validate(x0, x1, reach);
  const Eigen::Matrix3Xd frames = mean_motions(x0, x1);
  const Boxes world = vertex_boxes(x0, x1, frames.rightCols<1>().replicate(1, std::ssize(space_)));
  const bool alike = frames.isApprox(frames.rightCols<1>().replicate(1, frames.cols()), 0);
  const Boxes in_frames = alike ? Boxes() : vertex_boxes(x0, x1, frames);
  const Boxes& own = alike ? world : in_frames;

  const BoxCells cells(facet_boxes(world, own, reach), spaces_);
  std::vector<Candidates> parts(static_cast<std::size_t>(thread_count()));
  Candidates all;
  all.compared = cells.each_pair([&](int thread, int i, int j) {
    const Facet &a = facets_[at(i / 2)], &b = facets_[at(j / 2)];
    const bool within_body = i % 2;
    if ((a.moving | b.moving) != 0) list(a, b, within_body ? own : world, reach, parts[at(thread)]);
  });
  const auto sorted = [&](Candidates::Pairs Candidates::*kind, std::size_t count) {
    std::vector<Candidates::Pairs> lists;
    for (Candidates& part : parts) lists.push_back(std::move(part.*kind));
    return sorted_pairs(lists, count);
  };
  all.point_triangle = sorted(&Candidates::point_triangle, body_.size());
  all.edge_edge = sorted(&Candidates::edge_edge, edges_);
  all.point_edge = sorted(&Candidates::point_edge, body_.size());
  all.point_point = sorted(&Candidates::point_point, body_.size());
  all.point_plane = near_planes(x0, x1, reach);
  return all;
}

void BroadPhase::validate(const Eigen::Matrix3Xd& x0, const Eigen::Matrix3Xd& x1,
                          double reach) const {
  if (x0.cols() != std::ssize(body_) || x1.cols() != std::ssize(body_))
    throw Error(fmt::format("a motion has positions of all {} vertices", body_.size()),
                fmt::format("{} and {}", x0.cols(), x1.cols()), "give one a column");
  require_finite({x0, x1}, "a motion");
  if (!(reach >= 0 && std::isfinite(reach)))
    throw Error("the reach of a broad phase is a finite distance, 0 or more",
                fmt::format("{:g} m", reach), "give 0 for contact");
}

/// Returns the mean displacement of each body that touches itself, and in the last column that of
/// all vertices that move. It is zero where the motions are shorter than those relative to it: if
/// few vertices go far.
Eigen::Matrix3Xd BroadPhase::mean_motions(const Eigen::Matrix3Xd& x0,
                                          const Eigen::Matrix3Xd& x1) const {
  const Eigen::Index bodies = std::ssize(space_);
  const auto each = [&](const auto& visit) {
    for (Eigen::Index i = 0; i < x0.cols(); ++i) {
      const int body = body_[static_cast<std::size_t>(i)];
      const Eigen::Vector3d motion = x1.col(i) - x0.col(i);
      if (space_[at(body)] > 0) visit(body, motion);
      if (!vertex_fixed_[static_cast<std::size_t>(i)]) visit(bodies, motion);
    }
  };
  Eigen::Matrix3Xd mean = Eigen::Matrix3Xd::Zero(3, bodies + 1);
  Vec count = Vec::Zero(bodies + 1), length = count, relative = count;
  each([&](Eigen::Index body, const Eigen::Vector3d& motion) {
    mean.col(body) += motion;
    ++count[body];
  });
  mean.array().rowwise() /= count.cwiseMax(1).transpose().array();
  each([&](Eigen::Index body, const Eigen::Vector3d& motion) {
    length[body] += motion.lpNorm<1>();
    relative[body] += (motion - mean.col(body)).lpNorm<1>();
  });
  for (Eigen::Index body = 0; body <= bodies; ++body)
    if (!(relative[body] < length[body])) mean.col(body).setZero();
  return mean;
}

/// Returns the boxes that vertices sweep in frames that move with their bodies by these
/// displacements.
BroadPhase::Boxes BroadPhase::vertex_boxes(const Eigen::Matrix3Xd& x0, const Eigen::Matrix3Xd& x1,
                                           const Eigen::Matrix3Xd& frames) const {
  Boxes boxes(body_.size());
  on_chunks(x0.cols(), [&](long first, long size) {
    for (long i = first; i < first + size; ++i) {
      const auto place = static_cast<std::size_t>(i);
      const Eigen::Vector3d frame = frames.col(body_[place]), end = x1.col(i) - frame;
      Eigen::Array4d a, b;
      a << x0.col(i).array(), 0;
      b << end.array(), 0;
      boxes[place] = {a.min(b), a.max(b)};
      // Round-off of a displaced end must not open a gap.
      if (!frame.isZero(0)) {
        const Eigen::Array4d margin = 4e-16 * (a.abs() + b.abs());
        boxes[place].low -= margin;
        boxes[place].high += margin;
      }
    }
  });
  return boxes;
}

BroadPhase::Box BroadPhase::box_of(const Facet& facet, const Boxes& vertices) const {
  Box box = vertices[at(facet.vertex[0])];
  for (std::size_t k = 1; k < 3 && facet.vertex[k] >= 0; ++k)
    box.extend(vertices[at(facet.vertex[k])]);
  return box;
}

/// Returns the box enlarged by half of the reach.
SpaceBox BroadPhase::enlarged(const Box& box, double reach, int item, int space, int group) {
  SpaceBox larger{{}, {}, item, space, group};
  for (std::size_t k = 0; k < 3; ++k) {
    larger.low[k] = round_down(box.low[static_cast<Eigen::Index>(k)] - reach / 2);
    larger.high[k] = round_up(box.high[static_cast<Eigen::Index>(k)] + reach / 2);
  }
  return larger;
}

/// Returns for each body the boxes of the others that it may touch, or one box around all of these
/// if they are many: it has about the same facets inside, and facets are compared with each.
std::vector<BroadPhase::Boxes> BroadPhase::boxes_of_others(const Boxes& vertices,
                                                           double reach) const {
  constexpr std::size_t most = 100;
  const std::size_t bodies = space_.size();
  const Box nothing{Eigen::Array4d::Constant(0x1p1000), Eigen::Array4d::Constant(-0x1p1000)};
  Boxes boxes(bodies, nothing);
  for (std::size_t i = 0; i < vertices.size(); ++i) boxes[at(body_[i])].extend(vertices[i]);
  std::vector<SpaceBox> enlarged_boxes;
  for (std::size_t i = 0; i < bodies; ++i)
    if (const auto body = static_cast<int>(i); boxes[i].low[0] <= boxes[i].high[0])
      enlarged_boxes.push_back(enlarged(boxes[i], reach, body, 0, body_fixed_[i] ? 0 : body + 1));
  std::vector<Candidates::Pairs> parts(static_cast<std::size_t>(thread_count()));
  BoxCells(enlarged_boxes, 1).each_pair([&](int thread, int i, int j) {
    parts[at(thread)].push_back({i, j});
  });
  std::vector<Boxes> others(bodies);
  for (const Candidates::Pairs& part : parts)
    for (const auto& [i, j] : part) {
      others[at(i)].push_back(boxes[at(j)]);
      others[at(j)].push_back(boxes[at(i)]);
    }
  for (Boxes& near : others)
    if (near.size() > most) {
      Box all = nothing;
      for (const Box& box : near) all.extend(box);
      near = {all};
    }
  return others;
}

/// Returns the boxes of facets, enlarged by half of the reach. Items are 2 * facet in the space of
/// pairs of two bodies, and 2 * facet + 1 in the space of their own body.
std::vector<SpaceBox> BroadPhase::facet_boxes(const Boxes& world, const Boxes& own,
                                              double reach) const {
  const std::vector<Boxes> others = boxes_of_others(world, reach);
  const long count = std::ssize(facets_);
  std::vector<std::vector<SpaceBox>> parts(static_cast<std::size_t>(chunk_count(count)));
  on_chunks(count, [&](long first, long size) {
    std::vector<SpaceBox>& part = parts[static_cast<std::size_t>(first / longest_chunk)];
    for (auto i = static_cast<int>(first); i < first + size; ++i) {
      const Facet& facet = facets_[at(i)];
      const int space = space_[at(facet.body)];
      const Box box = box_of(facet, world);
      const Boxes& near = others[at(facet.body)];
      if (std::any_of(near.begin(), near.end(),
                      [&](const Box& other) { return box.is_near(other, reach); }))
        part.push_back(enlarged(box, reach, 2 * i, 0, facet.body));
      if (space > 0) part.push_back(enlarged(box_of(facet, own), reach, 2 * i + 1, space, -1));
    }
  });
  std::vector<SpaceBox> boxes;
  for (const auto& part : parts) boxes.insert(boxes.end(), part.begin(), part.end());
  return boxes;
}

void BroadPhase::add(Candidates::Pairs& pairs, int a, int b) const {
  if (pairs.size() == most_pairs_)
    throw Error(
        fmt::format("a motion brings at most {} pairs of a kind near each other", most_pairs_),
        fmt::format("one more, of {} and {}", a, b), "take smaller steps");
  pairs.push_back({a, b});
}

void BroadPhase::list(const Facet& a, const Facet& b, const Boxes& vertices, double reach,
                      Candidates& pairs) const {
  if (a.own_vertices > 0) list_points(a, b, vertices, reach, pairs);
  if (b.own_vertices > 0 && !a.is_vertex()) list_points(b, a, vertices, reach, pairs);
  if (a.own_edges > 0 && b.own_edges > 0) list_edges(a, b, vertices, reach, pairs);
}

/// Lists the own vertices of one facet that are near the other one.
void BroadPhase::list_points(const Facet& points, const Facet& other, const Boxes& vertices,
                             double reach, Candidates& pairs) const {
  if (other.is_vertex() && !points.is_vertex()) return;
  const Box box = box_of(other, vertices);
  for (unsigned k = 0; points.own_vertices >> k > 0; ++k) {
    const int i = points.vertex[k];
    if (!(points.own_vertices >> k & 1) || other.has(i)) continue;
    if (other.moving == 0 && !(points.moving >> k & 1)) continue;
    if (!vertices[at(i)].is_near(box, reach)) continue;
    if (other.triangle >= 0)
      add(pairs.point_triangle, i, other.triangle);
    else if (other.is_edge())
      add(pairs.point_edge, i, other.edge[0]);
    else
      add(pairs.point_point, std::min(i, other.vertex[0]), std::max(i, other.vertex[0]));
  }
}

/// Lists pairs of own edges that are near each other.
void BroadPhase::list_edges(const Facet& a, const Facet& b, const Boxes& vertices, double reach,
                            Candidates& pairs) const {
  const auto box_of_edge = [&](const Facet& facet, unsigned k) {
    Box box = vertices[at(facet.vertex[k])];
    return box.extend(vertices[at(facet.vertex[Facet::next(k)])]);
  };
  for (unsigned k = 0; a.own_edges >> k > 0; ++k) {
    if (!(a.own_edges >> k & 1)) continue;
    const int i = a.edge[k], first = a.vertex[k], second = a.vertex[Facet::next(k)];
    const Box box = box_of_edge(a, k);
    const bool moves = a.moving & Facet::ends(k);
    for (unsigned m = 0; b.own_edges >> m > 0; ++m) {
      if (!(b.own_edges >> m & 1)) continue;
      const int j = b.edge[m], third = b.vertex[m], fourth = b.vertex[Facet::next(m)];
      if ((first == third) | (first == fourth) | (second == third) | (second == fourth)) continue;
      if (!moves && !(b.moving & Facet::ends(m))) continue;
      if (box.is_near(box_of_edge(b, m), reach))
        add(pairs.edge_edge, std::min(i, j), std::max(i, j));
    }
  }
}

Candidates::Pairs BroadPhase::near_planes(const Eigen::Matrix3Xd& x0, const Eigen::Matrix3Xd& x1,
                                          double reach) const {
  const long count = x0.cols();
  std::vector<Candidates::Pairs> parts(static_cast<std::size_t>(chunk_count(count)));
  if (planes_.empty()) return {};
  on_chunks(count, [&](long first, long size) {
    Candidates::Pairs& part = parts[static_cast<std::size_t>(first / longest_chunk)];
    for (auto i = static_cast<int>(first); i < first + size; ++i) {
      if (vertex_fixed_[at(i)]) continue;
      for (int k = 0; k < std::ssize(planes_); ++k) {
        const auto& [normal, offset] = planes_[at(k)];
        if (std::min(normal.dot(x0.col(i)), normal.dot(x1.col(i))) - offset <= reach)
          part.push_back({i, k});
      }
    }
  });
  Candidates::Pairs pairs;
  for (const auto& part : parts) pairs.insert(pairs.end(), part.begin(), part.end());
  return pairs;
}

}  // namespace stiffbench
