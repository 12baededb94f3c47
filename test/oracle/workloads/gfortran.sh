# counted: /usr/lib/gcc/x86_64-linux-gnu/12/f951
# package: gfortran-12
printf 'program t\n real :: a(100)\n a = [(sqrt(real(i)), i=1,100)]\n print *, sum(a)\nend program\n' > t.f90
gfortran -O2 t.f90 -o t && ./t; echo 'program' > b.f90; gfortran b.f90
