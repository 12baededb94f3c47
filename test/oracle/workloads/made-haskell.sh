# package: ghc
cat > t.hs <<'END'
import qualified Data.Map.Strict as M
import Control.Concurrent
import Control.Exception
import System.Exit
fib :: Int -> Integer
fib n = if n < 2 then toInteger n else fib (n - 1) + fib (n - 2)
main = do
  let m = M.fromListWith (+) [(i * 7919 `mod` 1009, i) | i <- [1 .. 100000 :: Int]]
  print (M.foldl' (+) 0 m, M.size m, fib 22)
  r <- try (evaluate (1 `div` (0 :: Int))) :: IO (Either ArithException Int)
  print r
  v <- newEmptyMVar
  mapM_ (\i -> forkIO (putMVar v $! fib i)) [10 .. 20]
  mapM (const (takeMVar v)) [10 .. 20] >>= print . sum
  print (length (show (2 ^ (9999 :: Int) :: Integer)))
  exitWith (ExitFailure 3)
END
ghc -v0 -O t.hs -o t && $RUN ./t; ghc -v0 -threaded -rtsopts -debug -fforce-recomp t.hs -o d && $RUN ./d +RTS -N2 -A64k
ghc -v0 -O -fforce-recomp -no-pie -optl-no-pie t.hs -o n && $RUN ./n
