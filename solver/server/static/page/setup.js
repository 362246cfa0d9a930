// Setting up a position: a new game, a shipped example, controls, or JSON. Tells the page when a position is accepted or not.

import { ask, Refusal } from "./api.js";
import { button, debounced, h, labelled, select, show, unique } from "./dom.js";
import { said } from "./evaluation.js";
import { CHOICES, TIES } from "./forms.js";
import { FormEditor } from "./form_editor.js";
import { JsonEditor } from "./json_editor.js";
import { tidy } from "./json_path.js";
import { t, tOr } from "./words.js";

const PRIVATE_OPTIONS = ["players", "data"]; // asked for by itself; a file of the server's

/** Controls for rules of a game: preset, players and options that differ. */
export class RulesForm {
  constructor(game) {
    this.game = game;
    const [least, most] = game.players;
    this.players = select(Array.from({ length: most - least + 1 }, (_, i) => [least + i, String(least + i)]), Math.min(most, Math.max(least, game.options.players)));
    this.preset = select(Object.keys(game.presets).map((name) => [name, tOr(`presets.${name}`, name)]), Object.keys(game.presets)[0]);
    this.controls = Object.entries(game.options).filter(([name]) => !PRIVATE_OPTIONS.includes(name)).map(([name, value]) => [name, this.#option(name, value)]);
    this.element = h(
      "div",
      { class: "rules-form" },
      h("div", { class: "fields" }, labelled(t("setup.players"), this.players), labelled(t("setup.preset"), this.preset)),
      (this.options = h("details", { class: "fold" }, h("summary", {}, t("setup.options")), h("div", { class: "fields" }, this.controls.map(([name, control]) => labelled(tOr(`options.${name}`, name.replaceAll("_", " ")), control))))),
      (this.refusal = h("div", { role: "alert", id: unique("rules-error") })),
    );
  }

  #option(name, value) {
    const known = name === "tie" ? TIES[this.game.name] : CHOICES[name];
    const attributes = { "data-option": name };
    if (typeof value === "boolean") return select([["", t("setup.as-preset")], ["true", t("editor.yes")], ["false", t("editor.no")]], "", attributes);
    if (known) return select([["", t("setup.as-preset")], ...known.map((entry) => [entry, tOr(`values.${entry}`, entry.replaceAll("_", " "))])], "", attributes);
    if (typeof value === "number") return h("input", { type: "number", placeholder: String(value), ...attributes });
    return h("input", { type: "text", placeholder: value === null ? "–" : typeof value === "string" ? value : JSON.stringify(value), ...attributes });
  }

  accept() {
    show(this.refusal);
    for (const [, control] of this.controls) control.removeAttribute("aria-invalid");
  }

  /** Show an error, and mark the control of its option. */
  refuse(error) {
    this.accept();
    const found = this.controls.find(([name]) => error.field === name || error.field.endsWith(`.${name}`));
    if (found) {
      this.options.open = true;
      found[1].setAttribute("aria-invalid", "true");
      found[1].setAttribute("aria-describedby", this.refusal.id);
    }
    show(this.refusal, h("p", { class: "refusal" }, said(error.message)));
  }

  /** {players, preset, options}; options are those that were filled in. */
  get value() {
    const options = {};
    for (const [name, control] of this.controls) {
      if (control.value.trim() === "") continue;
      try {
        options[name] = JSON.parse(control.value);
      } catch {
        options[name] = control.value.trim();
      }
    }
    return { players: Number(this.players.value), preset: this.preset.value, options };
  }
}

export class Setup {
  #game = null;
  #round = 0;
  #document = null;
  #examples;
  #accepted;
  #refused;

  /** `accepted(document, full, notes)`: a valid position, the same written out; `refused(error)`. */
  constructor(examples, accepted, refused) {
    this.#examples = examples;
    this.#accepted = accepted;
    this.#refused = refused;
    const later = debounced(() => this.#readText());
    this.json = new JsonEditor(t("editor.json"), later);
    this.form = new FormEditor((document) => this.#readForm(document));
    this.source = h("select", { "data-do": "example" });
    this.source.addEventListener("change", () => this.load(this.source.value));
    this.rulesPlace = h("div", {});
    this.notes = h("div", { class: "notes" });
    this.refusal = h("div", { role: "alert" });
    this.element = h(
      "section",
      { class: "panel setup", "aria-label": t("setup.title") },
      h("h2", {}, t("setup.title")),
      labelled(t("setup.example"), this.source),
      h("details", { class: "fold", "data-fold": "new" }, h("summary", {}, t("setup.new")), this.rulesPlace),
      h("details", { class: "fold", "data-fold": "form" }, h("summary", {}, t("setup.form")), this.form.element),
      h("details", { class: "fold", "data-fold": "json" }, h("summary", {}, t("setup.json")), this.json.element),
      this.refusal,
      this.notes,
    );
  }

  /** Offer a game; lays out `wanted`, one of its examples by name, or the first. */
  async choose(game, wanted) {
    this.#game = game;
    const names = Object.entries(this.#examples).filter(([, document]) => document.game === game.name && !document.events).map(([name]) => name);
    show(this.source, names.map((name) => h("option", { value: name }, tOr(`examples.${name}`, name))), h("option", { value: "" }, t("setup.own")));
    this.rules = new RulesForm(game);
    show(this.rulesPlace, this.rules.element, button(t("setup.lay-out"), () => this.#layOut(), { class: "primary", "data-do": "lay-out" }));
    await this.load(names.includes(wanted) ? wanted : names[0]);
  }

  async load(name) {
    if (!name) return;
    this.source.value = name;
    await this.set(structuredClone(this.#examples[name]));
  }

  async #layOut() {
    try {
      this.rules.accept();
      const { position } = await ask("template", { game: this.#game.name, ...this.rules.value });
      this.source.value = "";
      await this.set(position);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.rules.refuse(error);
    }
  }

  /** Take over a document as it is. */
  async set(document) {
    this.json.text = tidy(document);
    await this.#check(document);
  }

  #readForm(document) {
    this.source.value = "";
    return this.set(document);
  }

  #readText() {
    this.source.value = "";
    this.json.accept();
    const document = this.json.parse();
    if (document === undefined) this.#refused(null);
    else this.#check(document);
  }

  async #check(document) {
    const round = (this.#round += 1);
    this.#document = document;
    try {
      const { position, derived, assumptions } = await ask("explain", { position: document });
      if (round !== this.#round) return;
      this.#accept(document, position, derived, assumptions);
    } catch (error) {
      if (round === this.#round) this.#fail(error);
    }
  }

  #accept(document, full, derived, assumptions) {
    this.json.accept();
    show(this.refusal);
    this.form.fill(document, full);
    this.form.accept();
    const list = (title, texts) => texts.length > 0 && h("details", { class: "fold" }, h("summary", {}, title), h("ul", {}, texts.map((text) => h("li", {}, said(text)))));
    show(this.notes, list(t("setup.derived", { number: derived.length }), derived), list(t("setup.assumed", { number: assumptions.length }), assumptions));
    this.#accepted(document, full);
  }

  #fail(error) {
    if (!(error instanceof Refusal)) throw error;
    show(this.notes);
    this.refuse(error);
    this.#refused(error);
  }

  /** Show an error of the server at the field that it names. */
  refuse(error) {
    this.json.refuse(error);
    this.form.fill(this.#document, null);
    this.form.refuse(error);
    const hidden = !this.json.element.closest("details").open;
    show(this.refusal, hidden && h("p", { class: "refusal" }, said(error.message)));
  }
}
