#pragma once

namespace stiffbench {

/// A factorization (I + U)' D (I + U) of a matrix of 3x3 blocks in single precision, U strictly
/// upper triangular. It is stored by rows of blocks; a row begins with the inverse of its block of
/// D, and the blocks of U follow. A block is stored by its cyclic diagonals as in
/// linear/block_sweep.hpp.
struct FactorRows {
  float* values;       ///< nine per block; three more must be readable
  const int* columns;  ///< of each block, counted in blocks
  const int* ends;     ///< of each row, as an index into `columns`
  int rows;
};

/// Storage for an incomplete factorization. The lists hold, for each column, the rows whose next
/// block to be used lies there.
struct FactorScratch {
  int* first;    ///< the first such row of each column, -1 for none
  int* next;     ///< the row after each row, -1 for none
  int* pending;  ///< that block of each row
  int* places;   ///< the block of the present row in each column, -1 for none
};

/// Computes the incomplete factorization without fill of the matrix whose blocks, in the layout of
/// FloatBlocks, are in `blocks`; they are overwritten by D (I + U). False where a block of D is not
/// definite by a margin above round-off. `first` and `places` must be -1.
bool factorize_rows(float* blocks, const FactorRows& factor, const FactorScratch& scratch);

/// A right-hand side r, of which `scale` r is taken, the place of its solution, which is multiplied
/// by `rescale`, and r' z, which is computed with it.
struct Substitution {
  const double* r;
  double* z;
  double scale, rescale;
  double product;
};

/// Solves (I + U)' D (I + U) z = r. `work` has room for four numbers per row and right-hand side,
/// aligned to 16 bytes. Two right-hand sides share one pass over the factors, and have the digits
/// that each has alone.
///
/// The instruction set of these functions is that of base/system/instruction_set.hpp. All sets with
/// fused multiply-add give the same digits; those of the baseline differ in the last ones.
void substitute(const FactorRows& factor, Substitution& one, float* work);
void substitute(const FactorRows& factor, Substitution (&both)[2], float* work);

}  // namespace stiffbench
