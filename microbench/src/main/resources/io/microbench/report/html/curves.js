/** Throughput and latency against the number of workers: the charts of all curves, one pair for each title. */
const curveGroups = [...document.querySelectorAll(".curves")].map(box => ({
  box,
  curves: JSON.parse(document.getElementById("curve-data").textContent).curves
    .filter(curve => curve.chart === box.dataset.chart).map(curve => ({ ...curve, name: curve.line })),
}));
/** Returns the curves of all charts whose titles differ only in values, such as nodes=1 and nodes=3: their axes are the same. */
function neighbours(box) {
  const words = title => title.replace(/=[^,:;\s]+/g, "=");
  return curveGroups.filter(other => words(other.box.dataset.chart) === words(box.dataset.chart)).flatMap(other => other.curves);
}

/** The number of charts that are initially expanded. */
const pageFigures = [];

const wholeRate = rate => rateOf(rate) + " ops/s";
const workersOf = curves => [...new Set(curves.flatMap(curve => curve.rungs.map(rung => rung.workers)))].sort((a, b) => a - b);

/** Returns whether the steps of a ladder increase, so that a logarithmic axis spaces them evenly. */
function growing(workers) {
  return workers.length > 2 && workers.at(-1) - workers.at(-2) > 2 * (workers[1] - workers[0]);
}

function workersAxis(curves, logarithmic) {
  const workers = workersOf(curves);
  const few = workers.length <= 12;
  return axis("workers", {
    type: logarithmic ? "logarithmic" : "linear",
    min: logarithmic ? workers[0] / 1.15 : Math.min(workers[0], 1) - workers.at(-1) * 0.02,
    max: logarithmic ? workers.at(-1) * 1.15 : workers.at(-1) * 1.02,
    afterBuildTicks: scale => { if (few || logarithmic) scale.ticks = workers.map(value => ({ value })); },
    grid: { display: false },
    ticks: { callback: String, maxRotation: 0, autoSkip: true, autoSkipPadding: 10 },
  });
}

const highOf = rung => rung.interval ? rung.interval.high : rung.rate;

/** Draws the rates of all curves, with intervals as bands, and peak and knee as larger points. */
function drawRates(canvas, curves, { logarithmic, banded, ratio, rungs }) {
  const sets = curves.map((curve, i) => {
    const marks = curve.rungs.map(rung => rung.workers === curve.peak ? "peak" : rung.workers === curve.knee ? "knee" : "");
    return {
      data: curve.rungs.map((rung, at) => ({ x: rung.workers, y: rung.rate, rung, mark: marks[at], name: curve.name })),
      showLine: true, borderColor: colour(i), backgroundColor: colour(i), borderWidth: 2,
      pointRadius: marks.map(mark => mark ? 7 : 3.2), pointHoverRadius: 8,
      pointStyle: marks.map(mark => mark === "peak" ? "rectRot" : mark === "knee" ? "triangle" : shape(i)),
    };
  });
  if (banded) curves.forEach((curve, i) => {
    const end = name => ({ data: curve.rungs.map(rung => ({ x: rung.workers, y: rung.interval ? rung.interval[name] : rung.rate })),
      showLine: true, pointRadius: 0, pointHitRadius: 0, borderWidth: 0 });
    sets.push(end("low"), { ...end("high"), fill: "-1", backgroundColor: colour(i) + "30" });
  });
  curves.forEach((curve, i) => {
    if (curve.fit) sets.push({ data: fitted(curve), showLine: true, pointRadius: 0, pointHitRadius: 0, borderWidth: 1.2, borderDash: [5, 4], borderColor: colour(i) });
  });
  const highest = banded ? Math.max(...rungs.map(highOf)) : fastest(rungs);
  const top = Math.min(highest, bandLimit(rungs));
  return draw(canvas, "scatter", sets, {
    x: workersAxis(curves, logarithmic),
    y: axis("ops/s of all workers", {
      ...(ratio ? { type: "logarithmic", min: lowestDecade(rungs), max: 1.15 * top } : { beginAtZero: true, suggestedMax: top, max: top < highest ? top : undefined }),
      ticks: { callback: compact, ...(ratio ? { maxTicksLimit: 10 } : {}) },
    }),
  }, { plugins: { filler: { drawTime: "beforeDatasetsDraw" }, tooltip: { filter: item => item.raw.rung !== undefined, callbacks: {
    label: ({ raw: { rung, name, mark } }) => [name + (mark ? ", " + mark : ""), counted(rung.workers, "worker") + ": " + wholeRate(rung.rate),
      ...(rung.interval ? [packed.levels.forks + " interval " + wholeRate(rung.interval.low) + " to " + wholeRate(rung.interval.high)] : []),
      wholeRate(rung.ratePerWorker) + " each, efficiency " + percent(rung.efficiency)],
  } } } });
}

/** The rates of the Universal Scalability Law between the first rung and the last. */
function fitted({ rungs, fit: { lambda, sigma, kappa } }) {
  const [first, last] = [rungs[0].workers, rungs.at(-1).workers];
  return Array.from({ length: 61 }, (_, i) => first * (last / first) ** (i / 60))
    .map(n => ({ x: n, y: lambda * n / (1 + sigma * (n - 1) + kappa * n * (n - 1)) }));
}

/** Returns the limit of bands, because an interval over few forks may extend to many times the rate. */
const bandLimit = rungs => 1.6 * fastest(rungs);

const fastest = rungs => Math.max(...rungs.map(rung => rung.rate));

/** The power of ten below all rates; only ends of intervals are below it. */
const lowestDecade = rungs => 10 ** Math.floor(Math.log10(Math.min(...rungs.map(rung => rung.rate))));

/** The percentiles of latency, with the line dash of each. */
const LATENCIES = { p50: [], p90: [2, 3], p99: [7, 4], "p99.9": [1, 3, 7, 3] };

/** Returns the next larger number with one digit. */
function rounded(number) {
  const digit = 10 ** Math.floor(Math.log10(Math.abs(number)));
  return Math.ceil(number / digit) * digit;
}

function drawLatencies(canvas, curves, { logarithmic, rungs }, shown) {
  const times = rungs.flatMap(rung => shown.filter(name => name in rung.latency).map(name => rung.latency[name]));
  const sets = curves.flatMap((curve, i) => shown.map(name => ({
    data: curve.rungs.filter(rung => name in rung.latency).map(rung => ({ x: rung.workers, y: rung.latency[name], rung, name: curve.name, percentile: name })),
    showLine: true, borderColor: colour(i), backgroundColor: colour(i), pointStyle: shape(i), borderWidth: 1.8, borderDash: LATENCIES[name], pointRadius: 3,
  })));
  return draw(canvas, "scatter", sets, {
    x: workersAxis(curves, logarithmic),
    y: axis("time per operation", { type: "logarithmic", ...(times.length ? { min: -rounded(-Math.min(...times)), max: rounded(Math.max(...times)) } : {}), ticks: { callback: duration, maxTicksLimit: 8 } }),
  }, { plugins: { tooltip: { callbacks: {
    label: ({ raw }) => [raw.name, counted(raw.rung.workers, "worker") + ", " + raw.percentile + ": " + duration(raw.y)],
  } } } });
}

function toggleButton(label, pressed, change) {
  const button = el("button", { type: "button", class: "quiet", "aria-pressed": String(pressed) }, label);
  button.addEventListener("click", () => {
    const on = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(on));
    change(on);
  });
  return button;
}

const DASHES = { p50: "solid", p90: "dotted", p99: "dashed", "p99.9": "dot-dashed" };

function buildCurves({ box, curves }) {
  const pair = box.querySelector(".pair");
  const beside = neighbours(box);
  const rungs = beside.flatMap(curve => curve.rungs);
  const bands = rungs.some(rung => rung.interval);
  const tooWide = rungs.some(rung => highOf(rung) > bandLimit(rungs));
  const positive = rungs.every(rung => rung.rate > 0);
  const peaks = beside.map(curve => fastest(curve.rungs));
  const state = { ratio: positive && Math.max(...peaks) > 50 * Math.min(...peaks), logarithmic: growing(workersOf(curves)), banded: bands && !tooWide, rungs, shown: new Set(["p99"]) };
  const names = curves.map((curve, i) => [curve.name, i, "full"]);
  const mine = [];
  const button = (label, pressed, change) => toggleButton(label, pressed, on => { change(on); mine.forEach(redrawFigure); });
  const controls = [button("Logarithmic workers", state.logarithmic, on => { state.logarithmic = on; })];
  if (positive) controls.push(button("Logarithmic ops/s", state.ratio, on => { state.ratio = on; }));
  if (bands) controls.push(button("Intervals", state.banded, on => { state.banded = on; }));
  const note = "◆ peak, ▲ knee: the fewest workers with a rate not significantly lower" + (bands ? "; bands: " + packed.levels.forks + " interval over forks"
    + (tooWide ? ", some too wide to be drawn completely (press Intervals)" : "") : "")
    + (curves.some(curve => curve.fit) ? "; dashed: Universal Scalability Law" : "");
  mine.push(figure(pair, "Throughput", legend(names),
    "Operations per second against the number of workers. " + curves.map(curve => curve.name + " peaks with " + counted(curve.peak, "worker")).join("; "),
    canvas => drawRates(canvas, curves, state), { below: [el("div", { class: "note" }, note), el("div", { class: "toggles" }, ...controls)] }));
  const known = Object.keys(LATENCIES).filter(name => curves.some(curve => curve.rungs.some(rung => name in rung.latency)));
  if (known.length) {
    const toggles = known.map(name => button(name, state.shown.has(name), on => { state.shown[on ? "add" : "delete"](name); }));
    mine.push(figure(pair, "Latency of single operations",
      legend(names),
      "Percentiles of the time of an operation against the number of workers",
      canvas => drawLatencies(canvas, curves, state, known.filter(name => state.shown.has(name))),
      { below: [el("div", { class: "note" }, known.map(name => name + " " + DASHES[name]).join(", ")), el("div", { class: "toggles" }, ...toggles)] }));
  }
  pageFigures.push(...mine);
}

function redrawFigure(entry) {
  entry.chart?.destroy();
  entry.chart = entry.make(entry.canvas);
}
