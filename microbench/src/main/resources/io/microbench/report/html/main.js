/** Assembles the page and handles mouse, keys, theme and printing. */
setPalette();
buildTable();
buildMultiples();
curveGroups.forEach(buildCurves);
pageFigures.forEach(redrawFigure);
const first = COLUMNS.findIndex(column => compared ? column.verdict : column.dots);
sortBy(first);
document.getElementById("sort").value = first;

document.getElementById("filter").addEventListener("input", arrange);
document.getElementById("sort").addEventListener("change", event => sortBy(Number(event.target.value)));
document.querySelectorAll("button.tile[data-status]").forEach(tile => tile.addEventListener("click", () => {
  wanted = wanted === tile.dataset.status ? "" : tile.dataset.status;
  document.querySelectorAll("button.tile").forEach(t => t.setAttribute("aria-pressed", String(t.dataset.status === wanted)));
  arrange();
}));

const caseOf = row => [...rows.keys()].find(c => rows.get(c).row === row);
table.addEventListener("click", event => {
  const row = event.target.closest("tr.case");
  if (!row || event.target.closest("button, a") || String(getSelection())) return;
  toggle(caseOf(row));
});

function openAnchor() {
  const wantedAnchor = location.hash.slice(1);
  const c = cases.find(o => o.anchor === wantedAnchor || o.anchor === encodeURI(decode0(wantedAnchor)));
  if (c) {
    toggle(c, true);
    rows.get(c).row.scrollIntoView({ block: "start" });
  }
}

function decode0(hash) {
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}

document.addEventListener("keydown", event => {
  const typing = event.target.closest("input, select, textarea");
  if (event.key === "/" && !typing) {
    event.preventDefault();
    document.getElementById("filter").focus();
  } else if (event.key === "Escape") {
    const detail = event.target.closest("tr.detail");
    const row = detail ? detail.previousElementSibling : event.target.closest("tr.case");
    const c = row && caseOf(row);
    if (c && rows.get(c).detail) {
      toggle(c, false);
      row.querySelector("button").focus();
    }
  } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && (!typing || typing.id === "filter")) {
    const buttons = [...table.querySelectorAll("td.name button, button.suite, button.more")];
    const at = buttons.indexOf(document.activeElement);
    if (at < 0 && event.key === "ArrowUp" || at < 0 && !typing && document.activeElement !== document.body) return;
    const next = buttons[at + (event.key === "ArrowDown" ? 1 : -1)];
    if (next) {
      event.preventDefault();
      next.focus();
    }
  }
});

function redrawAll() {
  setPalette();
  pageFigures.forEach(redrawFigure);
  rows.forEach((entry, c) => { if (entry.detail) redraw(c); });
}

const themes = ["auto", "light", "dark"];
let theme = "auto";
const themeButton = document.getElementById("theme");
themeButton.addEventListener("click", () => {
  theme = themes[(themes.indexOf(theme) + 1) % themes.length];
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  themeButton.textContent = "Theme: " + theme;
  redrawAll();
});
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redrawAll);
addEventListener("beforeprint", () => { printing = true; redrawAll(); });
addEventListener("afterprint", () => { printing = false; redrawAll(); });
addEventListener("hashchange", openAnchor);
openAnchor();
requestAnimationFrame(() => {
  performance.mark("drawn");
  document.documentElement.dataset.ready = "true";
});
