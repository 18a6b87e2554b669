#pragma once

#include "problems/contract/counted_problem.hpp"

#include <memory>

namespace stiffbench::python {

/// A problem in Python. It keeps the problem alive, and so does every object made from it.
class ProblemHandle {
 public:
  explicit ProblemHandle(std::shared_ptr<const Problem> problem) : problem_(std::move(problem)) {}

  const std::shared_ptr<const Problem>& shared() const { return problem_; }
  const Problem& operator*() const { return *problem_; }
  const Problem* operator->() const { return problem_.get(); }

 private:
  std::shared_ptr<const Problem> problem_;
};

/// The counted view of a problem that a method in Python gets. A method may keep it for longer than
/// the run lasts; each call after the run is an Error.
class ViewHandle {
 public:
  explicit ViewHandle(const CountedProblem& problem) : problem_(&problem) {}

  /// Ends the run: the view behind this handle is about to vanish.
  void end() { problem_ = nullptr; }
  /// Throws an Error after the run.
  const CountedProblem& operator*() const;
  const CountedProblem* operator->() const { return &**this; }

 private:
  const CountedProblem* problem_;
};

/// A problem whose owner is elsewhere, for the length of a call. A method that keeps it gets Errors
/// later.
class LentProblem {
 public:
  explicit LentProblem(const Problem& problem) : problem_(&problem) {}
  void end() { problem_ = nullptr; }
  const Problem& operator*() const;
  const Problem* operator->() const { return &**this; }

 private:
  const Problem* problem_;
};

}  // namespace stiffbench::python
