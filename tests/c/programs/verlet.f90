! Velocity Verlet in Fortran, run in the harness beside the one in C++: states, energies and counted work are the same
! to the last bit. Prints what it compares; stops with 1 at the first difference.
module verlet
  use, intrinsic :: iso_c_binding
  use stiffbench
  implicit none
  private
  public :: init, step, destroy

  type :: workspace
    logical :: is_fresh = .true.  ! later steps begin with the acceleration that the last one ended with
    real(c_double), allocatable :: f(:), a(:)
  end type

contains

  function init(data, view, h, instance) bind(c) result(code)
    type(c_ptr), value :: data
    integer(c_int64_t), value :: view
    real(c_double), value :: h
    type(c_ptr), intent(out) :: instance
    integer(c_int) :: code
    integer(c_int64_t) :: dof
    type(workspace), pointer :: own
    code = stiffbench_dof(view, dof)
    if (code /= stiffbench_ok) return
    allocate (own)
    allocate (own%f(dof), own%a(dof))
    instance = c_loc(own)
  end function

  function accelerate(own, view, t, x, v) result(code)
    type(workspace), intent(inout) :: own
    integer(c_int64_t), intent(in) :: view
    real(c_double), intent(in) :: t, x(:), v(:)
    integer(c_int) :: code
    integer(c_int64_t) :: n
    n = size(x)
    code = stiffbench_force(view, t, x, n, v, n, own%f, n)
    if (code == stiffbench_ok) code = stiffbench_mass_solve(view, own%f, n, own%a, n)
  end function

  function step(instance, view, t, h, x, v, dof) bind(c) result(code)
    type(c_ptr), value :: instance
    integer(c_int64_t), value :: view, dof
    real(c_double), value :: t, h
    real(c_double), intent(inout) :: x(dof), v(dof)
    integer(c_int) :: code
    type(workspace), pointer :: own
    call c_f_pointer(instance, own)
    code = stiffbench_ok
    if (own%is_fresh) code = accelerate(own, view, t, x, v)
    if (code /= stiffbench_ok) return
    own%is_fresh = .false.
    code = stiffbench_axpy(h / 2, own%a, dof, v, dof)
    code = stiffbench_axpy(h, v, dof, x, dof)
    code = accelerate(own, view, t + h, x, v)
    if (code == stiffbench_ok) code = stiffbench_axpy(h / 2, own%a, dof, v, dof)
  end function

  subroutine destroy(instance) bind(c)
    type(c_ptr), value :: instance
    type(workspace), pointer :: own
    call c_f_pointer(instance, own)
    deallocate (own)
  end subroutine

end module verlet

program test_verlet
  use, intrinsic :: iso_c_binding
  use stiffbench
  use verlet
  implicit none
  integer(c_int64_t) :: problem, dof
  real(c_double) :: t, energy, digits, error, difference
  real(c_double), allocatable :: x(:), v(:), f(:)
  character(*), parameter :: facts = '{"title": "velocity Verlet", "order": 2, "order_damped": 1, "family": "explicit"}'

  call require(stiffbench_start(stiffbench_abi_of_module), 'start')
  call require(stiffbench_add_integrator(c_text('verlet_in_fortran'), c_text(facts), c_funloc(init), c_funloc(step), &
                                         c_funloc(destroy), c_null_ptr), 'add')

  call require(stiffbench_make_problem(c_text('fput'), c_text('{"end_time": 1}'), problem), 'problem')
  call require(stiffbench_dof(problem, dof), 'dof')
  allocate (x(dof), v(dof), f(dof))
  call require(stiffbench_initial_state(problem, t, x, dof, v, dof), 'initial state')
  call require(stiffbench_force(problem, t, x, dof, v, dof, f, dof), 'force')
  call require(stiffbench_energy(problem, t, x, dof, v, dof, energy), 'energy')
  print '(a, es25.17e3, a, es25.17e3, a)', 'force(1) = ', f(1), ' N, energy = ', energy, ' J'

  call compare('fput', '{"end_time": 1}', 0.001_c_double)
  call compare('damped_oscillator', '{"end_time": 1}', 0.01_c_double)
  call compare('beam', '{"cells": 1, "aspect": 2, "end_time": 0.01}', 1e-4_c_double)

  error = error_of('verlet_in_fortran')
  difference = error - error_of('velocity_verlet')
  if (.not. (error > 0 .and. abs(difference) <= 0)) call fail('the same error')
  call require(stiffbench_reference(problem, stiffbench_defaults, digits, x, dof, v, dof), 'reference')
  print '(a, es10.3, a, f5.1, a)', 'error of verlet_in_fortran: ', error, '; the reference has ', digits, ' digits'
  if (.not. digits >= 9) call fail('digits')

contains

  subroutine fail(what)
    character(*), intent(in) :: what
    print '(4a)', 'FAILED: ', what, ': ', text_of(stiffbench_error_message())
    stop 1
  end subroutine

  subroutine require(code, what)
    integer(c_int), intent(in) :: code
    character(*), intent(in) :: what
    if (code /= stiffbench_ok) call fail(what)
  end subroutine

  function part_of(record, pointer) result(part)
    character(*), intent(in) :: record, pointer
    character(:), allocatable :: part
    call require(stiffbench_json_part(c_text(record), c_text(pointer)), pointer)
    part = text_of(stiffbench_text())
  end function

  function record_of(place, integrator, h) result(record)
    integer(c_int64_t), intent(in) :: place
    character(*), intent(in) :: integrator
    real(c_double), intent(in) :: h
    character(:), allocatable :: record
    call require(stiffbench_run(place, c_text(integrator), h, stiffbench_defaults, &
                                c_text('{"final": true, "reference": false}')), integrator)
    record = text_of(stiffbench_text())
  end function

  function error_of(integrator) result(number)
    character(*), intent(in) :: integrator
    real(c_double) :: number
    call require(stiffbench_run(problem, c_text(integrator), 0.001_c_double, stiffbench_defaults, &
                                stiffbench_defaults), integrator)
    call require(stiffbench_json_number(c_text(text_of(stiffbench_text())), c_text('/error/energy_norm_relative'), &
                                        number), 'error')
  end function

  subroutine compare(name, parameters, h)
    character(*), intent(in) :: name, parameters
    real(c_double), intent(in) :: h
    character(7), parameter :: parts(5) = ['/status', '/final ', '/energy', '/work  ', '/step  ']
    character(:), allocatable :: ours, theirs, our_part
    integer(c_int64_t) :: other
    integer :: i
    call require(stiffbench_make_problem(c_text(name), c_text(parameters), other), name)
    ours = record_of(other, 'verlet_in_fortran', h)
    theirs = record_of(other, 'velocity_verlet', h)
    do i = 1, size(parts)
      our_part = part_of(ours, trim(parts(i)))
      if (our_part /= part_of(theirs, trim(parts(i)))) call fail(name // ': ' // parts(i))
    end do
    print '(3a)', name, ': the same states, energies and work as ', 'velocity_verlet'
    call require(stiffbench_free_problem(other), 'free')
  end subroutine

end program test_verlet
