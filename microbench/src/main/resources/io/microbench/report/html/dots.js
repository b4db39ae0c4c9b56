/** The dot plot: for each case, its value, interval and forks, and those of the baseline, on the scale of its suite. */

const isRate = unit => unit.startsWith("ops/");
const better = unit => isRate(unit) ? "more is better" : "less is better";

/** Returns the common scale of the cases of a suite; it begins at zero unless their values are close together or far apart. */
function scaleOf(list) {
  const valued = list.filter(c => c.value !== null);
  const baselines = valued.flatMap(c => c.baseline ? [c.baseline[0]] : []);
  const ends = valued.flatMap(c => [c.low, c.high, ...(c.baseline ? c.baseline.slice(1) : [])]);
  const values = [...valued.map(c => c.value), ...baselines];
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const zero = least >= 0 && least < FROM_ZERO * most && least * DECADES > most ? [0] : [];
  return makeScale([...values, ...zero], ends.filter(end => end !== null));
}

/** Returns the position of a share of a scale, with room for dots at the edges. */
const place = share => (2 + 96 * Math.max(0, Math.min(1, share))).toFixed(2) + "%";

function gridLines(scale, height) {
  return scale.ticks(5).map(tick => svg("line", { class: "grid", x1: place(scale.share(tick)), x2: place(scale.share(tick)), y1: 0, y2: height }));
}

/** Returns a line between two ends, with an arrow if it extends beyond the edge. */
function range(scale, low, high, y, kind) {
  const [from, to] = [scale.share(low), scale.share(high)];
  const parts = [svg("line", { class: kind, x1: place(from), x2: place(to), y1: y, y2: y })];
  for (const [share, sign, anchor] of [[from, "‹", "start"], [to, "›", "end"]]) {
    if (share < 0 || share > 1) parts.push(svg("text", { class: "beyond", x: share < 0 ? "0" : "100%", y: y + 4, "text-anchor": anchor }, sign));
    else parts.push(svg("line", { class: kind, x1: place(share), x2: place(share), y1: y - 3, y2: y + 3 }));
  }
  return parts;
}

/** Returns the description of a row of the plot. */
function spoken(c) {
  const ends = c.low === null ? ", one fork, no interval" : ", " + packed.levels.forks + " interval " + score(c.low) + " to " + score(c.high) + " over " + c.forkCount + " forks";
  return score(c.value) + " " + c.unit + ends + (c.baseline ? "; baseline " + score(c.baseline[0]) : "");
}

/** Draws the row of a case. */
function dotRow(c, scale) {
  if (c.value === null || !scale) return "";
  const y = c.baseline ? 9 : 13;
  const parts = gridLines(scale, 22);
  if (c.baseline) {
    const [value, low, high] = c.baseline;
    if (low !== null && low !== undefined) parts.push(...range(scale, low, high, 18, "interval before"));
    parts.push(svg("circle", { class: "before", cx: place(scale.share(value)), cy: 18, r: 3.4 }));
  }
  for (const fork of c.forks) {
    const at = place(scale.share(fork.median));
    if (Number.isFinite(fork.median)) parts.push(svg("line", { class: "fork", x1: at, x2: at, y1: y - 9, y2: y - 5 }));
  }
  if (c.low !== null) parts.push(...range(scale, c.low, c.high, y, "interval"));
  parts.push(svg("circle", { class: "dot", cx: place(scale.share(c.value)), cy: y, r: 4.2 }));
  return svg("svg", { class: "dots " + (c.verdict ? c.verdict.word : ""), role: "img", "aria-label": spoken(c) }, svg("title", {}, spoken(c)), ...parts);
}

/** Draws the scale above the rows of a suite; if they are hidden, also a line for each case. */
function scaleRow(list, scale, hidden) {
  if (!scale) return "";
  const height = hidden ? 34 : 20;
  const ticks = scale.ticks(5);
  const parts = ticks.flatMap(tick => [
    svg("text", { class: "tick", x: place(scale.share(tick)), y: 12, "text-anchor": "middle" }, compact(tick)),
    svg("line", { class: "grid", x1: place(scale.share(tick)), x2: place(scale.share(tick)), y1: 15, y2: height })]);
  if (hidden) {
    const lines = list.filter(c => c.value !== null).map(c => "M" + (20 + 960 * scale.share(c.value)).toFixed(0) + " 18V32").join("");
    parts.push(svg("svg", { viewBox: "0 0 1000 34", preserveAspectRatio: "none", width: "100%", height: 34 }, svg("path", { class: "strip", d: lines })));
  }
  return svg("svg", { class: "scale", role: "img", style: "height:" + height + "px",
    "aria-label": "Scale from " + compact(scale.least) + " to " + compact(scale.most) + (scale.logarithmic ? ", logarithmic" : "") }, ...parts);
}
