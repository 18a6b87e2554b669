#pragma once

#include "integrators/phi/half_size/lanczos_process.hpp"

namespace stiffbench::phi {

/// A bound on the error of approximants |b| V F(T) e_1 to f(A) b = F(B) b, B = B(A), F(theta) =
/// f(lambda(theta)). Let p_k be the polynomials that generate the vectors, v_k = p_k(B) b / |b|,
/// and c = |b| F(T) e_1. The error is then e(B) b / |b| with
///   e(theta) = |b| F(theta) - sum_k c_k p_k(theta),
/// which is zero at the eigenvalues of T. The share of b between two eigenvalues is bounded, for
/// |b| = 1, in two ways. With q_1i^2 the weights of Gauss quadrature, two neighbours' weights bound
/// the share in the open interval between them (Chebyshev, Markov, Stieltjes), and the share of one
/// mode is at most 1 / sum_k p_k^2 there (Christoffel; both in Golub, Meurant,
/// 10.1515/9781400833887). The largest product of the share with e^2 in each interval gives a bound
/// on the error. The bound assumes that samples meet the largest product, and that modes near each
/// other share the bound of one mode.
class KrylovBound {
 public:
  /// Allocates memory for one more request.
  void add(const HalfSizeRequest& request);

  /// The approximants whose errors are bounded, for these terms of a request.
  struct Approximants {
    const HalfSizeRequest& request;
    const std::vector<Eigen::Index>& terms;
    HalfSizeRequest::Table& room;         // for the functions at samples
    const Eigen::MatrixXd& coefficients;  // row k, column o: that of vector k in output o
    double norm;                          // |b|
    double shift;                         // s of phi::Options
  };
  /// The bound on the error of each output, squared, in the measure of the output.
  const Eigen::ArrayXd& squares(const KrylovOperator& B, const LanczosProcess& process,
                                const Projection& projection, const Approximants& approximants);

  /// A table for the functions of a request at `rows` points.
  static HalfSizeRequest::Table table(Eigen::Index rows, std::size_t terms) {
    const Eigen::Index columns = terms;
    return {Eigen::ArrayXXd(rows, columns), Eigen::ArrayXd(columns), Eigen::ArrayXd(columns)};
  }
  /// The number of samples of |e| between neighbouring eigenvalues of T, and the number of such
  /// intervals that are sampled at once.
  static constexpr Eigen::Index samples = 8, cells_at_once = 16, points = samples * cells_at_once;

 private:
  using Points = Eigen::Array<double, points, 1>;

  void place(const KrylovOperator& B, const Projection& projection, Eigen::Index first);
  void measure_errors(const LanczosProcess& process, const Approximants& approximants,
                      Eigen::Index m);

  Points points_ = Points::Zero(), christoffel_ = points_, unit_ = points_;
  Eigen::Array<double, samples, 1> shares_ = Eigen::Array<double, samples, 1>::Zero();
  Eigen::ArrayXd lambda_{points};
  Eigen::ArrayXXd errors_;
  Eigen::ArrayXd squares_;
};

}  // namespace stiffbench::phi
