#include "integrators/kernels/linear/lowest_modes.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace stiffbench {

void LowestModes::init(const CountedProblem& problem, Eigen::Index count) {
  problem_ = &problem;
  count_ = count;
  size_ = 0;
  shift_ = 0;
  sum_ = {};
  solver_ = {};
  const Eigen::Index n = problem.dof();
  values_.resize(count);
  vectors_.resize(n, count);
  is_dense_ = n <= dense_below || 2 * count > n;
  eigen_size_ = 0;
  if (!is_dense_ || count == 0) return;
  full_.resize(n, n);
  rotations_.resize(n, n);
  ascending_.resize(static_cast<std::size_t>(n));
  root_of_mass_.emplace(Eigen::MatrixXd(problem.mass().matrix()));
}

Outcome LowestModes::compute(const Mat& K) {
  if (count_ == 0) return {};
  const Eigen::Index n = problem_->dof();
  if (is_dense_) return compute_dense(K);
  if (Outcome outcome = factorize(K); !outcome.ok()) return outcome;
  // A process from the last step's modes would start with an invariant space, nearly.
  next_ = Vec::LinSpaced(n, 1, 7).array().sin();
  normalize_next();
  size_ = 0;
  for (Eigen::Index most = 2 * count_ + 10;; most = std::min(n, 2 * most)) {
    while (size_ < most)
      if (!extend()) break;
    if (size_ >= count_ && accept()) break;
    if (size_ < most || most == n)
      return {Status::krylov_stagnated, "the lowest modes are not found"};
  }
  shift_ = std::max(least_shift_, 0.1 * std::abs(values_[count_ - 1]));
  return {};
}

Outcome LowestModes::compute_dense(const Mat& K) {
  full_ = K;
  if (!full_.allFinite()) return {Status::diverged, "the stiffness is not finite"};
  root_of_mass_->make_congruent(full_);
  constexpr int most_sweeps = 40;
  rotations_.setIdentity();
  int sweeps = 0;
  while (sweep()) {
    if (++sweeps == most_sweeps) return {Status::krylov_stagnated, "the modes are not found"};
  }
  root_of_mass_->solve_upper(rotations_);
  std::iota(ascending_.begin(), ascending_.end(), 0);
  std::ranges::sort(ascending_, {}, [&](Eigen::Index i) { return full_(i, i); });
  for (Eigen::Index i = 0; i < count_; ++i) {
    const Eigen::Index from = ascending_[static_cast<std::size_t>(i)];
    values_[i] = full_(from, from);
    vectors_.col(i) = rotations_.col(from);
  }
  return {};
}

bool LowestModes::sweep() {
  const double negligible = 1e-16 * full_.norm();
  bool has_rotated = false;
  for (Eigen::Index p = 0; p < full_.rows(); ++p)
    for (Eigen::Index q = p + 1; q < full_.rows(); ++q) {
      if (std::abs(full_(p, q)) <= negligible) continue;
      has_rotated = true;
      const double theta = (full_(q, q) - full_(p, p)) / (2 * full_(p, q));
      const double t = (theta < 0 ? -1 : 1) / (std::abs(theta) + std::hypot(theta, 1));
      const double c = 1 / std::hypot(t, 1), s = t * c;
      const auto turn = [&](double& at_p, double& at_q) {
        const double old = at_p;
        at_p = c * old - s * at_q;
        at_q = s * old + c * at_q;
      };
      for (Eigen::Index i = 0; i < full_.rows(); ++i) turn(full_(i, p), full_(i, q));
      for (Eigen::Index i = 0; i < full_.rows(); ++i) turn(full_(p, i), full_(q, i));
      for (Eigen::Index i = 0; i < full_.rows(); ++i) turn(rotations_(i, p), rotations_(i, q));
    }
  return has_rotated;
}

Outcome LowestModes::factorize(const Mat& K) {
  if (shift_ == 0)
    shift_ = least_shift_ = 1e-6 * K.diagonal().sum() / problem_->mass().diagonal().sum();
  constexpr int most_trials = 12;
  Outcome outcome;
  for (int i = 0; i < most_trials; ++i, shift_ *= 10) {
    const Term terms[] = {{&K, 1}, {&problem_->mass().matrix(), shift_}};
    outcome = solver_.factorize_definite(sum_.assemble(problem_->dof(), terms), problem_->work());
    if (outcome.status != Status::indefinite) return outcome;
  }
  return outcome;
}

bool LowestModes::extend() {
  const Eigen::Index n = problem_->dof();
  if (basis_.cols() <= size_) {
    const Eigen::Index wide = std::min(n, std::max<Eigen::Index>(2 * size_, 2 * count_ + 10));
    basis_.conservativeResize(n, wide);
    mass_basis_.conservativeResize(n, wide);
    diagonal_.conservativeResize(wide);
    below_.conservativeResize(wide);
    parts_.resize(wide);
  }
  basis_.col(size_) = next_;
  mass_basis_.col(size_) = mass_next_;
  solver_.solve(mass_next_, next_, problem_->work());
  ++problem_->work().krylov_vectors;
  diagonal_[size_] = next_.dot(mass_basis_.col(size_));
  ++size_;
  orthogonalize_next();
  const double norm = normalize_next();
  below_[size_ - 1] = norm;
  if (size_ == n) return false;
  if (norm > 1e-13 * diagonal_.head(size_).cwiseAbs().maxCoeff()) return true;
  // The basis spans an invariant space; the other modes are in its complement.
  below_[size_ - 1] = 0;
  next_ = Vec::LinSpaced(n, 1, 7 + 3 * double(size_)).array().sin();
  orthogonalize_next();
  return normalize_next() > 0;
}

void LowestModes::orthogonalize_next() {
  auto part = parts_.head(size_);
  for (int pass = 0; pass < 2; ++pass) {
    part.noalias() = mass_basis_.leftCols(size_).transpose() * next_;
    next_.noalias() -= basis_.leftCols(size_) * part;
  }
}

double LowestModes::normalize_next() {
  problem_->mass().times(next_, mass_next_);
  const double norm = std::sqrt(std::max(0.0, next_.dot(mass_next_)));
  if (norm > 0) {
    next_ /= norm;
    mass_next_ /= norm;
  }
  return norm;
}

bool LowestModes::accept() {
  if (eigen_size_ != size_) {
    eigen_.emplace(size_);
    small_diagonal_.resize(size_);
    small_below_.resize(size_ - 1);
  }
  eigen_size_ = size_;
  small_diagonal_ = diagonal_.head(size_);
  small_below_ = below_.head(size_ - 1);
  if (!eigen_->decompose_tridiagonal(small_diagonal_, small_below_)) return false;
  const Vec& thetas = eigen_->values();
  const Eigen::MatrixXd& ritz = eigen_->vectors();
  // The largest eigenvalues 1 / (lambda + s) are those of the lowest modes.
  for (Eigen::Index i = 0; i < count_; ++i) {
    const Eigen::Index from = size_ - 1 - i;
    const double theta = thetas[from];
    const double residual = below_[size_ - 1] * std::abs(ritz(size_ - 1, from));
    if (!(theta > 0) || residual > tolerance * theta) return false;
    values_[i] = 1 / theta - shift_;
    vectors_.col(i).noalias() = basis_.leftCols(size_) * ritz.col(from);
  }
  return true;
}

}  // namespace stiffbench
