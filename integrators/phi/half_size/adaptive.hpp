#pragma once

#include "integrators/phi/half_size/half_size.hpp"

namespace stiffbench::phi {

/// The largest number of degrees of freedom for which an automatic choice is dense. There a step of
/// exprb42 takes about as long with chebyshev at h omega = 5 to 20, and dense is exact at any h:
///   stiffbench run --problem fput --set problem.m=8 --integrator exprb42 --h 0.2
///     --set integrator.phi=dense (or chebyshev); twice the size makes dense 2 to 3 times slower.
inline constexpr Eigen::Index auto_dense_limit = 16;

/// The measure by which an automatic choice compares its candidates:
/// - work: by counting, in products with K. Every run then chooses alike. A factorization of
///   M + gamma^2 K counts as n/8 products and a solve as n/300, as measured on the bunny of 300,
///   1000 and 4000 vertices (180, 410 and 1700 products, and 3, 11 and 34, for n = 867 to 11 802);
///   matrices of chains and sheets fill in less, and rational Lanczos is then chosen too rarely.
/// - time: by measuring. Two runs may choose differently.
enum class Comparison { work, time };

/// Functions of A that choose a back end: dense up to auto_dense_limit; else chebyshev, except in
/// steps that rational_lanczos does for less. Its work is not known beforehand: some twenty solves
/// while the motion is slow, hundreds once stiff modes are excited. So a step for which Chebyshev
/// predicts more than 2000 products is tried with rational Lanczos, within half of the work of
/// Chebyshev; where that does not suffice, Chebyshev makes the step, and the wait for the next
/// trial doubles.
Cloned<HalfSizeFunctions> adaptive_half_size(Comparison comparison);

}  // namespace stiffbench::phi
