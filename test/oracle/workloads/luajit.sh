# counted: /usr/bin/luajit
# package: luajit
printf 'local s = 0 for i = 1, 1e7 do s = s + i %% 7 end print(s) print(pcall(error, "x")) print(("x"):rep(9):gsub("x", "%%0y")) local t = {} for i = 1, 1e5 do t[i] = {i} end print(#t) local co = coroutine.wrap(function() for i = 1, 3 do coroutine.yield(i) end end) print(co(), co()) print(pcall(function() require("ffi").cdef"int abs(int);" return require("ffi").C.abs(-3) end)) local function d() return 1 + d() end print(pcall(d))' > t.lua
$RUN luajit t.lua; $RUN luajit -joff t.lua; $RUN luajit -e 'error("x")'
