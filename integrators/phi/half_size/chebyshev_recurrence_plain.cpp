#include "integrators/kernels/linear/symmetric_product.hpp"
#include "integrators/phi/half_size/chebyshev_recurrence.hpp"

#include <cmath>

namespace stiffbench::phi {
namespace {

using Eigen::Index;

/// The vectors T_k b of all inputs b, interleaved, and the sums of the outputs.
struct ChebyshevVectors {
  Vectors now, next, force, sums;  // T_k b, T_{k-1} b and later T_{k+1} b, K T_k b, outputs
};

struct Step {
  int k;
  double centre, factor, old;
};

template <int fixed_inputs, int fixed_outputs>
void advance(ChebyshevVectors& v, const Expansion& expansion, const Step& step,
             const Vec& inverse_mass) {
  const Index inputs = fixed_inputs == Eigen::Dynamic ? v.now.cols() : fixed_inputs,
              outputs = fixed_outputs == Eigen::Dynamic ? v.sums.cols() : fixed_outputs,
              n = v.now.rows();
  const bool summing = step.k % 2 == 0;
  const double centre = step.centre, factor = step.factor, old = step.old;
  const double *own = expansion.shares.row(step.k).data(),
               *other = expansion.shares.row(step.k + 1).data();
  const double *inverse = inverse_mass.data(), *now = v.now.data(), *force = v.force.data();
  double* __restrict next = v.next.data(), * __restrict sums = v.sums.data();
  for (Index row = 0; row < n; ++row) {
    for (Index i = 0; i < inputs; ++i)
      next[i] = factor * (inverse[row] * force[i] - centre * now[i]) - old * next[i];
    if (summing)
      for (Index o = 0; o < outputs; ++o) {
        double sum = sums[o];
        for (Index i = 0; i < inputs; ++i)
          sum += own[i * outputs + o] * now[i] + other[i * outputs + o] * next[i];
        sums[o] = sum;
      }
    now += inputs;
    force += inputs;
    next += inputs;
    sums += outputs;
  }
}

template <int inputs>
void advance_inputs(ChebyshevVectors& v, const Expansion& expansion, const Step& step,
                    const Vec& inverse_mass) {
  switch (v.sums.cols()) {
    case 1:
      return advance<inputs, 1>(v, expansion, step, inverse_mass);
    case 2:
      return advance<inputs, 2>(v, expansion, step, inverse_mass);
    case 3:
      return advance<inputs, 3>(v, expansion, step, inverse_mass);
    case 4:
      return advance<inputs, 4>(v, expansion, step, inverse_mass);
    default:
      return advance<inputs, Eigen::Dynamic>(v, expansion, step, inverse_mass);
  }
}

/// Makes one step from now = T_k b to next = T_{k+1} b, given `force`, and for even k adds both to
/// the sums. `inverse_mass` holds the inverse of each mass, or 1 where M^-1 has already been
/// applied to `force`.
void advance_vectors(ChebyshevVectors& v, const Expansion& expansion, int k,
                     const Interval& interval, const Vec& inverse_mass) {
  const double length = interval.high - interval.low;
  const Step step{k, (interval.high + interval.low) / 2, (k == 0 ? 2 : 4) / length,
                  k == 0 ? 0.0 : 1.0};
  switch (v.now.cols()) {
    case 1:
      return advance_inputs<1>(v, expansion, step, inverse_mass);
    case 2:
      return advance_inputs<2>(v, expansion, step, inverse_mass);
    default:
      return advance_inputs<Eigen::Dynamic>(v, expansion, step, inverse_mass);
  }
}

class PlainRecurrence final : public ChebyshevRecurrence {
 public:
  explicit PlainRecurrence(const CountedProblem& problem) : problem_(&problem) {
    const Mass& mass = problem.mass();
    inverse_ =
        mass.is_diagonal() ? Vec(mass.diagonal().cwiseInverse()) : Vec(Vec::Ones(mass.size()));
  }

  void set_stiffness(const Mat& K) override { product_.assign(K, problem_->block_size()); }

  void start(int request, std::span<const Vec* const> inputs, Index outputs) override {
    if (request >= std::ssize(all_)) all_.resize(static_cast<std::size_t>(request) + 1);
    current_ = static_cast<std::size_t>(request);
    const Index n = problem_->dof(), count = std::ssize(inputs);
    ChebyshevVectors& v = vectors();
    v.now.resize(n, count);
    v.next.setZero(n, count);
    v.sums.setZero(n, outputs);
    for (Index i = 0; i < count; ++i) v.now.col(i) = *inputs[static_cast<std::size_t>(i)];
  }

  void energies(Vec& result) override {
    ChebyshevVectors& v = vectors();
    product_.times(v.now, v.force, problem_->work());
    for (Index i = 0; i < v.now.cols(); ++i) result[i] = v.now.col(i).dot(v.force.col(i));
  }

  void advance(const Expansion& expansion, const Interval& interval, int k, int count) override {
    ChebyshevVectors& v = vectors();
    for (const int end = k + count; k < end;
         ++k) {  // now = T_k b, next = T_{k-1} b, then T_{k+1} b
      if (k > 0) product_.times(v.now, v.force, problem_->work());
      if (!problem_->mass().is_diagonal()) solve_masses(v.force);
      advance_vectors(v, expansion, k, interval, inverse_);
      v.now.swap(v.next);
    }
  }

  void add_last(const Expansion& expansion, int k) override {
    ChebyshevVectors& v = vectors();
    const Eigen::Map<const Vectors> shares(expansion.shares.row(k).data(), v.now.cols(),
                                           v.sums.cols());
    v.sums.noalias() += v.now.lazyProduct(shares);
  }

  void norms(Vec& result) override {
    for (Index i = 0; i < vectors().now.cols(); ++i) {
      column_ = vectors().now.col(i);
      problem_->mass().times(column_, solved_);
      result[i] = std::sqrt(column_.dot(solved_));
    }
  }

  void vector(Index input, Vec& x) override { x = vectors().now.col(input); }
  void sum(Index output, Vec& x) override { x = vectors().sums.col(output); }

 private:
  ChebyshevVectors& vectors() { return all_[current_]; }

  /// Multiplies every vector by M^-1.
  void solve_masses(Vectors& vectors) {
    for (Index i = 0; i < vectors.cols(); ++i) {
      column_ = vectors.col(i);
      problem_->mass().solve(column_, solved_);
      vectors.col(i) = solved_;
    }
  }

  const CountedProblem* problem_;
  SymmetricProduct product_;
  Vec inverse_;                        // of the masses; 1 where they are consistent
  std::vector<ChebyshevVectors> all_;  // of every request
  std::size_t current_ = 0;
  Vec column_, solved_;
};

}  // namespace

Cloned<ChebyshevRecurrence> plain_recurrence(const CountedProblem& problem) {
  return PlainRecurrence(problem);
}

}  // namespace stiffbench::phi
