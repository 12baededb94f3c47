/* usage: node readers.js FOLDER
 *
 * The parsers that Coverage Gutters for VS Code has (lcov-parse, cobertura-parse, clover-json), on
 * FOLDER's lcov, cobertura.xml and clover.xml: each finds the lines and branches that prof-show's
 * JSON has, lines.json and branches.json. */
"use strict";
const assert = require("assert");
const fs = require("fs");
const path = require("path");
const { promisify } = require("util");

const folder = process.argv[2];
const read = name => fs.readFileSync(path.join(folder, name), "utf8");
const parse = {
    "lcov": promisify(require("lcov-parse")),
    "cobertura.xml": promisify(require("cobertura-parse").parseContent),
    "clover.xml": require("@cvrg-report/clover-json").parseContent,
};

/* Of each line of FILE the taken and all outcomes; lcov's readers drop lines without a count. */
function outcomes(file) {
    const lines = {};
    for (const branch of file?.branches ?? []) {
        const of = lines[branch.line] ??= [0, 0];
        of[0] += branch.outcomes.filter(o => o.count).length;
        of[1] += branch.outcomes.length;
    }
    return lines;
}

async function main() {
    const lines = JSON.parse(read("lines.json")).files;
    const branches = new Map(JSON.parse(read("branches.json")).files.map(f => [f.file, f]));
    assert(lines.length > 1 && branches.size > 1);
    let seen = 0;
    for (const [name, parser] of Object.entries(parse)) {
        /* Clover's names are those of files, without their folders. */
        const called = f => name === "clover.xml" ? path.basename(f) : f;
        const files = new Map((await parser(read(name))).map(f => [f.file, f]));
        assert.deepStrictEqual([...files.keys()].sort(), lines.map(f => called(f.file)).sort());
        for (const file of lines) {
            const wanted = file.lines.map(l => [l.line, l.count]);
            const found = files.get(called(file.file));
            const counts = new Map(found.lines.details.map(l => [l.line, l.hit]));
            assert.deepStrictEqual([...counts], wanted, `${name}: ${file.file}`);
            seen += counts.size;
            if (name !== "lcov")
                continue;
            const taken = {};
            for (const branch of found.branches.details) {
                const of = taken[branch.line] ??= [0, 0];
                of[0] += branch.taken > 0;
                of[1]++;
            }
            assert.deepStrictEqual(taken, outcomes(branches.get(file.file)), file.file);
        }
    }
    console.log(`${seen} lines read as prof-show has them`);
}

main().catch(error => {
    console.error(error);
    process.exit(1);
});
