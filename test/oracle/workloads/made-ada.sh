# package: gnat-12
cat > t.adb <<'END'
with Ada.Text_IO; use Ada.Text_IO; with Ada.Exceptions; use Ada.Exceptions;
with Ada.Containers.Vectors; with Ada.Command_Line;
procedure T is
  package V is new Ada.Containers.Vectors (Positive, Integer); X : V.Vector;
  task type W (N : Integer) is entry Go (R : out Integer); end W;
  task body W is begin accept Go (R : out Integer) do R := N * N; end Go; end W;
  A : array (1 .. 10) of Integer := (others => 1); I : Integer := 11; R : Integer;
  function F (N : Integer) return Integer is (if N < 2 then N else F (N - 1) + F (N - 2));
  function Deep (N : Integer) return Integer is (if N = 0 then raise Program_Error with "deep" else Deep (N - 1) + 1);
begin
  for K in 1 .. 1000 loop X.Append (K * 7919 mod 1009); end loop; Put_Line (Integer'Image (X.Element (500)) & Integer'Image (F (20)));
  for K in 1 .. 500 loop begin I := Deep (K mod 30); exception when Program_Error => A (1) := A (1) + 1; end; end loop;
  Put_Line (Integer'Image (A (1)));
  declare T1 : W (3); T2 : W (4); begin T1.Go (R); Put_Line (Integer'Image (R)); T2.Go (R); Put_Line (Integer'Image (R)); end;
  begin I := 11 + A (1) * 0; A (I) := 2; exception when E : Constraint_Error => Put_Line (Exception_Message (E)); end;
  Ada.Command_Line.Set_Exit_Status (3); raise Constraint_Error with "end";
end T;
END
gnatmake-12 -q -O2 t.adb && $RUN ./t
