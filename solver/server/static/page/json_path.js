// Where in a JSON text the value of a path such as state.players[2].gems stands.

const SPACE = /\s/;

/** Walks a JSON text that may be faulty further on; calls `found(path, start, end)` for every value, inner ones first. */
class Walker {
  constructor(text, found) {
    this.text = text;
    this.found = found;
    this.at = 0;
  }

  space() {
    while (SPACE.test(this.text[this.at] ?? "")) this.at += 1;
  }

  string() {
    const start = this.at;
    this.at += 1;
    while (this.at < this.text.length && this.text[this.at] !== '"') this.at += this.text[this.at] === "\\" ? 2 : 1;
    this.at += 1;
    return this.text.slice(start, this.at);
  }

  value(path) {
    this.space();
    const start = this.at;
    const first = this.text[this.at];
    if (first === "{") this.members(path);
    else if (first === "[") this.entries(path);
    else if (first === '"') this.string();
    else while (this.at < this.text.length && !/[\s,\]}]/.test(this.text[this.at])) this.at += 1;
    this.found(path, start, this.at);
  }

  members(path) {
    this.at += 1;
    for (;;) {
      this.space();
      if (this.text[this.at] !== '"') break;
      const keyStart = this.at;
      const key = this.string();
      this.space();
      if (this.text[this.at] !== ":") break;
      this.at += 1;
      let name = key;
      try {
        name = JSON.parse(key);
      } catch {
        // a key that is no JSON string stands for itself
      }
      const inner = path ? `${path}.${name}` : name;
      this.value(inner);
      this.found(`${inner}#key`, keyStart, keyStart + key.length);
      this.space();
      if (this.text[this.at] !== ",") break;
      this.at += 1;
    }
    this.space();
    if (this.text[this.at] === "}") this.at += 1;
  }

  entries(path) {
    this.at += 1;
    this.space();
    for (let index = 0; this.at < this.text.length && this.text[this.at] !== "]"; index += 1) {
      this.value(`${path}[${index}]`);
      this.space();
      if (this.text[this.at] !== ",") break;
      this.at += 1;
      this.space();
    }
    if (this.text[this.at] === "]") this.at += 1;
  }
}

/** [start, end] of the value at a path, or of the nearest value around it that is there; null for an empty text. */
export function locate(text, path) {
  const places = new Map();
  new Walker(text, (found, start, end) => places.set(found, [start, end])).value("");
  for (let wanted = path; wanted; wanted = wanted.replace(/(\.[^.[\]]*|\[[^[\]]*\]|^[^.[\]]*)$/, "")) {
    if (!places.has(wanted)) continue;
    return wanted === path ? places.get(wanted) : (places.get(`${wanted}#key`) ?? places.get(wanted));
  }
  return places.has("") && path ? [0, Math.min(1, text.length)] : null;
}

/** Where the browser's own parser found the fault, from its message. */
export function faultPosition(text, message) {
  const place = /position (\d+)/.exec(message);
  if (place) return [Number(place[1]), Math.min(text.length, Number(place[1]) + 1)];
  const line = /line (\d+) column (\d+)/.exec(message);
  if (!line) return null;
  const before = text.split("\n").slice(0, Number(line[1]) - 1);
  const start = before.join("\n").length + (before.length ? 1 : 0) + Number(line[2]) - 1;
  return [start, start + 1];
}

const isPlain = (value) => value === null || typeof value !== "object";

/** JSON as people write it: what fits a line stands on one, 100 characters wide. */
export function tidy(value, indent = "") {
  if (isPlain(value)) return JSON.stringify(value);
  const inline = Array.isArray(value)
    ? `[${value.map((entry) => tidy(entry)).join(", ")}]`
    : `{${Object.entries(value).map(([key, entry]) => `${JSON.stringify(key)}: ${tidy(entry)}`).join(", ")}}`;
  if (!inline.includes("\n") && inline.length + indent.length <= 76 && indent) return inline;
  const inner = `${indent}  `;
  const lines = Array.isArray(value)
    ? value.map((entry) => inner + tidy(entry, inner))
    : Object.entries(value).map(([key, entry]) => `${inner}${JSON.stringify(key)}: ${tidy(entry, inner)}`);
  if (!lines.length) return Array.isArray(value) ? "[]" : "{}";
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${lines.join(",\n")}\n${indent}${close}`;
}
