#include "integrators/kernels/linear/tall_products.hpp"

#include "base/system/threads.hpp"

#include <algorithm>

namespace stiffbench {
namespace {

using Eigen::Index;

constexpr Index piece = 4096;  // rows

Index piece_count(Index rows) { return (rows + piece - 1) / piece; }

/// Calls `work(number, first row, rows)` for all pieces.
template <class Work>
void each_piece(Index rows, const Work& work) {
  constexpr long least = 2;  // pieces; fewer are done before a thread is awake
  on_ranges(piece_count(rows), least, [&](long number, long last) {
    for (; number < last; ++number)
      work(number, number * piece, std::min(piece, rows - number * piece));
  });
}

}  // namespace

void transposed_times(TallIn V, LongIn w, Eigen::Ref<Vec> h) {
  if (V.rows() <= piece) {
    h.noalias() = V.transpose() * w;
    return;
  }
  thread_local Eigen::MatrixXd memory;
  const Index count = piece_count(V.rows()), columns = V.cols();
  if (memory.rows() < columns || memory.cols() < count)
    memory.resize(std::max(memory.rows(), columns), std::max(memory.cols(), count));
  Eigen::MatrixXd& sums = memory;  // this thread's, for all of them
  each_piece(V.rows(), [&](Index number, Index first, Index rows) {
    sums.col(number).head(columns).noalias() =
        V.middleRows(first, rows).transpose() * w.segment(first, rows);
  });
  h = sums.col(0).head(columns);
  for (Index number = 1; number < count; ++number) h += sums.col(number).head(columns);
}

void subtract_times(TallIn V, LongIn h, Eigen::Ref<Vec> w) {
  each_piece(V.rows(), [&](Index, Index first, Index rows) {
    w.segment(first, rows).noalias() -= V.middleRows(first, rows) * h;
  });
}

void tall_times(TallIn V, LongIn z, Eigen::Ref<Vec> w) {
  each_piece(V.rows(), [&](Index, Index first, Index rows) {
    w.segment(first, rows).noalias() = V.middleRows(first, rows) * z;
  });
}

}  // namespace stiffbench
