/** The activity of the JVMs of a fixture, over the seconds since it was ready. */
const fixtures = JSON.parse(document.getElementById("fixture-data").textContent);

/** Converts counts since the start to increments per second between samples. */
function perSecond(seconds, counts) {
  return counts.slice(1).map((count, i) => ({ x: seconds[i + 1], y: (count - counts[i]) / (seconds[i + 1] - seconds[i]) }));
}

/** Draws a line for each JVM. The x axis is in seconds, so late samples are at their actual time. */
function drawSeries(canvas, lines, title, write, forks) {
  const sets = lines.map(({ name, points }, i) => ({ data: points.map(point => ({ ...point, name })), showLine: true, borderColor: colour(i),
    backgroundColor: colour(i), borderWidth: 1.5, pointStyle: shape(i), pointRadius: points.length > 120 ? 0 : 2, pointHitRadius: 6 }));
  return draw(canvas, "scatter", sets, {
    x: axis("seconds", { min: 0, max: Math.max(...lines.map(line => line.points.at(-1).x)), grid: { display: false } }),
    y: axis(title, { beginAtZero: true, grace: "5%", ticks: { callback: write } }),
  }, { plugins: {
    bands: { ranges: forks.filter((_, i) => i % 2).map(fork => [fork.from, fork.to]) },
    tooltip: { callbacks: { label: ({ raw }) => {
      const fork = forks.find(f => f.from <= raw.x && raw.x <= f.to);
      return [raw.name + ", " + raw.x.toFixed(1) + " s" + (fork ? (fork.warmup ? ", warm-up, " : ", ") + counted(fork.threads, "worker") : ""), write(raw.y)];
    } } },
  } });
}

/** The charts of a series: title, name in the series, unit, format, and whether the numbers are cumulative. */
const SERIES = [
  ["Processors in use", "cpuSeconds", "processors", short, true],
  ["Heap in use", "heapBytes", "MiB", short, false],
  ["Garbage collections", "collections", "per second", short, true],
  ["Garbage collection time", "collectionSeconds", "share of time", percent, true],
  ["Threads", "threads", "platform threads", short, false],
  ["Forced writes to disk", "forces", "per second", short, true],
  ["Written to the disk", "writtenBytes", "MiB per second", short, true],
  ["Files", "diskBytes", "MiB", short, false],
  ["Processors in use by other processes", "processCpuSeconds", "processors", short, true],
  ["Memory of other processes", "processBytes", "MiB", short, false],
];

/** Returns the numbers of a series; undefined if it is missing. */
function numbersOf(series, key) {
  return series[key] ?? series.more?.[key];
}

function buildFixture(pair, { jvms, forks }) {
  const names = jvms.map(({ name }, i) => [name, i, "full"]);
  return SERIES.filter(([, key]) => jvms.some(jvm => numbersOf(jvm.series, key))).map(([title, key, unit, write, counts]) => {
    const size = unit.startsWith("MiB") ? 1048576 : 1;
    const lines = jvms.filter(jvm => numbersOf(jvm.series, key)).map(({ name, series }) => {
      const numbers = numbersOf(series, key).map(number => number / size);
      return { name, points: counts ? perSecond(series.seconds, numbers) : numbers.map((y, i) => ({ x: series.seconds[i], y })) };
    });
    return figure(pair, title, jvms.length > 1 ? legend(names) : "", title + " of the fixture against seconds",
      canvas => drawSeries(canvas, lines, unit, write, forks));
  });
}

/** Creates the charts of a fixture when it is opened for the first time. */
document.querySelectorAll(".fixture").forEach((box, i) => {
  const open = () => {
    const made = buildFixture(box.querySelector(".pair"), fixtures[i]);
    pageFigures.push(...made);
    return made;
  };
  if (box.open) open();
  else box.addEventListener("toggle", () => open().forEach(redrawFigure), { once: true });
});
