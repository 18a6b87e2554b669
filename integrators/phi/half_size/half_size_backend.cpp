// A phi back end made of functions of the half-size operator A. All weights with which one vector
// contributes to one output are combined in one scalar function (mode_phi.hpp).

#include "base/registry.hpp"
#include "integrators/phi/half_size/half_size.hpp"
#include "integrators/phi/scalar/mode_phi.hpp"

#include <algorithm>
#include <cmath>

namespace stiffbench::phi {
namespace {

/// One scalar function: the contribution of an input's part `from` to an output's part `to`.
struct Collapsed {
  Part from, to;
  std::vector<Request::Term> terms;
};

/// Computes all collapsed functions of a request at once, with one evaluation of the mode's phi
/// functions for each (eigenvalue, step fraction).
class Functions {
 public:
  Functions(double h, Rayleigh damping, std::vector<Collapsed> columns)
      : h_(h), damping_(damping), columns_(std::move(columns)) {
    for (const auto& column : columns_)
      for (const auto& term : column.terms) {
        const auto same = std::find_if(fractions_.begin(), fractions_.end(),
                                       [&](const Fraction& f) { return f.c == term.c; });
        Fraction& fraction =
            same != fractions_.end() ? *same : fractions_.emplace_back(Fraction{term.c, 0});
        fraction.top = std::max(fraction.top, term.k);
      }
  }

  void operator()(const Eigen::ArrayXd& lambda, HalfSizeRequest::Table& table) const {
    const Eigen::Index width = columns_.size();
    table.values.setZero(lambda.size(), width);
    table.scale.setZero(width);
    table.summands.resize(width);
    for (Eigen::Index i = 0; i < lambda.size(); ++i) {
      table.summands.setZero();
      for (const Fraction& fraction : fractions_) {
        const double z = fraction.c * h_;
        const ModePhi mode =
            mode_phi(z, lambda[i], damping_.mass + damping_.stiffness * lambda[i], fraction.top);
        for (Eigen::Index column = 0; column < width; ++column)
          for (const auto& term : columns_[column].terms) {
            if (term.c != fraction.c) continue;
            const double summand =
                term.weight * entry(columns_[column], term.k, z, lambda[i], mode);
            table.values(i, column) += summand;
            table.summands[column] += std::abs(summand);
          }
      }
      table.scale = table.scale.max(table.summands);
    }
  }

 private:
  struct Fraction {
    double c;
    int top;
  };

  /// The entry of the 2x2 block of phi_k(z J) from one part to the other.
  static double entry(const Collapsed& column, int k, double z, double lambda,
                      const ModePhi& mode) {
    if (column.from == column.to) return column.from == Part::position ? mode.xx[k] : mode.vv[k];
    return column.from == Part::velocity ? z * mode.off[k] : -z * lambda * mode.off[k];
  }

  double h_;
  Rayleigh damping_;
  std::vector<Collapsed> columns_;
  std::vector<Fraction> fractions_;
};

/// A part of an input or output that takes part in the computation; lists of slots are in order.
struct Slot {
  int index;
  Part part;
};

std::vector<Slot> input_slots(const Request& request) {
  std::vector<Slot> slots;
  for (int i = 0; i < std::ssize(request.inputs); ++i) {
    if (request.inputs[i].position) slots.push_back({i, Part::position});
    slots.push_back({i, Part::velocity});
  }
  return slots;
}

std::vector<Slot> output_slots(const Request& request) {
  std::vector<Slot> slots;
  for (int o = 0; o < std::ssize(request.outputs); ++o) {
    slots.push_back({o, Part::position});
    if (request.outputs[o].velocity) slots.push_back({o, Part::velocity});
  }
  return slots;
}

bool is_inside(const ProblemKind& problem) {
  const ProblemTraits traits = problem.traits();
  return !traits.damped || traits.rayleigh;
}

class HalfSizeBackend final : public Backend {
 public:
  HalfSizeBackend(MakeHalfSize make, MakeGeneralDamping general)
      : functions_(make()), general_(general) {}
  BackendFacts facts() const override { return functions_->facts(); }
  std::string allocates(const ProblemKind& problem) const override {
    return is_inside(problem) || !general_ ? functions_->allocates(problem)
                                           : general_(problem).back_end->allocates(problem);
  }
  std::string why_not_applicable(const ProblemKind& problem, const Options& options) const override;
  void init(const CountedProblem& problem, double h, const Options& options) override;
  int add(Request request) override;
  void set_tolerance(double tolerance) override {
    damped_ ? damped_->set_tolerance(tolerance) : functions_->set_tolerance(tolerance);
  }
  Outcome linearise(const Mat& K, const Mat& D) override {
    return damped_ ? damped_->linearise(K, D) : functions_->set_stiffness(K);
  }
  Outcome evaluate(int request, std::span<const Pair> in, std::span<Pair> out) override;
  double error_estimate() const override {
    return damped_ ? damped_->error_estimate() : functions_->error_estimate();
  }
  Settings chosen() const override {
    if (!damped_) return functions_->chosen();
    Settings all = damped_->chosen();
    all.insert(choice_of_damped_.begin(), choice_of_damped_.end());
    return all;
  }

 private:
  struct RequestData {
    Request request;
    int handle;  // of the half-size request
    std::vector<const Vec*> in;
    std::vector<Vec*> out;
  };

  HalfSizeRequest half_size_of(const Request& request) const;

  double h_ = 0;
  Rayleigh damping_;
  Cloned<HalfSizeFunctions> functions_;
  std::vector<RequestData> requests_;
  MakeGeneralDamping general_;
  Cloned<Backend> damped_;  // does all the work where the damping is general
  Settings choice_of_damped_;
};

std::string HalfSizeBackend::why_not_applicable(const ProblemKind& problem,
                                                const Options& options) const {
  if (std::string unused = unused_first_order_option(options); !unused.empty()) return unused;
  if (is_inside(problem)) return functions_->why_not_applicable(problem);
  if (general_) return general_(problem).back_end->why_not_applicable(problem, options);
  return "functions of the half-size operator M^-1 K need an undamped problem or Rayleigh damping, "
         "D = alpha M + beta K";
}

void HalfSizeBackend::init(const CountedProblem& problem, double h, const Options& options) {
  damped_ = {};
  if (!is_inside(problem)) {
    GeneralDamping general = general_(problem);
    damped_ = std::move(general.back_end);
    choice_of_damped_ = std::move(general.chosen);
    return damped_->init(problem, h, options);
  }
  h_ = h;
  damping_ = problem.traits().rayleigh.value_or(Rayleigh{});
  requests_.clear();
  functions_->init(problem, options.tolerance);
}

int HalfSizeBackend::add(Request request) {
  if (damped_) return damped_->add(std::move(request));
  HalfSizeRequest half = half_size_of(request);
  std::vector<const Vec*> in(half.inputs.size());
  std::vector<Vec*> out(half.outputs.size());
  const int handle = functions_->add(std::move(half));
  requests_.push_back({std::move(request), handle, std::move(in), std::move(out)});
  return static_cast<int>(requests_.size()) - 1;
}

HalfSizeRequest HalfSizeBackend::half_size_of(const Request& request) const {
  const auto in = input_slots(request), out = output_slots(request);
  HalfSizeRequest half;
  for (const Slot& slot : in) half.inputs.push_back(slot.part);
  for (const Slot& slot : out) half.outputs.push_back(slot.part);
  std::vector<Collapsed> columns;
  for (std::size_t i = 0; i < in.size(); ++i)
    for (std::size_t o = 0; o < out.size(); ++o) {
      Collapsed column{in[i].part, out[o].part, {}};
      HalfSizeRequest::Term collapsed{int(i), int(o), 0, 0};
      for (const auto& term : request.outputs[out[o].index].terms) {
        if (term.input != in[i].index) continue;
        column.terms.push_back(term);
        collapsed.span = std::max(collapsed.span, term.c * h_);
        collapsed.decay = std::max(collapsed.decay, term.c * h_ * std::abs(damping_.stiffness));
        collapsed.bound += std::abs(term.weight) / std::tgamma(term.k + 1);
      }
      if (column.terms.empty()) continue;
      half.terms.push_back(collapsed);
      columns.push_back(std::move(column));
    }
  half.functions = Functions(h_, damping_, std::move(columns));
  return half;
}

Outcome HalfSizeBackend::evaluate(int index, std::span<const Pair> in, std::span<Pair> out) {
  if (damped_) return damped_->evaluate(index, in, out);
  RequestData& data = requests_[index];
  const Request& request = data.request;
  std::size_t slot = 0;
  for (std::size_t i = 0; i < request.inputs.size(); ++i) {
    if (request.inputs[i].position) data.in[slot++] = &in[i].x;
    data.in[slot++] = &in[i].v;
  }
  slot = 0;
  for (std::size_t o = 0; o < request.outputs.size(); ++o) {
    data.out[slot++] = &out[o].x;
    if (request.outputs[o].velocity) data.out[slot++] = &out[o].v;
  }
  return functions_->evaluate(data.handle, data.in, data.out);
}

Registry<MakeHalfSize>& all_functions() {
  static Registry<MakeHalfSize> all("back end of trigonometric methods",
                                    "'stiffbench list integrators'");
  return all;
}

}  // namespace

bool enrol_half_size(const std::string& name, MakeHalfSize make, MakeGeneralDamping general,
                     std::source_location place) {
  const bool is_new = enrol_backend(
      name, [make, general] { return HalfSizeBackend(make, general); }, place);
  return all_functions().enrol(name, make) && is_new;
}

std::vector<std::string> half_size_names() { return all_functions().names(); }

Cloned<HalfSizeFunctions> make_half_size(const std::string& name) {
  return all_functions().find(name)();
}

}  // namespace stiffbench::phi
