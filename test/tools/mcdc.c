// MC/DC in pages, for lcov, in rules, as findings, under markers; of what a macro hides.
// RUN: rm -rf %t && mkdir %t && cp %s %t/prog.c && cd %t
// RUN: %cc prog.c -o prog && ./prog
//
// RUN: %prof_show html --mcdc -o pages && cat pages/index.html pages/prog.c.*.html | FileCheck %s --check-prefix=PAGE
// PAGE: <dt>Conditions (MC/DC)</dt><dd>77.8&nbsp;% <small>7 of 9</small>
// PAGE: <div class="l q" id="L[[#]]">{{.*}}if (a &amp;&amp; <u title="never true">!b</u>)<i>{{.*}}<i><details><summary>MC/DC: 0 of 2 conditions</summary><br><em>`a` alone was never shown to decide: it never decided while it was true</em><br><em>`!b` alone was never shown to decide: it was never true</em></details></i></code></div>
// RUN: %prof_show html -o plain && not grep -r "(MC/DC)</dt>" plain
//
// RUN: %prof_show coverage --format lcov --mcdc | FileCheck %s --check-prefix=LCOV --match-full-lines
// RUN: %prof_show coverage --format lcov | not grep MC
// LCOV:      MCDC:[[#LINE:]],2,t,0,0,9
// LCOV-NEXT: MCDC:[[#LINE]],2,f,1,0,9
// LCOV-NEXT: MCDC:[[#LINE]],2,t,0,1,15
// LCOV-NEXT: MCDC:[[#LINE]],2,f,1,1,15
// LCOV:      MCF:18
// LCOV-NEXT: MCH:16
//
// RUN: sh -c 'printf "rules:\n  - {of: mcdc, in: function, missing: 0}\n" > rules.yml; %prof_show check --rules rules.yml; test $? = 2' | FileCheck %s --check-prefix=RULE --match-full-lines
// RULE-DAG: mcdc of half: 0.0 % (0 of 2), wanted at most 0 missing: failed (rules.yml, rule 1)
// RULE-DAG:   prog.c:[[#]]: never shown to decide at column 9:      if (a && !b)
// RULE:     mcdc of each function: 2 passed, 1 failed (rules.yml, rule 1)
//
// RUN: %prof_show missing --mcdc --format gcc | FileCheck %s --check-prefix=GCC
// GCC: prog.c:[[#]]:9: note: `a` alone was never shown to decide: it never decided while it was true
// RUN: %prof_show missing --mcdc --format sarif | FileCheck %s --check-prefix=SARIF
// SARIF: "ruleId":"never-decided"
// RUN: %prof_show coverage --mcdc | FileCheck %s --check-prefix=ROWS
// RUN: %prof_show coverage --sort mcdc | FileCheck %s --check-prefix=ROWS
// RUN: %prof_show coverage | not grep mc/dc
// ROWS: mc/dc      of      %  file
// ROWS: 7       9   77.8  prog.c
// ROWS: 7       9   77.8  TOTAL
// RUN: %prof_show coverage --mcdc --format csv | FileCheck %s --check-prefix=CSV
// CSV: branches,mcdc_covered,mcdc
// CSV-NEXT: prog.c,{{.*}},7,9
// RUN: %prof_show coverage --mcdc --format markdown | FileCheck %s --check-prefix=MD
// MD: | File | Lines | Functions | Branches | Conditions (MC/DC) |
// MD: | **Total** |{{.*}} 77.8 % (7/9) |
//
// A run of less: what it no longer shows, a ratchet and --against say.
// RUN: %prof_show coverage --mcdc --format json > kept.json
// RUN: %prof_show coverage --format json > without.json
// RUN: mkdir before && mv prof.out.* before && ./prog less
// RUN: sh -c '%prof_show check --ratchet kept.json; test $? = 2' | FileCheck %s --check-prefix=RATCHET --match-full-lines
// RUN: sh -c '%prof_show check --ratchet without.json; test $? = 2' | not grep mcdc
// RUN: sh -c '%prof_show check --mcdc --against before; test $? = 2' | FileCheck %s --check-prefix=AGAINST --match-full-lines
// RUN: sh -c '%prof_show check --against before; test $? = 2' | not grep mcdc
// RUN: %prof_show check --mcdc --against prof.out.* before
// RATCHET: mcdc: 55.6 % (5 of 9), was 77.8 % (7 of 9): failed (kept.json)
// RATCHET-NEXT:   prog.c:[[#]]: never shown to decide at column 9:      if (a && !b)
// AGAINST:      mcdc shown in before: 71.4 % (5 of 7), wanted all: failed
// AGAINST-NEXT:   prog.c:[[#]]: never shown to decide at column 14:     else if (WITHIN(n, -9, -1))
// AGAINST-NEXT:   prog.c:[[#]]: never shown to decide at column 14:     else if (WITHIN(n, -9, -1))
// AGAINST-NOT:  {{.}}
// RUN: rm prof.out.* && cp before/* .
//
// RUN: sh -c '%prof_show mcdc --sort line; test $? = 1' 2>&1 | FileCheck %s --check-prefix=SORT
// SORT: --sort: mcdc has no rows to be sorted
#define WITHIN(n, low, high) ((n) >= (low) && (n) <= (high))

volatile int sink;

static void half(int a, int b)
{
    if (a && !b)
        sink = 1;
}

static void within(int n, int other)
{
    if (WITHIN(n, 1, 9) && other)
        sink = 2;
}

static void two(int n)
{
    if (WITHIN(n, 1, 9))
        sink = 3;
    else if (WITHIN(n, -9, -1))
        sink = 4;
}

static void left_out(int a, int b)
{
    if (a || b) // LCOV_EXCL_BR_LINE
        sink = 5;
}

int main(int n, char **arguments)
{
    (void)arguments;
    half(1, 1), half(0, 0);
    within(0, 1), within(10, 1), within(5, 0), within(5, 1);
    two(0), two(5), two(10), two(-5 * (n == 1)), two(-10 * (n == 1));
    left_out(0, 0);
}
