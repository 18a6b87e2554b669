#include "integrators/phi/half_size/chebyshev_recurrence.hpp"

namespace stiffbench::phi {
namespace {

using Eigen::Index;

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

}  // namespace

void advance_chebyshev(ChebyshevVectors& v, const Expansion& expansion, int k,
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

void add_last_chebyshev(ChebyshevVectors& v, const Expansion& expansion, int k) {
  using Shares =
      Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;
  const Shares shares(expansion.shares.row(k).data(), v.now.cols(), v.sums.cols());
  v.sums.noalias() += v.now.lazyProduct(shares);
}

}  // namespace stiffbench::phi
