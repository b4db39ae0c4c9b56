/** The table of all cases: sorting, filtering, rows that open. */
const SIGNS = { FASTER: "▲ faster", SLOWER: "▼ slower", SAME: "= same", UNDECIDED: "? undecided", FAILED: "✗ failed", SKIPPED: "skipped", PLANNED: "not run" };
const ORDER = ["FAILED", "SLOWER", "UNDECIDED", "FASTER", "SAME", "DONE", "SKIPPED", "PLANNED"];
const compared = cases.some(c => c.verdict);
const any = has => cases.some(has);

/** A dot for the change and a line for its interval, on an axis that ends at ten percent either way. */
function whisker({ word, ratio, low, high }) {
  const at = r => Math.max(3, Math.min(107, 55 + (r - 1) * 520));
  return svg("svg", { class: "whisker " + word, viewBox: "0 0 110 16", "aria-hidden": "true" },
    svg("line", { x1: 55, x2: 55, y1: 1, y2: 15, stroke: "var(--line)", "stroke-width": 1.5 }),
    svg("line", { x1: at(low), x2: at(high), y1: 8, y2: 8, stroke: "currentColor", "stroke-width": 2 }),
    svg("circle", { cx: at(ratio), cy: 8, r: 3.2, fill: "currentColor" }));
}

/** How values are written; CaseColumn.Format has the same list. */
const FORMATS = {
  text: v => text(v),
  note: v => text(v),
  count: v => fixed(v, 0),
  score: v => score(v),
  error: (v, c) => "± " + error(v, c.score),
  percent: v => percent(v),
  interval: (v, c, place) => "[" + score(v) + ", " + score(c.numbers[place + 1]) + "]",
};

/** Makes one of the columns that every report has, of the values from a place on. */
function measured(label, title, format, place) {
  const words = isWords(format);
  const value = c => c.numbers[place] ?? null;
  return { label, title: title || undefined, num: !words, measured: true,
    kind: format === "interval" ? (compared ? "wide-3" : "wide-1") : format === "percent" ? "wide-1" : "",
    sort: c => words && value(c) !== null ? text(value(c)) : value(c),
    text: c => value(c) === null ? "" : FORMATS[format](value(c), c, place),
    raw: words || format === "interval" ? undefined : value };
}

/** How values of verdicts are written; VerdictColumn.Format has the same list, and an interval is drawn. */
const VERDICT_FORMATS = {
  unit: v => v,
  note: v => v,
  score: v => score(v),
  change: ratio => change(ratio - 1),
  probability: v => probability(v),
  percent: v => percent(v),
  counts: (baseline, candidate) => fixed(baseline, 0) + "/" + fixed(candidate, 0),
};

/** Makes one of the columns that every table of verdicts has. */
function judged(label, title, format, names) {
  const value = c => c.verdict?.[names[0]] ?? null;
  if (format === "interval") return { label: "−10% … +10%", title, sort: value, whisker: true };
  return { label, title: title || undefined, num: !isWords(format), kind: format === "probability" || format === "percent" ? "wide-1" : "",
    sort: value, text: c => c.verdict ? VERDICT_FORMATS[format](...names.map(name => c.verdict[name])) : "",
    raw: isWords(format) || names.length > 1 ? undefined : value };
}

function columns() {
  const list = [{ label: "Benchmark", sort: c => c.className + "." + c.method, name: true }];
  packed.params.forEach((name, i) => list.push({ label: name, num: cases.every(c => c.values[i] === "" || Number.isFinite(Number(c.values[i]))), kind: "param",
    sort: c => c.values[i], text: c => c.values[i] }));
  if (any(c => c.threads > 1)) list.push({ label: "Threads", num: true, sort: c => c.threads, text: c => String(c.threads) });
  if (compared) {
    list.push({ label: "Verdict", sort: c => ORDER.indexOf(c.status), verdict: true });
    for (const [label, title, format, ...names] of packed.verdicts) if (label) list.push(judged(label, title, format, names));
  }
  if (new Set(cases.map(c => c.mode)).size > 1 || !compared) list.push({ label: "Mode", kind: compared ? "wide-2" : "", sort: c => c.mode, text: c => c.mode });
  for (const [label, title, format, ...names] of packed.columns) list.push(measured(label, title, format, places.get(names[0])));
  return list;
}

const COLUMNS = columns();
const table = document.getElementById("table");
const body = el("tbody");
const rows = new Map();
let sorted = { column: -1, down: false };
let wanted = "";

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

function words(c) {
  const named = packed.params.map((name, i) => name + "=" + c.values[i]).join(" ");
  return [c.id, named, c.mode, c.unit, SIGNS[c.status] || "done", c.inProcess ? "in-process" : "", c.remarks, ...c.warnings.map(w => w.words)].join(" ").toLowerCase();
}

function arrange() {
  const terms = document.getElementById("filter").value.toLowerCase().split(/\s+/).filter(Boolean);
  let chosen = cases.filter(c => (!wanted || c.status === wanted) && terms.every(term => c.words.includes(term)));
  if (sorted.column >= 0) chosen = chosen.toSorted
    ? chosen.toSorted(compareBy(COLUMNS[sorted.column], sorted.down))
    : [...chosen].sort(compareBy(COLUMNS[sorted.column], sorted.down));
  const list = [];
  for (const c of chosen) {
    list.push(rows.get(c).row);
    if (rows.get(c).detail) list.push(rows.get(c).detail);
  }
  body.replaceChildren(...list);
  document.getElementById("shown").textContent = chosen.length === cases.length
    ? cases.length + " cases" : chosen.length + " of " + cases.length + " cases";
}

const classOf = column => ((column.num ? "num " : "") + (column.kind || "")).trim();

function cell(c, column) {
  const td = el("td", { role: "cell", "data-label": column.label, class: classOf(column) });
  if (column.name) {
    td.className = "name";
    td.append(el("button", { type: "button", "aria-expanded": "false", title: c.id, onclick: () => toggle(c) },
      el("span", { class: "class" }, simpleName(c.className) + "."), el("wbr"), el("span", { class: "method" }, c.method)));
    if (c.warnings.length) td.append(el("ul", { class: "row-warnings" }, ...c.warnings.map(w =>
      el("li", { class: "mark", title: w.sentence || undefined }, w.words))));
  } else if (column.verdict) {
    td.append(el("span", { class: "verdict " + c.status }, SIGNS[c.status] || ""));
  } else if (column.whisker) {
    if (c.verdict) td.append(whisker(c.verdict));
  } else {
    td.textContent = column.text(c);
    if (column.raw && column.raw(c) !== null && column.raw(c) !== undefined) td.dataset.value = column.raw(c);
  }
  return td;
}

function makeRow(c) {
  const row = el("tr", { class: "case", role: "row", id: c.anchor });
  const measured = COLUMNS.findIndex(column => column.measured);
  COLUMNS.forEach((column, i) => {
    if (c.score !== null || !column.measured) row.append(cell(c, column));
    else if (i === measured) row.append(el("td", { role: "cell", class: "why", colspan: COLUMNS.length - i },
      el("span", { class: "verdict " + c.state }, SIGNS[c.state] || "no result"), c.why ? ": " + c.why : ""));
  });
  return row;
}

function toggle(c, open = !rows.get(c).detail) {
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
    head.append(el("th", { scope: "col", role: "columnheader", "aria-sort": "none", class: classOf(column), title: column.title },
      el("button", { type: "button", onclick: () => sortBy(i) }, column.label)));
    document.getElementById("sort").append(el("option", { value: i }, column.label));
  });
  document.getElementById("sort").prepend(el("option", { value: -1, selected: "" }, "order of the run"));
  for (const c of cases) {
    c.words = words(c);
    rows.set(c, { row: makeRow(c), detail: null, charts: [] });
  }
  table.append(el("thead", { role: "rowgroup" }, head), body);
  arrange();
}
