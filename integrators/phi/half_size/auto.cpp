#include "integrators/phi/cloned.hpp"
#include "integrators/phi/half_size/half_size.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace stiffbench::phi {
namespace {

/// Before anything is known of it, a factorization is tried only where Chebyshev needs more
/// products than this in a step: on a mesh of 1000 vertices it costs as much as some hundred
/// products, and the fewest solves as many again.
constexpr double products_worth_a_trial = 2000;
/// No function of A is had for fewer solves.
constexpr long fewest_solves = 8;
/// Before the first solve it is taken for this part of a factorization.
constexpr double solve_over_factorization = 0.1;
/// Of the time of a step by Chebyshev, this much may be lost to a trial; all of it after a step in
/// which rational Lanczos was the faster one.
constexpr double share_of_trial = 0.5;
/// Steps from a failed trial to the next; doubled with every further failure.
constexpr long first_wait = 4;

class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

/// Chebyshev, except in steps where rational Lanczos is faster. Its cost cannot be told beforehand:
/// some twenty solves while the motion is slow, hundreds once stiff modes are excited. So both are
/// measured while they run, and a step is tried with rational Lanczos within a budget; where that
/// does not suffice, Chebyshev does the step, and the next trial waits longer each time.
class AutoHalfSize final : public HalfSizeFunctions {
 public:
  std::unique_ptr<HalfSizeFunctions> copy() const override {
    return std::make_unique<AutoHalfSize>(*this);
  }

  void init(const CountedProblem& problem, double tolerance) override {
    *this = AutoHalfSize();
    problem_ = &problem;
    chebyshev_->init(problem, tolerance);
    rational_->init(problem, tolerance);
  }

  int add(HalfSizeRequest request) override {
    rational_->add(request);
    chebyshev_seconds_.push_back(0);
    return chebyshev_->add(std::move(request));
  }

  void set_tolerance(double tolerance) override {
    chebyshev_->set_tolerance(tolerance);
    rational_->set_tolerance(tolerance);
  }

  Outcome set_stiffness(const Mat& K) override {
    if (trying_) {  // and has not failed in the step before
      ++rational_steps_;
      wait_ = first_wait;
    }
    paid_ = trying_;
    trying_ = steps_ >= next_trial_;
    factorized_ = false;
    spent_ = 0;
    ++steps_;
    K_ = &K;
    const Stopwatch watch;
    const long before = problem_->work().stiffness_times;
    Outcome outcome = chebyshev_->set_stiffness(K);
    if (const long products = problem_->work().stiffness_times - before; products > 0)
      product_seconds_ = watch.seconds() / static_cast<double>(products);
    return outcome;
  }

  Outcome evaluate(int request, std::span<const Vec* const> in,
                   std::span<Vec* const> out) override {
    if (trying_ && worth_trying()) {
      if (rational_evaluates(request, in, out)) return {};
      next_trial_ = steps_ + wait_;
      wait_ *= 2;
    }
    trying_ = false;
    const Stopwatch watch;
    Outcome outcome = chebyshev_->evaluate(request, in, out);
    chebyshev_seconds_[static_cast<size_t>(request)] = watch.seconds();
    return outcome;
  }

  double error_estimate() const override {
    return (trying_ ? rational_ : chebyshev_)->error_estimate();
  }

  Settings chosen() const override {
    const long rational = rational_steps_ + (trying_ ? 1 : 0);
    return {{"phi_rational_steps", rational},
            {"phi_chebyshev_steps", steps_ - rational},
            {"phi_reason", reason()}};
  }

 private:
  /// By Chebyshev, of all requests: measured, or predicted where it has not been run yet.
  double chebyshev_step() const {
    double sum = 0;
    for (size_t r = 0; r < chebyshev_seconds_.size(); ++r)
      sum += chebyshev_seconds_[r] > 0 ? chebyshev_seconds_[r] : product_seconds_ * products(r);
    return sum;
  }
  double products(size_t request) const {
    return static_cast<double>(chebyshev_->products_ahead(static_cast<int>(request)).value());
  }
  double budget() const { return (paid_ ? 1 : share_of_trial) * chebyshev_step() - spent_; }

  bool worth_trying() const {
    if (factorized_) return true;
    if (factorize_seconds_ > 0)
      return factorize_seconds_ + fewest_solves * solve_seconds_ < budget();
    double sum = 0;
    for (size_t r = 0; r < chebyshev_seconds_.size(); ++r) sum += products(r);
    return sum > products_worth_a_trial;
  }

  bool rational_evaluates(int request, std::span<const Vec* const> in, std::span<Vec* const> out) {
    if (!factorized_ && !factorize()) return false;
    const double solve =
        solve_seconds_ > 0 ? solve_seconds_ : solve_over_factorization * factorize_seconds_;
    const long most = static_cast<long>(std::min(budget() / solve, 1e9));
    if (most < fewest_solves) return false;
    rational_->limit_vectors(most);
    const long before = problem_->work().solve;
    const Stopwatch watch;
    const Outcome outcome = rational_->evaluate(request, in, out);
    spent_ += watch.seconds();
    if (const long solves = problem_->work().solve - before; solves > 0) {
      solve_seconds_ = watch.seconds() / static_cast<double>(solves);
      last_solves_ = solves;
    }
    return outcome.ok();
  }

  bool factorize() {
    const Stopwatch watch;
    factorized_ = rational_->set_stiffness(*K_).ok();
    factorize_seconds_ = watch.seconds();
    spent_ += factorize_seconds_;
    return factorized_;
  }

  std::string reason() const {
    std::string words = fmt::format("a step by chebyshev takes {:.2g} s", chebyshev_step());
    if (factorize_seconds_ == 0) return words + ", too little to try a factorization";
    return words + fmt::format(
                       "; rational_lanczos factorizes in {:.2g} s and solves in {:.2g} s, "
                       "{} times in its last trial",
                       factorize_seconds_, solve_seconds_, last_solves_);
  }

  const CountedProblem* problem_ = nullptr;
  const Mat* K_ = nullptr;
  Cloned<HalfSizeFunctions> chebyshev_{chebyshev_half_size()},
      rational_{rational_lanczos_half_size()};
  std::vector<double> chebyshev_seconds_;  // of the last evaluation of each request; 0: none
  double product_seconds_ = 0, factorize_seconds_ = 0, solve_seconds_ = 0;
  long last_solves_ = 0, steps_ = 0, rational_steps_ = 0, next_trial_ = 0, wait_ = first_wait;
  bool trying_ = false, factorized_ = false, paid_ = false;  // in this step; the last one paid
  double spent_ = 0;                                         // in this step, on rational Lanczos
};

}  // namespace

std::unique_ptr<HalfSizeFunctions> auto_half_size() { return std::make_unique<AutoHalfSize>(); }

}  // namespace stiffbench::phi
