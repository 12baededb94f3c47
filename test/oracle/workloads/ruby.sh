# counted: /usr/bin/ruby3.1
# package: ruby3.1
cat > t.rb <<'END'
def f(n) n < 2 ? n : f(n-1) + f(n-2) end
puts f(20), "abc".gsub(/b/) { |m| m.upcase }, (1..1000).lazy.map { |x| x * 2 }.first(3).inspect
begin; raise ArgumentError, "x"; rescue => e; puts e.message, e.backtrace.size; end
def d; d; end; begin; d; rescue SystemStackError; puts "deep"; end
puts catch(:t) { throw :t, 7 }, Fiber.new { Fiber.yield 1; 2 }.resume, 4.times.map { |i| Thread.new { f(12) + i } }.map(&:value).inspect
GC.start; puts 2**300, Marshal.load(Marshal.dump([1, "a", {b: 2}])).inspect; callcc = nil; exit 4
END
$RUN ruby3.1 t.rb; $RUN ruby3.1 --yjit t.rb; $RUN ruby3.1 -e 'x('
