// The analysis of the position at the table: limits, start and stop, reports while it lasts, a hint in words.

import { Refusal, stream } from "./api.js";
import { button, h, labelled, select, show } from "./dom.js";
import { said, showEvaluation, spoken } from "./evaluation.js";
import { decimal, language, t, tOr, whole } from "./words.js";

const REPORT_EVERY = 0.2;
const DEFAULT_SECONDS = 2;
const MOST_SECONDS = 10;

/** Controls and results for one position at a time. `current()` gives {document, game}, or null where none is valid. */
export class AnalysisPanel {
  #running = null;
  #current;
  #refused;

  constructor(current, refused) {
    this.#current = current;
    this.#refused = refused;
    this.seconds = h("input", { type: "number", min: 0.1, max: MOST_SECONDS, step: 0.1, value: String(DEFAULT_SECONDS), inputmode: "decimal" });
    this.objective = select([["", t("analyse.default")]], "");
    this.horizon = select([["game", tOr("horizons.game", "game")]], "game");
    this.start = button(t("analyse.start"), () => this.run(), { class: "primary", "data-do": "analyse" });
    this.end = button(t("analyse.stop"), () => this.stop(), { disabled: true, "data-do": "stop" });
    this.progress = h("p", { class: "progress", "aria-hidden": "true" });
    this.status = h("p", { class: "unseen", role: "status", "aria-live": "polite" });
    this.result = h("div", { class: "result" }, h("p", { class: "empty" }, t("analyse.nothing")));
    this.element = h(
      "section",
      { class: "panel", "aria-label": t("analyse.title") },
      h("h2", {}, t("analyse.title")),
      h("form", { class: "controls", onsubmit: (event) => this.#submit(event) }, labelled(t("analyse.seconds"), this.seconds), labelled(t("analyse.objective"), this.objective), labelled(t("analyse.horizon"), this.horizon), h("div", { class: "buttons" }, this.start, this.end)),
      this.progress,
      this.status,
      this.result,
    );
  }

  #submit(event) {
    event.preventDefault();
    this.run();
  }

  /** What may be asked of a game. */
  offer(game) {
    const objective = this.objective.value;
    const horizon = this.horizon.value;
    show(this.objective, h("option", { value: "" }, t("analyse.default")), game.objectives.map((name) => h("option", { value: name }, tOr(`objectives.${name}`, name))));
    show(this.horizon, game.horizons.map((name) => h("option", { value: name }, tOr(`horizons.${name}`, name))));
    this.objective.value = game.objectives.includes(objective) ? objective : "";
    this.horizon.value = game.horizons.includes(horizon) ? horizon : "game";
  }

  /** Another position lies on the table: what was found for the last one goes. */
  clear() {
    this.stop();
    this.#running = null;
    this.#idle();
    this.progress.textContent = "";
    show(this.result, h("p", { class: "empty" }, t("analyse.nothing")));
  }

  stop() {
    this.#running?.stop();
  }

  #idle() {
    this.start.disabled = false;
    this.end.disabled = true;
    this.element.removeAttribute("aria-busy");
  }

  async run() {
    const place = this.#current();
    if (!place) return;
    this.stop();
    const limits = { seconds: Math.min(MOST_SECONDS, Math.max(0.05, Number(this.seconds.value) || DEFAULT_SECONDS)) };
    const fields = { position: place.document, limits, horizon: this.horizon.value, report_every: REPORT_EVERY, hint: language() };
    if (this.objective.value) fields.objective = this.objective.value;
    this.start.disabled = true;
    this.end.disabled = false;
    this.element.setAttribute("aria-busy", "true");
    this.status.textContent = t("analyse.running");
    this.progress.textContent = t("analyse.running");
    const running = stream.ask("evaluate", fields, (partial) => {
      if (this.#running === running) this.#report(partial, place);
    });
    this.#running = running;
    try {
      const evaluation = await running.answer;
      if (this.#running !== running) return;
      this.#finish(evaluation, place);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (this.#running !== running) return;
      this.#fail(error);
    }
    this.#running = null;
    this.#idle();
  }

  #report(partial, place) {
    this.progress.textContent = t("analyse.so-far", { seconds: decimal(partial.seconds, 1), number: whole(partial.iterations || partial.nodes) });
    showEvaluation(this.result, partial, place.document);
  }

  #finish(evaluation, place) {
    this.progress.textContent = "";
    if (!evaluation) {
      this.status.textContent = t("analyse.stopped");
      return;
    }
    showEvaluation(this.result, evaluation, place.document);
    this.status.textContent = spoken(evaluation, place.document);
  }

  #fail(error) {
    this.progress.textContent = "";
    this.status.textContent = "";
    show(this.result, h("p", { class: "refusal", role: "alert" }, said(error.message)));
    if (error.inDocument) this.#refused(error);
  }
}
