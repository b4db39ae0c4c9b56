/** Small charts of the scores against a parameter or the number of threads: one for each setting of the other parameters, with a line for each method. */

/** The numbers of suites and of charts per suite that are drawn initially; others are drawn on demand. */
const SUITES_DRAWN = 6;
const CHARTS_DRAWN = 12;
/** Maximum number of cases whose table precedes the charts. */
const ROWS_READ = 12;

const THREADS = "threads";
const axisValue = (c, name) => name === THREADS ? String(c.threads) : c.values[packed.params.indexOf(name)];
const distinct = values => [...new Set(values)];
const numeric = values => values.every(v => v !== "" && Number.isFinite(Number(v)));

/** Returns the axes of a suite. Three or more thread counts form curves, which have separate charts. */
function axesOf(list) {
  const axes = packed.params.map(name => ({ name, values: distinct(list.map(c => axisValue(c, name))) }));
  axes.push({ name: THREADS, values: distinct(list.map(c => String(c.threads))) });
  axes.forEach(axis => { axis.numeric = numeric(axis.values); if (axis.numeric) axis.values.sort((a, b) => a - b); });
  return axes.filter(axis => axis.values.length > 1);
}

/** Returns the default x axis: of the numeric parameters, the one with the most values. */
function firstAxis(axes) {
  return [...axes].sort((a, b) => b.numeric - a.numeric || b.values.length - a.values.length)[0];
}

/** Returns the charts of a suite over one of its axes. */
function chartsOf(list, axes, x) {
  const methods = distinct(list.map(c => c.method));
  const other = methods.length > 1 ? null : axes.filter(axis => axis !== x && !axis.numeric).sort((a, b) => b.values.length - a.values.length)[0] ?? null;
  const lineOf = c => other ? axisValue(c, other.name) : c.method;
  const rest = axes.filter(axis => axis !== x && axis !== other);
  const charts = new Map();
  for (const c of list) {
    const title = rest.map(axis => axis.name + "=" + axisValue(c, axis.name)).join(", ");
    if (!charts.has(title)) charts.set(title, []);
    charts.get(title).push(c);
  }
  return { lines: distinct(list.map(lineOf)), lineOf, what: other ? other.name : "method",
    charts: [...charts].filter(([, cases]) => distinct(cases.map(c => axisValue(c, x.name))).length > 1) };
}

const BOX = { width: 300, height: 172, left: 46, right: 8, top: 8, bottom: 30 };

function chartScales(list, x) {
  const numbers = x.values.map(Number);
  const even = !x.numeric;
  const ratio = x.numeric && numbers[0] > 0 && numbers.at(-1) / numbers[0] >= 8;
  const to = ratio ? Math.log : value => value;
  const share = even ? value => (x.values.indexOf(value) + 0.5) / x.values.length
    : value => (to(Number(value)) - to(numbers[0])) / (to(numbers.at(-1)) - to(numbers[0])) * 0.92 + 0.04;
  const values = list.map(c => c.value);
  const ends = list.flatMap(c => [c.low, c.high]).filter(end => end !== null);
  const free = makeScale(values, ends);
  const y = free.logarithmic || free.least < 0 ? free : makeScale([0, ...values], ends);
  return { share, y, px: value => BOX.left + share(value) * (BOX.width - BOX.left - BOX.right),
    py: value => BOX.height - BOX.bottom - Math.max(0, Math.min(1, y.share(value))) * (BOX.height - BOX.bottom - BOX.top) };
}

/** Returns a mark that distinguishes lines without colours. */
function mark(i, x, y, c) {
  const shade = "var(--fork-" + i % LIGHT.length + ")";
  const said = svg("title", {}, c.id + ": " + score(c.value) + " " + c.unit + (c.low === null ? "" : " [" + score(c.low) + ", " + score(c.high) + "]"));
  return i >= LIGHT.length ? svg("rect", { x: x - 3, y: y - 3, width: 6, height: 6, fill: shade }, said) : svg("circle", { cx: x, cy: y, r: 3.2, fill: shade }, said);
}

function drawSmall(title, list, x, scales, lines, lineOf) {
  const bottom = BOX.height - BOX.bottom;
  const parts = scales.y.ticks(4).flatMap(tick => [
    svg("line", { class: "grid", x1: BOX.left, x2: BOX.width - BOX.right, y1: scales.py(tick), y2: scales.py(tick) }),
    svg("text", { class: "tick", x: BOX.left - 5, y: scales.py(tick) + 3.5, "text-anchor": "end" }, compact(tick))]);
  const every = Math.ceil(x.values.length / 7);
  x.values.forEach((value, i) => {
    if (i % every === 0) parts.push(svg("text", { class: "tick", x: scales.px(value), y: bottom + 13, "text-anchor": "middle" }, x.numeric ? compact(Number(value)) : shorten(value, 12)));
  });
  parts.push(svg("text", { class: "tick", x: (BOX.left + BOX.width) / 2, y: BOX.height - 3, "text-anchor": "middle" }, x.name));
  lines.forEach((line, i) => {
    const points = list.filter(c => lineOf(c) === line).sort((a, b) => x.values.indexOf(axisValue(a, x.name)) - x.values.indexOf(axisValue(b, x.name)));
    const shade = "var(--fork-" + i % LIGHT.length + ")";
    const at = c => [scales.px(axisValue(c, x.name)), scales.py(c.value)];
    if (x.numeric) parts.push(svg("polyline", { points: points.map(c => at(c).map(v => v.toFixed(1)).join(",")).join(" "), fill: "none", stroke: shade, "stroke-width": 1.8 }));
    for (const c of points) {
      const [px, py] = at(c);
      if (c.low !== null) parts.push(svg("line", { x1: px, x2: px, y1: scales.py(c.low), y2: scales.py(c.high), stroke: shade, "stroke-width": 1.4, opacity: 0.7 }));
      parts.push(mark(i, px, py, c));
    }
  });
  const label = "Scores" + (title ? " with " + title : "") + " against " + x.name + ". " + lines.map(line => line + ": "
    + list.filter(c => lineOf(c) === line).map(c => axisValue(c, x.name) + " " + compact(c.value)).join(", ")).join("; ");
  return el("figure", { class: "small" }, el("figcaption", {}, title), svg("svg", { viewBox: "0 0 " + BOX.width + " " + BOX.height, role: "img", "aria-label": label }, ...parts));
}

const shorten = (words, most) => words.length > most ? words.slice(0, most - 1) + "…" : words;

/** Fills the box of a suite with its charts over an axis. */
function drawMultiples(box, list, axes, x, all = false) {
  const { lines, lineOf, what, charts } = chartsOf(list, axes, x);
  const scales = chartScales(charts.flatMap(([, cases]) => cases), x);
  const shown = all ? charts : charts.slice(0, CHARTS_DRAWN);
  const parts = [legend(lines.slice(0, 24).map((line, i) => [line, i, "full"]))];
  if (lines.length > 24) parts.push(el("p", { class: "muted" }, "and " + (lines.length - 24) + " more lines"));
  parts.push(el("div", { class: "smalls" }, ...shown.map(([title, cases]) => drawSmall(title, cases, x, scales, lines, lineOf))));
  if (shown.length < charts.length) {
    const more = el("button", { type: "button", class: "quiet" }, "Show all " + charts.length + " charts");
    more.addEventListener("click", () => drawMultiples(box, list, axes, x, true));
    parts.push(more);
  }
  box.setAttribute("aria-label", "One line for each " + what);
  box.replaceChildren(...parts);
}

/** Returns the cases with a 99th percentile, with this percentile as their value; that of latency if several results have one. */
function tailsOf(list) {
  return list.flatMap(c => {
    const tails = c.secondary.filter(s => /(^|:)p0\.99$/.test(s.label) && s.score > 0);
    const tail = tails.find(s => /latency:/.test(s.label)) ?? tails[0];
    return tail ? [Object.create(c, { value: { value: tail.score }, unit: { value: tail.unit }, low: { value: null }, high: { value: null } })] : [];
  });
}

function multiplesOf(name, list) {
  const axes = axesOf(list).filter(axis => axis.name !== THREADS || axis.values.length === 2 || !curveGroups.length);
  if (!axes.length) return null;
  let x = firstAxis(axes);
  if (!chartsOf(list, axes, x).charts.length) return null;
  const parts = [[el("div", { role: "group" }), list]];
  const tails = tailsOf(list);
  if (distinct(tails.map(c => c.unit)).length === 1) parts.push([el("div", { role: "group" }), tails]);
  const draw = () => parts.forEach(([box, ofBox]) => drawMultiples(box, ofBox, axes, x));
  const controls = el("div", { class: "toggles" });
  const buttons = axes.map(axis => el("button", { type: "button", class: "quiet", "aria-pressed": String(axis === x) }, axis.name));
  axes.forEach((axis, i) => buttons[i].addEventListener("click", () => {
    x = axis;
    buttons.forEach((button, j) => button.setAttribute("aria-pressed", String(i === j)));
    draw();
  }));
  if (axes.length > 1) controls.append("against ", ...buttons);
  return { name, unit: parts.length === 1 ? ", " + list[0].unit : "", title: axes.length > 1 ? "" : " against " + x.name, controls, draw, trend: x.numeric && x.values.length > 2,
    content: parts.length === 1 ? parts[0][0] : el("div", { class: "beside" }, ...parts.map(([box, ofBox], i) =>
      el("div", {}, el("h3", {}, (i ? "99th percentile, " : "Score, ") + ofBox[0].unit), box))) };
}

function buildMultiples() {
  const groups = new Map();
  for (const c of cases) {
    if (c.value === null || c.inProcess) continue;
    const key = c.className + "\n" + c.unit;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(c);
  }
  const section = document.getElementById("multiples");
  // The charts that the benchmarks name show their curves.
  const ofCharts = new Set(curveGroups.flatMap(({ box, curves }) => curves.map(curve => curve.className).filter(name => name !== box.dataset.chart)));
  const many = groups.size > SUITES_DRAWN;
  let trends = false;
  for (const [key, list] of groups) {
    const className = key.split("\n")[0];
    const found = ofCharts.has(className) ? null : multiplesOf(className, list);
    if (!found) continue;
    const heading = suiteName(found.name) + found.title + found.unit;
    const panel = many ? el("details", { class: "panel" }, el("summary", {}, heading)) : el("div", { class: "panel" }, el("h2", {}, heading));
    panel.append(found.controls, found.content);
    trends ||= found.trend;
    section.append(panel);
    if (many) panel.addEventListener("toggle", found.draw, { once: true });
    else found.draw();
  }
  // Many cases with different values of a numeric parameter are easier to read as lines than as rows.
  if (trends && !compared && cases.length > ROWS_READ) document.getElementById("cases").before(section);
}
