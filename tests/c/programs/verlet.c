/* Velocity Verlet in C, run in the harness beside the one in C++: states, energies and counted work are the same to the
 * last bit. Prints what it compares; exits with 1 at the first difference. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stiffbench.h"

static void require(int holds, const char* what) {
  if (holds) return;
  fprintf(stderr, "FAILED: %s: %s\n", what, stiffbench_error_message());
  exit(1);
}

static void require_ok(int code, const char* what) { require(code == STIFFBENCH_OK, what); }

struct verlet {
  double h;
  int64_t dof;
  int is_fresh; /* later steps begin with the acceleration that the last one ended with */
  double a[];   /* acceleration, then force */
};

static int destroyed = 0;

static int init(void* data, stiffbench_problem view, double h, void** instance) {
  int64_t dof;
  struct verlet* own;
  int code = stiffbench_dof(view, &dof);
  (void)data;
  if (code != STIFFBENCH_OK) return code;
  own = malloc(sizeof *own + 2 * (size_t)dof * sizeof own->a[0]);
  if (!own) return STIFFBENCH_NO_MEMORY;
  own->h = h;
  own->dof = dof;
  own->is_fresh = 1;
  *instance = own;
  return STIFFBENCH_OK;
}

static int accelerate(struct verlet* own, stiffbench_problem view, double t, const double* x, const double* v) {
  const int64_t n = own->dof;
  double* f = own->a + n;
  const int code = stiffbench_force(view, t, x, n, v, n, f, n);
  return code != STIFFBENCH_OK ? code : stiffbench_mass_solve(view, f, n, own->a, n);
}

static int step(void* instance, stiffbench_problem view, double t, double h, double* x, double* v, int64_t dof) {
  struct verlet* own = instance;
  int code = own->is_fresh ? accelerate(own, view, t, x, v) : STIFFBENCH_OK;
  if (code != STIFFBENCH_OK) return code;
  own->is_fresh = 0;
  stiffbench_axpy(0.5 * h, own->a, dof, v, dof);
  stiffbench_axpy(h, v, dof, x, dof);
  code = accelerate(own, view, t + h, x, v);
  if (code == STIFFBENCH_OK) stiffbench_axpy(0.5 * h, own->a, dof, v, dof);
  return code;
}

static void destroy(void* instance) {
  ++destroyed;
  free(instance);
}

/* A copy of the part of a record. */
static char* part_of(const char* record, const char* pointer) {
  char* copy;
  require_ok(stiffbench_json_part(record, pointer), pointer);
  copy = malloc(strlen(stiffbench_text()) + 1);
  require(copy != NULL, "memory");
  return strcpy(copy, stiffbench_text());
}

static char* record_of(stiffbench_problem problem, const char* integrator, double h) {
  require_ok(stiffbench_run(problem, integrator, h, NULL, "{\"final\": true, \"reference\": false}"), integrator);
  return part_of(stiffbench_text(), "");
}

static void compare(const char* name, const char* parameters, double h) {
  static const char* const parts[] = {"/status", "/final", "/energy", "/work", "/step"};
  stiffbench_problem problem;
  char *ours, *theirs;
  size_t i;
  require_ok(stiffbench_make_problem(name, parameters, &problem), name);
  ours = record_of(problem, "verlet_in_c", h);
  theirs = record_of(problem, "velocity_verlet", h);
  for (i = 0; i < sizeof parts / sizeof parts[0]; ++i) {
    char *our_part = part_of(ours, parts[i]), *their_part = part_of(theirs, parts[i]);
    require(strcmp(our_part, their_part) == 0, parts[i]);
    if (i == 3) printf("%s: the same work: %s\n", name, our_part);
    free(our_part);
    free(their_part);
  }
  free(ours);
  free(theirs);
  require_ok(stiffbench_free_problem(problem), "free");
}

static void print_force_and_energy(stiffbench_problem problem, int64_t dof) {
  double *x = malloc(3 * (size_t)dof * sizeof *x), *v = x + dof, *f = v + dof, t, energy;
  require(x != NULL, "memory");
  require_ok(stiffbench_initial_state(problem, &t, x, dof, v, dof), "initial state");
  require_ok(stiffbench_force(problem, t, x, dof, v, dof, f, dof), "force");
  require_ok(stiffbench_energy(problem, t, x, dof, v, dof, &energy), "energy");
  printf("force[0] = %.17g N, energy = %.17g J\n", f[0], energy);
  free(x);
}

/* The error that a record has is that of its last state. */
static void print_errors(stiffbench_problem problem, int64_t dof) {
  double *x = malloc(2 * (size_t)dof * sizeof *x), *v = x + dof, t = 1, digits, error, own;
  char* record;
  int64_t i;
  require(x != NULL, "memory");
  require_ok(stiffbench_run(problem, "verlet_in_c", 0.001, NULL, "{\"final\": true}"), "run");
  record = part_of(stiffbench_text(), "");
  require_ok(stiffbench_json_number(record, "/error/energy_norm_relative", &error), "error");
  for (i = 0; i < dof; ++i) {
    char pointer[40];
    sprintf(pointer, "/final/x/%d", (int)i);
    require_ok(stiffbench_json_number(record, pointer, &x[i]), pointer);
    sprintf(pointer, "/final/v/%d", (int)i);
    require_ok(stiffbench_json_number(record, pointer, &v[i]), pointer);
  }
  require_ok(stiffbench_error_of_states(problem, NULL, &t, 1, x, dof, v, dof, &own), "error of states");
  require(own == error, "the error of the last state is that of the record");
  require_ok(stiffbench_reference(problem, NULL, &digits, x, dof, v, dof), "reference");
  require(digits >= 9, "digits");
  require_ok(stiffbench_error_of_states(problem, NULL, &t, 1, x, dof, v, dof, &own), "error of the reference");
  require(own == 0, "the reference has no error");
  printf("error of verlet_in_c: %.3g; the reference has %.1f digits\n", error, digits);
  free(record);
  free(x);
}

int main(void) {
  stiffbench_problem problem;
  int64_t dof;
  require(stiffbench_problems() == STIFFBENCH_BAD_ABI, "a call before stiffbench_start()");
  require(stiffbench_start(STIFFBENCH_ABI + 1) == STIFFBENCH_BAD_ABI, "another version");
  require(stiffbench_problems() == STIFFBENCH_BAD_ABI, "a call after a refusal");
  require_ok(stiffbench_start(STIFFBENCH_ABI), "start");
  require_ok(stiffbench_add_integrator("verlet_in_c",
                                       "{\"title\": \"velocity Verlet\", \"order\": 2, \"order_damped\": 1,"
                                       " \"family\": \"explicit\"}",
                                       init, step, destroy, NULL),
             "add");
  require_ok(stiffbench_make_problem("fput", "{\"end_time\": 1}", &problem), "problem");
  require_ok(stiffbench_dof(problem, &dof), "dof");
  print_force_and_energy(problem, dof);
  compare("fput", "{\"end_time\": 1}", 0.001);
  compare("damped_oscillator", "{\"end_time\": 1}", 0.01);
  compare("beam", "{\"cells\": 1, \"aspect\": 2, \"end_time\": 0.01}", 1e-4);
  require(destroyed == 0, "callbacks run in children of this process");
  print_errors(problem, dof);
  return 0;
}
