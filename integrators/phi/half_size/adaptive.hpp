#pragma once

#include "integrators/phi/half_size/half_size.hpp"

namespace stiffbench::phi {

/// The largest number of degrees of freedom for which an automatic choice uses dense. There a step
/// of exprb42 takes about as long with chebyshev at h omega = 5 to 20, and dense is exact at any h:
///   stiffbench run --problem fput --set problem.m=8 --integrator exprb42 --h 0.2
///     --set integrator.phi=dense (or chebyshev); with twice the size dense is 2 to 3 times slower.
inline constexpr Eigen::Index auto_dense_limit = 16;

/// The measure by which an automatic choice compares its candidates:
/// - work: counted, in products with K, so that every run makes the same choice. With n degrees of
///   freedom a factorization of M + gamma^2 K counts as 18 sqrt(n) products, and a solve with the
///   orthogonalization of its vector as sqrt(n). `bench_rational_lanczos` measures 14 to 23 and 0.7
///   to 1.2 on the bunny, n = 867 to 23 706, on a CPU with AVX-512. Matrices of chains have less
///   fill-in, so rational Lanczos is chosen too rarely for them.
/// - time: measured. Two runs may choose differently.
enum class Comparison { work, time };

/// Functions of A that choose a back end: dense up to auto_dense_limit; above it chebyshev, except
/// in steps that rational_lanczos does with less work. Its work is not known in advance: some
/// twenty solves while the motion is slow, hundreds once stiff modes are excited. Therefore a step
/// for which Chebyshev predicts more than 2000 products is tried with rational Lanczos, within half
/// of the work of Chebyshev. Where that does not suffice, Chebyshev makes the step, and the wait
/// for the next trial doubles. The back ends that the caller chooses from for general damping are
/// candidates, too.
Cloned<HalfSizeFunctions> adaptive_half_size(Comparison comparison,
                                             const std::vector<std::string>& for_general_damping);

}  // namespace stiffbench::phi
