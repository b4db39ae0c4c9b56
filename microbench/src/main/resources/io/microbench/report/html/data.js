/** Unpacks the data of the page, in the layout of HtmlData. */
const packed = await unpack("data");

/** Converts steps of a decimal place from the median of a case to values. */
const decode = (steps, [places, middle]) => steps.map(step => step === null ? NaN : (middle + step) / 10 ** places);

/** The page of a very long run contains only every second or third iteration. */
const every = packed.every ?? 1;
const thinned = every > 1 ? "; one of " + every + " is drawn" : "";

/** Indexes of the columns of the table in the values of a case; an interval has two values. */
const places = new Map(packed.columns.flatMap(([, , , ...names]) => names).map((name, place) => [name, place]));
const valueOf = (c, name) => c.k && places.has(name) ? c.k[places.get(name)] : null;

/** A verdict: its name, and the values of its columns by name. */
function verdictOf([word, ...values]) {
  const verdict = { word };
  for (const [, , , ...names] of packed.verdicts)
    for (const name of names) verdict[name] = values.shift();
  return verdict;
}

const isWords = format => ["text", "note", "unit"].includes(format);
const STATES = { D: "DONE", F: "FAILED", S: "SKIPPED", P: "PLANNED" };

const cases = packed.cases.map((c, index) => ({
  index,
  id: c.id,
  anchor: c.a,
  className: c.c,
  method: c.m,
  values: c.p,
  threads: c.t,
  mode: c.mode,
  unit: c.k ? valueOf(c, "unit") : "",
  numbers: c.k ?? [],
  state: STATES[c.st],
  why: c.why ?? "",
  inProcess: c.ip === 1,
  remarks: c.rm ?? "",
  warnings: (c.warn || []).map(([words, sentence]) => ({ words, sentence })),
  score: c.s?.[0] ?? null,
  error: c.s?.[1] ?? null,
  value: valueOf(c, "value"),
  low: valueOf(c, "low"),
  high: valueOf(c, "high"),
  spread: valueOf(c, "fork_cv"),
  forkCount: c.n,
  tied: c.tie === 1,
  bytes: valueOf(c, "bytes_per_op"),
  baseline: c.b ?? null,
  verdict: c.w ? verdictOf(c.w) : null,
  // A case that runs the same code in both builds may be skipped.
  get status() { return this.verdict && (this.state === "DONE" || this.verdict.word === "SAME_CODE") ? this.verdict.word : this.state; },
  get forks() {
    return c.f.map(([number, warmup, steps, failure, exact]) => {
      const all = decode(steps, c.x);
      const measured = all.slice(warmup);
      return { number, warmup, all, measured, median: exact ?? median(measured), failure };
    });
  },
  get secondary() { return (c.sec || []).map(([label, s, e, unit]) => ({ label, score: s, error: e, unit })); },
  get echo() { return c.echo || []; },
  get history() {
    return (c.h || []).map(([time, commit, value, low, high, changed, starved]) => ({ time: time * 1000, commit, value, low, high,
      changed: changed === 1, starved: starved === 1 }));
  },
  get command() { return packed.command[0] + c.q + packed.command[1]; },
}));

const simpleName = name => name.slice(name.lastIndexOf(".") + 1);
const sameName = new Map();
for (const name of new Set(cases.map(c => c.className))) sameName.set(simpleName(name), (sameName.get(simpleName(name)) ?? 0) + 1);
/** Returns the name of a suite on the page, without its package if that is unique. */
const suiteName = name => sameName.get(simpleName(name)) > 1 ? name : simpleName(name);
