// T_k b in the variables in which A is symmetric: sqrt(M) times the vectors. The recurrence
//   T_{k+1} = B T_k - T_{k-1},  B = 2 (A - centre) / radius,
// is computed in place as S_{k+1} = S_{k-1} +- B S_k, where S_k is T_k with the signs + + - - + +
// and so on, and the upper sign holds for even k. The coefficients of the sums absorb the signs.

#include "base/system/chunks.hpp"
#include "base/system/instruction_set.hpp"
#include "integrators/kernels/linear/multiply.hpp"
#include "integrators/kernels/linear/sweep/wavefront.hpp"
#include "integrators/kernels/linear/vectors/padded_vectors.hpp"
#include "integrators/phi/half_size/chebyshev_recurrence.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace stiffbench::phi {
namespace {

using Eigen::Index;

constexpr int most_vectors = 4;  // of one sweep
using Sums = std::array<double, most_vectors>;

/// The sign of T_k in S_k.
double sign(int k) { return k / 2 % 2 == 0 ? 1 : -1; }

/// The inner products of the vectors at each place, computed in chunks of rows of blocks; the sums
/// of the chunks are added in order.
Sums inner_products(const PaddedVectors& a, const PaddedVectors& b) {
  using Lanes = std::array<double, 4 * most_vectors>;
  thread_local std::vector<Lanes> memory;
  std::vector<Lanes>& sums = memory;  // the calling thread's memory, for all threads
  const Index width = 4 * a.places(), rows = a.size() / 3;
  sums.assign(static_cast<std::size_t>(chunk_count(rows)), Lanes{});
  on_chunks(rows, [&](Index first, Index count) {
    Lanes lanes{};
    for (Index i = width * first; i < width * (first + count); i += width)
      for (Index lane = 0; lane < width; ++lane)
        lanes[lane] += a.data()[i + lane] * b.data()[i + lane];
    sums[static_cast<std::size_t>(first / longest_chunk)] = lanes;
  });
  Sums result{};
  for (Index lane = 0; lane < width; ++lane) {
    double sum = 0;
    for (const Lanes& lanes : sums) sum += lanes[lane];
    if (lane % 4 < 3) result[lane / 4] += sum;
  }
  return result;
}

class FusedRecurrence final : public ChebyshevRecurrence {
 public:
  explicit FusedRecurrence(const CountedProblem& problem)
      : problem_(&problem),
        root_(problem.mass().diagonal().cwiseSqrt()),
        inverse_root_(root_.cwiseInverse()),
        scaled_((root_.array() != 1).any()) {}

  void set_stiffness(const Mat& K) override {
    require_blocks(K, problem_->block_size());
    K_.assign(K, scaled_ ? &inverse_root_ : nullptr);
  }

  void start(int, std::span<const Vec* const> inputs, Index outputs) override {
    const Index n = problem_->dof();
    inputs_ = static_cast<int>(std::ssize(inputs));
    outputs_ = static_cast<int>(outputs);
    sums_.resize(n, std::max(outputs_, 2));
    sums_.set_zero();
    shares_.resize(static_cast<std::size_t>(most_sweeps * 8 * most_vectors * sums_.places()));
    group_count_ = (inputs_ + most_vectors - 1) / most_vectors;
    if (std::ssize(all_groups_) < group_count_)
      all_groups_.resize(static_cast<std::size_t>(group_count_));
    for (int first = 0; Group & group : groups()) {
      group.first = first;
      group.count = std::min(inputs_ - first, most_vectors);
      group.now.resize(n, group.count);
      group.next.resize(n, group.count);
      for (int i = 0; i < group.count; ++i)
        group.now.set(i, inputs[static_cast<std::size_t>(first + i)]->cwiseProduct(root_));
      first += group.count;
    }
  }

  void energies(Vec& result) override {
    problem_->work().stiffness_products += inputs_;
    for (Group& group : groups()) {
      group.next.set_zero();
      sweep_in_parts(K_, sweep_of(group));
      write(group, inner_products(group.now, group.next), result);
    }
  }

  void advance(const Expansion& expansion, const Interval& interval, int k, int count) override {
    problem_->work().stiffness_products +=
        static_cast<long>(inputs_) * (k == 0 ? count - 1 : count);
    const double centre = (interval.high + interval.low) / 2,
                 factor = 4 / (interval.high - interval.low);
    const int end = k + count;
    if (k == 0) first_step(expansion, centre, factor / 2);
    for (k = std::max(k, 1); k < end; k += most_sweeps) {
      const int batch = std::min(most_sweeps, end - k);
      for (Group& group : groups()) {
        std::array<BlockSweep, most_sweeps> sweeps;
        double* shares = shares_.data();
        for (int j = 0; j < batch; ++j, std::swap(group.now, group.next)) {
          BlockSweep& sweep = sweeps[static_cast<std::size_t>(j)] = sweep_of(group);
          sweep.scale = sign(k + j) * sign(k + j + 1) * factor;
          sweep.shift = centre;
          if ((k + j) % 2 != 0) continue;
          sweep.outputs = sums_.places();
          sweep.sums = sums_.data();
          sweep.shares = shares;
          shares = write_shares(group, expansion, k + j, shares);
        }
        sweep_in_turns(K_, std::span(sweeps).first(static_cast<std::size_t>(batch)));
      }
    }
  }

  void add_last(const Expansion& expansion, int k) override {
    for (Group& group : groups()) add(group, expansion, k, group.now);
  }

  void norms(Vec& result) override {
    for (Group& group : groups()) {
      Sums squares = inner_products(group.now, group.now);
      for (double& square : squares) square = std::sqrt(square);
      write(group, squares, result);
    }
  }

  void vector(Index input, Vec& x) override {
    const Group& group = all_groups_[static_cast<std::size_t>(input / most_vectors)];
    read(group.now, static_cast<int>(input) - group.first, x);
  }
  void sum(Index output, Vec& x) override { read(sums_, static_cast<int>(output), x); }

 private:
  /// The inputs of one sweep, starting with number `first`, as S_k and S_{k-1}.
  struct Group {
    PaddedVectors now, next;
    int first = 0, count = 0;
  };

  std::span<Group> groups() {
    return std::span(all_groups_).first(static_cast<std::size_t>(group_count_));
  }

  BlockSweep sweep_of(Group& group) const {
    return {K_.rows(), group.now.places(), group.now.data(), group.next.data()};
  }

  /// Computes S_1 from K T_0, the content of next, and adds T_0 and S_1 to the sums.
  void first_step(const Expansion& expansion, double centre, double factor) {
    for (Group& group : groups()) {
      const double* now = group.now.data();
      double* next = group.next.data();
      on_chunks(group.now.size() / 3 * 4 * group.now.places(), [=](Index first, Index count) {
        for (Index i = first; i < first + count; ++i)
          next[i] = factor * (next[i] - centre * now[i]);
      });
      add(group, expansion, 0, group.now);
      add(group, expansion, 1, group.next);
      std::swap(group.now, group.next);
    }
  }

  /// The coefficient of S_k of an input of the group in an output; zero where one does not exist.
  double share(const Group& group, const Expansion& expansion, int k, int input, int output) const {
    if (input >= group.count || output >= outputs_) return 0;
    return sign(k) * expansion.shares(k, (group.first + input) * outputs_ + output);
  }

  /// Writes the coefficients of S_k and S_{k+1} for a sweep; returns the end.
  double* write_shares(const Group& group, const Expansion& expansion, int k, double* to) const {
    const int places = group.now.places();
    for (int pair = 0; pair < sums_.places(); pair += 2)
      for (int i = 0; i < 2 * places; ++i)
        for (int output = pair; output < pair + 2; ++output)
          to = std::fill_n(to, 4, share(group, expansion, k + i / places, i % places, output));
    return to;
  }

  /// Adds the contribution of S_k to the sums.
  void add(const Group& group, const Expansion& expansion, int k, const PaddedVectors& vectors) {
    const Index width = 4 * vectors.places(), sum_width = 4 * sums_.places();
    for (int i = 0; i < group.count; ++i)
      for (int output = 0; output < outputs_; ++output) {
        const double factor = share(group, expansion, k, i, output);
        on_chunks(vectors.size() / 3, [&, i, output, factor](Index first, Index rows) {
          const double* from = vectors.data() + width * first + 4 * i;
          double* to = sums_.data() + sum_width * first + 4 * output;
          for (Index row = 0; row < rows; ++row, from += width, to += sum_width)
            for (int j = 0; j < 3; ++j) to[j] += factor * from[j];
        });
      }
  }

  static void write(const Group& group, const Sums& numbers, Vec& result) {
    for (int i = 0; i < group.count; ++i)
      result[group.first + i] = numbers[static_cast<std::size_t>(i)];
  }

  void read(const PaddedVectors& vectors, int place, Vec& x) const {
    x.resize(vectors.size());
    vectors.get(place, x);
    on_chunks(x.size(), [&](Index first, Index size) {
      x.segment(first, size).array() *= inverse_root_.segment(first, size).array();
    });
  }

  const CountedProblem* problem_;
  Vec root_, inverse_root_;  // of the masses
  bool scaled_;              // the masses are not all one
  HalfBlocks K_;
  std::vector<Group> all_groups_;  // as many as any request needs
  int group_count_ = 0, inputs_ = 0, outputs_ = 0;
  PaddedVectors sums_;
  std::vector<double> shares_;
};

}  // namespace

Cloned<ChebyshevRecurrence> fused_recurrence(const CountedProblem& problem) {
  return FusedRecurrence(problem);
}

Cloned<ChebyshevRecurrence> best_recurrence(const CountedProblem& problem) {
  const bool fits = problem.block_size() == 3 && problem.mass().is_diagonal();
  return fits && has_wide_registers() ? fused_recurrence(problem) : plain_recurrence(problem);
}

}  // namespace stiffbench::phi
