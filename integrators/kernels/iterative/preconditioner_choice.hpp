#pragma once

#include <array>

namespace stiffbench {

/// The preconditioner of conjugate gradients: the inverse diagonal blocks, an incomplete Cholesky
/// factorization (block_ic.hpp), or an automatic choice between the two.
enum class Preconditioner { automatic, block_jacobi, block_ic };
constexpr auto names_of(Preconditioner) { return std::array{"auto", "block_jacobi", "block_ic"}; }

/// The choice of preconditioner=auto. It depends on counted products and estimated errors only,
/// so it is the same in every run of one build.
///
/// A run begins with the diagonal blocks. Once they have taken 48 products with one matrix, the
/// next solve tries the incomplete factorization; a solve of 192 products tries it at once. From
/// then on the products that each preconditioner takes for a digit of accuracy are known, and each
/// matrix has the one that is cheaper for as many digits as the matrices before it. The loss by a
/// trial is one factorization, a fifth of the products before it. After a break-down the next trial
/// has to wait for twice as many products, and so on.
class PreconditionerChoice {
 public:
  /// The cost of one iteration, with its vectors, and of an incomplete factorization, in units of
  /// one product with the matrix (symmetric_product.hpp), on one thread. They are means over ten
  /// bodies, on one processor with AVX-512. `bench_linear_solvers` prints measured costs.
  static constexpr double jacobi_iteration = 1.3, ic_iteration = 2.4, ic_factorization = 12;

  void init(Preconditioner kind);
  /// Counts a new matrix, which has blocks that can be factorized or not.
  void begin_matrix(bool has_blocks);
  /// True where the incomplete factorization should be computed, after so many products of the
  /// present solve by the diagonal blocks.
  bool turns(long products) const;
  /// Sets whether the incomplete factorization of the present matrix has succeeded.
  void set_factorized(bool succeeded);
  /// True when the factorization of the present matrix preconditions.
  bool is_factorized() const { return is_factorized_; }
  /// Counts products with the present preconditioner that lowered the error by so many digits.
  void count(long products, double digits);
  /// The cost of one iteration with the present preconditioner.
  double iteration() const { return is_factorized_ ? ic_iteration : jacobi_iteration; }
  /// The cost of one iteration of the next solve.
  double next_iteration() const {
    return is_factorized_ || turns(0) ? ic_iteration : jacobi_iteration;
  }

 private:
  /// Sums over the last solves with one preconditioner.
  struct Rate {
    double products = 0, digits = 0;
    double per_digit() const { return products / digits; }
  };
  /// True when a matrix that serves for as many digits as those before it should be factorized.
  bool factorization_pays() const;
  /// The cost that a digit by the factorization saves, without that of the factorization.
  double saving() const;

  Preconditioner kind_ = Preconditioner::automatic;
  bool has_blocks_ = false, is_factorized_ = false, has_failed_ = false;
  bool is_wanted_ = false;  // from the start of the present matrix
  Rate jacobi_, ic_;
  long products_ = 0, patience_ = 48;          // by the diagonal blocks, with the present matrix
  double digits_ = 0, digits_per_matrix_ = 0;  // of the present matrix; a running mean
};

}  // namespace stiffbench
