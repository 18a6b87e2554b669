#include "integrators/kernels/linear/tall_products.hpp"

#include "base/system/chunks.hpp"

#include <numeric>
#include <vector>

namespace stiffbench {

using Eigen::Index;

double inner_product(LongIn a, LongIn b) {
  thread_local std::vector<double> memory;
  std::vector<double>& sums = memory;  // the calling thread's memory, for all threads
  sums.resize(static_cast<std::size_t>(chunk_count(a.size())));
  on_chunks(a.size(), [&](Index first, Index size) {
    sums[static_cast<std::size_t>(first / longest_chunk)] =
        a.segment(first, size).dot(b.segment(first, size));
  });
  return std::accumulate(sums.begin(), sums.end(), 0.0);
}

void transposed_times(TallIn V, LongIn w, Eigen::Ref<Vec> h) {
  if (V.rows() <= longest_chunk) {
    h.noalias() = V.transpose() * w;
    return;
  }
  thread_local Eigen::MatrixXd memory;
  const Index count = chunk_count(V.rows()), columns = V.cols();
  if (memory.rows() < columns || memory.cols() < count)
    memory.resize(std::max(memory.rows(), columns), std::max(memory.cols(), count));
  Eigen::MatrixXd& sums = memory;  // the calling thread's memory, for all threads
  on_chunks(V.rows(), [&](Index first, Index rows) {
    sums.col(first / longest_chunk).head(columns).noalias() =
        V.middleRows(first, rows).transpose() * w.segment(first, rows);
  });
  h = sums.col(0).head(columns);
  for (Index number = 1; number < count; ++number) h += sums.col(number).head(columns);
}

void subtract_times(TallIn V, LongIn h, Eigen::Ref<Vec> w) {
  on_chunks(V.rows(), [&](Index first, Index rows) {
    w.segment(first, rows).noalias() -= V.middleRows(first, rows) * h;
  });
}

void tall_times(TallIn V, LongIn z, Eigen::Ref<Vec> w) {
  on_chunks(V.rows(), [&](Index first, Index rows) {
    w.segment(first, rows).noalias() = V.middleRows(first, rows) * z;
  });
}

}  // namespace stiffbench
