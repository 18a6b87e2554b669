#include "integrators/phi/half_size/adaptive.hpp"

#include "base/system/stopwatch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stiffbench::phi {
namespace {

/// A factorization is tried only where Chebyshev needs more products than this in a step. On a mesh
/// of 1000 vertices a factorization costs as much as some hundred products, and the fewest solves
/// cost the same again.
constexpr double products_worth_a_trial = 2000;
/// The fewest solves that any function of A needs.
constexpr long fewest_solves = 8;
/// The price of a solve before the first one, as a fraction of that of a factorization.
constexpr double solve_over_factorization = 0.1;
/// The fraction of Chebyshev's price of a step that a trial may waste; the whole price after a step
/// in which rational Lanczos was cheaper.
constexpr double share_of_trial = 0.5;
/// The number of steps from a failed trial to the next; it doubles with every further failure.
constexpr long first_wait = 4;
/// The prices of Comparison::work: products divided by the root of the degrees of freedom.
constexpr double factorization_over_root = 18, solve_over_root = 1;

class Adaptive final : public HalfSizeFunctions {
 public:
  Adaptive(Comparison comparison, std::vector<std::string> candidates)
      : comparison_(comparison), candidates_(std::move(candidates)) {}
  BackendFacts facts() const override { return {.candidates = candidates_}; }
  std::string allocates(const ProblemKind& problem) const override {
    return is_small(problem) ? make_half_size("dense")->allocates(problem) : "";
  }

  void init(const CountedProblem& problem, double tolerance) override {
    *this = Adaptive(comparison_, candidates_);
    problem_ = &problem;
    small_ = problem.dof() <= auto_dense_limit;
    usual_ = make_half_size(small_ ? "dense" : "chebyshev");
    usual_->init(problem, tolerance);
    if (small_) return;
    rational_ = make_half_size("rational_lanczos");
    rational_->init(problem, tolerance);
    if (comparison_ == Comparison::time) return;
    product_ = 1;
    factorization_ = root() * factorization_over_root;
    solve_ = root() * solve_over_root;
  }

  int add(HalfSizeRequest request) override {
    if (rational_) rational_->add(request);
    usual_prices_.push_back(0);
    return usual_->add(std::move(request));
  }

  void set_tolerance(double tolerance) override {
    usual_->set_tolerance(tolerance);
    if (rational_) rational_->set_tolerance(tolerance);
  }

  Outcome set_stiffness(const Mat& K) override {
    if (trying_) {  // the trial of the previous step has not failed
      ++rational_steps_;
      wait_ = first_wait;
    }
    trial_paid_ = trying_;
    trying_ = !small_ && steps_ >= next_trial_;
    factorized_ = false;
    spent_ = 0;
    ++steps_;
    K_ = &K;
    const long products = problem_->work().stiffness_products;
    const double start = reading();
    Outcome outcome = usual_->set_stiffness(K);
    if (const long more = problem_->work().stiffness_products - products; more > 0)
      product_ = (reading() - start) / static_cast<double>(more);
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
    const double start = reading();
    Outcome outcome = usual_->evaluate(request, in, out);
    usual_prices_[request] = reading() - start;
    return outcome;
  }

  double error_estimate() const override {
    return (trying_ ? rational_ : usual_)->error_estimate();
  }

  Settings chosen() const override {
    if (small_)
      return {{"phi_choice", std::string("dense")},
              {"phi_reason", fmt::format("at most {} degrees of freedom", auto_dense_limit)}};
    const long rational = rational_steps_ + (trying_ ? 1 : 0);
    return {{"phi_choice", std::string(trying_ && factorized_ ? "rational_lanczos" : "chebyshev")},
            {"phi_rational_steps", rational},
            {"phi_chebyshev_steps", steps_ - rational},
            {"phi_reason", reason()}};
  }

 private:
  static bool is_small(const ProblemKind& problem) { return problem.dof() <= auto_dense_limit; }

  /// A meter whose differences are prices: products, or seconds.
  double reading() const {
    if (comparison_ == Comparison::time) return watch_.seconds();
    const Work& work = problem_->work();
    const double factorizations = factorization_over_root * static_cast<double>(work.factorize),
                 solves = solve_over_root * static_cast<double>(work.solve);
    return static_cast<double>(work.stiffness_products) + root() * (factorizations + solves);
  }
  /// The square root of the number of degrees of freedom.
  double root() const { return std::sqrt(static_cast<double>(problem_->dof())); }

  /// Chebyshev's price of all requests: the last one measured, or a prediction.
  double chebyshev_step() const {
    double sum = 0;
    for (std::size_t r = 0; r < usual_prices_.size(); ++r)
      sum += usual_prices_[r] > 0 ? usual_prices_[r] : product_ * products(r);
    return sum;
  }
  double products(std::size_t request) const {
    return static_cast<double>(usual_->products_ahead(static_cast<int>(request)).value());
  }
  double budget() const { return (trial_paid_ ? 1 : share_of_trial) * chebyshev_step() - spent_; }

  bool worth_trying() const {
    if (factorized_) return true;
    if (factorization_ > 0 && factorization_ + fewest_solves * solve_ >= budget()) return false;
    if (factorization_ > 0 && comparison_ == Comparison::time) return true;
    double sum = 0;
    for (std::size_t r = 0; r < usual_prices_.size(); ++r) sum += products(r);
    return sum > products_worth_a_trial;
  }

  bool rational_evaluates(int request, std::span<const Vec* const> in, std::span<Vec* const> out) {
    if (!factorized_ && !factorize()) return false;
    const double solve = solve_ > 0 ? solve_ : solve_over_factorization * factorization_;
    const long most = static_cast<long>(std::min(budget() / solve, 1e9));
    if (most < fewest_solves) return false;
    rational_->limit_vectors(most);
    const long solves = problem_->work().solve;
    const double start = reading();
    const Outcome outcome = rational_->evaluate(request, in, out);
    const double price = reading() - start;
    spent_ += price;
    if (const long more = problem_->work().solve - solves; more > 0) {
      solve_ = price / static_cast<double>(more);
      last_solves_ = more;
    }
    return outcome.ok();
  }

  bool factorize() {
    tried_ = true;
    const double start = reading();
    factorized_ = rational_->set_stiffness(*K_).ok();
    factorization_ = reading() - start;
    spent_ += factorization_;
    return factorized_;
  }

  std::string reason() const {
    const char* unit = comparison_ == Comparison::work ? "products" : "s";
    const std::string words =
        fmt::format("a step by chebyshev takes {:.2g} {}", chebyshev_step(), unit);
    if (!tried_) return words + ", too little to try a factorization";
    return words + fmt::format(
                       "; rational_lanczos factorizes in {:.2g} {} and solves in {:.2g}, {} times "
                       "in its last trial",
                       factorization_, unit, solve_, last_solves_);
  }

  Comparison comparison_;
  std::vector<std::string> candidates_;
  Stopwatch watch_;
  const CountedProblem* problem_ = nullptr;
  const Mat* K_ = nullptr;
  mutable Cloned<HalfSizeFunctions> usual_;  // predicting its products prepares them
  Cloned<HalfSizeFunctions> rational_;
  std::vector<double> usual_prices_;  // of the last evaluation of each request; 0: none
  double product_ = 0, factorization_ = 0, solve_ = 0;  // prices; 0: unknown
  long last_solves_ = 0, steps_ = 0, rational_steps_ = 0, next_trial_ = 0, wait_ = first_wait;
  bool small_ = false, tried_ = false;
  bool trying_ = false, factorized_ = false;  // in this step
  bool trial_paid_ = false;                   // in the previous step
  double spent_ = 0;                          // in this step, on rational Lanczos
};

}  // namespace

Cloned<HalfSizeFunctions> adaptive_half_size(Comparison comparison,
                                             const std::vector<std::string>& for_general_damping) {
  std::vector<std::string> candidates{"dense", "chebyshev", "rational_lanczos", "lanczos"};
  candidates.insert(candidates.end(), for_general_damping.begin(), for_general_damping.end());
  return Adaptive(comparison, std::move(candidates));
}

}  // namespace stiffbench::phi
