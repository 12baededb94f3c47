# counted: /usr/lib/erlang/erts-13.1.5/bin/beam.smp
# package: erlang-base
# alone: it finds its own files from where it lies
cat > t.erl <<'END'
-module(t). -export([main/0]).
fib(N) when N < 2 -> N; fib(N) -> fib(N-1) + fib(N-2).
main() ->
  P = self(), [spawn(fun() -> P ! {I, fib(15)} end) || I <- lists:seq(1, 100)],
  S = lists:sum([receive {I, F} -> F + I end || I <- lists:seq(1, 100)]),
  io:format("~p ~p~n", [S, fib(24)]),
  io:format("~p~n", [catch list_to_atom(1)]),
  io:format("~p~n", [erlang:md5(term_to_binary(lists:seq(1, 10000)))]), halt(3).
END
erlc t.erl && $RUN erl -noshell -run t main
