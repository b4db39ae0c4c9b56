/** Formats numbers as in all other reports. */
const MISSING = "n/a";

function decimals(value) {
  const size = Math.abs(value);
  if (size === 0 || size >= 0.1 || !Number.isFinite(size)) return 3;
  return 2 - Math.floor(Math.log10(Number(size.toPrecision(3))));
}

function fixed(value, digits) {
  if (value === null || value === undefined || Number.isNaN(value)) return MISSING;
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "-∞";
  if (value !== 0 && Math.abs(value) < 1e-9) return value.toExponential(2);
  return value.toFixed(Math.min(digits, 100));
}

/** Returns the count and the noun, with an s unless the count is 1. */
const counted = (count, noun) => count + " " + noun + (count === 1 ? "" : "s");

/** Groups the digits before the point in threes by commas. */
const grouped = number => /^-?\d{4}/.test(number) ? number.replace(/^-?\d+/, digits => digits.replace(/\B(?=(\d{3})+$)/g, ",")) : number;

const COUNTS = [[1, ""], [1e3, " k"], [1e6, " M"], [1e9, " G"], [1e12, " T"]];
const DURATIONS = [[1, " ns"], [1e3, " µs"], [1e6, " ms"], [1e9, " s"], [60e9, " min"], [3600e9, " h"]];

/** Formats a value in the largest unit in which it is at least 1, as Quantity does. */
function scaled(value, units) {
  const [size, symbol] = units.findLast(([least], i) => i === 0 || Math.round(Math.abs(value) / units[i - 1][0] * 100) / 100 * units[i - 1][0] >= least);
  const number = value / size;
  return grouped(fixed(number, Number.isInteger(number) ? 0 : Math.abs(number) < 0.1 ? decimals(number) : 2)) + symbol;
}

const duration = nanos => scaled(nanos, DURATIONS);
const isPrefixed = value => Math.abs(value) >= 1e6 && Number.isFinite(value);

/** Returns the decimals of a score that has at most five significant digits. */
const briefDecimals = value => Math.max(0, Math.min(decimals(value), 4 - Math.floor(Math.log10(Math.max(1, Math.abs(value))))));

/** Formats a score with at most five significant digits; from one million on with a unit prefix, as Numbers.brief does. */
const score = value => isPrefixed(value) ? scaled(value, COUNTS) : grouped(fixed(value, briefDecimals(value ?? NaN)));

/** Formats operations per second; from 100 on as a whole number. */
const rateOf = rate => rate >= 100 && !isPrefixed(rate) ? grouped(fixed(rate, 0)) : scaled(rate, COUNTS);

function error(value, of) {
  if (value === null) return "";
  const digits = briefDecimals(of);
  return isPrefixed(of) ? score(value) : grouped(fixed(Math.max(value, 10 ** -digits), digits));
}

function percent(share) {
  if (share === null || !Number.isFinite(share)) return fixed(share, 0);
  const value = share * 100;
  const size = Math.round(Math.abs(value) * 100) / 100;
  return value.toFixed(size < 10 ? 2 : size < 1000 ? 1 : 0) + "%";
}

function change(share) {
  const text = percent(share);
  return share >= 0 && text !== MISSING ? "+" + text : text;
}

/** Returns the change of a ratio from 1. */
const changeOf = ratio => ratio === null ? MISSING : change(ratio - 1);

function probability(p) {
  if (p === null || !(p < 0.001) || p < 0) return fixed(p, 3);
  return p < 1e-9 ? "<1e-9" : p.toExponential(1);
}

/** Returns the parts of a name that allow line breaks only after a dot, a parenthesis or a comma. */
const breakable = name => name.split(/(?<=[.(,])(?=[\p{L}_])/u).flatMap((part, i) => i ? [el("wbr"), part] : [part]);

/** Creates an element; texts are always set as text, so that names cannot become markup. */
function el(tag, properties, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties || {})) {
    if (name === "class") made.className = value;
    else if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

function svg(tag, properties, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(properties)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

function median(values) {
  const sorted = values.filter(Number.isFinite).sort((a, b) => a - b);
  const half = sorted.length >> 1;
  if (sorted.length === 0) return NaN;
  return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}
