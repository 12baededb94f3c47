# package: gfortran-12
cat > t.f90 <<'END'
module m
contains
  recursive integer function f(n) result(r)
    integer, intent(in) :: n
    if (n < 2) then; r = n; else; r = f(n - 1) + f(n - 2); end if
  end function
end module
program t
  use m
  integer :: i, s = 0; real(8), allocatable :: a(:, :); character(20) :: c
  allocate (a(60, 60)); a = reshape([(sqrt(real(i, 8)), i = 1, 3600)], [60, 60])
  print '(F14.4)', sum(matmul(a, transpose(a))); write (c, *) f(20); print *, trim(c)
  !$omp parallel do reduction(+:s)
  do i = 1, 10000; s = s + mod(i, 7); end do
  print *, s; read (c, *, iostat=i) a(1, 1); print *, i, a(1, 1); error stop 3
end program
END
gfortran-12 -O2 -fopenmp t.f90 -o t && $RUN ./t
