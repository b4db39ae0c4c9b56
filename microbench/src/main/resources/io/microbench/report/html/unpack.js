/** Reads the JSON of an element, which is compressed if it is long. */
async function unpack(id) {
  const element = document.getElementById(id);
  if (element.type === "application/json") return JSON.parse(element.textContent);
  const letters = atob(element.textContent);
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
}
