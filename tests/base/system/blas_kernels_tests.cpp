#include "base/system/blas_kernels.hpp"

#include <catch2/catch.hpp>

namespace blas_kernels_tests {

using namespace stiffbench;

TEST_CASE("OpenBLAS keeps the kernels that it chose, but for its oldest on a wider CPU") {
  CHECK(better_blas_kernels("Prescott", {"avx512", "avx2", "baseline"}) == "SkylakeX");
  CHECK(better_blas_kernels("Prescott", {"avx2", "baseline"}) == "Haswell");
  CHECK(better_blas_kernels("Prescott", {"baseline"}) == "");
  CHECK(better_blas_kernels("Zen", {"avx2", "baseline"}) == "");
  CHECK(better_blas_kernels("", {"avx512", "avx2", "baseline"}) == "");
}

}  // namespace blas_kernels_tests
