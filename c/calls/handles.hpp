#pragma once

#include "c/calls/calls.hpp"
#include "problems/contract/counted_problem.hpp"

#include <memory>
#include <thread>

namespace stiffbench::c {

/// The counted view of a problem during a run of a method in C, with the method's parameters.
struct View {
  const CountedProblem& problem;
  Settings settings;
  std::thread::id thread = std::this_thread::get_id();  ///< of the run, which alone may count
  long steps = 0;                                       ///< counted by the method
};

/// The thing that a handle stands for: one of the two is null.
struct Target {
  std::shared_ptr<const Problem> problem;
  std::shared_ptr<View> view;
};

// Handles are numbers: a slot of a table and a generation, which rises whenever the slot is freed.
// A number that was freed, or that never was one, is a Refusal.

stiffbench_problem open_handle(Target target);
/// Returns the target, which stays alive even if another thread frees the handle.
Target target_of(stiffbench_problem handle);
void close_handle(stiffbench_problem handle);

/// Returns the problem. Throws a Refusal if the handle is a view.
std::shared_ptr<const Problem> problem_of(stiffbench_problem handle);
/// Returns the view. Throws a Refusal if the handle is a problem, or in another thread.
std::shared_ptr<View> view_of(stiffbench_problem handle);

/// Calls the function with the problem or with the counted problem of the view.
template <class Function>
void visit(const Target& target, const Function& function) {
  target.problem ? function(*target.problem) : function(target.view->problem);
}

/// Lets children of this process use the table, whatever other threads do during the fork. Later
/// calls do nothing.
void prepare_forks();

}  // namespace stiffbench::c
