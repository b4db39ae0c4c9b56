/** Common scales of several values, and their ticks. */

/** Above this ratio of the largest to the smallest value, a scale is logarithmic. */
const DECADES = 20;
/** Minimum width of a scale, as a share of its values, so that small differences are not exaggerated. */
const LEAST_SPAN = 0.05;
/** A scale of bars or dots begins at zero if the smallest value is below this share of the largest. */
const FROM_ZERO = 0.7;

/**
 * Creates a scale with all values, and with ends of intervals as far as there is room: an interval over
 * two forks may be so wide that all values would look equal.
 */
function makeScale(values, ends = []) {
  const finite = values.filter(Number.isFinite);
  if (!finite.length) return null;
  const [least, most] = [Math.min(...finite), Math.max(...finite)];
  const logarithmic = least > 0 && most / least >= DECADES;
  const to = logarithmic ? Math.log10 : value => value;
  const from = logarithmic ? value => 10 ** value : value => value;
  let [low, high] = [to(least), to(most)];
  const span = Math.max(high - low, logarithmic ? LEAST_SPAN : Math.abs(most) * LEAST_SPAN, Number.MIN_VALUE);
  const reach = ends.filter(end => Number.isFinite(end) && (!logarithmic || end > 0)).map(to);
  low = Math.max(low - span * 0.6, Math.min(low, ...reach));
  high = Math.min(high + span * 0.6, Math.max(high, ...reach));
  const missing = Math.max(0, span - (high - low)) / 2;
  const margin = (high - low + 2 * missing) * 0.04 + missing;
  low = !logarithmic && least >= 0 ? Math.max(0, low - margin) : low - margin;
  high += margin;
  return {
    logarithmic, least: from(low), most: from(high), fromZero: !logarithmic && low === 0,
    share: value => logarithmic && value <= 0 ? -1 : (to(value) - low) / (high - low),
    ticks: count => (logarithmic ? ratioTicks(low, high, count) : evenTicks(low, high, count)),
  };
}

function evenTicks(low, high, count) {
  const rough = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 5, 10].find(factor => factor * power >= rough);
  const ticks = [];
  for (let i = Math.ceil(low / step); i * step <= high; i++) ticks.push(Number((i * step).toPrecision(12)));
  return ticks;
}

function ratioTicks(low, high, count) {
  const all = [];
  for (let power = Math.floor(low); power <= high; power++) {
    for (const factor of high - low < 2 ? [1, 2, 5] : [1]) {
      const value = Number((factor * 10 ** power).toPrecision(12));
      if (Math.log10(value) >= low && Math.log10(value) <= high) all.push(value);
    }
  }
  const every = Math.ceil(all.length / (count + 1));
  return all.filter((_, i) => i % every === 0);
}

/** Formats a value of a scale with as few digits as possible, such as 1.5 M. */
const compact = value => abbreviated(value, 4, 1e4);

/** Formats a value with at most this many significant digits; values of at least this size have a unit prefix. */
function abbreviated(value, digits, prefixedFrom) {
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-3 || size >= 1e15)) return value.toExponential().replace(/(\.\d{3})\d+/, "$1");
  const [divisor, suffix] = size >= 1e9 ? [1e9, " G"] : size >= 1e6 ? [1e6, " M"] : size >= prefixedFrom ? [1e3, " k"] : [1, ""];
  return Number((value / divisor).toPrecision(digits)) + suffix;
}
