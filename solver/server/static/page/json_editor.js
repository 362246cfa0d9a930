// The position as JSON, with the place of an error marked behind the text.

import { h, show, unique } from "./dom.js";
import { faultPosition, locate } from "./json_path.js";
import { said } from "./evaluation.js";
import { t } from "./words.js";

/** A text area over a copy of its text in which the fault is marked. */
export class JsonEditor {
  constructor(label, changed) {
    this.area = h("textarea", { class: "json", spellcheck: false, autocomplete: "off", autocapitalize: "off", rows: 18, wrap: "off", id: unique("json") });
    this.back = h("pre", { class: "json-back", "aria-hidden": "true" });
    this.error = h("div", { class: "refusal-place", id: unique("error"), role: "alert" });
    this.area.addEventListener("input", () => changed());
    this.area.addEventListener("scroll", () => this.#follow());
    this.element = h("div", { class: "json-editor" }, h("label", { for: this.area.id }, label), h("div", { class: "json-frame" }, this.back, this.area), this.error);
  }

  get text() {
    return this.area.value;
  }

  set text(text) {
    this.area.value = text;
    this.accept();
  }

  #follow() {
    this.back.scrollTop = this.area.scrollTop;
    this.back.scrollLeft = this.area.scrollLeft;
  }

  /** The value of the text; undefined, with the fault marked, where it is no JSON. */
  parse() {
    try {
      return JSON.parse(this.text);
    } catch (error) {
      this.refuse({ field: "", message: t("editor.no-json", { message: error.message }), range: faultPosition(this.text, error.message) });
      return undefined;
    }
  }

  accept() {
    this.area.removeAttribute("aria-invalid");
    this.area.removeAttribute("aria-describedby");
    show(this.back, this.text);
    show(this.error);
  }

  /** Show an error and mark where it is. */
  refuse({ field, message, range }) {
    const place = range ?? locate(this.text, field);
    this.area.setAttribute("aria-invalid", "true");
    this.area.setAttribute("aria-describedby", this.error.id);
    if (place) show(this.back, this.text.slice(0, place[0]), h("mark", {}, this.text.slice(...place) || " "), this.text.slice(place[1]));
    show(
      this.error,
      h("p", { class: "refusal" }, said(message)),
      place && h("button", { type: "button", class: "quiet", "data-do": "go-to-error", onclick: () => this.#reveal(place) }, field ? t("editor.go-to", { field }) : t("editor.go-to-fault")),
    );
    this.#follow();
  }

  #reveal([start, end]) {
    const line = this.text.slice(0, start).split("\n").length - 1;
    this.area.focus();
    this.area.setSelectionRange(start, end);
    const tall = parseFloat(getComputedStyle(this.area).lineHeight) || 18;
    this.area.scrollTop = Math.max(0, tall * (line - 4));
    this.#follow();
  }
}
