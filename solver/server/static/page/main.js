// The page: which game, which view, which language; all of it in the address, so that a link leads back.

import { AnalysisPanel } from "./analysis.js";
import { ask, get } from "./api.js";
import { h, select, show, unseen } from "./dom.js";
import { icon } from "./icons.js";
import { OddsPanel } from "./odds.js";
import { PlayView } from "./play.js";
import { RecordView } from "./record.js";
import { Setup } from "./setup.js";
import { drawTable } from "./tables/index.js";
import { language, LANGUAGES, speak, t } from "./words.js";

const GAMES = { incan_gold: "temple", celestia: "ship", takara_island: "stone", lost_explorers: "mark" };
const VIEWS = ["analyse", "record", "play"];

const address = new URLSearchParams(location.search);
let games = [];
let examples = {};
let page = null;

function remember(key, value) {
  if (value === null || value === "") address.delete(key);
  else address.set(key, value);
  history.replaceState(null, "", `?${address}`);
}

/** The analysis of a position that is set up by hand. */
class AnalyseView {
  #place = null;

  constructor() {
    this.table = h("div", { class: "table", role: "group", "aria-label": t("table.title") });
    this.analysis = new AnalysisPanel(() => this.#place, (error) => this.setup.refuse(error));
    this.odds = new OddsPanel(() => this.#place);
    this.setup = new Setup(
      examples,
      (document, full) => this.#accept(document, full),
      () => this.#refuse(),
    );
    this.element = h("div", { class: "columns" }, h("div", { class: "left", tabindex: 0 }, this.table), h("div", { class: "right" }, this.setup.element, this.analysis.element, this.odds.element));
  }

  get document() {
    return this.#place?.document ?? null;
  }

  async offer(game, { example, document }) {
    this.analysis.offer(game);
    await Promise.all([this.odds.offer(game), this.setup.choose(game, example)]);
    if (document?.game === game.name) await this.setup.set(document);
  }

  #accept(document, full) {
    this.#place = { document, full };
    this.table.classList.remove("stale");
    drawTable(this.table, full);
    this.analysis.clear();
    this.odds.clear();
    remember("example", this.setup.source.value);
  }

  #refuse() {
    this.#place = null;
    this.table.classList.add("stale");
    this.analysis.clear();
    this.odds.clear();
  }
}

class Page {
  constructor() {
    this.analyse = new AnalyseView();
    this.record = new RecordView(examples, (document) => this.#takeOver(document));
    this.play = new PlayView((id) => remember("table", id));
    this.panels = Object.fromEntries(VIEWS.map((view) => [view, h("div", { role: "tabpanel", id: `view-${view}`, "aria-labelledby": `tab-${view}`, hidden: true }, this[view].element)]));
    this.tabs = VIEWS.map((view) => h("button", { type: "button", role: "tab", id: `tab-${view}`, "aria-controls": `view-${view}`, onclick: () => this.look(view), onkeydown: (event) => this.#arrow(event) }, t(`views.${view}`)));
    const speaking = select(Object.entries(LANGUAGES), language(), { id: "language", "aria-label": `${t("page.language")} / Language` });
    speaking.addEventListener("change", () => changeLanguage(speaking.value));
    this.games = games.map(({ name }) => this.#gameChoice(name));
    show(
      document.body,
      h("a", { class: "skip", href: "#main" }, t("page.skip")),
      h("header", { class: "top" }, h("h1", {}, icon("mark"), h("span", {}, "Orienteer")), h("fieldset", { class: "games" }, h("legend", { class: "unseen" }, t("page.game")), this.games), h("div", { class: "language" }, speaking)),
      h("nav", { "aria-label": t("page.views") }, h("div", { role: "tablist", class: "tabs" }, this.tabs)),
      h("main", { id: "main", tabindex: -1 }, Object.values(this.panels)),
      h("footer", {}, h("p", {}, t("page.footer"))),
    );
  }

  #gameChoice(name) {
    const radio = h("input", { type: "radio", name: "game", id: `game-${name}`, value: name, onchange: () => this.choose(name) });
    return h("span", { class: "game" }, radio, h("label", { for: `game-${name}` }, icon(GAMES[name]), h("span", {}, t(`games.${name}`))));
  }

  async choose(name, kept = {}) {
    const game = games.find((entry) => entry.name === name) ?? games[0];
    this.kept = kept; // what a view has not taken up yet goes on when the language changes
    this.game = game.name;
    document.getElementById(`game-${game.name}`).checked = true;
    document.body.dataset.game = game.name;
    remember("game", game.name);
    this.pending = { analyse: () => this.analyse.offer(game, kept), record: () => this.record.offer(game, kept.record), play: () => this.play.offer(game, kept.table) };
    await this.#prepare();
  }

  /** What a view shows is asked for when it is looked at. */
  async #prepare() {
    const work = this.pending?.[this.view];
    delete document.body.dataset.ready;
    if (work) {
      delete this.pending[this.view];
      await work();
    }
    document.body.dataset.ready = this.game;
  }

  async look(view) {
    const chosen = VIEWS.includes(view) ? view : VIEWS[0];
    VIEWS.forEach((name, index) => {
      this.panels[name].hidden = name !== chosen;
      this.tabs[index].setAttribute("aria-selected", String(name === chosen));
      this.tabs[index].tabIndex = name === chosen ? 0 : -1;
    });
    this.view = chosen;
    remember("view", chosen);
    if (this.game) await this.#prepare();
  }

  #arrow(event) {
    const turn = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!turn) return;
    const next = (VIEWS.indexOf(this.view) + turn + VIEWS.length) % VIEWS.length;
    this.look(VIEWS[next]);
    this.tabs[next].focus();
  }

  async #takeOver(document) {
    await this.look("analyse");
    this.analyse.setup.source.value = "";
    await this.analyse.setup.set(document);
    this.tabs[0].focus();
  }
}

async function changeLanguage(code) {
  const { game, view } = page;
  const kept = { ...page.kept, example: address.get("example"), table: address.get("table") };
  if (page.analyse.document) kept.document = page.analyse.document;
  if (page.record.state) kept.record = page.record.state;
  await speak(code);
  remember("lang", code);
  page = new Page();
  page.look(view);
  await page.choose(game, kept);
  document.getElementById("language").focus();
}

async function begin() {
  const preferred = navigator.language?.startsWith("ja") ? "ja" : "en";
  await speak(address.get("lang") ?? preferred);
  const [known, shipped] = await Promise.all([ask("games", {}), get("api/examples")]);
  games = known.games.filter(({ name }) => name in GAMES).sort((a, b) => Object.keys(GAMES).indexOf(a.name) - Object.keys(GAMES).indexOf(b.name));
  examples = shipped.examples;
  page = new Page();
  page.look(address.get("view"));
  await page.choose(address.get("game"), { example: address.get("example"), table: address.get("table") });
}

begin().catch((error) => {
  show(document.body, h("main", {}, h("p", { class: "refusal", role: "alert" }, unseen("Orienteer: "), error.message)));
  throw error;
});
