// Stepping through a record: every position of a game, the event that follows it, and what each move was worth.

import { AnalysisPanel } from "./analysis.js";
import { ask, Refusal } from "./api.js";
import { button, h, labelled, select, show } from "./dom.js";
import { icon } from "./icons.js";
import { JsonEditor } from "./json_editor.js";
import { tidy } from "./json_path.js";
import { eventText, playerName } from "./moves.js";
import { drawTable } from "./tables/index.js";
import { t, tOr, whole } from "./words.js";

export class RecordView {
  #examples;
  #steps = [];
  #names = [];
  #at = 0;
  #game = null;
  #taken;

  /** `taken(document)`: analyse this position as one's own. */
  constructor(examples, taken) {
    this.#examples = examples;
    this.#taken = taken;
    this.table = h("div", { class: "table", role: "group", "aria-label": t("table.title") });
    this.analysis = new AnalysisPanel(() => this.#current(), () => {});
    this.json = new JsonEditor(t("record.json"), () => {});
    this.source = h("select", { "data-do": "record" });
    this.source.addEventListener("change", () => this.#open(this.source.value));
    this.viewer = h("select", { "data-do": "viewer" });
    this.viewer.addEventListener("change", () => this.#readText(this.#at));
    this.file = h("input", { type: "file", accept: ".json,application/json" });
    this.file.addEventListener("change", () => this.#readFile());
    this.slider = h("input", { type: "range", min: 0, max: 0, value: "0", "data-do": "step" });
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.buttons = [["first", () => 0], ["previous", () => this.#at - 1], ["next", () => this.#at + 1], ["last", () => Infinity]].map(([name, where]) => button(icon(name), () => this.go(where()), { "aria-label": t(`record.${name}`), "data-do": name }));
    this.number = h("p", { class: "step-number", role: "status", "aria-live": "polite" });
    this.events = h("ol", { class: "events", start: 1 });
    this.every = h("input", { type: "checkbox", id: "every-step" });
    this.steps = h(
      "div",
      { class: "steps", hidden: true },
      h("div", { class: "stepper" }, this.buttons.slice(0, 2), h("label", { class: "unseen", for: "step-slider" }, t("record.step")), this.slider, this.buttons.slice(2)),
      this.number,
      labelled(t("record.viewer"), this.viewer),
      h("p", { class: "check" }, this.every, h("label", { for: "every-step" }, t("record.every"))),
      h("div", { class: "events-frame", tabindex: 0, role: "region", "aria-label": t("record.events") }, this.events),
      button(t("record.take"), () => this.#take(), { class: "quiet", "data-do": "take" }),
    );
    this.slider.id = "step-slider";
    const panel = h(
      "section",
      { class: "panel", "aria-label": t("record.title") },
      h("h2", {}, t("record.title")),
      labelled(t("record.source"), this.source),
      labelled(t("record.file"), this.file),
      h("details", { class: "fold", "data-fold": "record-json" }, h("summary", {}, t("record.paste")), this.json.element, button(t("record.read"), () => this.#readText(), { class: "primary", "data-do": "read-record" })),
      this.steps,
    );
    this.element = h("div", { class: "columns" }, h("div", { class: "left", tabindex: 0 }, this.table), h("div", { class: "right" }, panel, this.analysis.element));
  }

  get state() {
    return this.#steps.length ? { text: this.json.text, at: this.#at } : null;
  }

  async offer(game, state) {
    this.#game = game;
    this.analysis.offer(game);
    const names = Object.entries(this.#examples).filter(([, document]) => document.game === game.name && document.events).map(([name]) => name);
    show(this.source, names.map((name) => h("option", { value: name }, tOr(`examples.${name}`, name))), h("option", { value: "" }, names.length ? t("setup.own") : t("record.none")));
    if (state) {
      this.source.value = "";
      this.json.text = state.text;
      await this.#readText(state.at);
    } else if (names.length) await this.#open(names[0]);
    else this.#empty();
  }

  #empty() {
    this.#steps = [];
    this.steps.hidden = true;
    this.json.text = "";
    show(this.table, h("p", { class: "empty" }, t("record.empty")));
    this.analysis.clear();
  }

  async #open(name) {
    if (!name) return;
    this.viewer.value = "";
    this.source.value = name;
    this.json.text = tidy(this.#examples[name]);
    await this.#readText();
  }

  async #readFile() {
    const [file] = this.file.files;
    if (!file) return;
    this.source.value = "";
    this.json.text = await file.text();
    await this.#readText();
  }

  async #readText(at = 0) {
    this.json.accept();
    const record = this.json.parse();
    if (record === undefined) {
      this.#showFault();
      return;
    }
    try {
      const hides = this.#game.hides_information && record.viewer === "omniscient";
      const viewer = hides && this.viewer.value !== "" ? { viewer: Number(this.viewer.value) } : {};
      const { positions, players } = await ask("replay", { record, ...viewer });
      this.#steps = positions;
      this.#names = players;
      show(this.viewer, h("option", { value: "" }, t("record.everyone")), players.map((name, seat) => h("option", { value: seat, selected: seat === viewer.viewer }, playerName(name ?? seat, players))));
      this.viewer.closest(".field").hidden = !hides;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.json.refuse(error);
      this.#showFault();
      return;
    }
    this.steps.hidden = false;
    this.slider.max = String(this.#steps.length - 1);
    show(this.events, this.#steps.filter(({ event }, index) => event !== null || index < this.#steps.length - 1).map(({ event }, index) => h("li", {}, button(eventText(event, this.#names), () => this.go(index + 1), { class: "event", "data-step": index + 1 }))));
    this.go(at);
  }

  #showFault() {
    this.json.element.closest("details").open = true;
  }

  go(step) {
    this.#at = Math.max(0, Math.min(this.#steps.length - 1, step));
    const { position, event } = this.#steps[this.#at];
    this.slider.value = String(this.#at);
    const words = t("record.at", { number: whole(this.#at), total: whole(this.#steps.length - 1) });
    this.slider.setAttribute("aria-valuetext", words);
    this.number.textContent = [words, event !== null ? t("record.then", { event: eventText(event, this.#names) }) : ""].filter(Boolean).join(" · ");
    this.buttons.slice(0, 2).forEach((control) => (control.disabled = this.#at === 0));
    this.buttons.slice(2).forEach((control) => (control.disabled = this.#at === this.#steps.length - 1));
    for (const control of this.events.querySelectorAll("button")) {
      const now = Number(control.dataset.step) === this.#at;
      if (now) control.setAttribute("aria-current", "step");
      else control.removeAttribute("aria-current");
      if (now) this.#reveal(control);
    }
    drawTable(this.table, position);
    this.analysis.clear();
    if (this.every.checked) this.analysis.run();
  }

  #reveal(control) {
    const frame = this.events.parentElement;
    frame.scrollTop = control.offsetTop - frame.clientHeight / 2;
  }

  #current() {
    const step = this.#steps[this.#at];
    return step ? { document: step.position, full: step.position, game: this.#game } : null;
  }

  #take() {
    this.#taken(this.#steps[this.#at].position);
  }
}
