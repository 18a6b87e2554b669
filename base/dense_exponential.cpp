#include "base/dense.hpp"

#include <unsupported/Eigen/MatrixFunctions>

namespace stiffbench::dense {

MatrixXd exponential(const MatrixXd& A) { return A.exp(); }

}  // namespace stiffbench::dense
