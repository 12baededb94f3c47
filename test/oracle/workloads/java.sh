# counted: /usr/lib/jvm/java-17-openjdk-amd64/lib/server/libjvm.so
# package: openjdk-17-jdk-headless
# alone: it finds its own files from where it lies
cat > T.java <<'END'
import java.util.*; import java.util.stream.*;
public class T { static int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); }
  static int deep(int n) { return deep(n + 1) + 1; }
  public static void main(String[] a) throws Exception {
    System.out.println(f(30)); int[] z = null;
    for (int i = 0, c = 0; i < 20000; i++) try { z[0] = 1; } catch (NullPointerException e) { if (++c == 20000) System.out.println(c); }
    try { deep(0); } catch (StackOverflowError e) { System.out.println("deep"); }
    System.out.println(IntStream.range(0, 100000).parallel().mapToObj(Integer::toString).collect(Collectors.groupingBy(String::length, Collectors.counting())));
    Thread[] t = new Thread[4]; for (int i = 0; i < 4; i++) (t[i] = new Thread(() -> f(25))).start(); for (Thread x : t) x.join();
    System.gc(); System.exit(5); } }
END
javac T.java && $RUN java T; java -version 2>&1
