// Odds of the position at the table: a set of charts for each game, and any named event with its parameters.

import { ask, Refusal } from "./api.js";
import { button, h, labelled, select, show } from "./dom.js";
import { columns, gauge, gauges } from "./charts.js";
import { said } from "./evaluation.js";
import { decimal, percent, t, term, tOr } from "./words.js";

const range = (low, high) => Array.from({ length: high - low + 1 }, (_, i) => low + i);
const COLOURS = ["red", "yellow", "blue", "green"];
const filled = (position) => position.state.piles.flatMap((pile, index) => ((typeof pile === "number" ? pile : pile.size) ? [index] : []));

// By game: gauges are single chances, series are chances by a parameter, distributions have a column for each number.
const CHARTS = {
  incan_gold: () => [
    { gauges: "next-card", of: [["bust-next", "bust-next"], ["artifact-appears", "artifact-appears"]] },
    { series: "bust-within", of: range(1, 8).map((cards) => [String(cards), `bust-within cards=${cards}`]) },
    { distribution: "round-length", event: "round-length" },
    { distribution: "hazards-out", event: "hazards-out" },
  ],
  celestia: () => [
    { gauges: "captain", of: [["captain-passes", "captain-passes"], ["without-turbos", "captain-passes turbos=never"], ["passes-after-gust", "passes-after-gust"], ["passes-after-detour", "passes-after-detour"]] },
    { distribution: "treasure-points", event: "treasure-points" },
  ],
  takara_island: (position) => [
    { gauges: "stone", of: filled(position).map((pile) => [["pile", { pile }], `stone-in-pile pile=${pile}`]) },
    { gauges: "injury", of: filled(position).map((pile) => [["pile", { pile }], `injury-when-digging pile=${pile}`]) },
    { gauges: "rockfall", of: filled(position).map((pile) => [["pile", { pile }], `survey-rockfall pile=${pile}`]) },
  ],
  lost_explorers: () => [
    { gauges: "completable", of: COLOURS.map((colour) => [["colour", { colour: term(colour) }], `mission-completable colour=${colour}`]) },
    ...COLOURS.map((colour) => ({ distribution: ["needs", { colour: term(colour) }], event: `mission-needs colour=${colour}` })),
  ],
};

const titled = (key) => (Array.isArray(key) ? t(`odds.${key[0]}`, key[1]) : t(`odds.${key}`));
const fraction = (odds) => (odds.status === "rational" && typeof odds.value === "string" && odds.value.length < 40 ? odds.value : "");

/** What is known of one chance beside its number: the fraction, or how sure a sampled one is. */
function exactness(odds) {
  if (odds.exact) return fraction(odds) ? t("odds.exactly", { fraction: fraction(odds) }) : t("odds.exact");
  return t("odds.between", { low: percent(odds.interval[0]), high: percent(odds.interval[1]) });
}

async function orNothing(promise) {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof Refusal) return null; // this position does not have the event
    throw error;
  }
}

const entriesOf = (odds) => Object.entries(odds.probability).map(([number, chance]) => [number, chance]).sort((a, b) => Number(a[0]) - Number(b[0]));

export class OddsPanel {
  #current;
  #game = null;
  #events = [];
  #round = 0;

  constructor(current) {
    this.#current = current;
    this.show = button(t("odds.show"), () => this.charts(), { class: "primary", "data-do": "odds" });
    this.place = h("div", { class: "charts" });
    this.event = h("select", { "data-do": "event" });
    this.event.addEventListener("change", () => this.#offerParameters());
    this.parameters = h("div", { class: "fields" });
    this.about = h("p", { class: "note" });
    this.policy = h("input", { type: "text", autocomplete: "off", spellcheck: "false" });
    this.answer = h("div", { class: "odds-answer", role: "status", "aria-live": "polite" });
    this.element = h(
      "section",
      { class: "panel", "aria-label": t("odds.title") },
      h("h2", {}, t("odds.title")),
      h("div", { class: "buttons" }, this.show),
      this.place,
      h(
        "details",
        { class: "fold", "data-fold": "event" },
        h("summary", {}, t("odds.ask")),
        h("form", { onsubmit: (event) => this.#submit(event) }, labelled(t("odds.event"), this.event), this.about, this.parameters, labelled(t("odds.policy"), this.policy), h("div", { class: "buttons" }, h("button", { type: "submit", "data-do": "ask-odds" }, t("odds.calculate")))),
        this.answer,
      ),
    );
  }

  async offer(game) {
    this.#game = game.name;
    const { events } = await ask("events", { game: game.name });
    this.#events = events;
    show(this.event, events.map((event) => h("option", { value: event.name }, tOr(`event-names.${event.name}`, event.name))));
    this.#offerParameters();
  }

  clear() {
    this.#round += 1;
    show(this.place);
    show(this.answer);
  }

  // -- charts ---------------------------------------------------------------------------------------------------------------

  async charts() {
    const place = this.#current();
    if (!place) return;
    const round = (this.#round += 1);
    const odds = (event) => orNothing(ask("odds", { position: place.document, event }));
    show(this.place, h("p", { class: "progress" }, t("odds.counting")));
    const drawn = [];
    for (const chart of CHARTS[this.#game](place.full)) {
      drawn.push(await this.#chart(chart, odds));
      if (round !== this.#round) return;
      show(this.place, drawn);
    }
    if (!drawn.some(Boolean)) show(this.place, h("p", { class: "empty" }, t("odds.nothing")));
  }

  async #chart(chart, odds) {
    if (chart.distribution) {
      const found = await odds(chart.event);
      return found && columns(entriesOf(found), `${titled(chart.distribution)} – ${t("odds.mean", { mean: decimal(found.mean) })}`);
    }
    const answers = await Promise.all(chart.of.map(([, event]) => odds(event)));
    const known = chart.of.map(([key], index) => [key, answers[index]]).filter(([, answer]) => answer);
    if (!known.length) return null;
    if (chart.series) return columns(known.map(([name, answer]) => [name, answer.probability]), titled(chart.series));
    return gauges(t(`odds.${chart.gauges}`), known.map(([key, answer]) => gauge(titled(key), answer.probability, exactness(answer))));
  }

  // -- any event ------------------------------------------------------------------------------------------------------------

  #offerParameters() {
    const event = this.#events.find(({ name }) => name === this.event.value);
    if (!event) return;
    show(this.about, said(event.about));
    show(this.parameters, event.parameters.map((parameter) => labelled(tOr(`parameters.${parameter.name}`, parameter.name), this.#parameter(parameter))));
    this.policy.closest(".field").hidden = event.assumes !== null;
  }

  #parameter({ name, allowed, needed }) {
    const attributes = { "data-parameter": name, required: needed, title: allowed };
    const numbers = /from (\d+) to (\d+)$/.exec(allowed);
    if (numbers && !allowed.startsWith("a probability")) return h("input", { type: "number", min: numbers[1], max: numbers[2], value: needed ? numbers[1] : "", ...attributes });
    const words = allowed.split(", ");
    const closed = words.length > 1 && words.every((word) => /^[\w-]+$/.test(word));
    if (closed) return select([...(needed ? [] : [["", "–"]]), ...words.map((word) => [word, term(word)])], needed ? words[0] : "", attributes);
    return h("input", { type: "text", placeholder: allowed, autocomplete: "off", spellcheck: "false", ...attributes });
  }

  async #submit(event) {
    event.preventDefault();
    const place = this.#current();
    if (!place) return;
    const asked = { type: this.event.value };
    for (const control of this.parameters.querySelectorAll("[data-parameter]")) {
      if (control.value !== "") asked[control.dataset.parameter] = control.type === "number" ? Number(control.value) : control.value;
    }
    const fields = { position: place.document, event: asked };
    if (!this.policy.closest(".field").hidden && this.policy.value.trim()) fields.policies = this.policy.value.trim();
    try {
      this.#answer(await ask("odds", fields));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      show(this.answer, h("p", { class: "refusal" }, said(error.message)));
    }
  }

  #answer(odds) {
    const chart = typeof odds.probability === "number" ? gauges(odds.event, [gauge("", odds.probability, exactness(odds))]) : columns(entriesOf(odds), `${odds.event} – ${t("odds.mean", { mean: decimal(odds.mean) })}`);
    show(this.answer, chart, odds.assumptions.length > 0 && h("ul", { class: "note" }, odds.assumptions.map((text) => h("li", {}, said(text)))));
  }
}
