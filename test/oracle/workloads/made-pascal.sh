# package: fp-compiler-3.2.2 fp-units-rtl-3.2.2
cat > t.pas <<'END'
program t; {$mode objfpc} uses cthreads, classes, sysutils;
type W = class(TThread) s: int64; procedure execute; override; end;
procedure W.execute; var i: integer; begin for i := 1 to 100000 do s := s + i mod 7; end;
function f(n: integer): integer; begin if n < 2 then f := n else f := f(n - 1) + f(n - 2); end;
var i: integer; x: W; l: TStringList;
begin
  writeln(f(20)); i := 0;
  try writeln(10 div i) except on e: exception do writeln(e.message) end;
  x := W.create(false); x.waitfor; writeln(x.s);
  l := TStringList.create; for i := 1 to 1000 do l.add(inttostr(i * 7919 mod 1009)); l.sort; writeln(l[500]);
  try l[1000] := 'x' finally writeln('finally') end
end.
END
fpc -v0 -O2 -gl t.pas > log && $RUN ./t
