#include "problems/contract/optional/contact_constraints.hpp"

namespace stiffbench {

const ContactConstraints* contact_constraints(const Problem& problem) {
  const auto* contacts = dynamic_cast<const ContactConstraints*>(&problem);
  return contacts && contacts->gap_gradient().rows() > 0 ? contacts : nullptr;
}

void closed_contacts(const ContactConstraints& contacts, const Vec& x, Mat& G) {
  Vec gaps;
  contacts.gaps(x, gaps);
  std::vector<int> closed;
  for (int row = 0; row < gaps.size(); ++row)
    if (gaps[row] <= 0) closed.push_back(row);
  G = rows_of(contacts.gap_gradient(), closed);
}

Mat rows_of(const Mat& G, const std::vector<int>& rows) {
  Mat part(static_cast<int>(rows.size()), G.cols());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    part.startVec(static_cast<int>(i));
    for (Mat::InnerIterator entry(G, rows[i]); entry; ++entry)
      part.insertBack(static_cast<int>(i), entry.col()) = entry.value();
  }
  part.finalize();
  return part;
}

}  // namespace stiffbench
