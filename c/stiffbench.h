/* The interface of stiffbench for C and for every language that calls C: problems M x'' = f(x, v, t), their certified
 * solutions, runs in the harness, and integrators by callbacks. docs/c.md explains it with examples.
 *
 * Every function returns a code of enum stiffbench_code, except those that return a text or a version. Any code other
 * than STIFFBENCH_OK leaves the outputs unwritten and an error in the calling thread, which the stiffbench_error_
 * functions describe. No C++ exception leaves the library.
 *
 * stiffbench_start(STIFFBENCH_ABI) comes first: without it every other function refuses.
 *
 * Arrays belong to the caller, and each is followed by its length, which the library checks. x and v have dof entries,
 * flattened xyzxyz...; units are those of the problem (SI unless its facts say otherwise): s, m, m/s, N, J.
 * Inputs with NaN or infinity are refused, except in steps of a method, whose run then ends as `diverged`.
 * Arrays of outputs may be arrays of inputs.
 *
 * Texts are UTF-8. A text that a function leaves, such as a record in JSON, is that of stiffbench_text(): it belongs to
 * the library and to the calling thread, until the next function that leaves a text there.
 *
 * Several threads may call at once. Runs, references and registrations of one process wait for each other. */
#ifndef STIFFBENCH_H
#define STIFFBENCH_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Version of this interface. A change that old callers do not survive raises it. */
#define STIFFBENCH_ABI 1

enum stiffbench_code {
  STIFFBENCH_OK = 0,
  STIFFBENCH_INVALID = 1,     /* an input breaks a rule, or the machine refuses */
  STIFFBENCH_BAD_HANDLE = 2,  /* a handle that was freed, that has ended, or that never was */
  STIFFBENCH_BAD_LENGTH = 3,  /* an array of another length */
  STIFFBENCH_BAD_ABI = 4,     /* the header of another version, or no stiffbench_start() */
  STIFFBENCH_NO_MEMORY = 5,
  STIFFBENCH_INTERRUPTED = 6, /* SIGINT or SIGTERM ended a run */
  STIFFBENCH_DEFECT = 7,      /* a defect of the library */
  STIFFBENCH_FAILED = 8       /* stiffbench_fail(): a method's step failed */
};

/* A problem, or the counted view of one that a method gets for the length of a run. It is a number that is checked in
 * every call, so that a use after the end is an error. 0 is never one. */
typedef int64_t stiffbench_problem;

/* ---- Versions and errors ---------------------------------------------------------------------------------------- */

/* The STIFFBENCH_ABI of the library. */
int32_t stiffbench_abi(void);
/* The version of the library, as "0.1.0". */
const char* stiffbench_version(void);
/* Admits a caller whose header has this STIFFBENCH_ABI, and refuses others. It may be called again. */
int stiffbench_start(int32_t abi);

/* Parts of the last error of the calling thread: the rule that was broken, the value that was got, the remedy, and all
 * three in one line. They are empty before the first error, got and remedy also where an error has one part alone.
 * The next error of this thread replaces them. */
const char* stiffbench_error_rule(void);
const char* stiffbench_error_got(void);
const char* stiffbench_error_remedy(void);
const char* stiffbench_error_message(void);

/* The text that the last function of the calling thread left that leaves one; empty before. */
const char* stiffbench_text(void);
/* Writes the number at a JSON pointer (RFC 6901), such as "/error/energy_norm_relative", of a text of JSON. null is
 * NaN. */
int stiffbench_json_number(const char* json, const char* pointer, double* number);
/* Leaves the part at a JSON pointer of a text of JSON: a string without its quotes, anything else as JSON. */
int stiffbench_json_part(const char* json, const char* pointer);

/* ---- Lists ------------------------------------------------------------------------------------------------------- */

/* Leaves a JSON array with name, title, source (a DOI), equation and default parameters of every problem. */
int stiffbench_problems(void);
/* Leaves a JSON array with name, title, source, family, stages, adaptive and default parameters of every integrator. */
int stiffbench_integrators(void);

/* ---- Problems ---------------------------------------------------------------------------------------------------- */

/* Makes the problem of this name. `parameters` is a JSON object, such as {"omega": 50}, in place of defaults; NULL for
 * none. */
int stiffbench_make_problem(const char* name, const char* parameters, stiffbench_problem* problem);
/* Frees a problem. A view is not freed: it ends with its run. */
int stiffbench_free_problem(stiffbench_problem problem);
/* Leaves a JSON object: name, title, equation, source, parameters, dof, end_time, units, traits, hash. */
int stiffbench_facts(stiffbench_problem problem);
/* Length of x, of v and of forces. */
int stiffbench_dof(stiffbench_problem problem, int64_t* dof);
/* End of the motion (s); it begins at the time of stiffbench_initial_state(). */
int stiffbench_end_time(stiffbench_problem problem, double* end_time);
/* 1 or 0 for damped, varying_damping, time_dependent, linear, smooth, varying_pattern, separated, diagonal_mass. */
int stiffbench_trait(stiffbench_problem problem, const char* trait, int32_t* holds);
int stiffbench_initial_state(stiffbench_problem problem, double* t, double* x, int64_t x_length, double* v,
                             int64_t v_length);

/* ---- Evaluations at (t, x, v), of a problem or a view ------------------------------------------------------------ */

/* f(x, v, t), the total force (N). */
int stiffbench_force(stiffbench_problem problem, double t, const double* x, int64_t x_length, const double* v,
                     int64_t v_length, double* f, int64_t f_length);
/* df = (df/dx) dx + (df/dv) dv, without a matrix. */
int stiffbench_jacobian_times(stiffbench_problem problem, double t, const double* x, int64_t x_length,
                              const double* v, int64_t v_length, const double* dx, int64_t dx_length,
                              const double* dv, int64_t dv_length, double* df, int64_t df_length);
/* df/dt at fixed x and v (N/s). */
int stiffbench_time_derivative(stiffbench_problem problem, double t, const double* x, int64_t x_length,
                               const double* v, int64_t v_length, double* dfdt, int64_t dfdt_length);
/* Energies (J); energy and potential are infinite for infeasible states. */
int stiffbench_energy(stiffbench_problem problem, double t, const double* x, int64_t x_length, const double* v,
                      int64_t v_length, double* energy);
int stiffbench_potential(stiffbench_problem problem, double t, const double* x, int64_t x_length, const double* v,
                         int64_t v_length, double* potential);
int stiffbench_kinetic(stiffbench_problem problem, double t, const double* x, int64_t x_length, const double* v,
                       int64_t v_length, double* kinetic);
/* a = M^-1 f (m/s^2). */
int stiffbench_mass_solve(stiffbench_problem problem, const double* f, int64_t f_length, double* a,
                          int64_t a_length);

/* ---- Matrices, dof x dof, in compressed sparse rows -------------------------------------------------------------- */

/* Each computes a matrix, keeps it for the calling thread, and writes its number of entries. stiffbench_matrix() then
 * copies it, as often as it is called. */
/* K = -df/dx (N/m). */
int stiffbench_stiffness(stiffbench_problem problem, double t, const double* x, int64_t x_length, const double* v,
                         int64_t v_length, int64_t* entries);
/* D = -df/dv (N s/m). */
int stiffbench_damping(stiffbench_problem problem, double t, const double* x, int64_t x_length, const double* v,
                       int64_t v_length, int64_t* entries);
/* M (kg). */
int stiffbench_mass(stiffbench_problem problem, int64_t* entries);
/* K0 (N/m), constant, of the split M x'' = -K0 x + g(x). */
int stiffbench_split(stiffbench_problem problem, int64_t* entries);
/* Copies the matrix: row i has the entries row_starts[i] to row_starts[i + 1] - 1 of columns and values. Rows and
 * columns count from 0. row_starts has dof + 1 entries. */
int stiffbench_matrix(int32_t* row_starts, int64_t row_starts_length, int32_t* columns, int64_t columns_length,
                      double* values, int64_t values_length);

/* ---- Certified solutions ----------------------------------------------------------------------------------------- */

/* Computes the certified solution, or reads it from the cache: the state at the end, and the number of digits on which
 * two unrelated methods agree. Leaves a JSON object about it, with the states at all checkpoints. `options` is a JSON
 * object or NULL: {"digits": required ones, "checkpoints": 1}. */
int stiffbench_reference(stiffbench_problem problem, const char* options, double* digits, double* x,
                         int64_t x_length, double* v, int64_t v_length);
/* Measures the error of states at t_length equally spaced times, the last of which is the end. x and v have t_length
 * states of dof entries, one after the other. Writes the relative error in the energy norm of the last state, and
 * leaves the object `error` that records have. `options`: {"digits": required of the reference}, or NULL. */
int stiffbench_error_of_states(stiffbench_problem problem, const char* options, const double* t, int64_t t_length,
                               const double* x, int64_t x_length, const double* v, int64_t v_length, double* error);

/* ---- Runs -------------------------------------------------------------------------------------------------------- */

/* Runs an integrator with step size h (s) in a process of its own, and leaves its record, a JSON object. How the run
 * ended is its "status": failures are results. `settings` is a JSON object with parameters of the integrator, or NULL.
 * `options` is a JSON object, or NULL:
 *   checkpoints (1), repeats: timed samples (0), energy_series (0), final: keep the last state (false), threads (1),
 *   tuned (false), timeout (s), memory (bytes), digits: of the reference, reference: false computes none (true). */
int stiffbench_run(stiffbench_problem problem, const char* integrator, double h, const char* settings,
                   const char* options);
/* Runs an adaptive integrator to this relative tolerance. */
int stiffbench_run_to_tolerance(stiffbench_problem problem, const char* integrator, double tolerance,
                                const char* settings, const char* options);
/* Runs an experiment, given by its name or file, and appends its records to the folder. Leaves a JSON object with the
 * numbers of runs. `options`: {"jobs": runs at once, "seed": of the random order, "reference": true}, or NULL. */
int stiffbench_run_experiment(const char* experiment, const char* folder, const char* options);
/* Runs the program stiffbench with these words, the first of which is the program's name, and writes its exit
 * status. Integrators of this process are known to it. */
int stiffbench_command_line(int32_t count, const char* const* words, int32_t* status);

/* ---- Integrators ------------------------------------------------------------------------------------------------- */

/* Prepares a run with steps of size h (s). Writes what step() gets as its instance. Any result but STIFFBENCH_OK ends
 * the run as crashed, that of stiffbench_fail("not_applicable", ...) as not_applicable. */
typedef int (*stiffbench_init_function)(void* data, stiffbench_problem view, double h, void** instance);
/* Advances x and v, dof entries each, from t to t + h. They are copies: a step that fails leaves the state as it was.
 * Results: STIFFBENCH_OK; that of stiffbench_fail(), which ends the run with a status; any other ends it as crashed. */
typedef int (*stiffbench_step_function)(void* instance, stiffbench_problem view, double t, double h, double* x,
                                        double* v, int64_t dof);
/* Releases an instance. A run that is killed, as at a timeout, does not call it. */
typedef void (*stiffbench_destroy_function)(void* instance);

/* Adds an integrator to those of this process, beside all others: in runs, experiments, tables and order checks. Its
 * name is lower_case and not taken. `facts` is a JSON object:
 *   title, order: required; doi, family ("others"), stages (1), library: as stiffbench_integrators() has them;
 *   order_damped: on problems whose force depends on v (as order);
 *   parameters: {"name": default} or {"name": {"default": ..., "doc": "..."}};
 *   adaptive (false): chooses its own steps inside h, to the parameter rtol, and calls stiffbench_count_steps();
 *   interpreted (false): times of its steps are those of an interpreter, and rank nothing;
 *   identity: a text that changes whenever results may change; without it, the hash of the file with step().
 * init may be NULL: data is then the instance. destroy may be NULL. The callbacks run in children of this process. */
int stiffbench_add_integrator(const char* name, const char* facts, stiffbench_init_function init,
                              stiffbench_step_function step, stiffbench_destroy_function destroy, void* data);

/* For callbacks: says how a step failed, and returns STIFFBENCH_FAILED, which the callback returns. status: diverged,
 * newton_not_converged, singular, krylov_stagnated, indefinite or infeasible, in step(); not_applicable, in init(). */
int stiffbench_fail(const char* status, const char* reason);
/* For callbacks: the value of a parameter of the integrator in this run; true is 1. */
int stiffbench_setting(stiffbench_problem view, const char* name, double* value);
/* For callbacks: adds work that the view does not see, such as "factorize" or "solve", by the names that records
 * have. */
int stiffbench_count_work(stiffbench_problem view, const char* counter, int64_t count);
/* For callbacks of adaptive methods: adds accepted steps. */
int stiffbench_count_steps(stiffbench_problem view, int64_t count);
/* y = y + a x, rounded as the suite's own methods round it in this build. */
int stiffbench_axpy(double a, const double* x, int64_t x_length, double* y, int64_t y_length);

#ifdef __cplusplus
}
#endif
#endif
