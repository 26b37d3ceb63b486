"""How the page looks, in light and in dark, wide and narrow; nothing is fetched."""

STYLE = """
:root{color-scheme:light dark;--back:#fff;--ink:#1f2937;--soft:#4b5563;--rule:#d7dce3;--panel:#f5f7fa;
--first:#0066b3;--second:#c24e00;--faint:#9aa5b4;--warn:#8a4b00}
@media (prefers-color-scheme:dark){:root{--back:#12161c;--ink:#e6e9ee;--soft:#a9b3c1;--rule:#333c48;
--panel:#1b222b;--first:#5cb3f2;--second:#f0953f;--faint:#5d6a7a;--warn:#f2c078}}
*{box-sizing:border-box}
body{margin:0 auto;padding:1rem;max-width:64rem;background:var(--back);color:var(--ink);
font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif;overflow-wrap:anywhere}
h1{margin:0;font-size:1.8rem;line-height:1.2}h2{margin:0 0 .6rem;font-size:1.25rem}h3{margin:1.2rem 0 .4rem;
font-size:1rem}p{margin:.4rem 0}a{color:var(--first)}
section{margin:2rem 0;padding-top:1.2rem;border-top:1px solid var(--rule)}
nav ul{display:flex;flex-wrap:wrap;gap:.3rem 1rem;margin:1rem 0 0;padding:0;list-style:none}
.note,figcaption,caption{color:var(--soft);font-size:.875rem}.what{color:var(--soft)}
.warning{border-left:4px solid var(--warn);padding:.2rem .8rem;background:var(--panel)}
.notes li{white-space:pre-line;font-size:.875rem}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(15rem,1fr));gap:1rem}
.tile{padding:.8rem 1rem;background:var(--panel);border-radius:.5rem}.big{font-size:2rem;font-weight:600;
line-height:1.2}
.beside{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));gap:.5rem 2rem;
align-items:start}.beside>*{min-width:0}.beside>.scroll{margin:.8rem 0}
figure{margin:.8rem 0}figure svg{display:block;max-width:100%;height:auto}
.legends{display:flex;flex-wrap:wrap;gap:.2rem 1rem;font-size:.875rem}
.key{display:inline-block;width:.9em;height:.9em;margin-right:.4em;border-radius:2px;vertical-align:-.08em}
.key.first{background:var(--first)}.key.second{background:var(--second)}.key.faint{background:var(--faint)}
/* A shadow at a side says that there is more to be scrolled to. */
.scroll{overflow-x:auto;background:linear-gradient(to right,var(--back) 1rem,transparent 2.5rem) local,
linear-gradient(to left,var(--back) 1rem,transparent 2.5rem) local,
linear-gradient(to right,var(--rule),transparent .8rem),
linear-gradient(to left,var(--rule),transparent .8rem)}
table{border-collapse:collapse;font-size:.875rem;font-variant-numeric:tabular-nums}
caption{text-align:left;padding:.3rem 0}
th,td{padding:.25rem .8rem .25rem 0;text-align:left;vertical-align:top;border-bottom:1px solid var(--rule);
overflow-wrap:break-word}
thead th{color:var(--soft);font-weight:600}tbody th{font-weight:500}th.number,td.number{text-align:right}
.long{min-width:9rem;overflow-wrap:anywhere}
pre{overflow-x:auto;padding:.8rem;background:var(--panel);border-radius:.5rem;font-size:.875rem;overflow-wrap:normal}
:focus-visible{outline:2px solid var(--first);outline-offset:2px}
svg text{fill:var(--soft);font-size:12px;font-family:inherit}svg .label{fill:var(--ink)}
svg .middle{text-anchor:middle}svg .start{text-anchor:start}svg .end{text-anchor:end}
.grid{stroke:var(--rule)}.axis{stroke:var(--soft)}.ideal{stroke:var(--soft);stroke-dasharray:5 4}
.line{fill:none;stroke-width:2;stroke-linejoin:round}.line.first,.area.first{stroke:var(--first)}
.line.second,.area.second{stroke:var(--second)}.line.faint{stroke:var(--faint);stroke-width:1.2}
.dot.first,.bar.first{fill:var(--first)}.dot.second,.bar.second{fill:var(--second)}.dot.faint{fill:var(--faint)}
.error{fill:none;stroke-width:1.6}.error.first{stroke:var(--first)}.error.second{stroke:var(--second)}
.error.faint{stroke:var(--faint)}
.area{stroke-width:1.6;fill-opacity:.22}.area.first{fill:var(--first)}.area.second{fill:var(--second)}
.edge{stroke:var(--faint);stroke-width:1.4}.node{stroke:var(--back);stroke-width:1.5}
circle.tip{fill:var(--ink)}circle.for{fill:var(--first)}circle.against{fill:var(--second)}
circle.idle{fill:var(--faint)}
svg .name{fill:var(--ink);stroke:var(--back);stroke-width:3px;paint-order:stroke}
svg .value{font-size:11px;stroke:var(--back);stroke-width:3px;paint-order:stroke}
@media print{.scroll{overflow:visible;background:none}figure,tr{break-inside:avoid}h2,h3{break-after:avoid}}
"""
