#include "integrators/kernels/linear/linear_solver.hpp"

#include "base/error.hpp"
#include "base/system/threads.hpp"
#include "integrators/kernels/linear/supernodal/supernodal_solve.hpp"
#include "integrators/kernels/linear/symbolic/ordering.hpp"
#include "integrators/kernels/linear/symbolic/pattern.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <fmt/format.h>

#include <algorithm>
#include <cholmod.h>
#include <cmath>
#include <limits>
#include <umfpack.h>
#include <vector>

namespace stiffbench {

constexpr Eigen::Index dense_limit = 32, dense_block_limit = 128;

class LinearSolver::Backend {
 public:
  enum class Verdict { ok, indefinite, singular };
  virtual ~Backend() = default;
  virtual Verdict factorize(const Columns& A) = 0;
  virtual void solve(const Vec& b, Vec& x) = 0;
  /// Solves as LinearSolver::solve_roughly() does.
  virtual double solve_roughly(const Vec& b, Vec& x) {
    solve(b, x);
    return 0;
  }
  /// The number of stored entries of the factors.
  virtual double entries() const = 0;
  /// The ratio of the smallest to the largest pivot of the last factorization.
  double pivots() const { return pivots_; }

 protected:
  Verdict judge(double pivots) {
    pivots_ = pivots;
    return pivots >= std::numeric_limits<double>::epsilon() ? Verdict::ok : Verdict::singular;
  }
  double pivots_ = 0;
};

namespace {

using Backend = LinearSolver::Backend;
using Verdict = Backend::Verdict;

/// The number of rows of the smallest diagonal block that A repeats from end to end, or of A if
/// there is none.
Eigen::Index repeated_block(const Columns& A) {
  const int *outer = A.outerIndexPtr(), *inner = A.innerIndexPtr();
  const Eigen::Index n = A.cols();
  Eigen::Index block = 1;
  for (Eigen::Index j = 0; j < block; ++j)
    for (int k = outer[j]; k < outer[j + 1]; ++k)
      block = std::max<Eigen::Index>(block, inner[k] + 1);
  if (n % block != 0) return n;
  const int entries = outer[block];
  for (Eigen::Index j = block; j < n; ++j) {
    if (outer[j + 1] - outer[j - block + 1] != entries) return n;
    for (int k = outer[j]; k < outer[j + 1]; ++k)
      if (inner[k] != inner[k - entries] + block || A.valuePtr()[k] != A.valuePtr()[k - entries])
        return n;
  }
  return block;
}

/// The dense Cholesky factorization of the block that A repeats, or of all of A.
class DenseCholesky final : public Backend {
 public:
  Verdict factorize(const Columns& A) override {
    const Eigen::Index block = repeated_block(A);
    matrix_ = A.topLeftCorner(block, block);
    llt_.compute(matrix_);
    if (llt_.info() != Eigen::Success) return Verdict::indefinite;
    const auto d = llt_.matrixLLT().diagonal().array().square();
    return judge(d.minCoeff() / d.maxCoeff());
  }
  void solve(const Vec& b, Vec& x) override {
    x = b;
    auto columns = x.reshaped(matrix_.rows(), x.size() / matrix_.rows());
    constexpr Eigen::Index part = 64;  // stays in the cache for both triangular solves
    for (Eigen::Index first = 0; first < columns.cols(); first += part) {
      auto some = columns.middleCols(first, std::min(part, columns.cols() - first));
      llt_.matrixL().solveInPlace(some);
      llt_.matrixU().solveInPlace(some);
    }
  }
  double entries() const override {
    return static_cast<double>(matrix_.rows() * (matrix_.rows() + 1) / 2);
  }

 private:
  Eigen::MatrixXd matrix_;
  Eigen::LLT<Eigen::MatrixXd> llt_;
};

bool repeats_small_block(const Columns& A) {
  const Eigen::Index block = repeated_block(A);
  return block < A.rows() && block <= dense_block_limit;
}

class DenseLu final : public Backend {
 public:
  Verdict factorize(const Columns& A) override {
    matrix_ = A;
    lu_.compute(matrix_);
    const auto d = lu_.matrixLU().diagonal().array().abs();
    const double largest = d.maxCoeff();
    return judge(largest > 0 ? d.minCoeff() / largest : 0);
  }
  void solve(const Vec& b, Vec& x) override { x = lu_.solve(b); }
  double entries() const override { return static_cast<double>(matrix_.size()); }

 private:
  Eigen::MatrixXd matrix_;
  Eigen::PartialPivLU<Eigen::MatrixXd> lu_;
};

class Cholmod final : public Backend {
 public:
  Cholmod() {
    cholmod_start(&common_);
    common_.print = 0;
    common_.final_ll = 1;  // L L': an L D L' would not notice a negative pivot
    common_.quick_return_if_not_posdef = 1;
    common_.nmethods = 1;
    common_.method[0].ordering = CHOLMOD_GIVEN;
  }
  Cholmod(const Cholmod&) = delete;
  ~Cholmod() override {
    for (auto* dense : {&x_, &work_y_, &work_e_}) cholmod_free_dense(dense, &common_);
    cholmod_free_factor(&factor_, &common_);
    cholmod_finish(&common_);
  }

  Verdict factorize(const Columns& A) override {
    cholmod_sparse view = view_of(A);
    if (!pattern_.same(A)) {
      cholmod_free_factor(&factor_, &common_);
      std::vector<int> order = fill_reducing_order(BlockGraph(A));
      factor_ = cholmod_analyze_p(&view, order.data(), nullptr, 0, &common_);
      check("analysis");
    }
    rough_solves_ = 0;
    on_one_openmp_thread([&] { cholmod_factorize(&view, factor_, &common_); });
    if (common_.status == CHOLMOD_NOT_POSDEF) return Verdict::indefinite;
    check("factorization");
    return judge(cholmod_rcond(factor_, &common_));
  }

  void solve(const Vec& b, Vec& x) override {
    if (factor_->is_super)
      return solve_supernodal(static_cast<const double*>(factor_->x), b, 1, x, ordered_, rows_);
    cholmod_dense right{};
    right.nrow = right.d = right.nzmax = b.size();
    right.ncol = 1;
    right.x = const_cast<double*>(b.data());  // CHOLMOD reads it only
    right.xtype = CHOLMOD_REAL;
    right.dtype = CHOLMOD_DOUBLE;
    on_one_openmp_thread([&] {
      cholmod_solve2(CHOLMOD_A, factor_, &right, nullptr, &x_, nullptr, &work_y_, &work_e_,
                     &common_);
    });
    check("solution");
    x = Eigen::Map<const Vec>(static_cast<const double*>(x_->x), b.size());
  }
  double solve_roughly(const Vec& b, Vec& x) override {
    constexpr long first = 5;                    // the copy costs about one solve
    constexpr double least = 1e-6, most = 1e-5;  // relative errors
    const double size = b.lpNorm<Eigen::Infinity>();
    const bool may = factor_->is_super && size > 0 && std::isfinite(size);
    if (!may || ++rough_solves_ < first || (rough_solves_ > first && rough_error_ == 0)) {
      solve(b, x);
      return 0;
    }
    if (rough_solves_ > first) {
      solve_supernodal(copy_.data(), b, size, x, rough_ordered_, rough_rows_);
      return rough_error_;
    }
    copy_ = Eigen::Map<const Vec>(static_cast<const double*>(factor_->x),
                                  static_cast<Eigen::Index>(factor_->xsize))
                .cast<float>();
    solve_supernodal(copy_.data(), b, size, rough_, rough_ordered_, rough_rows_);
    solve(b, x);
    rough_ -= x;
    const double error = energy_norm_of(rough_) / energy_norm_of(x);
    rough_error_ = error <= most ? 4 * std::max(error, least) : 0;
    return 0;
  }
  double entries() const override { return common_.lnz; }

 private:
  static cholmod_sparse view_of(const Columns& A) {
    cholmod_sparse view{};
    view.nrow = A.rows();
    view.ncol = A.cols();
    view.nzmax = A.nonZeros();
    view.p = const_cast<int*>(A.outerIndexPtr());
    view.i = const_cast<int*>(A.innerIndexPtr());
    view.x = const_cast<double*>(A.valuePtr());
    view.stype = -1;  // symmetric, the lower triangle is read
    view.itype = CHOLMOD_INT;
    view.xtype = CHOLMOD_REAL;
    view.dtype = CHOLMOD_DOUBLE;
    view.sorted = view.packed = 1;
    return view;
  }
  Supernodes supernodes() const {
    return {static_cast<int>(factor_->nsuper), static_cast<const int*>(factor_->super),
            static_cast<const int*>(factor_->pi), static_cast<const int*>(factor_->px),
            static_cast<const int*>(factor_->s)};
  }
  /// Returns sqrt(x' A x) with a supernodal factor of A.
  double energy_norm_of(const Vec& x) {
    const int* order = static_cast<const int*>(factor_->Perm);
    ordered_.resize(x.size());
    for (Eigen::Index i = 0; i < x.size(); ++i) ordered_[i] = x[order[i]];
    return energy_norm(supernodes(), static_cast<const double*>(factor_->x), ordered_.data());
  }
  /// Solves with these numbers of the factor, after division of b by `scale`.
  template <class Vector>
  void solve_supernodal(const typename Vector::Scalar* values, const Vec& b, double scale, Vec& x,
                        Vector& ordered, Vector& rows) {
    const int* order = static_cast<const int*>(factor_->Perm);
    ordered.resize(b.size());
    rows.resize(b.size());
    for (Eigen::Index i = 0; i < b.size(); ++i)
      ordered[i] = static_cast<typename Vector::Scalar>(b[order[i]] / scale);
    solve_supernodes(supernodes(), values, ordered.data(), rows.data());
    x.resize(b.size());
    for (Eigen::Index i = 0; i < b.size(); ++i)
      x[order[i]] = scale * static_cast<double>(ordered[i]);
  }
  void check(const char* what) const {
    if (common_.status == CHOLMOD_OK) return;
    throw Error("CHOLMOD's " + std::string(what) + " must succeed",
                fmt::format("status {}", common_.status),
                common_.status == CHOLMOD_OUT_OF_MEMORY ? "take a smaller problem"
                                                        : "report this: it is a defect");
  }

  cholmod_common common_;
  cholmod_factor* factor_ = nullptr;
  cholmod_dense *x_ = nullptr, *work_y_ = nullptr, *work_e_ = nullptr;
  Vec ordered_, rows_;                                 // of a supernodal solve
  Eigen::VectorXf copy_, rough_ordered_, rough_rows_;  // in single precision
  Vec rough_;
  long rough_solves_ = 0;   // with the present factor
  double rough_error_ = 0;  // of them, relative; 0 where the copy is not precise enough
  Pattern pattern_;
};

class Umfpack final : public Backend {
 public:
  Umfpack() { umfpack_di_defaults(control_); }
  Umfpack(const Umfpack&) = delete;
  ~Umfpack() override {
    umfpack_di_free_numeric(&numeric_);
    umfpack_di_free_symbolic(&symbolic_);
  }

  Verdict factorize(const Columns& A) override {
    matrix_ = A;
    const int n = static_cast<int>(A.rows());
    const int *p = A.outerIndexPtr(), *i = A.innerIndexPtr();
    if (!pattern_.same(A)) {
      umfpack_di_free_symbolic(&symbolic_);
      check(umfpack_di_symbolic(n, n, p, i, A.valuePtr(), &symbolic_, control_, nullptr));
    }
    umfpack_di_free_numeric(&numeric_);
    double info[UMFPACK_INFO];
    const int status = umfpack_di_numeric(p, i, A.valuePtr(), symbolic_, &numeric_, control_, info);
    if (status == UMFPACK_WARNING_singular_matrix) return judge(0);
    check(status);
    entries_ = info[UMFPACK_LNZ] + info[UMFPACK_UNZ];
    return judge(info[UMFPACK_RCOND]);
  }

  void solve(const Vec& b, Vec& x) override {
    x.resize(b.size());
    check(umfpack_di_solve(UMFPACK_A, matrix_.outerIndexPtr(), matrix_.innerIndexPtr(),
                           matrix_.valuePtr(), x.data(), b.data(), numeric_, control_, nullptr));
  }
  double entries() const override { return entries_; }

 private:
  static void check(int status) {
    if (status == UMFPACK_OK) return;
    throw Error("UMFPACK must succeed", fmt::format("status {}", status),
                status == UMFPACK_ERROR_out_of_memory ? "take a smaller problem"
                                                      : "report this: it is a defect");
  }

  double control_[UMFPACK_CONTROL];
  void *symbolic_ = nullptr, *numeric_ = nullptr;
  double entries_ = 0;
  Columns matrix_;  // UMFPACK uses it to refine solutions
  Pattern pattern_;
};

Outcome not_finite() { return {Status::diverged, "the matrix to factorize is not finite"}; }

}  // namespace

LinearSolver::LinearSolver() = default;
LinearSolver::LinearSolver(const LinearSolver&) : LinearSolver() {}
LinearSolver& LinearSolver::operator=(const LinearSolver& other) {
  return *this = LinearSolver(other);
}
LinearSolver::LinearSolver(LinearSolver&& other) noexcept { *this = std::move(other); }
LinearSolver& LinearSolver::operator=(LinearSolver&& other) noexcept {
  std::swap(dense_cholesky_, other.dense_cholesky_);
  std::swap(sparse_cholesky_, other.sparse_cholesky_);
  std::swap(lu_, other.lu_);
  std::swap(active_, other.active_);
  return *this;
}
LinearSolver::~LinearSolver() = default;

Outcome LinearSolver::factorize(const Columns& A, bool symmetric, Work& work) {
  if (symmetric) {
    Outcome outcome = factorize_definite(A, work);
    if (outcome.status != Status::indefinite) return outcome;
    ++work.indefinite;
  }
  if (!begin(A)) return not_finite();
  if (!lu_ && A.rows() <= dense_limit) lu_ = std::make_unique<DenseLu>();
  if (!lu_) lu_ = std::make_unique<Umfpack>();
  ++work.factorize;
  return accept(*lu_, lu_->factorize(A) == Verdict::singular, A.rows());
}

Outcome LinearSolver::factorize_definite(const Columns& A, Work& work) {
  if (!begin(A)) return not_finite();
  const bool dense = A.rows() <= dense_limit || repeats_small_block(A);
  auto& backend = dense ? dense_cholesky_ : sparse_cholesky_;
  if (!backend && dense) backend = std::make_unique<DenseCholesky>();
  if (!backend) backend = std::make_unique<Cholmod>();
  ++work.factorize;
  const Verdict verdict = backend->factorize(A);
  if (verdict == Verdict::indefinite)
    return {Status::indefinite, "a matrix that has to be positive definite is not"};
  return accept(*backend, verdict == Verdict::singular, A.rows());
}

bool LinearSolver::begin(const Columns& A) {
  active_ = nullptr;
  return A.coeffs().allFinite();
}

Outcome LinearSolver::accept(Backend& backend, bool singular, Eigen::Index pivots) {
  if (singular)
    return {Status::singular, fmt::format("of {} pivots the smallest is {:.1e} of the largest",
                                          pivots, backend.pivots())};
  active_ = &backend;
  return {};
}

void LinearSolver::solve(const Vec& b, Vec& x, Work& work) const {
  if (!active_)
    throw Error("a solve needs a factorization", "none", "call factorize, and heed its outcome");
  ++work.solve;
  active_->solve(b, x);
}

double LinearSolver::solve_roughly(const Vec& b, Vec& x, Work& work) const {
  if (!active_)
    throw Error("a solve needs a factorization", "none", "call factorize, and heed its outcome");
  ++work.solve;
  return active_->solve_roughly(b, x);
}

double LinearSolver::entries() const { return active_ ? active_->entries() : 0; }

}  // namespace stiffbench
