/** What the JVM of a fixture did, against the seconds since it could be used. */
const fixtures = JSON.parse(document.getElementById("fixture-data").textContent);

/** Turns counts since the start into what was added each second, from one sample to the next. */
function perSecond(seconds, counts) {
  return counts.slice(1).map((count, i) => ({ x: seconds[i + 1], y: (count - counts[i]) / (seconds[i + 1] - seconds[i]) }));
}

/** Draws points of a series; x is in seconds, so a sample that came late stands where it was taken. */
function drawSeries(canvas, points, title, write, forks) {
  return draw(canvas, "scatter", [{ data: points, showLine: true, borderColor: colour(0), backgroundColor: colour(0), borderWidth: 1.5,
    pointRadius: points.length > 120 ? 0 : 2, pointHitRadius: 6 }], {
    x: axis("seconds", { min: 0, max: points.at(-1).x, grid: { display: false } }),
    y: axis(title, { beginAtZero: true, grace: "5%", ticks: { callback: write } }),
  }, { plugins: {
    bands: { ranges: forks.filter((_, i) => i % 2).map(fork => [fork.from, fork.to]) },
    tooltip: { callbacks: { label: ({ raw }) => {
      const fork = forks.find(f => f.from <= raw.x && raw.x <= f.to);
      return [raw.x.toFixed(1) + " s" + (fork ? ", " + counted(fork.threads) : ""), write(raw.y)];
    } } },
  } });
}

function buildFixture(pair, { series, forks }) {
  const at = values => values.map((y, i) => ({ x: series.seconds[i], y }));
  const rate = counts => perSecond(series.seconds, counts);
  const charts = [
    ["Processors in use", rate(series.cpuSeconds), "processors", short],
    ["Heap in use", at(series.heapBytes.map(bytes => bytes / 1048576)), "MiB", short],
    ["Garbage collections", rate(series.collections), "each second", short],
    ["Time of garbage collection", rate(series.collectionSeconds), "share of the time", percent],
    ["Threads", at(series.threads), "platform threads", short],
  ];
  for (const [title, points, unit, write] of charts)
    pageFigures.push(figure(pair, title, "", title + " of the fixture against seconds", canvas => drawSeries(canvas, points, unit, write, forks)));
}

document.querySelectorAll(".fixture .pair").forEach((pair, i) => buildFixture(pair, fixtures[i]));
