#include "tests/integrators/phi/phi_oracle.hpp"

#include <Eigen/LU>

#include <cmath>

namespace stiffbench::test {

LongMatrix exponential(const LongMatrix& w) {
  const auto norm = static_cast<double>(w.cwiseAbs().colwise().sum().maxCoeff());
  const int squarings = std::max(0, static_cast<int>(std::ceil(std::log2(norm + 1))) + 1);
  const LongMatrix scaled = w / std::pow(2.0L, squarings);
  LongMatrix sum = LongMatrix::Identity(w.rows(), w.cols()), term = sum;
  for (int k = 1; k <= 30; ++k) {
    term = term * scaled / static_cast<long double>(k);
    sum += term;
  }
  for (int s = 0; s < squarings; ++s) sum = sum * sum;
  return sum;
}

phi::Pair phi_oracle(const Mat& mass, const Mat& K, const Mat& D, int k, double z,
                     const phi::Pair& b) {
  const Eigen::Index n = K.rows();
  const LongMatrix inverse = Eigen::MatrixXd(mass).cast<long double>().inverse();
  LongMatrix w = LongMatrix::Zero(2 * n + phi::max_k + 1, 2 * n + phi::max_k + 1);
  w.block(0, n, n, n) = LongMatrix::Identity(n, n) * static_cast<long double>(z);
  w.block(n, 0, n, n) =
      -static_cast<long double>(z) * inverse * Eigen::MatrixXd(K).cast<long double>();
  if (D.rows() == n)
    w.block(n, n, n, n) =
        -static_cast<long double>(z) * inverse * Eigen::MatrixXd(D).cast<long double>();
  VecOf<long double> u(2 * n);
  u << b.x.cast<long double>(), b.v.cast<long double>();
  w.col(2 * n).head(2 * n) = u;
  for (int i = 1; i <= phi::max_k; ++i) w(2 * n + i - 1, 2 * n + i) = 1;
  const LongMatrix all = exponential(w);
  const VecOf<long double> product = k == 0
                                         ? VecOf<long double>(all.topLeftCorner(2 * n, 2 * n) * u)
                                         : VecOf<long double>(all.col(2 * n + k - 1).head(2 * n));
  return {product.head(n).cast<double>(), product.tail(n).cast<double>()};
}

}  // namespace stiffbench::test
