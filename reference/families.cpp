#include "reference/families.hpp"

#include "base/error.hpp"
#include "problems/contract/optional/extended_force.hpp"
#include "problems/contract/optional/internal_variables.hpp"
#include "problems/contract/optional/resumable_outputs.hpp"
#include "problems/contract/optional/switching_functions.hpp"
#include "reference/collocation.hpp"
#include "reference/extrapolation.hpp"
#include "reference/fehlberg.hpp"

#include <boost/math/tools/toms748_solve.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

namespace stiffbench::references {
namespace {

template <class Scalar>
Vec kinks(const SwitchingFunctions& switching, const StateOf<Scalar>& u) {
  return switching.switching_functions(u.template cast<double>());
}

/// Advances by a step of length h in several parts. Each part but the last ends just behind a kink,
/// which algorithm 748 locates to round-off (Alefeld, Potra, Shi, DOI 10.1145/210089.210111). The
/// outputs also see the states between the parts.
template <class Method, class Scalar>
class StepOntoKinks {
 public:
  StepOntoKinks(const SwitchingFunctions& switching, const Equation<Scalar>& equation,
                Outputs* outputs)
      : switching_(switching), equation_(equation), outputs_(outputs) {}

  void step(StateOf<Scalar>& u, Scalar h) {
    // If contacts open and close within one step, the length of the parts must depend on h.
    // Otherwise it would be the duration of a contact, and a smaller h would not reduce the error.
    const Scalar most = h / 4;
    for (bool first = true; h > 0; first = false) {
      const Scalar part = to_next_kink(u, first ? h : std::min(h, most));
      u = stepped(u, part);
      h -= part;
      if (outputs_ && h > 0) outputs_->see(u.template cast<double>());
    }
  }

 private:
  StateOf<Scalar> stepped(StateOf<Scalar> u, Scalar h) const {
    Method(equation_, h).step(u);
    u.t += h;
    return u;
  }
  /// Returns the shortest part of a step of length h from u that passes a kink, or h if there is
  /// none.
  Scalar to_next_kink(const StateOf<Scalar>& u, Scalar h) const {
    const Vec begin = kinks(switching_, u);
    const auto distance = [&](Scalar part) {
      return distance_before(begin, kinks(switching_, stepped(u, part)));
    };
    const Scalar at_end = distance(h);
    if (at_end > 0) return h;
    const auto close = [&](Scalar a, Scalar b) {
      return std::abs(b - a) <= 2 * std::numeric_limits<Scalar>::epsilon() * h;
    };
    std::uintmax_t trials = 200;
    return boost::math::tools::toms748_solve(distance, Scalar(0), h, distance_before(begin, begin),
                                             at_end, close, trials)
        .second;
  }
  /// Returns the distance from the state `now` to the nearest kink, or a negative number if the
  /// motion has passed a kink since `begin`.
  static Scalar distance_before(const Vec& begin, const Vec& now) {
    constexpr double least = std::numeric_limits<double>::min();
    const double nearest = (begin.array() < 0).select(-now, now).minCoeff();
    return differ(begin, now) ? std::min(-least, nearest) : std::max(least, nearest);
  }

  const SwitchingFunctions& switching_;
  const Equation<Scalar>& equation_;
  Outputs* outputs_;
};

/// One integration, step by step. It can be saved to a file and resumed from there.
template <class Method, class Scalar>
class RunningIntegration {
 public:
  RunningIntegration(const Problem& problem, const Integration& task)
      : task_(task),
        switching_(dynamic_cast<const SwitchingFunctions*>(&problem)),
        internal_(dynamic_cast<const InternalVariables*>(&problem)),
        equation_(problem),
        u_(start(problem, task)),
        span_(static_cast<Scalar>(problem.end_time())),
        begin_(u_.t),
        count_(task.checkpoints * task.steps),
        ticks_(clock_ticks(problem)),
        h_(span_ / static_cast<Scalar>(count_)),
        outputs_(problem.outputs(0)),
        // Outputs that cannot be resumed must see every step, so nothing is saved.
        file_(!outputs_ || resumable() ? task.file : std::filesystem::path(), task.keep_every) {
    equation_.hold(u_.z);
    method_.emplace(equation_, h_);
    if (outputs_) outputs_->see(u_.template cast<double>());
  }

  Trajectory run(const Progress& progress) {
    resume();
    const long tick = std::max(count_ / 200, 1L);
    while (done_ < count_) {
      step();
      const bool now = done_ % tick == 0 || done_ == count_;
      if (now && !u_.x.allFinite()) {
        out_.states.resize(static_cast<std::size_t>(task_.checkpoints), u_.template cast<double>());
        break;
      }
      if (file_.due() || (done_ == count_ && file_.written())) write();
      if (progress && now) progress(static_cast<double>(done_) / static_cast<double>(count_));
    }
    if (outputs_) out_.outputs = numbers_of(outputs_->result());
    out_.evaluations = equation_.evaluations();
    return std::move(out_);
  }

 private:
  static StateOf<Scalar> start(const Problem& problem, const Integration& task) {
    State u = problem.start();
    if (task.kick.size() > 0) u.v += task.kick;
    return u.cast<Scalar>();
  }

  void step() {
    const StateOf<Scalar> before = u_;
    method_->step(u_);
    if (switching_ && differ(kinks(*switching_, u_), kinks(*switching_, before))) {
      u_ = before;
      StepOntoKinks<Method, Scalar>(*switching_, equation_, outputs_.get()).step(u_, h_);
      method_.emplace(equation_, h_);  // the memory of the method is from the other side
    }
    ++done_;
    u_.t = begin_ + span_ * static_cast<Scalar>(done_) / static_cast<Scalar>(count_);
    if (ticks_ > 0 && done_ * ticks_ % count_ == 0) tick();
    if (done_ % task_.steps == 0) out_.states.push_back(u_.template cast<double>());
    if (outputs_) outputs_->see(u_.template cast<double>());
  }

  void tick() {
    u_.z =
        internal_->update_internal_variables(u_.template cast<double>()).z.template cast<Scalar>();
    equation_.hold(u_.z);
    method_.emplace(equation_, h_);  // the memory of the method is from another force
  }

  void serialize(Archive& archive) {
    archive(done_);
    archive(u_);
    equation_.serialize(archive);
    method_->serialize(archive);
    archive(out_.states);
    if (ticks_ > 0) serialize_internal(archive);
    std::vector<double> memory;
    if (outputs_ && !archive.reading()) memory = resumable()->memory();
    archive(memory);
    if (outputs_ && archive.reading() && !archive.damaged()) resumable()->resume(memory);
  }
  /// Saves or restores the internal variables z, which the file of a reference does not need.
  void serialize_internal(Archive& archive) {
    archive(u_.z);
    for (State& u : out_.states) archive(u.z);
    equation_.hold(u_.z);
  }
  void write() {
    Archive archive;
    serialize(archive);
    file_.write(archive.bytes());
  }
  void resume() {
    const auto bytes = file_.read();
    if (!bytes) return;
    Archive archive(*bytes);
    serialize(archive);
    // The checksum is right, so the bytes have another layout.
    if (archive.damaged())
      throw Error("an unfinished integration must be one that this version left",
                  task_.file.string(), "delete it; the integration begins anew");
  }
  ResumableOutputs* resumable() const { return dynamic_cast<ResumableOutputs*>(outputs_.get()); }

  const Integration& task_;
  const SwitchingFunctions* switching_;  // null if the force is smooth or its kinks are unknown
  const InternalVariables* internal_;    // null without internal variables
  Equation<Scalar> equation_;
  StateOf<Scalar> u_;
  Scalar span_, begin_;
  long count_, ticks_, done_ = 0;
  Scalar h_;
  std::optional<Method> method_;
  std::unique_ptr<Outputs> outputs_;
  UnfinishedFile file_;
  Trajectory out_;
};

template <template <class> class Method>
Family family() {
  using Double = Method<double>;
  using Extended = Method<long double>;
  return {Double::name(), Double::order, Double::evaluations,
          [](const Problem& problem, const Integration& task, const Progress& progress) {
            return task.extended
                       ? RunningIntegration<Extended, long double>(problem, task).run(progress)
                       : RunningIntegration<Double, double>(problem, task).run(progress);
          }};
}

template <class Scalar>
using Extrapolation16 = Extrapolation<Scalar, 8>;
template <class Scalar>
using Extrapolation8 = Extrapolation<Scalar, 4>;

}  // namespace

Family extrapolation() { return family<Extrapolation16>(); }
Family collocation() { return family<Collocation>(); }
Family extrapolation8() { return family<Extrapolation8>(); }
Family fehlberg8() { return family<Fehlberg>(); }

bool can_extend(const Problem& problem) {
  return dynamic_cast<const ExtendedForce*>(&problem) && problem.mass().is_diagonal();
}

}  // namespace stiffbench::references
