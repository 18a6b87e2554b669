#pragma once

#include "base/system/threads.hpp"
#include "problems/contact/broad_phase/candidates.hpp"
#include "problems/contact/collisions/contact_frame.hpp"
#include "problems/contact/friction/normal_forces.hpp"
#include "problems/contact/surface/contact_surface.hpp"
#include "problems/forces/blocks/block_pattern.hpp"

#include <boost/container/small_vector.hpp>

#include <algorithm>
#include <vector>

namespace stiffbench {

/// The places that move a collision's vertices, each once, with the weights of all vertices.
struct CollisionPlaces {
  CollisionPlaces(const ContactSurface& surface, const Collision& collision);

  struct Place {
    int number;
    /// The weights of the collision's vertices, unaligned as in what a small_vector allocates.
    Eigen::Matrix<double, 4, 1, Eigen::DontAlign> weights;
  };
  boost::container::small_vector<Place, 4> all;
};

/// Adds the part in the rows [first, last) of places of a matrix of two collisions' vertices to K:
/// rows belong to the vertices of the first, columns to those of the second.
void add_contact_rows(const CollisionPlaces& rows, const CollisionPlaces& columns,
                      const Mat12& matrix, int first, int last, Mat& K);
/// Adds the whole matrix.
void add_contact_matrix(const ContactSurface& surface, const Collision& rows,
                        const Collision& columns, Mat& K, const Mat12& matrix);

/// Adds the matrices matrix(i) of the vertices of all collisions i to K. They are computed on
/// threads, some at a time; then each thread adds what belongs to its rows, in order.
template <class Matrix>
void add_contact_matrices(const ContactSurface& surface, const std::vector<Collision>& collisions,
                          Mat& K, const Matrix& matrix) {
  constexpr std::size_t most = 4096;  // matrices at a time, 5 MB
  const std::size_t count = std::min(most, collisions.size());
  std::vector<Mat12> matrices(count);
  std::vector<CollisionPlaces> places;
  for (std::size_t begin = 0; begin < collisions.size(); begin += count) {
    const std::size_t size = std::min(count, collisions.size() - begin);
    places.clear();
    for (std::size_t i = 0; i < size; ++i) places.emplace_back(surface, collisions[begin + i]);
    on_ranges(static_cast<long>(size), 100, [&](long first, long last) {
      for (auto i = static_cast<std::size_t>(first); i < static_cast<std::size_t>(last); ++i)
        matrices[i] = matrix(begin + i);
    });
    const long least = size < 200 ? K.rows() : 1;  // rows per thread: one thread for few matrices
    on_ranges(K.rows() / 3, least, [&](long first, long last) {
      for (std::size_t i = 0; i < size; ++i)
        add_contact_rows(places[i], places[i], matrices[i], static_cast<int>(first),
                         static_cast<int>(last), K);
    });
  }
}

/// Returns pairs of places that matrices of these collisions join, those of the normal forces'
/// derivatives included.
std::vector<std::array<int, 2>> joined_places(const ContactSurface& surface,
                                              const std::vector<Collision>& collisions,
                                              const std::vector<NormalForce>& normal);
/// Returns the pairs of places of candidates that are nearer than `distance` (m) at x.
std::vector<std::array<int, 2>> joined_places(const ContactSurface& surface,
                                              const Candidates& candidates,
                                              const Eigen::Matrix3Xd& x, double distance);
/// True if K has a block for every pair of places that these collisions join.
bool contact_matrices_fit(const ContactSurface& surface, const std::vector<Collision>& collisions,
                          const std::vector<NormalForce>& normal, const Mat& K);

}  // namespace stiffbench
