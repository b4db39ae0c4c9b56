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

const score = value => grouped(fixed(value, decimals(value ?? NaN)));

function error(value, of) {
  if (value === null) return "";
  const digits = decimals(of);
  return grouped(fixed(Math.max(value, 10 ** -digits), digits));
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
