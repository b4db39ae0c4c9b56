/** The columns of the table of cases. */
const SIGNS = { FASTER: "▲ faster", SLOWER: "▼ slower", SAME: "= same", SAME_CODE: "= same code", CONTROL: "control", UNDECIDED: "? undecided", FAILED: "✗ failed", SKIPPED: "skipped", PLANNED: "not run" };
const ORDER = ["FAILED", "SLOWER", "UNDECIDED", "FASTER", "SAME", "SAME_CODE", "CONTROL", "DONE", "SKIPPED", "PLANNED"];
const compared = cases.some(c => c.verdict);
const any = has => cases.some(has);
/** Whether each parameter has the same value in all cases; such a parameter has no column. */
const shared = packed.params.map((_, i) => cases.length > 1 && cases.every(c => c.values[i] === cases[0].values[i]));
const units = [...new Set(cases.filter(c => c.unit).map(c => c.unit))];

/** Returns a dot for the change and a line for its interval, on an axis from -10% to 10%. */
function whisker({ word, ratio, low, high }) {
  const at = r => Math.max(3, Math.min(107, 55 + (r - 1) * 520));
  return svg("svg", { class: "whisker " + word, viewBox: "0 0 110 16", "aria-hidden": "true" },
    svg("line", { x1: 55, x2: 55, y1: 1, y2: 15, stroke: "var(--line)", "stroke-width": 1.5 }),
    svg("line", { x1: at(low ?? ratio), x2: at(high ?? ratio), y1: 8, y2: 8, stroke: "currentColor", "stroke-width": 2 }),
    svg("circle", { cx: at(ratio), cy: 8, r: 3.2, fill: "currentColor" }));
}

/** Formats of values, as in ReportColumn.Format. */
const FORMATS = {
  text: v => v,
  note: v => v,
  count: v => fixed(v, 0),
  score: v => score(v),
  error: (v, c) => "± " + error(v, c.score),
  percent: v => percent(v),
  rate: v => rateOf(v),
  interval: (v, c, place) => "[" + score(v) + ", " + score(c.numbers[place + 1]) + "]",
};

/** Creates a column of all reports; its values begin at an index. */
function measured(label, title, format, place) {
  const words = isWords(format);
  const value = c => c.numbers[place] ?? null;
  const unit = units.length === 1 && (format === "score" && label === "Value") ? units[0] : "";
  return { label, unit, title: title || undefined, num: !words, measured: true,
    kind: format === "interval" ? "wide-4" : format === "percent" ? (compared ? "wide-3" : "wide-1") : label === "Units" ? "wide-3" : "",
    sort: value,
    text: c => value(c) === null ? "" : FORMATS[format](value(c), c, place),
    raw: words || format === "interval" ? undefined : value };
}

/** Formats of values of verdicts, as in ReportColumn.Format; intervals are drawn. */
const VERDICT_FORMATS = {
  unit: v => v,
  note: v => v,
  score: v => score(v),
  change: changeOf,
  probability: v => probability(v),
  percent: v => percent(v),
  counts: (baseline, candidate) => fixed(baseline, 0) + "/" + fixed(candidate, 0),
};

/** Creates a column of all tables of verdicts. */
function judged(label, title, format, names) {
  const value = c => c.verdict?.[names[0]] ?? null;
  if (format === "interval") return { label: "−10% … +10%", title, sort: value, whisker: true, kind: "wide-2" };
  return { label, title: title || undefined, num: !isWords(format), kind: format === "probability" || format === "percent" ? "wide-3" : "",
    sort: value, text: c => value(c) === null ? "" : VERDICT_FORMATS[format](...names.map(name => c.verdict[name])),
    raw: isWords(format) || names.length > 1 ? undefined : value };
}

const SECONDS = { s: 1e9, ms: 1e6, us: 1e3, ns: 1 };

/** Returns the time of a call in nanoseconds, for cases whose operations are calls. */
function nanosOf(c) {
  return isRate(c.unit) && c.value > 0 ? c.threads * SECONDS[c.unit.slice("ops/".length)] / c.value : null;
}

/** Returns the value as a share of the best value with the same inputs and number of workers. */
function shareOf(c) {
  const rivals = cases.filter(o => o.threads === c.threads && o.unit === c.unit && o.values.every((v, i) => v === c.values[i]));
  return c.value > 0 ? c.value / Math.max(...rivals.map(o => o.value)) : null;
}

/** The additional columns of snippets, as in their table on the console. */
const ofSnippets = [["Time", "the time of a call", nanosOf, duration],
  ["Rel", "the rate as a share of the best rate; ≈: no significant difference", shareOf, (share, c) => (c.tied ? "≈ " : "") + Math.round(100 * share) + "%"]]
  .map(([label, title, value, write]) => ({ label, title, num: true, measured: true, sort: value, text: c => value(c) === null ? "" : write(value(c), c) }));

function columns() {
  const list = [{ label: "Benchmark", sort: c => c.className + "." + c.method, name: true }];
  packed.params.forEach((name, i) => shared[i] || list.push({ label: name, num: cases.every(c => c.values[i] === "" || Number.isFinite(Number(c.values[i]))), kind: "param",
    sort: c => c.values[i], text: c => c.values[i] }));
  if (any(c => c.threads > 1)) list.push({ label: "Threads", num: true, sort: c => c.threads, text: c => String(c.threads) });
  if (any(c => c.value !== null)) list.push({ label: "Fastest first", title: "Dot: the value over forks; line: its interval; small dots: forks", dots: true,
    sort: c => c.value === null ? null : isRate(c.unit) ? -c.value : c.value });
  if (compared) {
    list.push({ label: "Verdict", sort: c => ORDER.indexOf(c.status), verdict: true });
    for (const [label, title, format, ...names] of packed.verdicts) if (label) list.push(judged(label, title, format, names));
  }
  if (new Set(cases.map(c => c.mode)).size > 1) list.push({ label: "Mode", kind: "wide-3", sort: c => c.mode, text: c => c.mode });
  for (const [label, title, format, ...names] of packed.columns) {
    if (names[0] !== "unit" || units.length !== 1) list.push(measured(label, title, format, places.get(names[0])));
    if (names[0] === "value" && cases.every(c => c.className === "snippet" && (c.value === null || isRate(c.unit)))) list.push(...ofSnippets);
  }
  return list;
}

const COLUMNS = columns();
const classOf = column => ((column.num ? "num " : "") + (column.kind || "")).trim();
