#pragma once

#include "benchmarks/phi/tasks.hpp"

#include <functional>

namespace stiffbench {

/// A task and its true result.
class Exercise {
 public:
  Exercise(double error, std::function<std::shared_ptr<Task>()> make)
      : target(error), make_(std::move(make)) {}
  const double target;  // of the relative error in the energy norm
  /// The task, built at the first call: not every exercise is measured.
  Task& task() {
    if (!task_) task_ = make_();
    return *task_;
  }
  void compute_reference() {
    if (reference_.x.size() > 0) return;
    task().prepare({{"phi", "chebyshev"}, {"tolerance", 1e-4 * target}});
    State result;
    if (const Outcome outcome = task().run(result); !outcome.ok())
      throw Error("the reference computation succeeds", outcome.reason, "loosen its tolerance");
    reference_ = std::move(result);
  }
  double error(const State& u) {
    const State difference{0, u.x - reference_.x, u.v - reference_.v};
    return energy_norm(task().problem(), difference) / energy_norm(task().problem(), reference_);
  }

 private:
  std::function<std::shared_ptr<Task>()> make_;
  std::shared_ptr<Task> task_;
  State reference_;
};

/// One line of the table: a back end with its settings on one exercise.
struct Contestant {
  using MakeTask = std::function<std::shared_ptr<Task>()>;

  /// `make`: its own way through the exercise; without one, that of the exercise.
  Contestant(std::string its_name, std::shared_ptr<Exercise> its_exercise, Settings its_settings,
             bool is_tuned, MakeTask make = {})
      : name(std::move(its_name)),
        exercise(std::move(its_exercise)),
        settings(std::move(its_settings)),
        tuned(is_tuned),
        make_task(std::move(make)) {}

  std::string name;
  std::shared_ptr<Exercise> exercise;
  Settings settings;
  bool tuned;  // else its tolerance is the target
  MakeTask make_task;
  bool ready = false;
  std::string failure;
  double tolerance = 0, error = 0;
  /// The error with the status ok when the target itself was the tolerance, or 0.
  double error_as_asked = 0;
  Work work;

  Task& task() {
    if (!make_task) return exercise->task();
    if (!own_task_) own_task_ = make_task();
    return *own_task_;
  }

  /// Runs once with this tolerance, and leaves the task prepared.
  bool attempt(double with);
  /// Searches for a large tolerance whose error is within the target.
  void tune();

 private:
  std::shared_ptr<Task> own_task_;
};

}  // namespace stiffbench
