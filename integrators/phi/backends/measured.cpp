// The phi back end "measured": the choice of "auto", based on times measured in the run, so that
// two runs may differ. With general damping every candidate does one step, and the fastest does the
// others.

#include "base/system/stopwatch.hpp"
#include "integrators/phi/half_size/adaptive.hpp"

#include <fmt/format.h>

namespace stiffbench::phi {
namespace {

/// The dense exponential is a candidate for damped problems up to this size; its work grows like
/// n^3.
constexpr Eigen::Index dense_takes_part = 50;

/// The fastest of several suitable back ends, as measured in one step of each.
class Fastest final : public Backend {
 public:
  explicit Fastest(const std::vector<std::string>& names) {
    for (const auto& name : names) entrants_.push_back({name, make_backend(name)});
  }

  std::string allocates(const ProblemKind& problem) const override {
    for (const auto& entrant : entrants_)
      if (std::string reason = entrant.phi->allocates(problem); !reason.empty()) return reason;
    return "";
  }
  std::string why_not_applicable(const ProblemKind& problem,
                                 const Options& options) const override {
    for (const auto& entrant : entrants_)
      if (std::string reason = entrant.phi->why_not_applicable(problem, options); !reason.empty())
        return reason;
    return "";
  }
  void init(const CountedProblem& problem, double h, const Options& options) override {
    for (auto& entrant : entrants_) entrant.phi->init(problem, h, options);
  }
  int add(Request request) override {
    int name = 0;
    for (auto& entrant : entrants_) name = entrant.phi->add(request);
    return name;
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
    double seconds = 0;  // in its trial step
  };

  std::size_t fastest() const {
    std::size_t best = 0;
    for (std::size_t i = 1; i < entrants_.size(); ++i)
      if (entrants_[i].seconds < entrants_[best].seconds) best = i;
    return best;
  }
  template <class Work>
  Outcome timed(Work work) {
    if (steps_ > entrants_.size()) return work();
    const Stopwatch watch;
    Outcome outcome = work();
    entrants_[current_].seconds += watch.seconds();
    return outcome;
  }

  std::vector<Entrant> entrants_;
  std::size_t steps_ = 0, current_ = 0;
};

GeneralDamping fastest(const ProblemKind& problem) {
  if (problem.dof() <= auto_dense_limit)
    return {make_backend("dense"),
            {{"phi_choice", std::string("dense")},
             {"phi_reason", fmt::format("at most {} degrees of freedom", auto_dense_limit)}}};
  const char* third = problem.dof() <= dense_takes_part ? "dense" : "phipm_simul_iom2";
  return {Fastest({"kiops", "phipm", third})};
}

const bool enrolled = enrol_half_size(
    "measured",
    [] {
      return adaptive_half_size(Comparison::time, {"kiops", "phipm", "phipm_simul_iom2"});
    },
    fastest);

}  // namespace
}  // namespace stiffbench::phi
