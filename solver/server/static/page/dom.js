// Elements without a framework: h() makes HTML, s() makes SVG; children are nodes, texts, arrays, or nothing.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style") for (const [key, text] of Object.entries(value)) element.style.setProperty(key, text);
    else if (name === "class") element.setAttribute("class", [value].flat().filter(Boolean).join(" "));
    else if (name === "value" && "value" in element) element.value = value;
    else if (name === "checked") element.checked = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  append(element, children);
  return element;
}

export function append(element, children) {
  for (const child of [children].flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return element;
}

export const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
export const s = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

/** Replace what an element holds. */
export function show(element, ...children) {
  element.replaceChildren();
  return append(element, children);
}

/** Text for screen readers only. */
export const unseen = (...children) => h("span", { class: "unseen" }, ...children);

let counter = 0;
export const unique = (stem) => `${stem}-${(counter += 1)}`;

/** A label with its control; `attributes` go to the wrapping element. */
export function labelled(text, control, attributes) {
  control.id ||= unique("control");
  return h("div", { class: "field", ...attributes }, h("label", { for: control.id }, text), control);
}

/** A <select> of [value, text] pairs. */
export function select(options, chosen, attributes) {
  const list = options.map(([value, text]) => h("option", { value, selected: String(value) === String(chosen) }, text));
  return h("select", attributes, list);
}

export const button = (text, onclick, attributes) => h("button", { type: "button", onclick, ...attributes }, text);

/** Calls `work` once the calls have stopped for `wait` milliseconds. */
export function debounced(work, wait = 350) {
  let timer = 0;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => work(...given), wait);
  };
}
