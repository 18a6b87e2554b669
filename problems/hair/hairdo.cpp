#include "problems/hair/hairdo.hpp"

#include "base/system/threads.hpp"

#include <algorithm>
#include <random>

namespace stiffbench {
namespace {

using Eigen::Index;
using Eigen::Matrix3d;

template <class Scalar>
using Columns = Eigen::Map<Eigen::Matrix<Scalar, 3, Eigen::Dynamic>>;
template <class Scalar>
using ConstColumns = Eigen::Map<const Eigen::Matrix<Scalar, 3, Eigen::Dynamic>>;

/// Writes a part of a vector in the fibre's own axes.
template <class Scalar>
void to_fibre(const Matrix3d& axes, const VecOf<Scalar>& all, Index first, VecOf<Scalar>& own) {
  Columns<Scalar>(own.data(), 3, own.size() / 3) = axes.transpose().cast<Scalar>().lazyProduct(
      ConstColumns<Scalar>(all.data() + first, 3, own.size() / 3));
}

/// Adds a vector in a fibre's own axes to a part of a vector.
template <class Scalar>
void add_back(const Matrix3d& axes, const VecOf<Scalar>& own, Index first, VecOf<Scalar>& all) {
  Columns<Scalar>(all.data() + first, 3, own.size() / 3) +=
      axes.cast<Scalar>().lazyProduct(ConstColumns<Scalar>(own.data(), 3, own.size() / 3));
}

}  // namespace

Hairdo::Hairdo(const HairdoShape& shape) {
  for (int segments = shape.fewest; segments <= shape.most; ++segments) {
    TaperedFibre fibre = shape.fibre;
    fibre.segments = segments;
    kinds_.push_back(tapered_fibre_springs(fibre));
  }
  std::mt19937 random(static_cast<unsigned>(shape.seed));
  Index rows = 0;
  for (const HairRoot& root : shape.scalp.roots(shape.fibres)) {
    const std::size_t kind = random() % kinds_.size();
    const Index particles = kinds_[kind].dof() / 3;
    fibre_of_.insert(fibre_of_.end(), std::size_t(particles), fibres());
    strands_.push_back({root, kind, rows});
    rows += 3 * particles;
  }
  rest_.resize(3, rows / 3);
  for (const Strand& strand : strands_) {
    const Index particles = body(strand).dof() / 3;
    rest_.middleCols(strand.first / 3, particles) =
        (strand.root.axes * body(strand).rest().rightCols(particles)).colwise() + strand.root.at;
  }
}

/// Calls work(first strand, last strand) on threads.
template <class Work>
void Hairdo::each(Work&& work) const {
  constexpr long least = 50;  // fibres per thread
  on_ranges(fibres(), least, [&](long first, long last) {
    work(strands_.begin() + first, strands_.begin() + last);
  });
}

std::pair<int, int> Hairdo::particles(int fibre) const {
  const Strand& strand = strands_[std::size_t(fibre)];
  return {static_cast<int>(strand.first / 3), static_cast<int>(body(strand).dof() / 3)};
}

Eigen::Vector3d Hairdo::tip(int fibre, const Vec& y) const {
  const auto [first, count] = particles(fibre);
  const int last = first + count - corners;
  return (rest_.middleCols<corners>(last) + y.segment<3 * corners>(3 * last).reshaped(3, corners))
      .rowwise()
      .mean();
}

Vec Hairdo::masses() const {
  Vec all(dof());
  for (const Strand& strand : strands_)
    all.segment(strand.first, body(strand).dof()) = body(strand).mass().diagonal();
  return all;
}

template <class Scalar>
void Hairdo::add_force_of(const VecOf<Scalar>& y, VecOf<Scalar>& f) const {
  each([&](auto strand, auto last) {
    VecOf<Scalar> own, force;
    for (; strand != last; ++strand) {
      own.resize(body(*strand).dof());
      to_fibre(strand->root.axes, y, strand->first, own);
      force.setZero(own.size());
      body(*strand).add_force(own, force);
      add_back(strand->root.axes, force, strand->first, f);
    }
  });
}

void Hairdo::add_force(const Vec& y, Vec& f) const { add_force_of(y, f); }
void Hairdo::add_force(const VecOf<long double>& y, VecOf<long double>& f) const {
  add_force_of(y, f);
}

void Hairdo::add_jacobian_times(const Vec& y, const Vec& dy, Vec& df) const {
  each([&](auto strand, auto last) {
    Vec own, change, force;
    for (; strand != last; ++strand) {
      own.resize(body(*strand).dof());
      change.resize(own.size());
      to_fibre(strand->root.axes, y, strand->first, own);
      to_fibre(strand->root.axes, dy, strand->first, change);
      force.setZero(own.size());
      body(*strand).add_jacobian_times(own, change, force);
      add_back(strand->root.axes, force, strand->first, df);
    }
  });
}

double Hairdo::potential(const Vec& y) const {
  double sum = 0;
  Vec own;
  for (const Strand& strand : strands_) {
    own.resize(body(strand).dof());
    to_fibre(strand.root.axes, y, strand.first, own);
    double of_fibre = 0;
    body(strand).add_potential(own, of_fibre);
    sum += of_fibre;
  }
  return sum;
}

std::vector<std::array<int, 2>> Hairdo::pairs() const {
  std::vector<std::size_t> begins;  // index of each strand's first pair
  std::size_t count = 0;
  for (const Strand& strand : strands_) {
    begins.push_back(count);
    count += body(strand).pairs().size();
  }
  std::vector<std::array<int, 2>> all(count);
  each([&](auto strand, auto last) {
    for (auto* to = all.data() + begins[std::size_t(strand - strands_.begin())]; strand != last;
         ++strand) {
      const auto offset = static_cast<int>(strand->first / 3);
      for (const auto& [a, b] : body(*strand).pairs()) *to++ = {offset + a, offset + b};
    }
  });
  return all;
}

template <bool projected>
void Hairdo::put_stiffness(const Vec& y, Mat& K) const {
  each([&](auto strand, auto last) {
    std::vector<Mat> blocks(kinds_.size());  // of one fibre of each kind
    Vec own;
    for (; strand != last; ++strand) {
      Mat& one = blocks[strand->kind];
      own.resize(body(*strand).dof());
      to_fibre(strand->root.axes, y, strand->first, own);
      body(*strand).template stiffness<projected>(own, one);
      turn_blocks(strand->root.axes, one);
      const auto rows = [&](Index row) { return K.valuePtr() + K.outerIndexPtr()[row]; };
      std::fill(rows(strand->first), rows(strand->first + own.size()), 0.0);
      put_blocks(one, static_cast<int>(strand->first), K);
    }
  });
}
template void Hairdo::put_stiffness<false>(const Vec&, Mat&) const;
template void Hairdo::put_stiffness<true>(const Vec&, Mat&) const;

namespace {

/// Rotates the blocks in three rows of K.
void turn_row(const Matrix3d& R, int row, Mat& K) {
  using Block = Eigen::Map<Eigen::Matrix<double, 3, 3, Eigen::RowMajor>, 0, Eigen::OuterStride<>>;
  for (int slot = K.outerIndexPtr()[row]; slot < K.outerIndexPtr()[row + 1]; slot += 3) {
    const int column = K.innerIndexPtr()[slot];
    Block block(K.valuePtr() + slot, Eigen::OuterStride<>(block_stride(K, row / 3)));
    // Computes blocks on both sides from the one on the right, so that round-off is the same.
    const Matrix3d right = column < row ? Matrix3d(block.transpose()) : Matrix3d(block);
    const Matrix3d turned = R * right * R.transpose();
    if (column == row)
      block = (turned + turned.transpose()) / 2;
    else if (column < row)
      block = turned.transpose();
    else
      block = turned;
  }
}

}  // namespace

void turn_blocks(const Matrix3d& R, Mat& K) {
  constexpr long least = 1000;  // block rows; fewer take less time than waking a thread
  on_ranges(K.rows() / 3, least, [&](long row, long last) {
    for (; row < last; ++row) turn_row(R, static_cast<int>(3 * row), K);
  });
}

}  // namespace stiffbench
