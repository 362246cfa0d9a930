// Playing against levels: the server keeps the table, the page shows what the person's seat sees.

import { ask, get, post, Refusal } from "./api.js";
import { button, h, labelled, select, show, unseen } from "./dom.js";
import { hintBox, said, showEvaluation } from "./evaluation.js";
import { icon } from "./icons.js";
import { tidy } from "./json_path.js";
import { eventText, moveText, namesOf, playerName } from "./moves.js";
import { RulesForm } from "./setup.js";
import { drawTable } from "./tables/index.js";
import { language, listed, t, tOr } from "./words.js";

const PAUSE = 450; // milliseconds between what others do, so that it can be followed
const SUGGESTED = "casual";
const GROUPED = 10; // more moves than this are shown by kind
const NAMES = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal"];

const waiting = (milliseconds) => new Promise((done) => setTimeout(done, matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : milliseconds));

export class PlayView {
  #game = null;
  #view = null;
  #busy = false;
  #kept;

  /** `kept(id)`: the table to come back to, or null. */
  constructor(kept) {
    this.#kept = kept;
    this.table = h("div", { class: "table", role: "group", "aria-label": t("table.title") });
    this.setup = h("section", { class: "panel", "aria-label": t("play.title") });
    this.moves = h("div", { class: "moves" });
    this.status = h("p", { class: "play-status", role: "status", "aria-live": "polite" });
    this.log = h("ol", { class: "log" });
    this.help = h("div", { class: "hint-place" });
    this.game = h(
      "section",
      { class: "panel game-panel", "aria-label": t("play.table"), hidden: true },
      h("h2", {}, t("play.table")),
      this.status,
      this.moves,
      h("div", { class: "buttons" }, (this.hint = button(t("play.hint"), () => this.#hint(), { "data-do": "hint" })), (this.value = button(t("play.value"), () => this.#value(), { "data-do": "value" }))),
      this.help,
      h("h3", {}, t("play.log")),
      h("div", { class: "events-frame", tabindex: 0, role: "log", "aria-live": "polite", "aria-label": t("play.log") }, this.log),
      h("div", { class: "buttons" }, button(t("play.record"), () => this.#download(), { "data-do": "record" }), button(t("play.leave"), () => this.#leave(), { class: "quiet", "data-do": "leave-table" })),
    );
    this.element = h("div", { class: "columns" }, h("div", { class: "left", tabindex: 0 }, this.table), h("div", { class: "right" }, this.setup, this.game));
  }

  async offer(game, id) {
    this.#game = game;
    const { levels } = await ask("levels", { game: game.name });
    this.levels = levels;
    this.#offerSeats();
    if (id) await this.#resume(id);
    else if (!this.#view || this.#view.game !== game.name) this.#clear();
  }

  #clear() {
    this.#view = null;
    this.#kept(null);
    this.setup.hidden = false;
    this.game.hidden = true;
    this.table.dataset.game = "";
    show(this.table, h("div", { class: "welcome" }, icon("adventurer"), h("p", {}, t("play.nothing"))));
  }

  // -- the start ------------------------------------------------------------------------------------------------------------

  #offerSeats() {
    this.rules = new RulesForm(this.#game);
    this.seats = h("div", { class: "fields" });
    this.seat = h("select", { "data-do": "seat" });
    this.seed = h("input", { type: "number", min: 0, step: 1, placeholder: t("play.random") });
    this.rules.players.addEventListener("change", () => this.#offerLevels());
    this.seat.addEventListener("change", () => this.#offerLevels());
    show(
      this.setup,
      h("h2", {}, t("play.title")),
      h("form", { onsubmit: (event) => this.#start(event) }, this.rules.element, h("div", { class: "fields" }, labelled(t("play.seat-choice"), this.seat), labelled(t("play.seed"), this.seed)), h("fieldset", {}, h("legend", {}, t("play.opponents")), this.seats), h("div", { class: "buttons" }, h("button", { type: "submit", class: "primary", "data-do": "start" }, t("play.start")))),
      h("dl", { class: "levels" }, this.levels.map(({ name, descriptions }) => [h("dt", {}, tOr(`levels.${name}`, name)), h("dd", {}, descriptions[language()])])),
    );
    this.#offerLevels();
  }

  #offerLevels() {
    const players = Number(this.rules.players.value);
    const mine = Math.min(Number(this.seat.value || 0), players - 1);
    const before = [...this.seats.querySelectorAll("select")].map((control) => control.value);
    const levels = this.levels.map(({ name }) => [name, tOr(`levels.${name}`, name)]);
    show(this.seat, Array.from({ length: players }, (_, seat) => h("option", { value: seat, selected: seat === mine }, String(seat))));
    const others = Array.from({ length: players }, (_, seat) => seat).filter((seat) => seat !== mine);
    const usual = levels.some(([name]) => name === SUGGESTED) ? SUGGESTED : levels[0]?.[0];
    show(this.seats, others.map((seat, index) => labelled(t("play.seat", { seat }), select(levels, before[index] ?? usual, { "data-seat": seat }))));
  }

  async #start(event) {
    event.preventDefault();
    const { players, preset, options } = this.rules.value;
    const seats = Array.from({ length: players }, (_, seat) => this.seats.querySelector(`[data-seat="${seat}"]`)?.value ?? "human");
    const mine = seats.indexOf("human");
    const names = NAMES.filter((name) => name !== t("play.you")).slice(0, players);
    names.splice(mine, 1, t("play.you"));
    const fields = { game: this.#game.name, preset, options, seats, names };
    if (this.seed.value !== "") fields.seed = Number(this.seed.value);
    try {
      this.rules.accept();
      await this.#take(await post("api/tables", fields));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.rules.refuse(error);
    }
  }

  async #resume(id) {
    try {
      const view = await get(`api/tables/${encodeURIComponent(id)}`);
      if (view.game === this.#game.name) await this.#take(view);
      else this.#clear();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#clear();
    }
  }

  async #take(view) {
    this.#kept(view.id);
    this.setup.hidden = true;
    this.game.hidden = false;
    show(this.log);
    show(this.help);
    this.#show(view);
    await this.#follow();
  }

  // -- the game -------------------------------------------------------------------------------------------------------------

  #names() {
    return namesOf(this.#view.position);
  }

  #show(view) {
    this.#view = view;
    const names = this.#names();
    const laid = view.events.filter((event) => event?.type === "deal" && event.colour).length;
    if (laid) this.log.append(h("li", {}, t("events.laid-out", { number: laid })));
    for (const event of view.events) if (event !== null && !(event.type === "deal" && event.colour)) this.log.append(h("li", {}, eventText(event, names)));
    const frame = this.log.parentElement;
    frame.scrollTop = frame.scrollHeight;
    drawTable(this.table, view.position);
    const human = view.waiting === "human";
    this.hint.disabled = this.value.disabled = !human;
    this.status.textContent = this.#situation(view, names);
    this.status.classList.toggle("yours", human);
    this.#offerMoves(view, names);
  }

  #situation(view, names) {
    if (view.waiting === "human") return t("play.your-turn");
    if (view.waiting === "levels") return t("play.others");
    const best = Math.max(...view.returns);
    const winners = names.filter((_, seat) => view.returns[seat] === best && best > 0).map((name, seat) => name ?? playerName(seat, names));
    const scores = listed(view.scores.map((score, seat) => `${playerName(names[seat] ?? seat, names)} ${score}`));
    return winners.length ? t("play.over", { winners: listed(winners), scores }) : t("play.over-lost", { scores });
  }

  #offerMoves(view, names) {
    const buttonOf = (move) => button(moveText(view.game, move, names), () => this.#move(move), { class: "move", "data-move": move.id });
    if (view.moves.length <= GROUPED) {
      show(this.moves, view.moves.map(buttonOf));
      return;
    }
    const kinds = Map.groupBy ? Map.groupBy(view.moves, (move) => move.data.type) : grouped(view.moves);
    show(this.moves, [...kinds].map(([kind, moves]) => (moves.length > 4 ? h("details", { class: "fold", open: moves.length <= GROUPED }, h("summary", {}, tOr(`kinds.${kind}`, kind), unseen(" "), h("small", {}, ` ${moves.length}`)), h("div", { class: "moves" }, moves.map(buttonOf))) : moves.map(buttonOf))));
  }

  async #move(move) {
    if (this.#busy) return;
    show(this.help);
    this.game.setAttribute("aria-busy", "true");
    await this.#send(() => post(`api/tables/${this.#view.id}/moves`, { move: move.id, since: this.#view.length }));
    await this.#follow();
    this.moves.querySelector("button")?.focus({ preventScroll: true });
  }

  async #send(asked) {
    this.#busy = true;
    for (const control of this.moves.querySelectorAll("button")) control.disabled = true;
    try {
      this.#show(await asked());
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.status.textContent = error.message;
      for (const control of this.moves.querySelectorAll("button")) control.disabled = false;
      return false;
    } finally {
      this.#busy = false;
    }
  }

  /** Let the others play until the person has to choose, or the game is over. */
  async #follow() {
    const { id } = this.#view;
    this.game.setAttribute("aria-busy", "true");
    while (this.#view?.id === id && this.#view.waiting === "levels") {
      if (!(await this.#send(() => post(`api/tables/${id}/advance`, { since: this.#view.length })))) {
        show(this.moves, button(t("play.continue"), () => this.#follow(), { class: "primary", "data-do": "continue" }));
        break;
      }
      if (this.#view.waiting === "levels") await waiting(PAUSE);
    }
    this.game.removeAttribute("aria-busy");
  }

  async #hint() {
    const { position } = this.#view;
    try {
      const hint = await ask("hint", { position, language: language(), limits: { seconds: 0.5 } });
      if (this.#view.position === position) show(this.help, hintBox(hint, position.game));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      show(this.help, h("p", { class: "refusal" }, said(error.message)));
    }
  }

  async #value() {
    const { position } = this.#view;
    this.value.disabled = true;
    show(this.help, h("p", { class: "progress" }, t("analyse.running")));
    try {
      const evaluation = await ask("evaluate", { position, limits: { seconds: 1 } });
      if (this.#view.position === position) showEvaluation(this.help, evaluation, position);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      show(this.help, h("p", { class: "refusal" }, said(error.message)));
    }
    this.value.disabled = this.#view.waiting !== "human";
  }

  async #download() {
    const record = await get(`api/tables/${this.#view.id}/record`);
    const address = URL.createObjectURL(new Blob([tidy(record)], { type: "application/json" }));
    h("a", { href: address, download: `${this.#view.game}-${this.#view.length}.json` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }

  #leave() {
    this.#clear();
    this.setup.querySelector("button[type=submit]").focus();
  }
}

function grouped(moves) {
  const kinds = new Map();
  for (const move of moves) kinds.set(move.data.type, [...(kinds.get(move.data.type) ?? []), move]);
  return kinds;
}
