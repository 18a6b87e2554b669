! The interface of stiffbench.h for Fortran 2003: compile this file with your program, and link with libstiffbench.
! docs/c.md explains it. Every function has the arguments of the one in stiffbench.h; texts that go in are passed by
! c_text(), texts that come out are read by text_of().
module stiffbench
  use, intrinsic :: iso_c_binding
  implicit none
  public

  integer(c_int32_t), parameter :: stiffbench_abi_of_module = 1
  integer(c_int), parameter :: stiffbench_ok = 0, stiffbench_invalid = 1, stiffbench_bad_handle = 2, &
    stiffbench_bad_length = 3, stiffbench_bad_abi = 4, stiffbench_no_memory = 5, stiffbench_interrupted = 6, &
    stiffbench_defect = 7, stiffbench_failed = 8
  ! An empty object, for parameters, settings and options that are the defaults.
  character(kind=c_char), parameter :: stiffbench_defaults(3) = ['{', '}', c_null_char]

  abstract interface
    function stiffbench_init_function(data, view, h, instance) bind(c) result(code)
      import
      type(c_ptr), value :: data
      integer(c_int64_t), value :: view
      real(c_double), value :: h
      type(c_ptr), intent(out) :: instance
      integer(c_int) :: code
    end function
    function stiffbench_step_function(instance, view, t, h, x, v, dof) bind(c) result(code)
      import
      type(c_ptr), value :: instance
      integer(c_int64_t), value :: view, dof
      real(c_double), value :: t, h
      real(c_double), intent(inout) :: x(dof), v(dof)
      integer(c_int) :: code
    end function
    subroutine stiffbench_destroy_function(instance) bind(c)
      import
      type(c_ptr), value :: instance
    end subroutine
  end interface

  interface
    ! Versions and errors.
    function stiffbench_abi() bind(c) result(abi)
      import
      integer(c_int32_t) :: abi
    end function
    function stiffbench_version() bind(c) result(text)
      import
      type(c_ptr) :: text
    end function
    function stiffbench_start(abi) bind(c) result(code)
      import
      integer(c_int32_t), value :: abi
      integer(c_int) :: code
    end function
    function stiffbench_error_rule() bind(c) result(text)
      import
      type(c_ptr) :: text
    end function
    function stiffbench_error_got() bind(c) result(text)
      import
      type(c_ptr) :: text
    end function
    function stiffbench_error_remedy() bind(c) result(text)
      import
      type(c_ptr) :: text
    end function
    function stiffbench_error_message() bind(c) result(text)
      import
      type(c_ptr) :: text
    end function
    function stiffbench_text() bind(c) result(text)
      import
      type(c_ptr) :: text
    end function
    function stiffbench_json_number(json, pointer, number) bind(c) result(code)
      import
      character(kind=c_char), intent(in) :: json(*), pointer(*)
      real(c_double), intent(out) :: number
      integer(c_int) :: code
    end function
    function stiffbench_json_part(json, pointer) bind(c) result(code)
      import
      character(kind=c_char), intent(in) :: json(*), pointer(*)
      integer(c_int) :: code
    end function

    ! Lists.
    function stiffbench_problems() bind(c) result(code)
      import
      integer(c_int) :: code
    end function
    function stiffbench_integrators() bind(c) result(code)
      import
      integer(c_int) :: code
    end function

    ! Problems.
    function stiffbench_make_problem(name, parameters, problem) bind(c) result(code)
      import
      character(kind=c_char), intent(in) :: name(*), parameters(*)
      integer(c_int64_t), intent(out) :: problem
      integer(c_int) :: code
    end function
    function stiffbench_free_problem(problem) bind(c) result(code)
      import
      integer(c_int64_t), value :: problem
      integer(c_int) :: code
    end function
    function stiffbench_facts(problem) bind(c) result(code)
      import
      integer(c_int64_t), value :: problem
      integer(c_int) :: code
    end function
    function stiffbench_dof(problem, dof) bind(c) result(code)
      import
      integer(c_int64_t), value :: problem
      integer(c_int64_t), intent(out) :: dof
      integer(c_int) :: code
    end function
    function stiffbench_end_time(problem, end_time) bind(c) result(code)
      import
      integer(c_int64_t), value :: problem
      real(c_double), intent(out) :: end_time
      integer(c_int) :: code
    end function
    function stiffbench_trait(problem, trait, holds) bind(c) result(code)
      import
      integer(c_int64_t), value :: problem
      character(kind=c_char), intent(in) :: trait(*)
      integer(c_int32_t), intent(out) :: holds
      integer(c_int) :: code
    end function
    function stiffbench_initial_state(problem, t, x, x_length, v, v_length) bind(c) result(code)
      import
      integer(c_int64_t), value :: problem, x_length, v_length
      real(c_double), intent(out) :: t, x(*), v(*)
      integer(c_int) :: code
    end function

    ! Evaluations at (t, x, v).
    function stiffbench_force(problem, t, x, x_length, v, v_length, f, f_length) bind(c) result(code)
      import
      integer(c_int64_t), value :: problem, x_length, v_length, f_length
      real(c_double), value :: t
      real(c_double), intent(in) :: x(*), v(*)
      real(c_double), intent(inout) :: f(*)
      integer(c_int) :: code
    end function
    function stiffbench_jacobian_times(problem, t, x, x_length, v, v_length, dx, dx_length, dv, dv_length, df, &
                                       df_length) bind(c) result(code)
      import
      integer(c_int64_t), value :: problem, x_length, v_length, dx_length, dv_length, df_length
      real(c_double), value :: t
      real(c_double), intent(in) :: x(*), v(*), dx(*), dv(*)
      real(c_double), intent(inout) :: df(*)
      integer(c_int) :: code
    end function
    function stiffbench_time_derivative(problem, t, x, x_length, v, v_length, dfdt, dfdt_length) bind(c) result(code)
      import
      integer(c_int64_t), value :: problem, x_length, v_length, dfdt_length
      real(c_double), value :: t
      real(c_double), intent(in) :: x(*), v(*)
      real(c_double), intent(inout) :: dfdt(*)
      integer(c_int) :: code
    end function
    function stiffbench_energy(problem, t, x, x_length, v, v_length, energy) bind(c) result(code)
      import
      integer(c_int64_t), value :: problem, x_length, v_length
      real(c_double), value :: t
      real(c_double), intent(in) :: x(*), v(*)
      real(c_double), intent(out) :: energy
      integer(c_int) :: code
    end function
    function stiffbench_potential(problem, t, x, x_length, v, v_length, potential) bind(c) result(code)
      import
      integer(c_int64_t), value :: problem, x_length, v_length
      real(c_double), value :: t
      real(c_double), intent(in) :: x(*), v(*)
      real(c_double), intent(out) :: potential
      integer(c_int) :: code
    end function
    function stiffbench_kinetic(problem, t, x, x_length, v, v_length, kinetic) bind(c) result(code)
      import
      integer(c_int64_t), value :: problem, x_length, v_length
      real(c_double), value :: t
      real(c_double), intent(in) :: x(*), v(*)
      real(c_double), intent(out) :: kinetic
      integer(c_int) :: code
    end function
    function stiffbench_mass_solve(problem, f, f_length, a, a_length) bind(c) result(code)
      import
      integer(c_int64_t), value :: problem, f_length, a_length
      real(c_double), intent(in) :: f(*)
      real(c_double), intent(inout) :: a(*)
      integer(c_int) :: code
    end function

    ! Matrices; rows and columns count from 0.
    function stiffbench_stiffness(problem, t, x, x_length, v, v_length, entries) bind(c) result(code)
      import
      integer(c_int64_t), value :: problem, x_length, v_length
      real(c_double), value :: t
      real(c_double), intent(in) :: x(*), v(*)
      integer(c_int64_t), intent(out) :: entries
      integer(c_int) :: code
    end function
    function stiffbench_damping(problem, t, x, x_length, v, v_length, entries) bind(c) result(code)
      import
      integer(c_int64_t), value :: problem, x_length, v_length
      real(c_double), value :: t
      real(c_double), intent(in) :: x(*), v(*)
      integer(c_int64_t), intent(out) :: entries
      integer(c_int) :: code
    end function
    function stiffbench_mass(problem, entries) bind(c) result(code)
      import
      integer(c_int64_t), value :: problem
      integer(c_int64_t), intent(out) :: entries
      integer(c_int) :: code
    end function
    function stiffbench_split(problem, entries) bind(c) result(code)
      import
      integer(c_int64_t), value :: problem
      integer(c_int64_t), intent(out) :: entries
      integer(c_int) :: code
    end function
    function stiffbench_matrix(row_starts, row_starts_length, columns, columns_length, values, values_length) &
        bind(c) result(code)
      import
      integer(c_int64_t), value :: row_starts_length, columns_length, values_length
      integer(c_int32_t), intent(inout) :: row_starts(*), columns(*)
      real(c_double), intent(inout) :: values(*)
      integer(c_int) :: code
    end function

    ! Certified solutions.
    function stiffbench_reference(problem, options, digits, x, x_length, v, v_length) bind(c) result(code)
      import
      integer(c_int64_t), value :: problem, x_length, v_length
      character(kind=c_char), intent(in) :: options(*)
      real(c_double), intent(out) :: digits
      real(c_double), intent(inout) :: x(*), v(*)
      integer(c_int) :: code
    end function
    function stiffbench_error_of_states(problem, options, t, t_length, x, x_length, v, v_length, error) &
        bind(c) result(code)
      import
      integer(c_int64_t), value :: problem, t_length, x_length, v_length
      character(kind=c_char), intent(in) :: options(*)
      real(c_double), intent(in) :: t(*), x(*), v(*)
      real(c_double), intent(out) :: error
      integer(c_int) :: code
    end function

    ! Runs.
    function stiffbench_run(problem, integrator, h, settings, options) bind(c) result(code)
      import
      integer(c_int64_t), value :: problem
      character(kind=c_char), intent(in) :: integrator(*), settings(*), options(*)
      real(c_double), value :: h
      integer(c_int) :: code
    end function
    function stiffbench_run_to_tolerance(problem, integrator, tolerance, settings, options) bind(c) result(code)
      import
      integer(c_int64_t), value :: problem
      character(kind=c_char), intent(in) :: integrator(*), settings(*), options(*)
      real(c_double), value :: tolerance
      integer(c_int) :: code
    end function
    function stiffbench_run_experiment(experiment, folder, options) bind(c) result(code)
      import
      character(kind=c_char), intent(in) :: experiment(*), folder(*), options(*)
      integer(c_int) :: code
    end function
    function stiffbench_command_line(count, words, status) bind(c) result(code)
      import
      integer(c_int32_t), value :: count
      type(c_ptr), intent(in) :: words(*)
      integer(c_int32_t), intent(out) :: status
      integer(c_int) :: code
    end function

    ! Integrators. init and destroy may be c_null_funptr, the others are c_funloc() of their functions.
    function stiffbench_add_integrator(name, facts, init, step, destroy, data) bind(c) result(code)
      import
      character(kind=c_char), intent(in) :: name(*), facts(*)
      type(c_funptr), value :: init, step, destroy
      type(c_ptr), value :: data
      integer(c_int) :: code
    end function
    function stiffbench_fail(status, reason) bind(c) result(code)
      import
      character(kind=c_char), intent(in) :: status(*), reason(*)
      integer(c_int) :: code
    end function
    function stiffbench_setting(view, name, value) bind(c) result(code)
      import
      integer(c_int64_t), value :: view
      character(kind=c_char), intent(in) :: name(*)
      real(c_double), intent(out) :: value
      integer(c_int) :: code
    end function
    function stiffbench_count_work(view, counter, count) bind(c) result(code)
      import
      integer(c_int64_t), value :: view, count
      character(kind=c_char), intent(in) :: counter(*)
      integer(c_int) :: code
    end function
    function stiffbench_count_steps(view, count) bind(c) result(code)
      import
      integer(c_int64_t), value :: view, count
      integer(c_int) :: code
    end function
    function stiffbench_axpy(a, x, x_length, y, y_length) bind(c) result(code)
      import
      real(c_double), value :: a
      integer(c_int64_t), value :: x_length, y_length
      real(c_double), intent(in) :: x(*)
      real(c_double), intent(inout) :: y(*)
      integer(c_int) :: code
    end function
  end interface

contains

  ! A text as C reads it: without trailing blanks, with the final zero.
  pure function c_text(text) result(chars)
    character(*), intent(in) :: text
    character(kind=c_char) :: chars(len_trim(text) + 1)
    integer :: i
    do i = 1, len_trim(text)
      chars(i) = text(i:i)
    end do
    chars(len_trim(text) + 1) = c_null_char
  end function

  ! A copy of a text that C returns, such as text_of(stiffbench_error_message()).
  function text_of(pointer) result(text)
    type(c_ptr), intent(in) :: pointer
    character(:), allocatable :: text
    character(kind=c_char), pointer :: chars(:)
    integer :: i, length
    interface
      function strlen(chars) bind(c) result(length)
        import
        type(c_ptr), value :: chars
        integer(c_size_t) :: length
      end function
    end interface
    length = int(strlen(pointer))
    call c_f_pointer(pointer, chars, [length])
    allocate (character(length) :: text)
    do i = 1, length
      text(i:i) = chars(i)
    end do
  end function

end module stiffbench
