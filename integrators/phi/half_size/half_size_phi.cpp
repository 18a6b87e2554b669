#include "integrators/phi/half_size/half_size_phi.hpp"

#include "base/error.hpp"
#include "integrators/phi/scalar/mode_phi.hpp"

#include <algorithm>
#include <cmath>

namespace stiffbench::phi {

std::unique_ptr<HalfSizeFunctions> half_size_functions(const std::string& name) {
  if (name == "dense") return dense_half_size();
  if (name == "chebyshev") return chebyshev_half_size();
  if (name == "lanczos") return lanczos_half_size();
  if (name == "rational_lanczos") return rational_lanczos_half_size();
  throw Error("half-size functions are dense, chebyshev, lanczos or rational_lanczos", name,
              "choose one of them");
}

namespace {

/// One scalar function: what `input`'s part `from` contributes to an output's part `to`.
struct Collapsed {
  Part from, to;
  std::vector<Request::Term> terms;
};

/// Values of all the collapsed functions of a request at once: one evaluation of the mode's phi
/// functions for each (eigenvalue, step fraction).
class Functions {
 public:
  Functions(double h, Rayleigh damping, std::vector<Collapsed> columns)
      : h_(h), damping_(damping), columns_(std::move(columns)) {
    for (const auto& column : columns_)
      for (const auto& term : column.terms) {
        const auto known = std::find_if(fractions_.begin(), fractions_.end(),
                                        [&](const Fraction& f) { return f.c == term.c; });
        Fraction& fraction =
            known != fractions_.end() ? *known : fractions_.emplace_back(Fraction{term.c, 0});
        fraction.top = std::max(fraction.top, term.k);
      }
  }

  void operator()(const Eigen::ArrayXd& lambda, HalfSizeRequest::Table& table) const {
    const auto width = static_cast<Eigen::Index>(columns_.size());
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
          for (const auto& term : columns_[static_cast<size_t>(column)].terms) {
            if (term.c != fraction.c) continue;
            const double summand = term.weight * entry(columns_[static_cast<size_t>(column)],
                                                       term.k, z, lambda[i], mode);
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

  /// The entry of the 2x2 block of phi_k(z J) that leads from one part to the other.
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

/// The parts of all inputs or outputs, in order, that take part in the computation.
struct Slot {
  int index;
  Part part;
};

std::vector<Slot> input_slots(const Request& request) {
  std::vector<Slot> slots;
  for (int i = 0; i < static_cast<int>(request.inputs.size()); ++i) {
    if (request.inputs[static_cast<size_t>(i)].position) slots.push_back({i, Part::position});
    slots.push_back({i, Part::velocity});
  }
  return slots;
}

std::vector<Slot> output_slots(const Request& request) {
  std::vector<Slot> slots;
  for (int o = 0; o < static_cast<int>(request.outputs.size()); ++o) {
    slots.push_back({o, Part::position});
    if (request.outputs[static_cast<size_t>(o)].velocity) slots.push_back({o, Part::velocity});
  }
  return slots;
}

}  // namespace

std::string unfit_damping(const Problem& problem) {
  const Nature nature = problem.nature();
  if (!nature.damped || nature.rayleigh) return "";
  return "functions of the half-size operator M^-1 K need an undamped problem or Rayleigh damping, "
         "D = alpha M + beta K";
}

std::string HalfSizeBackend::unfit(const Problem& problem, const Options& options) const {
  const std::string unused = unused_first_order_option(options);
  return unused.empty() ? unfit_damping(problem) : unused;
}

void HalfSizePhi::init(const CountedProblem& problem, double h, double tolerance) {
  h_ = h;
  damping_ = problem.nature().rayleigh.value_or(Rayleigh{});
  requests_.clear();
  functions_->init(problem, tolerance);
}

int HalfSizePhi::add(Request request) {
  const auto in = input_slots(request), out = output_slots(request);
  HalfSizeRequest half;
  for (const Slot& slot : in) half.inputs.push_back(slot.part);
  for (const Slot& slot : out) half.outputs.push_back(slot.part);
  std::vector<Collapsed> columns;
  for (int i = 0; i < static_cast<int>(in.size()); ++i)
    for (int o = 0; o < static_cast<int>(out.size()); ++o) {
      const Slot &from = in[static_cast<size_t>(i)], &to = out[static_cast<size_t>(o)];
      Collapsed column{from.part, to.part, {}};
      HalfSizeRequest::Term collapsed{i, o, 0, 0};
      for (const auto& term : request.outputs[static_cast<size_t>(to.index)].terms) {
        if (term.input != from.index) continue;
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
  Known known{std::move(request), functions_->add(std::move(half)),
              std::vector<const Vec*>(in.size()), std::vector<Vec*>(out.size())};
  requests_.push_back(std::move(known));
  return static_cast<int>(requests_.size()) - 1;
}

Outcome HalfSizePhi::evaluate(int request, std::span<const Pair> in, std::span<Pair> out) {
  Known& known = requests_[static_cast<size_t>(request)];
  size_t slot = 0;
  for (size_t i = 0; i < known.wanted.inputs.size(); ++i) {
    if (known.wanted.inputs[i].position) known.in[slot++] = &in[i].x;
    known.in[slot++] = &in[i].v;
  }
  slot = 0;
  for (size_t o = 0; o < known.wanted.outputs.size(); ++o) {
    known.out[slot++] = &out[o].x;
    if (known.wanted.outputs[o].velocity) known.out[slot++] = &out[o].v;
  }
  return functions_->evaluate(known.handle, known.in, known.out);
}

}  // namespace stiffbench::phi
