/** The details of a row. */
function figure(box, title, caption, label, make, { wide = false, below = [] } = {}) {
  const canvas = el("canvas", { role: "img", "aria-label": label, tabindex: "-1" });
  const made = el("figure", { class: "figure" + (wide ? " wide" : "") }, el("h3", {}, title));
  if (caption) made.append(el("figcaption", {}, ...[].concat(caption)));
  made.append(el("div", { class: "chart" }, canvas), ...below);
  box.append(made);
  return { canvas, make, figure: made };
}

function legend(entries) {
  return el("ul", { class: "legend" }, ...entries.map(([name, i, kind]) => {
    const mark = el("i", { class: kind === "line" ? "line" : i >= LIGHT.length ? "second" : "" });
    const shade = i < 0 ? "var(--muted)" : "var(--fork-" + i % LIGHT.length + ")";
    mark.style.borderColor = shade;
    if (kind === "full") mark.style.background = shade;
    return el("li", {}, mark, name);
  }));
}

function facts(c) {
  const list = [];
  if (c.low !== null) list.push(["Over " + c.forkCount + " forks", score(c.value) + " [" + score(c.low) + ", " + score(c.high) + "] " + c.unit + " (" + packed.levels.forks + ")"]);
  else list.push(["Over forks", c.inProcess ? "in-process: not comparable" : "one fork: no interval"]);
  list.push(["JMH score", score(c.score) + (c.error === null ? "" : " ± " + error(c.error, c.score)) + " " + c.unit + " (" + packed.levels.error + ", pooled over iterations)"]);
  if (c.remarks) list.push(["Remarks", c.remarks]);
  if (c.bytes !== null) list.push(["Allocation", score(c.bytes) + " B/op"]);
  const v = c.verdict;
  if (v) {
    list.push(["Verdict", (SIGNS[v.word] || v.word) + (v.remarks ? "; " + v.remarks : "")]);
    list.push(["Baseline → candidate", score(v.baseline) + " → " + score(v.candidate) + " " + c.unit]);
    list.push(["Speed", changeOf(v.ratio) + " [" + changeOf(v.low) + ", " + changeOf(v.high) + "], p " + probability(v.p)]);
    list.push(["Detectable change", v.sees === null ? MISSING : percent(v.sees) + " with " + v.baselineForks + " and " + v.candidateForks + " forks"]);
  }
  return el("dl", { class: "facts wide" }, ...list.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value))));
}

function command(c) {
  const button = el("button", { type: "button" }, "Copy");
  button.addEventListener("click", async () => {
    let done = false;
    try {
      await navigator.clipboard.writeText(c.command);
      done = true;
    } catch {
      const area = el("textarea", { readonly: "", class: "hidden" });
      area.value = c.command;
      document.body.append(area);
      area.select();
      done = document.execCommand("copy");
      area.remove();
      button.focus();
    }
    button.textContent = done ? "Copied" : "Press Ctrl+C";
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  });
  return el("div", { class: "wide" }, el("h3", {}, "Run it again"), el("div", { class: "command" }, el("code", {}, c.command), button));
}

function plainTable(heads, lines) {
  return el("div", { class: "scroll" }, el("table", { class: "plain" },
    el("thead", {}, el("tr", {}, ...heads.map((h, i) => el("th", { scope: "col", class: i ? "num" : "" }, h)))),
    el("tbody", {}, ...lines.map(line => el("tr", {}, ...line.map((v, i) => el("td", { class: i ? "num" : "" }, v)))))));
}

/** Tables of the data in the charts, created when they are opened. */
function fold(title, build) {
  const details = el("details", {}, el("summary", {}, title));
  details.addEventListener("toggle", () => { if (details.open && !details.built) { details.built = true; details.append(build()); } });
  return details;
}

function tables(c) {
  const box = el("div", { class: "wide" });
  box.append(fold("Values of every iteration", () => {
    const forks = c.forks;
    const longest = Math.max(...forks.map(f => f.all.length));
    const heads = ["", ...forks.map(f => "fork " + f.number)];
    const alike = forks.every(f => f.warmup === forks[0].warmup);
    const lines = Array.from({ length: longest }, (_, i) => {
      const warm = i < forks[0].warmup;
      const name = alike ? (warm ? "warm-up " : "iteration ") + (every * (warm ? i : i - forks[0].warmup) + 1) : String(every * i + 1);
      return [name, ...forks.map(f => i < f.all.length ? short(f.all[i]) + (alike || i >= f.warmup ? "" : " (warm-up)") : "")];
    });
    return plainTable(heads, [...lines, ["median", ...forks.map(f => short(f.median))]]);
  }));
  if (c.secondary.length) box.append(fold("Secondary results", () => plainTable(["result", "score", "error", "units"],
    c.secondary.map(s => [s.label, score(s.score), s.error === null ? "" : "± " + error(s.error, s.score), s.unit]))));
  if (c.echo.length) box.append(fold("Facts reported by the fork", () => plainTable(["", ""], c.echo)));
  return box;
}

/** Finds the cases that differ from this case in one axis only, also for the other methods of the class. */
function along(c, same) {
  const peers = cases.filter(o => o.value !== null && (!o.inProcess || o === c) && o.className === c.className && o.unit === c.unit && o.mode === c.mode && same(o));
  const names = [c.method, ...new Set(peers.map(o => o.method).filter(m => m !== c.method))].slice(0, LIGHT.length);
  return names.map(name => ({ name, cases: peers.filter(o => o.method === name) }));
}

function scalingFigures(box, c) {
  const figures = [];
  const add = (title, axisOf, same) => {
    const series = along(c, same);
    if (new Set(series[0].cases.map(axisOf)).size < 2) return;
    figures.push(figure(box, "Against " + title, legend(series.map((s, i) => [s.name, i, "full"])),
      "Score of " + c.method + " and its siblings for each value of " + title, canvas => drawScaling(canvas, c, axisOf, title, series)));
  };
  packed.params.forEach((name, i) => add(name, o => o.values[i],
    o => o.threads === c.threads && o.values[i] !== "" && o.values.every((v, j) => j === i || v === c.values[j])));
  add("threads", o => String(o.threads), o => o.values.every((v, j) => v === c.values[j]));
  return figures;
}

function showDetail(c, cellOf) {
  const box = el("div", { class: "box" });
  cellOf.append(box);
  box.append(el("div", { class: "wide" }, el("h2", {}, el("a", { href: "#" + c.anchor, title: "link to this case" }, ...breakable(c.id)))));
  if (c.score !== null) box.append(facts(c));
  const explained = c.warnings.filter(w => w.sentence);
  if (explained.length) box.append(el("ul", { class: "wide warnings" }, ...explained.map(w =>
    el("li", {}, el("span", { class: "mark" }, w.words), " " + w.sentence))));
  const failed = c.forks.filter(f => f.failure);
  failed.forEach(f => box.append(el("div", { class: "wide failure" }, el("h3", {}, "Fork " + f.number + " failed"), el("pre", {}, f.failure))));
  const figures = [];
  const measured = c.forks.some(f => f.measured.some(Number.isFinite));
  if (measured) {
    const order = figure(box, "Every iteration", legend([...c.forks.map((f, i) => ["fork " + f.number, i, "full"]), ["warm-up", -1, "hollow"], ["median of a fork", -1, "line"]]),
      c.forks.length + " forks, " + c.forks[0].all.length + " iterations each" + thinned + "; medians of the forks " + c.forks.map(f => short(f.median)).join(", ") + " " + c.unit,
      canvas => drawOrder(canvas, c, order.fit), { wide: true });
    order.fit = warmupDwarfs(c);
    if (c.forks.some(f => f.warmup)) {
      const button = el("button", { type: "button", class: "quiet", "aria-pressed": String(order.fit) }, "Zoom to measured iterations");
      button.addEventListener("click", () => {
        order.fit = !order.fit;
        button.setAttribute("aria-pressed", String(order.fit));
        redraw(c);
      });
      order.figure.querySelector("figcaption").append(button);
    }
    figures.push(order);
    figures.push(figure(box, "Distribution of measured iterations", "Dashed: estimate over forks; shaded: its " + packed.levels.forks + " interval",
      "Histogram of the measured iterations, coloured by fork", canvas => drawDistribution(canvas, c)));
  }
  if (c.value !== null) figures.push(...scalingFigures(box, c));
  if (c.history.length > 1) figures.push(figure(box, "History", (c.history.some(p => p.changed) ? "Dashed: the level changed" : "No change of level found")
      + (c.history.some(p => p.starved) ? "; hollow: not judged, most measured iterations waited for a processor" : ""),
    "Value of the case in earlier runs", canvas => drawHistory(canvas, c)));
  const halves = figures.filter(f => !f.figure.classList.contains("wide"));
  if (halves.length % 2) halves.at(-1).figure.classList.add("wide");
  // JMH rejects benchmarks without a package, so this is a snippet, which another command measures.
  if (c.className.includes(".")) box.append(command(c));
  if (measured) box.append(tables(c));
  rows.get(c).figures = figures;
  return figures.map(f => f.make(f.canvas));
}

/** Redraws the charts of an open case in the current colours. */
function redraw(c) {
  const entry = rows.get(c);
  entry.charts.forEach(chart => chart.destroy());
  entry.charts = entry.figures.map(f => f.make(f.canvas));
}
