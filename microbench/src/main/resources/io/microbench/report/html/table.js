/** The table of all cases by suite: sorting, filtering, and expanding suites and rows. */
/** Maximum number of cases for which a narrow screen shows no filter. */
const FEW_CASES = 8;
/** Maximum number of cases for which all suites are initially expanded. */
const MOST_OPEN = 150;
/** The number of rows of a suite that are shown at once. */
const ROWS_AT_ONCE = 100;

const table = document.getElementById("table");
const foot = el("tbody");
const rows = new Map();
const suites = new Map();
let sorted = { column: -1, down: false };
let wanted = "";
let bySuite = true;

const NAMED = COLUMNS.findIndex(column => column.dots || column.measured || column.verdict || column.label === "Mode");
const DOTS = COLUMNS.findIndex(column => column.dots);
const suiteNames = new Set(cases.map(c => c.className));
const firstUnit = new Map();
for (const c of cases) if (c.unit && !firstUnit.has(c.className)) firstUnit.set(c.className, c.unit);

function compareBy(column, down) {
  return (a, b) => {
    const [x, y] = [column.sort(a), column.sort(b)];
    const [gapX, gapY] = [x === null || x === "", y === null || y === ""];
    if (gapX || gapY) return gapX - gapY || a.index - b.index;
    const [p, q] = [Number(x), Number(y)];
    const order = Number.isNaN(p) || Number.isNaN(q) ? (x < y ? -1 : x > y ? 1 : 0) : p - q;
    return (down ? -order : order) || a.index - b.index;
  };
}

function sortBy(index) {
  if (index < 0) sorted = { column: -1, down: false };
  else sorted = { column: index, down: sorted.column === index ? !sorted.down : false };
  table.querySelectorAll("thead th").forEach((head, i) => head.setAttribute("aria-sort",
    i === sorted.column ? (sorted.down ? "descending" : "ascending") : "none"));
  arrange();
}

/** Returns the text that the filter searches. It is created on demand, because a page may have thousands of cases. */
function words(c) {
  if (!c.words) {
    const named = packed.params.map((name, i) => name + "=" + c.values[i]).join(" ");
    c.words = [c.id, named, c.mode, c.unit, SIGNS[c.status] || "done", c.inProcess ? "in-process" : "", c.remarks, ...c.warnings.map(w => w.words)].join(" ").toLowerCase();
  }
  return c.words;
}

/** Returns the key of a case's suite, whose cases share a unit and a scale. Cases without a score are in the first suite. */
function suiteKey(c) {
  if (c.suite === undefined) {
    const name = bySuite ? c.className : "";
    c.suite = name + "\n" + (c.unit || firstUnit.get(c.className) || "");
  }
  return c.suite;
}

function suiteOf(key, list) {
  if (!suites.has(key)) suites.set(key, { key, open: null, limit: ROWS_AT_ONCE });
  const suite = suites.get(key);
  suite.list = list;
  return suite;
}

function chosenCases() {
  const terms = document.getElementById("filter").value.toLowerCase().split(/\s+/).filter(Boolean);
  return cases.filter(c => (!wanted || c.status === wanted) && terms.every(term => words(c).includes(term)));
}

function arrange() {
  const chosen = chosenCases();
  const groups = new Map();
  for (const c of chosen) {
    if (!groups.has(suiteKey(c))) groups.set(suiteKey(c), []);
    groups.get(suiteKey(c)).push(c);
  }
  const openAll = chosen.length <= MOST_OPEN || groups.size === 1;
  const bodies = [...groups].map(([key, list]) => suiteBody(suiteOf(key, list), openAll));
  table.querySelectorAll("tbody").forEach(body => body.remove());
  table.append(...bodies, foot);
  const text = (chosen.length === cases.length ? "" : chosen.length + " of ") + counted(cases.length, "case");
  const named = new Set(chosen.map(c => c.className)).size;
  document.getElementById("shown").textContent = named > 1 ? text + " in " + named + " suites" : text;
}

/** Creates the part of the table for a suite: its scale and, if it is expanded, its cases. */
function suiteBody(suite, openAll) {
  const { list } = suite;
  if (!suite.all) {
    suite.all = cases.filter(c => suiteKey(c) === suite.key);
    suite.scale = scaleOf(suite.all);
  }
  suite.shown = suite.open ?? openAll;
  const body = el("tbody", { role: "rowgroup" }, suiteHead(suite));
  if (!suite.shown) return body;
  const ordered = sorted.column < 0 ? list : [...list].sort(compareBy(COLUMNS[sorted.column], sorted.down));
  for (const c of ordered.slice(0, suite.limit)) {
    const entry = rowOf(c, suite);
    body.append(entry.row);
    if (entry.detail) body.append(entry.detail);
  }
  const left = list.length - suite.limit;
  if (left > 0) {
    const more = el("button", { type: "button", class: "quiet more" }, "Show " + Math.min(left, 4 * ROWS_AT_ONCE) + " more of " + left);
    more.addEventListener("click", () => { suite.limit += 4 * ROWS_AT_ONCE; arrange(); });
    body.append(el("tr", { role: "row" }, el("td", { role: "cell", colspan: COLUMNS.length }, more)));
  }
  return body;
}

/** Describes the beginning of the axis of dots if it is not zero. */
const axisNote = scale => scale.logarithmic ? ", logarithmic" : scale.fromZero ? "" : ", axis from " + compact(scale.least);

function suiteHead(suite) {
  const [className, unit] = suite.key.split("\n");
  const count = counted(suite.list.length, "case");
  const button = el("button", { type: "button", class: "suite", "aria-expanded": String(suite.shown), title: className || undefined },
    el("span", { class: "method" }, ...breakable(className ? suiteName(className) : "All suites")), " ", el("span", { class: "count" }, count));
  button.addEventListener("click", () => {
    suite.open = !suite.shown;
    const key = suite.key;
    arrange();
    suites.get(key).button.focus();
  });
  suite.button = button;
  const said = suiteNames.size > 1 && className ? packed.says?.[className]?.join(" ") : undefined;
  const row = el("tr", { class: "suite", role: "row" }, el("th", { role: "rowheader", scope: "rowgroup", class: "name", colspan: Math.max(1, NAMED < 0 ? COLUMNS.length : NAMED) }, button));
  if (NAMED < 0) return row;
  if (DOTS >= 0) row.append(el("td", { role: "cell", class: "dots" }, scaleRow(suite.list, suite.scale, !suite.shown)));
  const note = [unit ? unit + ", " + better(unit) + (suite.scale ? axisNote(suite.scale) : "") : "", suite.shown || !said ? "" : said];
  row.append(el("td", { role: "cell", class: "note", colspan: COLUMNS.length - NAMED - (DOTS >= 0 ? 1 : 0) }, note.filter(Boolean).join(" · ")));
  return row;
}

function cell(c, column, suite) {
  const td = el("td", { role: "cell", "data-label": column.label, class: classOf(column) });
  if (column.name) {
    td.className = "name";
    td.append(el("button", { type: "button", "aria-expanded": "false", title: c.id, onclick: () => toggle(c) },
      el("span", { class: bySuite ? "class hidden" : "class" }, simpleName(c.className) + "."), el("wbr"), el("span", { class: "method" }, c.method)));
    if (c.warnings.length) td.append(el("ul", { class: "row-warnings" }, ...c.warnings.map(w =>
      el("li", { class: "mark", title: w.sentence || undefined }, w.words))));
  } else if (column.dots) {
    td.className = "dots";
    td.append(dotRow(c, suite.scale));
  } else if (column.verdict) {
    td.append(el("span", { class: "verdict " + c.status }, SIGNS[c.status] || ""));
  } else if (column.whisker) {
    if (c.verdict && c.verdict.ratio !== null) td.append(whisker(c.verdict));
  } else {
    td.textContent = column.text(c);
    if (column.raw && column.raw(c) !== null && column.raw(c) !== undefined) td.dataset.value = column.raw(c);
  }
  return td;
}

function makeRow(c, suite) {
  const row = el("tr", { class: "case", role: "row", id: c.anchor });
  const from = COLUMNS.findIndex(column => column.measured);
  COLUMNS.forEach((column, i) => {
    if (c.score !== null || !column.measured) row.append(cell(c, column, suite));
    else if (i === from) row.append(el("td", { role: "cell", class: "why", colspan: COLUMNS.length - i },
      ...(c.status === "SAME_CODE" ? [c.why] : [el("span", { class: "verdict " + c.state }, SIGNS[c.state] || "no result"), c.why ? ": " + c.why : ""])));
  });
  return row;
}

/** Returns the row of a case. It is created when it is first shown and when the scale of its suite changes. */
function rowOf(c, suite) {
  const entry = rows.get(c) ?? { row: null, detail: null, charts: [] };
  if (entry.suite !== suite) {
    const row = makeRow(c, suite);
    if (entry.detail) {
      row.classList.add("open");
      row.querySelector("td.name button").setAttribute("aria-expanded", "true");
    }
    Object.assign(entry, { row, suite });
    rows.set(c, entry);
  }
  return entry;
}

/** Shows the row of a case, even if it was collapsed or filtered out, and returns it. */
function reveal(c) {
  if (!chosenCases().includes(c)) {
    document.getElementById("filter").value = "";
    wanted = "";
  }
  const suite = suiteOf(suiteKey(c), []);
  suite.open = true;
  suite.limit = Math.max(suite.limit, cases.filter(o => suiteKey(o) === suite.key).length);
  arrange();
  return rows.get(c).row;
}

function toggle(c, open = !rows.get(c)?.detail) {
  if (open && !rows.get(c)?.row.isConnected) reveal(c);
  const entry = rows.get(c);
  if (open === Boolean(entry.detail)) return;
  entry.row.classList.toggle("open", open);
  entry.row.querySelector("td.name button").setAttribute("aria-expanded", String(open));
  if (open) {
    entry.detail = el("tr", { class: "detail", role: "row" }, el("td", { role: "cell", colspan: COLUMNS.length }));
    entry.row.after(entry.detail);
    entry.charts = showDetail(c, entry.detail.firstChild);
    history.replaceState(null, "", "#" + c.anchor);
  } else {
    entry.charts.forEach(chart => chart.destroy());
    entry.detail.remove();
    entry.detail = null;
    entry.charts = [];
  }
}

function buildTable() {
  const head = el("tr", { role: "row" });
  COLUMNS.forEach((column, i) => {
    head.append(el("th", { scope: "col", role: "columnheader", "aria-sort": "none", class: (classOf(column) + (column.dots ? " dots" : "")).trim(), title: column.title },
      el("button", { type: "button", onclick: () => sortBy(i) }, column.label, ...(column.unit ? [" ", el("small", {}, column.unit)] : []))));
    document.getElementById("sort").append(el("option", { value: i }, column.label));
  });
  document.getElementById("sort").prepend(el("option", { value: -1 }, "order of the run"));
  table.append(el("thead", { role: "rowgroup" }, head));
  const entries = [["dot", "value over forks"], ["interval", packed.levels.forks + " interval"], ["fork", "a fork"]];
  if (any(c => c.baseline)) entries.push(["before", "baseline"]);
  document.getElementById("key").append(...entries.map(([kind, name]) => el("li", {}, svg("svg", { viewBox: "0 0 34 12", "aria-hidden": "true" },
    kind === "interval" ? svg("line", { class: kind, x1: 2, x2: 32, y1: 6, y2: 6 })
      : kind === "fork" ? svg("line", { class: kind, x1: 17, x2: 17, y1: 4, y2: 8 }) : svg("circle", { class: kind, cx: 17, cy: 6, r: 4 })), name)));
  document.getElementById("cases").classList.toggle("few", cases.length <= FEW_CASES);
  const constant = packed.params.flatMap((name, i) => shared[i] ? [name + "=" + cases[0].values[i]] : []);
  if (constant.length) document.getElementById("key").append(el("li", {}, "all with " + constant.join(", ")));
  const byButton = document.getElementById("by-suite");
  byButton.hidden = suiteNames.size < 2;
  byButton.addEventListener("click", () => {
    bySuite = !bySuite;
    byButton.setAttribute("aria-pressed", String(bySuite));
    suites.clear();
    cases.forEach(c => { c.suite = undefined; });
    arrange();
  });
}
