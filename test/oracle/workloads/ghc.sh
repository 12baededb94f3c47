# counted: /usr/lib/ghc/bin/ghc
# package: ghc
# alone: it finds its own files from where it lies
cat > t.hs <<'END'
import qualified Data.Map as M
import Control.Exception
main = do
  let m = M.fromListWith (+) [(i * 7919 `mod` 1009, i) | i <- [1 .. 100000 :: Int]]
  print (M.foldl' (+) 0 m, M.size m)
  r <- try (evaluate (1 `div` (0 :: Int))) :: IO (Either ArithException Int)
  print r
END
ghc -v0 -O t.hs -o t && ./t; echo 'main = putStrLn 1' > bad.hs; ghc -v0 bad.hs
