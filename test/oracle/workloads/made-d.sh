# package: ldc gdc-12
cat > t.d <<'END'
import std.stdio, std.algorithm, std.range, std.conv, core.memory, std.concurrency, std.array;
class A { int[] x; this(int n) { x = new int[n]; } }
int deep(int n) { if (n == 0) throw new Exception("deep"); return deep(n - 1) + 1; }
int main() {
  A[] l; foreach (i; 0 .. 20000) { l ~= new A(i % 50); if (i % 1000 == 0) { l = []; GC.collect(); } }
  int c; foreach (i; 0 .. 1000) try { deep(i % 20); } catch (Exception e) { c++; } finally { c++; }
  writeln(l.length, " ", c, " ", iota(1000).map!(x => x * 2).filter!(x => x % 3 == 0).sum);
  spawn((Tid t) { send(t, 42); }, thisTid); writeln(receiveOnly!int);
  try { int[] a = [1]; writeln(a[c]); } catch (Throwable t) { writeln(t.msg); }
  return 3;
}
END
ldc2 -O2 t.d -of=t && $RUN ./t; gdc-12 -O2 t.d -o g && $RUN ./g
