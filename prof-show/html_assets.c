/* SPDX-License-Identifier: MIT */
#include "html.h"

const char html_style[] =
    ":root{--ink:#1c2024;--dim:#687076;--page:#fff;--line:#e6e8eb;"
    "--hit:#e9f9ee;--miss:#ffe5e5;--part:#fff3d6;--bar:#30a46c;--rest:#f2a9a9}"
    "\n"
    "@media(prefers-color-scheme:dark){:root{--ink:#ecedee;--dim:#9ba1a6;"
    "--page:#151718;--line:#2b2f31;--hit:#0f2e22;--miss:#4a1d20;--part:#3f2f0a;"
    "--bar:#30a46c;--rest:#7d3438}}\n"
    "body{margin:0 auto;max-width:80em;padding:1em 2em;color:var(--ink);"
    "background:var(--page);font:15px/1.45 system-ui,sans-serif}\n"
    "h1{font-size:1.3em}h2{font-size:1.05em;margin-top:2em}a{color:inherit}\n"
    "table{border-collapse:collapse;width:100%}\n"
    "th{text-align:left;color:var(--dim);font-weight:normal;cursor:pointer}\n"
    "td,th{padding:.15em .6em;border-bottom:1px solid var(--line)}\n"
    "td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}\n"
    "meter{width:6em}p,footer{color:var(--dim)}\n"
    "table.source td{border:0;padding:0 .6em;vertical-align:top;"
    "font:13px/1.5 ui-monospace,monospace;white-space:pre}\n"
    "table.source td.n{color:var(--dim);width:1%}td.b{width:1%}\n"
    "tr.hit td.t{background:var(--hit)}tr.miss td.t{background:var(--miss)}\n"
    "tr.part td.t{background:var(--part)}tr:target td{outline:1px solid}\n";

/* Sort a table by a click on its head; n and p go to the next and previous line
 * that is not covered. */
const char html_script[] =
    "document.querySelectorAll('th').forEach(h => h.onclick = () => {\n"
    "  const body = h.closest('table').tBodies[0], i = h.cellIndex;\n"
    "  const key = r => r.cells[i].dataset.v ?? r.cells[i].textContent;\n"
    "  const way = h.way = -(h.way || 1);\n"
    "  [...body.rows].sort((a, b) => way * key(a).localeCompare(key(b),\n"
    "    'en', {numeric: true})).forEach(r => body.append(r));\n"
    "});\n"
    "document.onkeydown = e => {\n"
    "  if (e.ctrlKey || e.metaKey || e.altKey) return;\n"
    "  const way = {n: 1, p: -1}[e.key];\n"
    "  if (!way) return;\n"
    "  const all = [...document.querySelectorAll('tr.miss, tr.part')];\n"
    "  const starts = all.filter(r => !r.previousElementSibling ||\n"
    "    r.previousElementSibling.className !== r.className);\n"
    "  const y = r => r.getBoundingClientRect().top - innerHeight / 3;\n"
    "  const next = way > 0 ? starts.find(r => y(r) > 2)\n"
    "    : starts.reverse().find(r => y(r) < -2);\n"
    "  if (next) scrollBy(0, y(next));\n"
    "};\n";
