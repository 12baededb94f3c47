"""Small files of other tools: what prof-merge reads beside profiles."""
import json

LCOV = """TN:first
SF:a.js
VER:1
FN:1,outer
FNDA:3,outer
FN:2,4,a,b(c)
FNDA:6,a,b(c)
FNF:2
FNH:2
BRDA:2,0,0,4
BRDA:2,0,1,-
BRDA:2,e1,2,9
BRDA:3,0,x > f(1, 2),7
BRDA:3,0,!(x > f(1, 2)),0
DA:1,3
DA:2,6,checksum==
DA:9,18446744073709551615
LF:3
end_of_record
TN:second
SF:a.js
BRDA:2,0,0,1
BRDA:2,0,1,2
DA:2,5
DA:9,1
end_of_record
"""
LCOV2 = """SF:b.c
FNL:0,1,3
FNA:0,2,first
FNA:0,1,second
FNL:1,5
FNA:1,0,third
DA:1,3
DA:5,0
end_of_record
"""
COBERTURA = """<?xml version="1.0" ?>
<coverage version="7" line-rate="0.5"><sources><source>/no/where</source>
<source>SOURCE</source></sources><packages><package name="."><classes>
<class name="main.py" filename="main.py"><methods/><lines>
<line number="1" hits="1"/><line number="2" hits="0"/>
<line number="4" hits="7" branch="true" condition-coverage="50% (1/2)"/></lines></class>
<class name="C" filename="C.java"><methods><method name="run" signature="(I)V"><lines>
<line number="3" hits="5"/><line number="4" hits="2"/></lines></method></methods><lines>
<line number="3" hits="5"/><line number="4" hits="2"/></lines></class>
</classes></package></packages></coverage>
"""
CALLGRIND = """# callgrind format
version: 1
positions: instr line
events: Dr Ir
ob=(1) /bin/p
fl=(1) p.c
fn=(1) main
0x10 3 0 1
+4 +1 1 1
cfn=(2) f
calls=3 0x40 9
* * 0 40
cfn=(2)
calls=1 0x40 9
+1 * 0 40
+4 * 0 2
fi=(2) p.h
0x60 1
fe=(1)
jump=2 0x40 9
0x64 5
fn=(2)
0x40 9 0 4
0x44 9 0 9
0x44 9 0 1
"""
GCOV = json.dumps({
    "format_version": "1", "gcc_version": "12.2.0", "current_working_directory": "/src",
    "files": [{
        "file": "a.c",
        "functions": [{"name": "f", "start_line": 1, "end_line": 4, "execution_count": 3}],
        "lines": [
            {"line_number": 1, "function_name": "f", "count": 3, "branches": []},
            {"line_number": 2, "function_name": "f", "count": 3, "branches": [
                {"count": 1, "throw": False, "fallthrough": True},
                {"count": 2, "throw": False, "fallthrough": False},
                {"count": 0, "throw": True, "fallthrough": False}]}]}]})
LLVM = json.dumps({
    "type": "llvm.coverage.json.export", "version": "2.0.1", "data": [{
        "files": [{
            "filename": "/src/a.c",
            "segments": [[1, 9, 3, True, True, False], [2, 9, 3, True, True, False],
                         [2, 15, 3, True, False, True], [3, 9, 1, True, True, False],
                         [4, 1, 3, True, False, False], [5, 2, 0, False, False, False]],
            "branches": [[2, 9, 2, 14, 1, 2, 0, 0, 4]], "expansions": []}],
        "functions": [{"name": "a.c:f", "count": 3, "filenames": ["/src/a.c"],
                       "regions": [[1, 9, 5, 2, 3, 0, 0, 0]]}]}]})
