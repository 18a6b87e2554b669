#include "integrators/kernels/iterative/conjugate_gradients.hpp"

#include "base/system/threads.hpp"
#include "integrators/kernels/linear/multiply.hpp"
#include "integrators/kernels/linear/vectors/vectors_on_threads.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

namespace stiffbench {

namespace {

/// A start in the span of a basis pays where a solve from zero takes this many products.
constexpr long least_unaided = 16;

const Outcome not_definite{Status::indefinite,
                           "a diagonal block of the matrix is not positive definite"};
const Outcome not_finite{Status::diverged, "the matrix to solve with is not finite"};

/// Round-off may delay convergence beyond one step per unknown.
std::size_t most_steps(Eigen::Index unknowns) { return static_cast<std::size_t>(unknowns) + 64; }

}  // namespace

void ConjugateGradients::init(Preconditioner kind) {
  *this = {};
  choice_.init(kind);
}

Outcome ConjugateGradients::assign(const Columns& S, int block_size) {
  if (!S.coeffs().allFinite()) return not_finite;
  if (pattern_.same(S))  // symmetric, so that its columns are its rows
    std::copy_n(S.valuePtr(), S.nonZeros(), S_.valuePtr());
  else
    S_ = S.transpose();
  falls_.reserve(most_steps(S.rows()));
  if (block_size == 3) return assign(BlockSum{&S_});
  block_size_ = 1;
  choice_.begin_matrix(false);
  inverses_ = S_.diagonal();
  if (!(inverses_.minCoeff() > 0)) return not_definite;
  inverses_ = inverses_.cwiseInverse();
  return {};
}

Outcome ConjugateGradients::assign(const BlockSum& S) {
  require_blocks(*S.K, 3);
  block_size_ = 3;
  choice_.begin_matrix(true);
  product_.assign(S);
  const Eigen::Index n = S.K->rows();
  falls_.reserve(most_steps(n));
  inverses_.resize(3 * n);
  constexpr long least = 1000;  // blocks; fewer take less time than waking a thread
  std::atomic<bool> are_finite = true, are_definite = true;
  on_ranges(n / 3, least, [&](long row, long last) {
    for (; row < last; ++row) {
      const Eigen::Matrix3d block = product_.diagonal_block(static_cast<int>(row));
      if (!block.allFinite())
        are_finite = false;
      else if (Eigen::LLT<Eigen::Matrix3d>(block).info() != Eigen::Success)
        are_definite = false;
      Eigen::Map<Eigen::Matrix3d>(inverses_.data() + 9 * row) = block.inverse();
    }
  });
  return !are_finite ? not_finite : !are_definite ? not_definite : Outcome{};
}

void ConjugateGradients::times(const Vec& x, Vec& y, Work& work) {
  if (block_size_ == 1)
    multiply(S_, 1, x, y, work);
  else
    product_.times(x, y, work);
}

void ConjugateGradients::times(const ComplexVec& x, ComplexVec& y, Work& work) {
  if (block_size_ > 1) return product_.times(x, y, work);
  times(x.re, y.re, work);
  times(x.im, y.im, work);
}

void ConjugateGradients::project(std::span<const Vec> basis, Vec& x, Work& work) {
  constexpr double least = 1e-8;  // below it, a direction depends on the earlier ones
  directions_.resize(basis.size());
  products_.resize(basis.size());
  std::size_t count = 0;
  for (const Vec& vector : basis) {
    Vec &d = directions_[count], &Sd = products_[count];
    d = vector;
    times(d, Sd, work);
    const double size = dot_on_threads(d, Sd);
    for (std::size_t i = 0; i < count; ++i) {
      const double part = dot_on_threads(d, products_[i]);
      add_on_threads(-part, directions_[i], d);
      add_on_threads(-part, products_[i], Sd);
    }
    const double rest = dot_on_threads(d, Sd);
    if (!(rest > least * size)) continue;  // also where a number is not finite
    const double scale = 1 / std::sqrt(rest);
    d *= scale;
    Sd *= scale;
    const double part = dot_on_threads(d, r_);
    add_on_threads(part, d, x);
    add_on_threads(-part, Sd, r_);
    sum_ += part * part;
    ++count;
  }
  if (count > 0) least_window_ = 4;
}

double ConjugateGradients::precondition(const Vec& r, Vec& z, Work& work) {
  if (choice_.is_factorized()) {
    ++work.incomplete_solves;
    return factor_.solve(r, z);
  }
  z.resize(r.size());
  if (block_size_ == 1) {
    on_chunks(r.size(), [&](Eigen::Index first, Eigen::Index size) {
      z.segment(first, size) = inverses_.segment(first, size).cwiseProduct(r.segment(first, size));
    });
    return dot_on_threads(r, z);
  }
  const auto precondition_blocks = [&](long block, long last) {
    double sum = 0;
    for (; block < last; ++block) {
      const Eigen::Map<const Eigen::Matrix3d> inverse(inverses_.data() + 9 * block);
      const Eigen::Vector3d part = r.segment<3>(3 * block), z_part = inverse * part;
      z.segment<3>(3 * block) = z_part;
      sum += part.dot(z_part);
    }
    return sum;
  };
  return reduce_chunks(r.size() / 3, longest_chunk / 3, 0, precondition_blocks, std::plus<>());
}

void ConjugateGradients::precondition(const ComplexVec& r, ComplexVec& z, Work& work) {
  if (choice_.is_factorized()) {
    work.incomplete_solves += 2;
    return factor_.solve(r, z);
  }
  precondition(r.re, z.re, work);
  precondition(r.im, z.im, work);
}

void ConjugateGradients::begin_other(Work& work) {
  price_ = 0;
  has_turned_ = false;
  if (choice_.turns(0)) factorize(work);
}

void ConjugateGradients::end_other(long products, double digits) {
  choice_.count(products, digits);
  price_ += choice_.iteration() * static_cast<double>(products);
}

void ConjugateGradients::factorize(Work& work) {
  ++work.incomplete_factorizations;
  price_ += PreconditionerChoice::ic_factorization;
  choice_.set_factorized(factor_.factorize(product_, static_cast<int>(inverses_.size() / 9)));
  if (choice_.is_factorized()) has_turned_ = !std::exchange(was_factorized_, true);
}

void ConjugateGradients::count(bool is_representative) {
  constexpr double most_digits = 16;
  const double square = error_ * error_, fall = sum_ - start_sum_;
  if (is_representative)
    choice_.count(uncounted_, error_ > 0
                                  ? std::min(0.5 * std::log10(1 + fall / square), most_digits)
                                  : most_digits);
  price_ += choice_.iteration() * static_cast<double>(uncounted_);
  start_sum_ = sum_;
  uncounted_ = 0;
}

double ConjugateGradients::estimate() const {
  const auto steps = std::ssize(falls_), eighth = std::max(least_window_, steps / 8);
  if (steps <= eighth) return std::numeric_limits<double>::infinity();
  return std::sqrt(std::accumulate(falls_.end() - eighth, falls_.end(), 0.0));
}

Outcome ConjugateGradients::solve(const Vec& b, const Accuracy& accuracy, long most, Vec& x,
                                  Work& work, std::span<const Vec> basis) {
  x.setZero(b.size());
  falls_.clear();
  error_ = sum_ = start_sum_ = price_ = 0;
  has_turned_ = false;
  r_ = b;
  const bool is_aided = unaided_products_ >= least_unaided && r_.squaredNorm() > 0;
  least_window_ = 1;
  const long first = work.stiffness_products;
  if (is_aided) project(basis, x, work);
  start_sum_ = sum_;
  price_ += static_cast<double>(work.stiffness_products - first);
  if (r_.squaredNorm() == 0) return {};
  if (choice_.turns(0)) factorize(work);
  const Outcome outcome = iterate(accuracy, most, x, work);
  count(outcome.ok() || outcome.status == Status::krylov_stagnated);
  if (!basis.empty() && !is_aided && outcome.ok())
    unaided_products_ = work.stiffness_products - first;
  return outcome;
}

Outcome ConjugateGradients::iterate(const Accuracy& accuracy, long most, Vec& x, Work& work) {
  double rz = precondition(r_, z_, work);
  p_ = z_;
  error_ = std::numeric_limits<double>::infinity();
  for (long products = 0; rz != 0; ++products) {
    if (products == most)
      return {Status::krylov_stagnated,
              fmt::format("after {} products with the matrix the error of the update is {:.1e} of "
                          "it, in the energy norm; {:.1e} was to be reached",
                          products, error_ / std::sqrt(sum_), accuracy.relative)};
    if (choice_.turns(products)) {
      count(true);
      factorize(work);
      if (choice_.is_factorized()) {
        rz = precondition(r_, z_, work);
        p_ = z_;
        falls_.clear();
        least_window_ = 4;
      }
    }
    times(p_, q_, work);
    ++uncounted_;
    const double curvature = dot_on_threads(p_, q_);
    if (!std::isfinite(curvature) || !std::isfinite(rz))
      return {Status::diverged, "a product of conjugate gradients is not finite"};
    if (!(curvature > 0))
      return {Status::indefinite, "conjugate gradients met a direction of negative curvature"};
    const double step = rz / curvature;
    on_chunks(x.size(), [&](Eigen::Index first, Eigen::Index size) {
      x.segment(first, size) += step * p_.segment(first, size);
      r_.segment(first, size) -= step * q_.segment(first, size);
    });
    falls_.push_back(step * rz);
    sum_ += step * rz;
    error_ = estimate();
    if (error_ <= std::max(accuracy.relative * std::sqrt(sum_), accuracy.absolute)) return {};
    const double next = precondition(r_, z_, work);
    const double factor = next / rz;
    on_chunks(p_.size(), [&](Eigen::Index first, Eigen::Index size) {
      p_.segment(first, size) = z_.segment(first, size) + factor * p_.segment(first, size);
    });
    rz = next;
  }
  error_ = 0;  // the residual is exactly zero
  return {};
}

}  // namespace stiffbench
