/** Draws flame graphs: a frame for each method, as wide as its share of the samples, below the method that called it. */
const FRAME_HEIGHT = 20;
/** Minimum width of a frame in pixels; narrower frames are only shown after zooming in. */
const THINNEST = 1;
const KINDS = { code: "code", jdk: "JDK", loop: "JMH and this harness", native: "native code" };

/** Returns a name without its package. */
const shortName = name => kindOf(name) === "native" ? name : name.replace(/^(?:[a-z][\w$]*\.)+(?=[A-Z])/, "");

function kindOf(name) {
  if (/^the loop of JMH$|jmh_generated|^org\.openjdk\.jmh\.|^io\.microbench\.(snippet\.)?fork\./.test(name)) return "loop";
  if (/^(java|javax|jdk|sun|com\.sun)\./.test(name)) return "jdk";
  return /^[\w$.]+\.[\w$<>]+$/.test(name) ? "code" : "native";
}

/** Returns the tree of a list of frames in pre-order: depth, index of the name, own samples. */
function flameTree({ names, frames }) {
  const root = { name: "all", self: 0, total: 0, depth: -1, calls: [], parent: null };
  const path = [root];
  for (let i = 0; i < frames.length; i += 3) {
    const [depth, name, self] = frames.slice(i, i + 3);
    const node = { name: names[name], self, total: self, depth, calls: [], parent: path[depth] };
    path.length = depth + 1;
    path.push(node);
    node.parent.calls.push(node);
    for (const above of path.slice(0, -1)) above.total += self;
  }
  return root;
}

async function drawFlame(place) {
  const root = flameTree(await unpack(place.dataset.stacks));
  const share = count => (100 * count / root.total).toFixed(1) + "%";
  const frames = place.querySelector(".frames");
  const says = place.querySelector(".says");
  const input = place.querySelector("input");
  const result = place.querySelector("[role=status]");
  const back = place.querySelector("button");
  let top = root;
  let drawn = new Map();

  const describe = node => node.name + ": " + share(node.total) + " of " + root.total + " samples, " + share(node.self) + " itself";
  const matches = node => input.value !== "" && node.name.toLowerCase().includes(input.value.toLowerCase());

  function add(node, left, width, above) {
    const frame = document.createElement("button");
    frame.type = "button";
    frame.className = kindOf(node.name) + (above ? " above" : "") + (matches(node) ? " found" : "");
    const pixels = width * frames.clientWidth;
    if (pixels < 24) frame.classList.add("thin");
    frame.textContent = pixels < 24 ? "" : shortName(node.name);
    frame.title = describe(node);
    frame.setAttribute("aria-label", describe(node));
    frame.tabIndex = -1;
    Object.assign(frame.style, { left: 100 * left + "%", width: 100 * width + "%", top: node.depth * FRAME_HEIGHT + "px" });
    drawn.set(frame, node);
    frames.append(frame);
    node.frame = frame;
  }

  function walk(node, left, width) {
    let deepest = node.depth;
    if (node !== root) add(node, left, width, false);
    for (const call of node.calls) {
      const part = width * call.total / node.total;
      if (part * frames.clientWidth >= THINNEST) deepest = Math.max(deepest, walk(call, left, part));
      left += part;
    }
    return deepest;
  }

  function draw() {
    for (const node of drawn.values()) node.frame = null;
    drawn = new Map();
    frames.replaceChildren();
    for (let node = top.parent; node && node !== root; node = node.parent) add(node, 0, 1, true);
    const deepest = walk(top, 0, 1);
    frames.style.height = (deepest + 1) * FRAME_HEIGHT + "px";
    frames.classList.toggle("searched", input.value !== "");
    back.disabled = top === root;
    const first = top === root ? frames.querySelector("button") : top.frame;
    if (first) first.tabIndex = 0;
  }

  function zoom(node) {
    const before = top;
    top = node;
    draw();
    const next = node.frame || before.frame;
    if (next) next.focus();
  }

  function search() {
    const found = node => matches(node) ? node.total : node.calls.reduce((sum, call) => sum + found(call), 0);
    result.textContent = input.value === "" ? "" : "found in " + share(found(root)) + " of the samples";
    draw();
  }

  function move(from, key) {
    const row = from.parent.calls.filter(call => call.frame);
    const next = key === "ArrowUp" ? from.parent : key === "ArrowDown" ? from.calls.find(call => call.frame)
      : row[row.indexOf(from) + (key === "ArrowRight" ? 1 : -1)];
    if (!next || !next.frame) return;
    from.frame.tabIndex = -1;
    next.frame.tabIndex = 0;
    next.frame.focus();
  }

  frames.addEventListener("click", event => drawn.has(event.target) && zoom(drawn.get(event.target)));
  for (const kind of ["mouseover", "focusin"]) {
    frames.addEventListener(kind, event => { if (drawn.has(event.target)) says.textContent = describe(drawn.get(event.target)); });
  }
  frames.addEventListener("keydown", event => {
    if (event.key === "Escape" && top !== root) {
      zoom(top.parent);
    } else if (event.key.startsWith("Arrow") && drawn.has(event.target)) {
      move(drawn.get(event.target), event.key);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  });
  back.addEventListener("click", () => zoom(root));
  input.addEventListener("input", search);
  // A collapsed part of the page has no width.
  let width = 0;
  new ResizeObserver(() => {
    if (frames.clientWidth !== width) {
      width = frames.clientWidth;
      draw();
    }
  }).observe(frames);
  place.querySelector(".kinds").replaceChildren(...Object.entries(KINDS).map(([kind, text]) => {
    const item = document.createElement("li");
    const colour = document.createElement("i");
    colour.className = kind;
    item.append(colour, text);
    return item;
  }));
}

for (const place of document.querySelectorAll(".flame")) await drawFlame(place);
