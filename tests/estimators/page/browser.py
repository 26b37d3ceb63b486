"""Pages in Chromium, without a window."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from html import unescape
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = next((one for name in ("chromium", "chromium-browser") if (one := shutil.which(name))), None)
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium: apt install chromium")

# Of each drawing: what is written outside of it, and what is written over something else.
# A window has no less than 500 pixels: it is the body that is made narrow.
_MEASURE = """
const body = document.body;
body.style.width = "WIDTHpx";
const meets = (a, b) =>
  a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 2 && b.top < a.bottom - 2;
const inside = (a, b) =>
  a.left >= b.left - 1 && a.right <= b.right + 1 && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
const found = {width: body.clientWidth, wide: body.scrollWidth, drawings: 0};
Object.assign(found, {clipped: [], over: [], empty: []});
for (const svg of document.querySelectorAll("svg")) {
  const frame = svg.getBoundingClientRect();
  const texts = [...svg.querySelectorAll("text")].map(one => [one.textContent, one.getBoundingClientRect()]);
  found.drawings++;
  for (const [said, box] of texts) if (!inside(box, frame)) found.clipped.push(said);
  texts.forEach(([said, box], at) => texts.slice(at + 1).forEach(([other, its]) => {
    if (meets(box, its)) found.over.push([said, other]);
  }));
}
for (const one of document.querySelectorAll("section"))
  if (one.getBoundingClientRect().height < 60) found.empty.push(one.id);
body.innerHTML = "<pre id=found></pre>";
document.getElementById("found").textContent = JSON.stringify(found);
"""


def chromium(page: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Open a page and leave again."""
    assert CHROMIUM is not None
    return subprocess.run(
        [
            CHROMIUM,
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--hide-scrollbars",
            "--enable-logging=stderr",
            f"--user-data-dir={page.parent / 'profile'}",
            "--window-size=1200,900",
            *options,
            page.as_uri(),
        ],
        capture_output=True,
        check=True,
        text=True,
        timeout=60,
    )


def console(page: Path, picture: Path) -> list[str]:
    """Take a picture of a page; what its console says meanwhile."""
    told = chromium(page, f"--screenshot={picture}").stderr
    return [line for line in told.splitlines() if ":CONSOLE" in line]


def measured(page: Path, width: int) -> dict[str, Any]:
    """How a page is laid out at some width, asked by a script in a copy that lets it run."""
    text = page.read_text(encoding="utf-8")
    text = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", text)
    copy = page.with_name(f"measured-{page.name}")
    script = _MEASURE.replace("WIDTH", str(width))
    copy.write_text(text.replace("</body>", f"<script>{script}</script></body>"), encoding="utf-8")
    dumped = chromium(copy, "--dump-dom").stdout
    found = re.search(r'<pre id="found">(.*?)</pre>', dumped, re.DOTALL)
    assert found is not None, dumped[-500:]
    answer: dict[str, Any] = json.loads(unescape(found[1]))
    return answer
