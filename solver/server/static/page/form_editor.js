// The position as controls for its common parts; all of them stand for fields of the JSON.

import { button, h, select, show, unique } from "./dom.js";
import { at, FORMS, put, read, write } from "./forms.js";
import { said } from "./evaluation.js";
import { playerName } from "./moves.js";
import { t, term, tOr } from "./words.js";

export class FormEditor {
  #document = null;
  #full = null;
  #changed;

  /** `changed(document)` hears of every change that a control makes. */
  constructor(changed) {
    this.#changed = changed;
    this.element = h("div", { class: "form" });
  }

  /** Show a document; `full` is the same with everything derived written out, where the server has accepted it. */
  fill(document, full) {
    this.#document = document;
    this.#full = full;
    const form = FORMS[document?.game];
    if (!form || !Array.isArray(document.state?.players)) {
      show(this.element, h("p", { class: "empty" }, t("editor.no-form")));
      return;
    }
    const focused = this.element.contains(window.document.activeElement) ? window.document.activeElement.dataset.path : null;
    show(this.element, this.#table(form), form.piles && this.#piles(form), this.#players(form));
    if (focused) this.element.querySelector(`[data-path="${CSS.escape(focused)}"]`)?.focus();
  }

  #seats() {
    return this.#document.state.players.map((player, seat) => [player.name ?? seat, playerName(player.name ?? seat, [])]);
  }

  #control(field, path, label, hideLabel = false) {
    const value = at(this.#document, path);
    const derived = write(field.kind, at(this.#full ?? {}, path));
    const control = this.#input(field, value, derived);
    control.id = unique("form");
    control.dataset.path = path;
    control.addEventListener("change", () => this.#set(path, read(field.kind, control.value)));
    return h("div", { class: ["field", field.wide && "wide"] }, h("label", { for: control.id, class: hideLabel && "unseen" }, label), control, h("span", { class: "field-error", id: `${control.id}-error` }));
  }

  #input(field, value, derived) {
    const left = derived ? `(${derived})` : "–";
    if (field.kind === "yesno") return select([["", left], ["true", t("editor.yes")], ["false", t("editor.no")]], value === undefined ? "" : String(value));
    if (field.kind === "player") return select([["", left], ...this.#seats()], value ?? "");
    if (field.kind === "choice") {
      const texts = field.values.map((entry) => [entry, field.terms ? tOr(`${field.terms}.${entry}`, term(entry)) : String(entry)]);
      return select([["", left], ...texts], value ?? "");
    }
    const attributes = { value: write(field.kind, value), placeholder: derived, autocomplete: "off", spellcheck: "false" };
    if (field.kind === "number") return h("input", { type: "number", min: field.low, max: field.high, ...attributes });
    return h("input", { type: "text", ...attributes });
  }

  #set(path, value) {
    put(this.#document, path, value);
    this.#changed(this.#document);
  }

  #label(path) {
    return t(`fields.${path.split(".").slice(path.startsWith("state.") ? 1 : 0).join("-")}`);
  }

  #table(form) {
    const viewer = { path: "viewer", kind: "player" };
    return h("div", { class: "fields" }, this.#control(viewer, "viewer", t("fields.viewer")), form.table.map((field) => this.#control(field, field.path, this.#label(field.path))));
  }

  #rows(title, list, fields, extra) {
    return h(
      "div",
      { class: "table-frame", tabindex: 0, role: "region", "aria-label": title },
      h(
        "table",
        { class: "form-table" },
        h("caption", {}, title),
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "#"), fields.map((field) => h("th", { scope: "col" }, this.#label(field.path))), extra && h("th", { scope: "col" }, h("span", { class: "unseen" }, t("editor.remove"))))),
        h("tbody", {}, list.map(([path, name], index) => h("tr", {}, h("th", { scope: "row" }, name), fields.map((field) => h("td", {}, this.#control(field, `${path}.${field.path}`, `${this.#label(field.path)}, ${name}`, true))), extra && h("td", {}, extra(index, name))))),
      ),
    );
  }

  #piles(form) {
    const list = this.#document.state.piles.map((_, index) => [`state.piles[${index}]`, String(index)]);
    return [this.#rows(t("table.piles"), list, form.piles), h("p", { class: "note" }, t("editor.cards-note"))];
  }

  #players(form) {
    const { players } = this.#document.state;
    const list = players.map((player, seat) => [`state.players[${seat}]`, String(seat)]);
    const remove = (seat, name) => button("×", () => this.#resize((rest) => rest.splice(seat, 1)), { class: "quiet", disabled: players.length <= form.least, "aria-label": t("editor.remove-player", { player: players[seat].name ?? name }) });
    return [
      this.#rows(t("table.players"), list, form.players, remove),
      button(t("editor.add-player"), () => this.#resize((rest) => rest.push(structuredClone(form.fresh))), { disabled: players.length >= form.most, class: "quiet" }),
    ];
  }

  #resize(change) {
    change(this.#document.state.players);
    this.#changed(this.#document);
  }

  accept() {
    for (const control of this.element.querySelectorAll("[aria-invalid]")) {
      control.removeAttribute("aria-invalid");
      control.removeAttribute("aria-describedby");
      control.closest(".field").querySelector(".field-error").textContent = "";
    }
  }

  /** Show an error at the control of its field, or of the nearest field around it. */
  refuse({ field, reason }) {
    this.accept();
    const controls = [...this.element.querySelectorAll("[data-path]")];
    const inside = (control) => field === control.dataset.path || field.startsWith(`${control.dataset.path}.`) || field.startsWith(`${control.dataset.path}[`);
    const found = controls.find(inside);
    if (!found) return;
    found.setAttribute("aria-invalid", "true");
    found.setAttribute("aria-describedby", `${found.id}-error`);
    show(found.closest(".field").querySelector(".field-error"), said(reason));
  }
}
