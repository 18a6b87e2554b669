#include "integrators/kernels/linear/symbolic/ordering.hpp"

#include "base/error.hpp"
#include "integrators/kernels/linear/linear_solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cholmod.h>
#include <memory>

namespace stiffbench {
namespace {

/// A symbolic analysis of CHOLMOD's.
class Analysis {
 public:
  Analysis(const BlockGraph& graph, FactorOrder order) {
    const bool is_best = order == FactorOrder::best;
    const std::vector<int> orders =
        is_best ? std::vector{CHOLMOD_AMD, CHOLMOD_METIS} : std::vector{CHOLMOD_AMD};
    cholmod_start(&common_);
    common_.print = 0;
    common_.nmethods = static_cast<int>(orders.size());
    std::ranges::transform(orders, common_.method, [&](int one) {
      auto method = common_.method[0];
      method.ordering = one;
      return method;
    });
    cholmod_sparse view{};
    view.nrow = view.ncol = graph.start.size() - 1;
    view.nzmax = graph.column.size();
    view.p = const_cast<int*>(graph.start.data());
    view.i = const_cast<int*>(graph.column.data());
    view.stype = -1;  // column k of the lower triangle is row k of the upper one
    view.itype = CHOLMOD_INT;
    view.xtype = CHOLMOD_PATTERN;
    view.sorted = view.packed = 1;
    factor_ = cholmod_analyze(&view, &common_);
    if (const int status = common_.status; status < CHOLMOD_OK) {
      release();
      throw Error("CHOLMOD's order must succeed", fmt::format("status {}", status),
                  status == CHOLMOD_OUT_OF_MEMORY ? "take a smaller problem"
                                                  : "report this: it is a defect");
    }
  }
  Analysis(const Analysis&) = delete;
  ~Analysis() { release(); }

  const int* order() const { return static_cast<const int*>(factor_->Perm); }
  double entries() const { return common_.lnz; }
  double operations() const { return common_.fl; }

 private:
  void release() {
    cholmod_free_factor(&factor_, &common_);
    cholmod_finish(&common_);
  }

  cholmod_common common_;
  cholmod_factor* factor_ = nullptr;
};

}  // namespace

template <class Matrix>
bool has_triple_blocks(const Matrix& A) {
  if (A.outerSize() % 3 != 0) return false;
  const int *start = A.outerIndexPtr(), *inner = A.innerIndexPtr();
  for (Eigen::Index row = 0; row < A.outerSize(); row += 3) {
    const int *begin = inner + start[row], *end = inner + start[row + 1];
    if ((end - begin) % 3 != 0 || start[row + 2] - start[row + 1] != end - begin ||
        start[row + 3] - start[row + 2] != end - begin)
      return false;
    if (!std::equal(begin, end, inner + start[row + 1]) ||
        !std::equal(begin, end, inner + start[row + 2]))
      return false;
    for (const int* at = begin; at != end; at += 3)
      if (at[0] % 3 != 0 || at[1] != at[0] + 1 || at[2] != at[0] + 2) return false;
  }
  return true;
}

template bool has_triple_blocks(const Mat&);
template bool has_triple_blocks(const Columns&);

template <class Matrix>
BlockGraph::BlockGraph(const Matrix& A) : size(has_triple_blocks(A) ? 3 : 1) {
  start.push_back(0);
  for (int row = 0; row < static_cast<int>(A.outerSize()); row += size) {
    const int *begin = A.innerIndexPtr() + A.outerIndexPtr()[row],
              *end = A.innerIndexPtr() + A.outerIndexPtr()[row + 1];
    for (const int* at = std::lower_bound(begin, end, row); at < end; at += size)
      column.push_back(*at / size);
    start.push_back(static_cast<int>(column.size()));
  }
}
template BlockGraph::BlockGraph(const Mat&);
template BlockGraph::BlockGraph(const Columns&);

FactorCounts count_factor(const BlockGraph& graph, FactorOrder order) {
  const Analysis analysis(graph, order);
  const double size = graph.size;
  return {size * size * analysis.entries(), size * size * size * analysis.operations()};
}

std::vector<int> fill_reducing_order(const BlockGraph& graph) {
  const Analysis analysis(graph, FactorOrder::best);
  std::vector<int> rows;
  for (std::size_t k = 0; k + 1 < graph.start.size(); ++k)
    for (int i = 0; i < graph.size; ++i) rows.push_back(graph.size * analysis.order()[k] + i);
  return rows;
}

}  // namespace stiffbench
