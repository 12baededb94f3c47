! Fortran, by GCC's front end: recursion, loops, statements over arrays.
! RUN: rm -rf %t && mkdir %t && cd %t
! RUN: %gfortran -g %level -fplugin=%plugin %s -o prog
! RUN: ./prog
! RUN: %counts %s
module numbers
    implicit none
contains
    recursive integer function fib(n) result(r)
        integer, intent(in) :: n
        if (n < 2) then                       != 177
            r = n                             != 89
        else
            r = fib(n - 1) + fib(n - 2)       != 88
        end if                                != -
    end function
end module

program main
    use numbers
    implicit none
    integer :: i, s                           != -
    real :: a(10)
    s = 0                                     != 1
    do i = 1, 7                               != 8
        if (mod(i, 2) == 0) cycle             != 7
        s = s + i                             != 4
    end do                                    != -
    a = 1.0                                   != 11
    where (a > 0.5) a = a + 1.0               != 11
    select case (s)
    case default
        error stop                            != 0
    case (16)
        if (fib(10) /= 55) error stop         != 1
    end select
    if (sum(a) /= 20.0) error stop            != 11
end program
