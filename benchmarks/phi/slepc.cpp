#include "benchmarks/phi/peers.hpp"

#ifdef STIFFBENCH_SLEPC
#include "base/error.hpp"

#include <fmt/format.h>

#include <slepcmfn.h>

namespace stiffbench {
namespace {

void check(PetscErrorCode code) {
  if (code)
    throw Error("SLEPc does what it is asked", fmt::format("its error {}", code),
                "read its lines above");
}

/// SLEPc lives as long as the program.
void initialize() {
  struct Session {
    Session() { check(SlepcInitializeNoArguments()); }
    ~Session() { SlepcFinalize(); }
  };
  static const Session session;
}

/// What a product of SLEPc's needs.
struct Shell {
  FirstOrderMatrix* A;
  Work* work;
};

PetscErrorCode times(::Mat matrix, ::Vec x, ::Vec y) {
  Shell* shell = nullptr;
  MatShellGetContext(matrix, &shell);
  const PetscScalar* in = nullptr;
  PetscScalar* out = nullptr;
  VecGetArrayRead(x, &in);
  VecGetArray(y, &out);
  shell->A->times(in, out, *shell->work);
  VecRestoreArray(y, &out);
  return VecRestoreArrayRead(x, &in);
}

PetscErrorCode norm(::Mat matrix, NormType type, PetscReal* value) {
  Shell* shell = nullptr;
  MatShellGetContext(matrix, &shell);
  if (type != NORM_INFINITY) return PETSC_ERR_SUP;
  *value = shell->A->infinity_norm();
  return 0;
}

class Slepc final : public ExponentialPeer {
 public:
  explicit Slepc(std::string type) : type_(std::move(type)) { initialize(); }

  Outcome exponential(FirstOrderMatrix& A, double h, double tolerance, stiffbench::Vec& y,
                      Work& work) override {
    const auto n = static_cast<PetscInt>(y.size());
    Shell shell{&A, &work};
    ::Mat matrix;
    ::Vec in, out;
    MFN solver;
    FN exponential;
    check(MatCreateShell(PETSC_COMM_SELF, n, n, n, n, &shell, &matrix));
    check(MatShellSetOperation(matrix, MATOP_MULT, reinterpret_cast<void (*)()>(times)));
    check(MatShellSetOperation(matrix, MATOP_NORM, reinterpret_cast<void (*)()>(norm)));
    check(VecCreateSeqWithArray(PETSC_COMM_SELF, 1, n, y.data(), &in));
    check(VecDuplicate(in, &out));
    check(MFNCreate(PETSC_COMM_SELF, &solver));
    check(MFNSetOperator(solver, matrix));
    check(MFNGetFN(solver, &exponential));
    check(FNSetType(exponential, FNEXP));
    check(FNSetScale(exponential, h, 1));
    check(MFNSetType(solver, type_.c_str()));
    check(MFNSetTolerances(solver, tolerance, most_iterations));
    check(MFNSolve(solver, in, out));
    MFNConvergedReason reason;
    check(MFNGetConvergedReason(solver, &reason));
    check(VecCopy(out, in));  // in is y
    check(MFNDestroy(&solver));
    check(VecDestroy(&out));
    check(VecDestroy(&in));
    check(MatDestroy(&matrix));
    if (reason > 0) return {};
    return {Status::krylov_stagnated, fmt::format("MFNConvergedReason {}", int(reason))};
  }

 private:
  static constexpr PetscInt most_iterations = 100000;  // restarts, or steps

  std::string type_;
};

}  // namespace

std::unique_ptr<ExponentialPeer> slepc(const std::string& type) {
  return std::make_unique<Slepc>(type);
}

}  // namespace stiffbench

#else

namespace stiffbench {

std::unique_ptr<ExponentialPeer> slepc(const std::string&) { return nullptr; }

}  // namespace stiffbench

#endif
