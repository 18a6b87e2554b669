#include "integrators/kernels/linear/tall_products.hpp"

#include "base/system/pieces.hpp"

namespace stiffbench {

using Eigen::Index;

void transposed_times(TallIn V, LongIn w, Eigen::Ref<Vec> h) {
  if (V.rows() <= longest_piece) {
    h.noalias() = V.transpose() * w;
    return;
  }
  thread_local Eigen::MatrixXd memory;
  const Index count = piece_count(V.rows()), columns = V.cols();
  if (memory.rows() < columns || memory.cols() < count)
    memory.resize(std::max(memory.rows(), columns), std::max(memory.cols(), count));
  Eigen::MatrixXd& sums = memory;  // this thread's, for all of them
  on_pieces(V.rows(), [&](Index first, Index rows) {
    sums.col(first / longest_piece).head(columns).noalias() =
        V.middleRows(first, rows).transpose() * w.segment(first, rows);
  });
  h = sums.col(0).head(columns);
  for (Index number = 1; number < count; ++number) h += sums.col(number).head(columns);
}

void subtract_times(TallIn V, LongIn h, Eigen::Ref<Vec> w) {
  on_pieces(V.rows(), [&](Index first, Index rows) {
    w.segment(first, rows).noalias() -= V.middleRows(first, rows) * h;
  });
}

void tall_times(TallIn V, LongIn z, Eigen::Ref<Vec> w) {
  on_pieces(V.rows(), [&](Index first, Index rows) {
    w.segment(first, rows).noalias() = V.middleRows(first, rows) * z;
  });
}

}  // namespace stiffbench
