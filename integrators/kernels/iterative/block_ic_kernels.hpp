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
  const int* order;    ///< the number of each row in vectors, counted in blocks
  int rows;
  int separator;  ///< its first row; the rows of domains.hpp are numbered in their order
};

/// The rows of one domain, or of the separator.
struct RowRange {
  int first, last;
};

/// Storage for an incomplete factorization. The lists hold, for each column, the rows whose next
/// block to be used lies there.
struct FactorScratch {
  int* first;    ///< the first such row of each column, -1 for none
  int* next;     ///< the row after each row, -1 for none
  int* pending;  ///< that block of each row
  int* places;   ///< the block of the present row in each column, -1 for none; of one thread
};

/// Computes some rows of the incomplete factorization without fill of the matrix whose blocks, in
/// the layout of FloatBlocks, are in `blocks`; they are overwritten by D (I + U). False where a
/// block of D is not definite by a margin above round-off. `first` and `places` must be -1. The
/// separator comes after all domains.
bool factorize_rows(float* blocks, const FactorRows& factor, const FactorScratch& scratch,
                    RowRange rows);
/// Enters the rows of the domains, which must be factorized, into the lists of the separator.
void enter_separator(const FactorRows& factor, const FactorScratch& scratch);

/// A right-hand side r, of which `scale` r is taken, and the place of its solution z, which is
/// multiplied by `rescale`.
struct Substitution {
  const double* r;
  double* z;
  double scale, rescale;
};

/// The forward part of solving (I + U)' D (I + U) z = r in some rows, for one or two right-hand
/// sides, which share one pass over the factors and have the digits that each has alone. `work` has
/// room for four numbers per row and side, aligned to 16 bytes. A domain, for which `domains` is 0,
/// writes its contributions to the separator to `passed`, which has as much room per row of the
/// separator. The separator comes after them and adds those of all `domains`, one after the other.
void substitute_forward(const FactorRows& factor, RowRange rows, const Substitution* sides,
                        int count, float* work, float* passed, int domains);
/// The back substitution, for which the separator must come first; `products` are set to the parts
/// of r' z in these rows.
///
/// The instruction set of these functions is that of base/system/instruction_set.hpp. All sets with
/// fused multiply-add give the same digits; those of the baseline differ in the last ones.
void substitute_back(const FactorRows& factor, RowRange rows, const Substitution* sides, int count,
                     float* work, double* products);

}  // namespace stiffbench
