/** The charts of a case. */
const SHAPES = ["circle", "triangle", "rect", "rectRot", "crossRot", "star", "dash"];
const LIGHT = ["#0072b2", "#d55e00", "#00805d", "#b0568a", "#b07d00", "#6a4fb3", "#7f3b08", "#5c5c5c"];
const DARK = ["#4ba3e3", "#ff8f4d", "#3ccb9c", "#e59ac4", "#e8c14a", "#b09bee", "#c9925f", "#b9c0c7"];

const style = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
let printing = false;

function isDark() {
  const theme = document.documentElement.dataset.theme;
  return !printing && (theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches);
}

const colour = i => (isDark() ? DARK : LIGHT)[i % LIGHT.length];

/** Updates the legends with the current colours. */
function setPalette() {
  LIGHT.forEach((_, i) => document.documentElement.style.setProperty("--fork-" + i, colour(i)));
}

const shape = i => SHAPES[Math.floor(i / LIGHT.length) % SHAPES.length];

/** Draws the intervals of datasets that have them, as pairs of ends, clipped at the edge of the chart. */
const intervals = {
  id: "intervals",
  afterDatasetsDraw(chart) {
    const { ctx, chartArea: area, scales: { y } } = chart;
    ctx.save();
    ctx.beginPath();
    ctx.rect(area.left - 6, area.top, area.width + 12, area.height);
    ctx.clip();
    chart.data.datasets.forEach((set, s) => {
      if (!set.ends || !chart.isDatasetVisible(s)) return;
      ctx.strokeStyle = set.borderColor;
      ctx.lineWidth = 1.5;
      chart.getDatasetMeta(s).data.forEach((point, i) => {
        const [low, high] = set.ends[i] || [null, null];
        if (low === null || high === null) return;
        const [bottom, top] = [y.getPixelForValue(low), y.getPixelForValue(high)];
        ctx.beginPath();
        for (const [from, to, h] of [[point.x, point.x, true], [point.x - 4, point.x + 4, bottom], [point.x - 4, point.x + 4, top]]) {
          ctx.moveTo(from, h === true ? bottom : h);
          ctx.lineTo(to, h === true ? top : h);
        }
        ctx.stroke();
      });
    });
    ctx.restore();
  },
};

/** Shades ranges of the x axis below the data, and marks positions on it above the data. */
const bands = {
  id: "bands",
  at: (chart, options) => value => options.pixel ? options.pixel(value, chart.chartArea) : chart.scales.x.getPixelForValue(value),
  beforeDatasetsDraw(chart, _, options) {
    const { ctx, chartArea: area } = chart;
    const at = bands.at(chart, options);
    ctx.save();
    ctx.fillStyle = style("--band");
    for (const [from, to] of options.ranges || []) {
      const left = Math.max(area.left, at(from));
      ctx.fillRect(left, area.top, Math.max(0, Math.min(area.right, at(to)) - left), area.height);
    }
    ctx.restore();
  },
  afterDatasetsDraw(chart, _, options) {
    const { ctx, chartArea: area } = chart;
    const at = bands.at(chart, options);
    ctx.save();
    ctx.strokeStyle = style(options.colour || "--muted");
    ctx.lineWidth = 1.8;
    ctx.setLineDash([6, 4]);
    for (const place of options.marks || []) {
      ctx.beginPath();
      ctx.moveTo(at(place), area.top);
      ctx.lineTo(at(place), area.bottom);
      ctx.stroke();
    }
    ctx.restore();
  },
};

function axis(title, more = {}) {
  const { ticks = {}, grid = {}, ...others } = more;
  return {
    title: { display: true, text: title, color: style("--muted") },
    ticks: { color: style("--muted"), includeBounds: false, ...ticks },
    grid: { color: style("--grid"), ...grid },
    border: { color: style("--line") },
    ...others,
  };
}

function draw(canvas, type, datasets, scales, more = {}) {
  const { plugins = {}, ...others } = more;
  return new Chart(canvas, {
    type,
    data: { datasets, labels: others.labels },
    plugins: [intervals, bands],
    options: {
      animation: false,
      responsive: true,
      maintainAspectRatio: false,
      interaction: { mode: "nearest", intersect: true },
      scales,
      plugins: { legend: { display: false }, ...plugins },
    },
  });
}

/** Draws every iteration in the order in which they ran. Values far outside the measured range are triangles at the edge. */
function drawOrder(canvas, c, fit) {
  const forks = c.forks;
  const measured = forks.flatMap(f => f.measured).filter(Number.isFinite);
  const [low, high] = [Math.min(...measured), Math.max(...measured)];
  const room = (high - low || Math.abs(high) || 1) * 0.35;
  const limits = fit ? [low >= 0 ? Math.max(0, low - room) : low - room, high + room] : [-Infinity, Infinity];
  let x = 0;
  const ranges = [];
  const sets = [];
  forks.forEach((fork, i) => {
    const from = x + 1;
    const points = fork.all.map((value, j) => ({ x: ++x, y: Math.min(limits[1], Math.max(limits[0], value)), value, fork: fork.number,
      warmup: j < fork.warmup, number: every * (j < fork.warmup ? j : j - fork.warmup) + 1 }));
    if (fork.warmup) ranges.push([from - 0.5, from + fork.warmup - 0.5]);
    sets.push({
      data: points, clip: 8, showLine: true, borderColor: colour(i), borderWidth: 1, pointRadius: measured.length > 400 ? 2 : 3.2, pointBorderWidth: 1.5,
      pointStyle: points.map(p => p.y !== p.value ? "triangle" : shape(i)),
      rotation: points.map(p => p.value < p.y ? 180 : 0),
      pointBackgroundColor: points.map(p => p.warmup ? "transparent" : colour(i)),
      pointBorderColor: colour(i),
    });
    if (fork.measured.length) {
      sets.push({ data: [{ x: from + fork.warmup - 0.4, y: fork.median }, { x: x + 0.4, y: fork.median }], showLine: true, pointRadius: 0,
        pointHitRadius: 0, borderColor: colour(i), borderWidth: 2.5 });
    }
  });
  return draw(canvas, "scatter", sets, {
    x: axis("iteration, in the order of the run", { min: 0.5, max: x + 0.5, grid: { display: false }, ticks: { precision: 0 } }),
    y: axis(c.unit, fit ? { min: limits[0], max: limits[1], ticks: { callback: short } } : { ticks: { callback: short } }),
  }, { plugins: {
    bands: { ranges },
    tooltip: { filter: item => item.raw.fork !== undefined, callbacks: { label: item => "fork " + item.raw.fork
      + (item.raw.warmup ? ", warm-up " : ", iteration ") + item.raw.number + ": " + short(item.raw.value) + " " + c.unit } },
  } });
}

/** Formats an iteration, or a number of an axis, with six significant digits. */
const short = value => Number.isFinite(value) ? abbreviated(value, 6, 1e6) : MISSING;

/** Returns whether the scale of the warm-up would hide differences between measured iterations. */
function warmupDwarfs(c) {
  const measured = c.forks.flatMap(f => f.measured).filter(Number.isFinite);
  const all = c.forks.flatMap(f => f.all).filter(Number.isFinite);
  const spread = list => Math.max(...list) - Math.min(...list);
  return spread(all) > 5 * spread(measured);
}

/** Draws a histogram of the measured iterations, stacked by fork, with bins according to Freedman and Diaconis. */
function drawDistribution(canvas, c) {
  const forks = c.forks;
  const values = forks.flatMap(f => f.measured).filter(Number.isFinite).sort((a, b) => a - b);
  const quartile = q => values[Math.min(values.length - 1, Math.round(q * (values.length - 1)))];
  const span = values.at(-1) - values[0];
  const width = 2 * (quartile(0.75) - quartile(0.25)) / Math.cbrt(values.length);
  const count = span > 0 ? Math.max(10, Math.min(40, Math.ceil(span / (width || span)))) : 1;
  const step = span > 0 ? span / count : Math.abs(values[0]) * 0.01 || 1;
  const start = span > 0 ? values[0] : values[0] - step / 2;
  const labels = Array.from({ length: count }, (_, i) => short(start + (i + 0.5) * step));
  const sets = forks.map((fork, i) => {
    const bins = new Array(count).fill(0);
    fork.measured.filter(Number.isFinite).forEach(v => bins[Math.min(count - 1, Math.max(0, Math.floor((v - start) / step)))]++);
    return { data: bins, label: "fork " + fork.number, backgroundColor: colour(i), borderColor: style("--bg"), borderWidth: 0.5, categoryPercentage: 1, barPercentage: 1 };
  });
  const pixel = (value, area) => area.left + (value - start) / (count * step) * area.width;
  return draw(canvas, "bar", sets, {
    x: axis(c.unit, { stacked: true, grid: { display: false }, ticks: { maxTicksLimit: 8, maxRotation: 0 } }),
    y: axis("iterations", { stacked: true, beginAtZero: true, ticks: { precision: 0 } }),
  }, { labels, plugins: {
    bands: { ranges: c.low === null ? [] : [[c.low, c.high]], marks: [c.value], colour: "--fg", pixel },
    tooltip: { callbacks: { title: items => {
      const i = items[0].dataIndex;
      return short(start + i * step) + " to " + short(start + (i + 1) * step) + " " + c.unit;
    }, label: item => item.dataset.label + ": " + item.raw } },
  } });
}

/** Draws scores against a parameter or the number of threads, with a line for each method of the class. */
function drawScaling(canvas, c, axisOf, title, series) {
  const values = [...new Set(series.flatMap(s => s.cases.map(axisOf)))];
  const numeric = values.every(v => v !== "" && Number.isFinite(Number(v)));
  if (numeric) values.sort((a, b) => a - b);
  const positive = numeric && values.every(v => Number(v) > 0);
  const logarithmic = positive && values.at(-1) / values[0] >= 8;
  const type = !numeric || (!logarithmic && values.length > 2 && Number(values[0]) === 0) ? "category" : logarithmic ? "logarithmic" : "linear";
  const all = series.flatMap(s => s.cases);
  const scores = all.map(o => o.value);
  const wide = Math.min(...scores) > 0 && Math.max(...scores) / Math.min(...scores) > 20;
  const sets = series.map((s, i) => {
    const ordered = [...s.cases].sort((a, b) => values.indexOf(axisOf(a)) - values.indexOf(axisOf(b)));
    return {
      label: s.name, data: ordered.map(o => ({ x: type === "category" ? axisOf(o) : Number(axisOf(o)), y: o.value, id: o.id })),
      ends: ordered.map(o => [o.low, o.high]), showLine: numeric, borderColor: colour(i), backgroundColor: colour(i), pointStyle: shape(i),
      borderWidth: i === 0 ? 3 : 1.5, pointRadius: i === 0 ? 4.5 : 3.5,
    };
  });
  const exact = type === "logarithmic" ? { afterBuildTicks: scale => { scale.ticks = values.map(v => ({ value: Number(v) })); },
    min: values[0] / 1.3, max: values.at(-1) * 1.3 } : type === "linear" ? { grace: "5%" } : { labels: values, offset: true };
  return draw(canvas, type === "category" && !numeric ? "line" : "line", sets, {
    x: axis(title, { type, ...exact, ticks: { callback: type === "category" ? function (v) { return this.getLabelForValue(v); } : v => String(v) } }),
    y: axis(c.unit, wide ? { type: "logarithmic", ticks: { callback: short, maxTicksLimit: 8 } } : { beginAtZero: true, ticks: { callback: short } }),
  }, { plugins: { tooltip: { callbacks: { title: items => title + " = " + items[0].raw.x,
    label: item => item.dataset.label + ": " + short(item.raw.y) + " " + c.unit + interval(item.dataset.ends[item.dataIndex]) } } } });
}

const interval = ([low, high]) => low === null ? "" : " [" + short(low) + ", " + short(high) + "]";

/** Draws the case over time, with the points at which its level changed. */
function drawHistory(canvas, c) {
  const points = c.history;
  const sets = [{
    data: points.map(p => ({ x: p.time, y: p.value, commit: p.commit, changed: p.changed, starved: p.starved })), ends: points.map(p => [p.low, p.high]),
    showLine: true, borderColor: colour(0), backgroundColor: colour(0), borderWidth: 1.5,
    pointRadius: points.map(p => p.changed ? 6 : 3), pointStyle: points.map(p => p.changed ? "rectRot" : "circle"),
    pointBackgroundColor: points.map(p => p.changed ? style("--bad") : p.starved ? style("--bg") : colour(0)),
  }];
  const ends = points.flatMap(p => [p.low, p.high]).filter(Number.isFinite);
  const day = value => new Date(value).toISOString().slice(0, 10);
  return draw(canvas, "scatter", sets, {
    x: axis("time, UTC", { ticks: { callback: day, maxTicksLimit: 8, maxRotation: 0 }, grid: { display: false } }),
    y: axis(c.unit, { suggestedMin: Math.min(...ends), suggestedMax: Math.max(...ends), grace: "5%", ticks: { callback: short } }),
  }, { plugins: {
    bands: { marks: points.filter(p => p.changed).map(p => p.time), colour: "--bad" },
    tooltip: { callbacks: { label: item => [new Date(item.raw.x).toISOString().replace(".000Z", "Z") + " " + item.raw.commit,
      short(item.raw.y) + " " + c.unit + interval(item.dataset.ends[item.dataIndex]), ...(item.raw.changed ? ["level changed here"] : []),
      ...(item.raw.starved ? ["not judged: most measured iterations waited for a processor"] : [])] } },
  } });
}
