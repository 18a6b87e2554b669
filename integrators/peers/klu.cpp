#include "integrators/peers/klu.hpp"

#include "base/error.hpp"
#include "integrators/kernels/linear/symbolic/pattern.hpp"

#include <fmt/format.h>

#include <klu.h>
#include <limits>

namespace stiffbench {

struct Klu::Memory {
  klu_common common;
  klu_symbolic* symbolic = nullptr;
  klu_numeric* numeric = nullptr;
  Pattern pattern;

  Memory() { klu_defaults(&common); }
  ~Memory() {
    klu_free_numeric(&numeric, &common);
    klu_free_symbolic(&symbolic, &common);
  }
  void check(const char* what) const {
    if (common.status >= KLU_OK) return;
    throw Error("KLU's " + std::string(what) + " must succeed",
                fmt::format("status {}", common.status),
                common.status == KLU_OUT_OF_MEMORY ? "take a smaller problem"
                                                   : "report this: it is a defect");
  }
};

Klu::Klu() : memory_(std::make_unique<Memory>()) {}
Klu::~Klu() = default;

Outcome Klu::factorize(const Columns& A, Work& work) {
  if (!A.coeffs().allFinite()) return {Status::diverged, "the matrix to factorize is not finite"};
  klu_common& common = memory_->common;
  // KLU only reads them.
  int* p = const_cast<int*>(A.outerIndexPtr());
  int* i = const_cast<int*>(A.innerIndexPtr());
  double* x = const_cast<double*>(A.valuePtr());
  if (!memory_->pattern.same(A)) {
    klu_free_symbolic(&memory_->symbolic, &common);
    memory_->symbolic = klu_analyze(static_cast<int>(A.rows()), p, i, &common);
    memory_->check("analysis");
  }
  klu_free_numeric(&memory_->numeric, &common);
  ++work.factorize;
  memory_->numeric = klu_factor(p, i, x, memory_->symbolic, &common);
  memory_->check("factorization");
  double pivots = 0;
  if (common.status == KLU_OK) {
    klu_rcond(memory_->symbolic, memory_->numeric, &common);
    pivots = common.rcond;
  }
  if (pivots >= std::numeric_limits<double>::epsilon()) return {};
  return {Status::singular,
          fmt::format("of {} pivots the smallest is {:.1e} of the largest", A.rows(), pivots)};
}

void Klu::solve(const Vec& b, Vec& x, Work& work) {
  ++work.solve;
  x = b;
  klu_solve(memory_->symbolic, memory_->numeric, static_cast<int>(x.size()), 1, x.data(),
            &memory_->common);
  memory_->check("solution");
}

}  // namespace stiffbench
