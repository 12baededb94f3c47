# counted: /usr/lib/gcc/x86_64-linux-gnu/12/gnat1
# package: gnat-12
cat > t.adb <<'END'
with Ada.Text_IO; use Ada.Text_IO;
procedure T is
  type A is array (1 .. 10) of Integer; X : A := (others => 1); I : Integer := 11;
  task W; task body W is begin Put_Line ("task"); end W;
begin
  X (I) := 2;
exception when Constraint_Error => Put_Line ("range");
end T;
END
gcc-12 -O2 -gnat2012 -S t.adb && md5sum < t.s; echo 'procedure B is begin x; end;' > b.adb; gcc-12 -c b.adb
