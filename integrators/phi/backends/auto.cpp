// The phi back end "auto". Where the half-size operator holds all of J it is dense for a handful of
// unknowns, else Chebyshev or rational Lanczos as auto_half_size.cpp measures. With general damping
// every candidate does one step, and the fastest does the others.

#include "integrators/phi/half_size/half_size_phi.hpp"

#include <fmt/format.h>

#include <chrono>

namespace stiffbench::phi {
namespace {

/// Damped problems up to this size: the dense exponential takes part. Its cost grows like n^3.
constexpr Eigen::Index dense_takes_part = 50;

/// Of several back ends that fit the fastest, as measured in one step of each.
class Fastest final : public Backend {
 public:
  explicit Fastest(const std::vector<std::string>& names) {
    for (const auto& name : names) entrants_.push_back({name, make_backend(name)});
  }

  std::unique_ptr<Backend> copy() const override { return std::make_unique<Fastest>(*this); }
  std::string unfit(const Problem& problem, const Options& options) const override {
    for (const auto& entrant : entrants_)
      if (std::string reason = entrant.phi->unfit(problem, options); !reason.empty()) return reason;
    return "";
  }
  void init(const CountedProblem& problem, double h, const Options& options) override {
    for (auto& entrant : entrants_) entrant.phi->init(problem, h, options);
  }
  int add(Request request) override {
    int known = 0;
    for (auto& entrant : entrants_) known = entrant.phi->add(request);
    return known;
  }
  void set_tolerance(double tolerance) override {
    for (auto& entrant : entrants_) entrant.phi->set_tolerance(tolerance);
  }
  Outcome linearise(const Mat& K, const Mat& D) override {
    current_ = steps_ < entrants_.size() ? steps_ : fastest();
    ++steps_;
    return timed([&] { return entrants_[current_].phi->linearise(K, D); });
  }
  Outcome evaluate(int request, std::span<const Pair> in, std::span<Pair> out) override {
    return timed([&] { return entrants_[current_].phi->evaluate(request, in, out); });
  }
  double error_estimate() const override { return entrants_[current_].phi->error_estimate(); }
  Settings chosen() const override {
    std::string reason = "first steps took";
    for (const auto& entrant : entrants_)
      reason += fmt::format("{} {} {:.2g} s", &entrant == &entrants_[0] ? "" : ",", entrant.name,
                            entrant.seconds);
    return {{"phi_choice", entrants_[current_].name}, {"phi_reason", reason}};
  }

 private:
  struct Entrant {
    std::string name;
    Cloned<Backend> phi;
    double seconds = 0;  // of its trial
  };

  size_t fastest() const {
    size_t best = 0;
    for (size_t i = 1; i < entrants_.size(); ++i)
      if (entrants_[i].seconds < entrants_[best].seconds) best = i;
    return best;
  }
  template <class Work>
  Outcome timed(Work work) {
    if (steps_ > entrants_.size()) return work();
    const auto begin = std::chrono::steady_clock::now();
    Outcome outcome = work();
    entrants_[current_].seconds +=
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return outcome;
  }

  std::vector<Entrant> entrants_;
  size_t steps_ = 0, current_ = 0;
};

template <class B>
std::unique_ptr<Backend> hold(B back_end) {
  return std::make_unique<B>(std::move(back_end));
}

class Auto final : public Backend {
 public:
  std::unique_ptr<Backend> copy() const override { return std::make_unique<Auto>(*this); }
  /// Of its candidates one takes any problem.
  std::string unfit(const Problem&, const Options& options) const override {
    return unused_first_order_option(options);
  }
  void init(const CountedProblem& problem, double h, const Options& options) override {
    const Nature nature = problem.nature();
    dense_ = problem.dof() <= auto_dense_limit;
    if (!nature.damped || nature.rayleigh)
      held_ = hold(HalfSizeBackend(dense_ ? dense_half_size : auto_half_size));
    else if (dense_)
      held_ = make_backend("dense");
    else if (problem.dof() <= dense_takes_part)
      held_ = hold(Fastest({"kiops", "phipm", "dense"}));
    else
      held_ = hold(Fastest({"kiops", "phipm", "phipm_simul_iom2"}));
    held_->init(problem, h, options);
  }
  int add(Request request) override { return held_->add(std::move(request)); }
  void set_tolerance(double tolerance) override { held_->set_tolerance(tolerance); }
  Outcome linearise(const Mat& K, const Mat& D) override { return held_->linearise(K, D); }
  Outcome evaluate(int request, std::span<const Pair> in, std::span<Pair> out) override {
    return held_->evaluate(request, in, out);
  }
  double error_estimate() const override { return held_->error_estimate(); }
  Settings chosen() const override {
    if (!dense_) return held_->chosen();
    return {{"phi_choice", std::string("dense")},
            {"phi_reason", fmt::format("at most {} degrees of freedom", auto_dense_limit)}};
  }

 private:
  Cloned<Backend> held_;
  bool dense_ = false;
};

const bool enrolled = enrol_backend("auto", [] { return std::make_unique<Auto>(); });

}  // namespace
}  // namespace stiffbench::phi
