#include "integrators/kernels/iterative/block_ic.hpp"

#include "base/system/threads.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <utility>

namespace stiffbench {
namespace {

/// Returns the numbers of `order` sorted by their keys, which are below `keys`; numbers with equal
/// keys keep their order.
std::vector<int> sorted_by(const std::vector<int>& key, std::size_t keys,
                           const std::vector<int>& order) {
  std::vector<int> next(keys + 1), sorted(order.size());
  for (const int of_one : key) ++next[static_cast<std::size_t>(of_one) + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  for (const int one : order) {
    int& place = next[static_cast<std::size_t>(key[static_cast<std::size_t>(one)])];
    sorted[static_cast<std::size_t>(place++)] = one;
  }
  return sorted;
}

}  // namespace

void BlockIc::on_domains(const auto& work) const {
  on_ranges(std::ssize(domains_.ends), 1, [&](long first, long last) {
    for (auto domain = static_cast<std::size_t>(first); domain < static_cast<std::size_t>(last);
         ++domain)
      work(domain, RowRange{domain == 0 ? 0 : domains_.ends[domain - 1], domains_.ends[domain]});
  });
}

void BlockIc::copy(const SymmetricProduct& S) {
  S.copy_to(copy_, scale_);
  const auto count = static_cast<std::size_t>(copy_.ends.back());
  const std::span columns(copy_.columns.data(), count);
  if (pattern_ends_ != copy_.ends || !std::ranges::equal(pattern_columns_, columns)) {
    pattern_ends_ = copy_.ends;
    pattern_columns_.assign(columns.begin(), columns.end());
    domains_ = divide(pattern_ends_, pattern_columns_.data());
    if (domains_.ends.size() > 1) arrange();
  }
  if (domains_.ends.size() == 1) return;
  make_room(ordered_.values, FloatBlocks::size * count);
  constexpr long least = 8000;  // blocks; fewer take less time than waking a thread
  on_ranges(static_cast<long>(count), least, [&](long first, long last) {
    for (; first < last; ++first) move_block(static_cast<std::size_t>(first));
  });
}

void BlockIc::move_block(std::size_t from) {
  const auto place = [](float* of, std::size_t block) { return of + FloatBlocks::size * block; };
  const float* own = place(copy_.values.data(), from);
  const int slot = slots_[from];
  if (slot >= 0) {
    std::copy_n(own, FloatBlocks::size, place(ordered_.values.data(), std::size_t(slot)));
    return;
  }
  float* to = place(ordered_.values.data(), std::size_t(~slot));
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) to[4 * i + j] = own[4 * j + i];
    to[4 * i + 3] = 0;
  }
}

void BlockIc::arrange() {
  const auto n = static_cast<std::size_t>(rows_), count = pattern_columns_.size();
  std::vector<int> number(n), rows(count), columns(count), in_order(count);
  for (std::size_t i = 0; i < n; ++i)
    number[static_cast<std::size_t>(domains_.order[i])] = static_cast<int>(i);
  slots_.resize(count);
  for (std::size_t row = 0, at = 0; row < n; ++row)
    for (; at < static_cast<std::size_t>(pattern_ends_[row]); ++at) {
      const int own = number[row], other = number[static_cast<std::size_t>(pattern_columns_[at])];
      rows[at] = std::min(own, other);
      columns[at] = std::max(own, other);
      slots_[at] = other < own ? -1 : 0;
    }
  std::iota(in_order.begin(), in_order.end(), 0);
  in_order = sorted_by(rows, n, sorted_by(columns, n, in_order));
  make_room(ordered_.columns, count);
  ordered_.ends.assign(n, 0);
  for (std::size_t slot = 0; slot < count; ++slot) {
    const auto from = static_cast<std::size_t>(in_order[slot]);
    ordered_.columns[slot] = columns[from];
    ordered_.ends[static_cast<std::size_t>(rows[from])] = static_cast<int>(slot) + 1;
    slots_[from] = slots_[from] < 0 ? ~static_cast<int>(slot) : static_cast<int>(slot);
  }
}

bool BlockIc::factorize(const SymmetricProduct& S, int block_rows) {
  rows_ = block_rows;
  double largest = 0;
  for (int row = 0; row < rows_; ++row)
    largest = std::max(largest, S.diagonal_block(row).diagonal().maxCoeff());
  if (!(largest > 0)) return false;
  scale_ = 1 / largest;
  copy(S);
  const auto n = static_cast<std::size_t>(rows_);
  first_.assign(n, -1);
  places_.assign(n * domains_.ends.size(), -1);
  next_.resize(n);
  pending_.resize(n);
  const auto count = 9 * static_cast<std::size_t>(blocks().ends.back());
  make_room(factors_, count + 4);
  std::fill_n(factors_.data() + count, 4, 0.0F);
  if (sums_.cols() < rows_) sums_.resize(4, rows_);
  std::atomic<bool> succeeds = true;
  const auto scratch = [&](std::size_t domain) {
    return FactorScratch{first_.data(), next_.data(), pending_.data(), places_.data() + n * domain};
  };
  on_domains([&](std::size_t domain, RowRange own) {
    if (!factorize_rows(blocks().values.data(), rows(), scratch(domain), own)) succeeds = false;
  });
  if (!succeeds) return false;
  enter_separator(rows(), scratch(0));
  // The inverse of a tiny diagonal block may overflow in single precision.
  return factorize_rows(blocks().values.data(), rows(), scratch(0), separator()) &&
         Eigen::Map<const Eigen::VectorXf>(factors_.data(), static_cast<long>(count)).allFinite();
}

Substitution BlockIc::substitution(const Vec& r, Vec& z) const {
  z.resize(r.size());
  const double largest = r.lpNorm<Eigen::Infinity>(), size = largest > 0 ? largest : 1;
  return {r.data(), z.data(), 1 / size, scale_ * size};
}

double BlockIc::substitute(std::span<const Substitution> sides) {
  const auto m = std::ssize(sides), separator_size = m * (rows_ - domains_.ends.back()),
             domains = std::ssize(domains_.ends);
  const int count = static_cast<int>(m);
  if (sums_.cols() < m * rows_) sums_.resize(4, m * rows_);
  if (passed_.cols() < separator_size * domains) passed_.resize(4, separator_size * domains);
  products_.resize(static_cast<std::size_t>(m * (domains + 1)));
  const FactorRows all = rows();
  const auto product_of = [&](std::size_t part) { return products_.data() + m * part; };
  on_domains([&](std::size_t domain, RowRange own) {
    substitute_forward(all, own, sides.data(), count, sums_.data(),
                       passed_.data() + 4 * separator_size * domain, 0);
  });
  substitute_forward(all, separator(), sides.data(), count, sums_.data(), passed_.data(),
                     static_cast<int>(domains));
  substitute_back(all, separator(), sides.data(), count, sums_.data(), product_of(domains));
  on_domains([&](std::size_t domain, RowRange own) {
    substitute_back(all, own, sides.data(), count, sums_.data(), product_of(domain));
  });
  double sum = 0;
  for (std::size_t part = 0; part < products_.size(); part += sides.size()) sum += products_[part];
  return sum;
}

double BlockIc::solve(const Vec& r, Vec& z) {
  const Substitution one[] = {substitution(r, z)};
  return substitute(one);
}

void BlockIc::solve(const ComplexVec& r, ComplexVec& z) {
  const Substitution both[] = {substitution(r.re, z.re), substitution(r.im, z.im)};
  substitute(both);
}

}  // namespace stiffbench
