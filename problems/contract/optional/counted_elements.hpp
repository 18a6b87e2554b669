#pragma once

#include "problems/contract/optional/element_energies.hpp"
#include "problems/contract/work.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace stiffbench {

/// All elements of a problem, numbered through its groups, with each evaluation counted in a Work
/// ledger: as the evaluation of one element and, once there have been as many as the problem has
/// elements, as one evaluation of the force. Work in forces is so comparable with that of methods
/// that evaluate the whole body.
class CountedElements {
 public:
  CountedElements() = default;
  /// The ledger must outlive the object.
  CountedElements(std::vector<const ElementGroup*> groups, Work& work)
      : groups_(std::move(groups)), work_(&work) {
    for (const ElementGroup* group : groups_) ends_.push_back(count() + group->count());
  }

  int count() const { return ends_.empty() ? 0 : ends_.back(); }
  void nodes(int element, ElementNodes& nodes) const {
    const auto [group, number] = find(element);
    group->nodes(number, nodes);
  }
  Constraint constraint(int element, const Vec& x, ElementVector& gradient) {
    count_gradient();
    const auto [group, number] = find(element);
    return group->constraint(number, x, gradient);
  }
  int strains(int element) const { return find(element).first->strains(); }
  Constraint strain(int element, int number, const Vec& x, ElementVector& gradient) {
    count_gradient();
    const auto [group, own] = find(element);
    return group->strain(own, number, x, gradient);
  }
  void derivatives(int element, int node, const Vec& x, NodeVector& g, NodeMatrix& H) {
    count_gradient();
    ++work_->element_hessians;
    const auto [group, number] = find(element);
    group->derivatives(number, node, x, g, H);
  }

 private:
  std::pair<const ElementGroup*, int> find(int element) const {
    const auto end = std::upper_bound(ends_.begin(), ends_.end(), element);
    const auto number = static_cast<std::size_t>(end - ends_.begin());
    return {groups_[number], element - (number == 0 ? 0 : ends_[number - 1])};
  }
  void count_gradient() {
    ++work_->element_gradients;
    if (++since_force_ < count()) return;
    since_force_ = 0;
    ++work_->force;
  }

  std::vector<const ElementGroup*> groups_;
  std::vector<int> ends_;  // one more than the last element of each group
  Work* work_ = nullptr;
  int since_force_ = 0;  // evaluations that are not yet part of a force
};

}  // namespace stiffbench
