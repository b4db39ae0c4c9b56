/** Draws the history of each case: the first charts at once, the others when they scroll into view. */
const packed = await unpack("data");
const CHART = { width: innerWidth <= 720 ? 360 : 560, height: 130, left: 58, right: 8, top: 8, bottom: 20 };

const cases = packed.cases.map(c => ({ ...c, words: (c.id + (c.s ? " suspect" : c.n ? " " + c.n : "")).toLowerCase(),
  points: c.segments.flatMap(segment => segment.points) }));
const day = seconds => new Date(seconds * 1000).toISOString().slice(0, 10);
const minute = seconds => new Date(seconds * 1000).toISOString().slice(0, 16).replace("T", " ");

/** Returns the text of a point: time, commit, value and interval. */
function describe(point, unit) {
  const [time, value, low, high, commit, starved] = point;
  return minute(time) + (commit < 0 ? "" : ", commit " + packed.commits[commit]) + ": " + score(value) + " " + unit
    + (low === null ? "" : " [" + score(low) + ", " + score(high) + "]")
    + (starved ? "; " + (starved < 0 ? "a fork's score is not above 0" : (100 * starved).toFixed(0) + "% of the measured iterations waited for a processor")
      + ": not judged" : "");
}

function chart(c) {
  const { width, height, left, right, top, bottom } = CHART;
  const scale = makeScale(c.points.map(p => p[1]), c.points.flatMap(p => p[2] === null ? [] : [p[2], p[3]]));
  const times = c.points.map(p => p[0]);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const x = time => first === last ? (left + width - right) / 2 : left + (width - left - right) * (time - first) / (last - first);
  const y = value => height - bottom - (height - top - bottom) * Math.max(0, Math.min(1, scale.share(value)));
  const drawn = svg("svg", { viewBox: "0 0 " + width + " " + height, role: "img",
    "aria-label": c.id + ": " + c.points.length + " values from " + day(first) + " to " + day(last) });
  const ticks = scale.ticks(3);
  for (const tick of ticks.length > 1 ? ticks : scale.ticks(6)) {
    drawn.append(svg("line", { class: "grid", x1: left, x2: width - right, y1: y(tick), y2: y(tick) }),
      svg("text", { class: "tick", x: left - 5, y: y(tick) + 4, "text-anchor": "end" }, compact(tick)));
  }
  drawn.append(svg("text", { class: "tick", x: left, y: height - 4 }, day(first)));
  if (day(first) !== day(last)) drawn.append(svg("text", { class: "tick", x: width - right, y: height - 4, "text-anchor": "end" }, day(last)));
  c.segments.forEach((segment, i) => {
    const colour = i % 2 ? "segment second" : "segment";
    if (i > 0) {
      const begin = x(segment.points[0][0]) - 3;
      drawn.append(svg("line", { class: "begin", x1: begin, x2: begin, y1: top, y2: height - bottom }, svg("title", {}, "From here on: " + segment.where)));
    }
    let from = 0;
    for (const [at, kind, before, after, ratio] of [...segment.changes, [segment.points.length, "", null, null, null]]) {
      const level = segment.points.slice(from, at).filter(p => !p[5]);
      if (level.length) {
        const middle = median(level.map(p => p[1]));
        drawn.append(svg("line", { class: "level", x1: x(level[0][0]), x2: x(level[level.length - 1][0]), y1: y(middle), y2: y(middle) }));
      }
      if (kind) {
        const here = x(segment.points[at][0]);
        drawn.append(svg("line", { class: "change " + kind, x1: here, x2: here, y1: top, y2: height - bottom },
          svg("title", {}, kind.toLowerCase() + " from here on: " + score(before) + " → " + score(after) + ", speed " + change(ratio - 1))));
      }
      from = at;
    }
    for (const [begin, end] of segment.same) {
      drawn.append(svg("line", { class: "same", x1: x(segment.points[begin][0]), x2: x(segment.points[end][0]), y1: height - bottom, y2: height - bottom },
        svg("title", {}, "The same code in " + (end - begin + 1) + " runs")));
    }
    for (const point of segment.points) {
      const [time, value, low, high, , starved] = point;
      const group = svg("g", { class: colour + (starved ? " starved" : "") }, svg("title", {}, describe(point, segment.unit)));
      if (low !== null) group.append(svg("line", { class: "interval", x1: x(time), x2: x(time), y1: y(low), y2: y(high) }));
      group.append(svg("circle", { class: "dot", cx: x(time), cy: y(value), r: 3 }));
      drawn.append(group);
    }
  });
  return drawn;
}

function figure(c) {
  const units = [...new Set(c.segments.map(segment => segment.unit))].join(", ");
  const changes = c.segments.flatMap(segment => segment.changes.map(([at, kind, , , ratio]) =>
    [kind, el("li", { class: kind }, kind.toLowerCase() + " " + change(ratio - 1) + " since " + day(segment.points[at][0])
      + (segment.points[at][4] < 0 ? "" : ", commit " + packed.commits[segment.points[at][4]]))]));
  // The last one is in the line of the suspect.
  const last = c.s ? changes.findLastIndex(([kind]) => kind === "SLOWER") : -1;
  const others = changes.filter((_, i) => i !== last).map(([, item]) => item);
  return el("figure", { class: "past" + (c.s ? " suspect" : c.n ? " idle" : ""), id: c.a, tabindex: "0" },
    el("figcaption", {}, el("a", { href: "#" + c.a }, ...breakable(c.id)), " ", el("span", { class: "count" }, units),
      ...(c.s ? [el("p", { class: "mark" }, c.s)] : c.n ? [el("p", {}, c.n)] : [])),
    el("div", { class: "place" }),
    ...(others.length ? [el("ul", { class: "changes" }, ...others.slice(-3))] : []));
}

const list = document.getElementById("pasts");
const made = new Map();
const watcher = new IntersectionObserver(entries => entries.filter(entry => entry.isIntersecting).forEach(entry => draw(entry.target)), { rootMargin: "400px" });

function draw(box) {
  watcher.unobserve(box);
  const place = box.querySelector(".place");
  // A filter may have removed the element in the meantime.
  if (made.has(box) && !place.firstChild) place.append(chart(made.get(box)));
}

/** The number of figures added at a time; more are added when the reader scrolls to the end. */
const STEP = 100;
/** The number of values whose charts do not wait for the observer, which runs only after the first picture of the page. */
const DRAWN_AT_ONCE = 2000;
let wanted = cases;
let placed = 0;
const end = el("div", {});
const more = new IntersectionObserver(entries => entries.some(entry => entry.isIntersecting) && place(), { rootMargin: "800px" });

function place(until = placed + STEP) {
  let left = placed ? 0 : DRAWN_AT_ONCE;
  for (const c of wanted.slice(placed, until)) {
    const box = figure(c);
    made.set(box, c);
    list.append(box);
    if (left > 0) draw(box);
    else watcher.observe(box);
    left -= c.points.length;
  }
  placed = Math.min(until, wanted.length);
  list.append(end);
}

function arrange() {
  const words = document.getElementById("filter").value.toLowerCase().split(/\s+/).filter(Boolean);
  wanted = cases.filter(c => words.every(word => c.words.includes(word)));
  document.getElementById("shown").textContent = (wanted.length === cases.length ? "" : wanted.length + " of ") + counted(cases.length, "case");
  list.replaceChildren();
  made.clear();
  placed = 0;
  place();
}

document.getElementById("filter").addEventListener("input", arrange);
document.addEventListener("keydown", event => {
  if (event.key === "/" && !event.target.closest("input")) {
    event.preventDefault();
    document.getElementById("filter").focus();
  }
});

function openAnchor() {
  const at = wanted.findIndex(c => c.a === location.hash.slice(1));
  if (at < 0) return;
  if (at >= placed) place(at + 1);
  const box = document.getElementById(wanted[at].a);
  box.scrollIntoView({ block: "center" });
  box.focus({ preventScroll: true });
}

addEventListener("hashchange", openAnchor);
addEventListener("beforeprint", () => {
  place(Math.min(wanted.length, 500));
  made.forEach((c, box) => draw(box));
});
document.getElementById("key").append(...[["dot", "a run, with its interval over forks"], ["starved", "a run that is not judged: most measured iterations waited for a processor, or a fork is not above 0"], ["level", "median of a level"], ["change", "the level changed"], ["begin", "another machine, JVM or unit"], ["same", "runs of the same code"]]
  .map(([name, words]) => el("li", {}, svg("svg", { viewBox: "0 0 34 12", "aria-hidden": "true" }, name === "dot" || name === "starved"
    ? svg("g", { class: "segment " + name }, svg("circle", { class: "dot", cx: 17, cy: 6, r: 3 }))
    : svg("line", { class: name + (name === "change" ? " SLOWER" : ""), ...(name === "level" || name === "same" ? { x1: 2, x2: 32, y1: 6, y2: 6 } : { x1: 17, x2: 17, y1: 0, y2: 12 }) })), words)));
arrange();
more.observe(end);
openAnchor();
requestAnimationFrame(() => {
  performance.mark("drawn");
  document.documentElement.dataset.ready = "true";
});
