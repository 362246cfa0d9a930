// Takara Island: six piles as the viewer knows them, the docks with the specialists, the players' boards.

import { h, unseen } from "../dom.js";
import { icon, iconOfCard } from "../icons.js";
import { listed, t, term, whole } from "../words.js";
import { namesOf, playerName } from "../moves.js";
import { badge, board, boards, chip, fact, facts, section, sum } from "./pieces.js";

const SPECIALISTS = ["miner", "soothsayer", "archaeologist", "impostor"];
const LEVELS = ["shallow", "middle", "deep"];

/** The level of each slot of a pile, from the top; a gallery of one's own stands in the rules. */
export function slotLevels(position) {
  const own = position.rules?.gallery;
  const depths = Array.isArray(own) ? own.map((copies) => sum(copies) / position.state.piles.length) : [3, 3, 3];
  return LEVELS.flatMap((level, index) => Array(depths[index]).fill(level));
}

/** A card as an object, whatever short form the document has. */
const opened = (card) => (card === null ? {} : typeof card === "string" ? { card, seen_by: ["viewer"] } : card);

function pileCard(card, slot, level, names) {
  const { card: name, face_up: up, seen_by: seen = [], proven } = opened(card);
  const watchers = seen.filter((who) => who !== "viewer").map((who) => playerName(who, names));
  const state = up ? "up" : name ? "known" : "down";
  return h(
    "li",
    { class: ["slot", state, level, name && `is-${name}`], title: watchers.length ? t("table.seen-by", { players: listed(watchers) }) : null },
    h("span", { class: "depth", "aria-hidden": "true" }, slot),
    name ? icon(iconOfCard(name)) : null,
    h("span", { class: "what" }, name ? term(name) : unseen(t("table.face-down"))),
    h(
      "span",
      { class: "marks" },
      up && unseen(t("table.face-up")),
      !up && watchers.length > 0 && [h("span", { class: "watchers", "aria-hidden": "true" }, watchers.map((who) => who[0]).join("")), unseen(t("table.seen-by", { players: listed(watchers) }))],
      !up && !name && proven && [h("span", { "aria-hidden": "true" }, "✓"), unseen(t("table.proven"))],
    ),
  );
}

function pile(entry, index, levels, names) {
  const { size, cards = [], wounds = 0, stone } = typeof entry === "number" ? { size: entry } : entry;
  const top = levels.length - size;
  const slots = Array.from({ length: size }, (_, i) => pileCard(cards[i] ?? null, top + i, levels[top + i], names));
  return h(
    "li",
    { class: ["pile", size === 0 && "emptied"] },
    h("h4", {}, t("table.pile", { pile: index }), " ", h("small", {}, t("table.cards", { number: size }))),
    wounds > 0 && badge(t("table.wounds", { wounds }), "danger"),
    stone !== undefined && stone !== null && h("p", { class: "stone-found" }, icon("stone"), t("table.stone-of", { player: playerName(stone, names) })),
    h("ol", { class: "slots", start: top }, Array.from({ length: top }, () => h("li", { class: "slot dug", "aria-hidden": "true" })), slots),
  );
}

function adventurers(people = {}) {
  return ["unused", "used", "hospital", "waiting"]
    .filter((where) => people[where])
    .map((where) => h("li", { class: ["chip", `at-${where}`] }, Array.from({ length: people[where] }, () => icon("adventurer")), t(`table.adventurers-${where}`, { number: people[where] })));
}

const xpOf = (player) => sum(player.items ?? []) + 2 * (player.tokens ?? 0) - 2 * (player.skulls ?? 0) + Math.floor((player.gold ?? 0) / 5);

export function draw(position) {
  const { state } = position;
  const names = namesOf(position);
  const holder = (specialist) => state.players.findIndex((player) => player.specialist === specialist);
  return [
    facts(
      fact(t("table.round"), whole(state.round ?? 1)),
      fact(t("table.turn-of"), playerName(state.turn, names)),
      fact(t("table.next"), t(`phases.takara_island.${state.phase ?? "act"}`)),
      fact(t("table.sword"), state.sword ? t("table.rented") : t("table.not-rented")),
      state.supply !== undefined && fact(t("table.supply"), whole(state.supply)),
    ),
    section(
      t("table.piles"),
      { class: "island-piles" },
      h("ol", { class: "piles", start: 0 }, state.piles.map((entry, index) => pile(entry, index, slotLevels(position), names))),
      h("p", { class: "legend" }, [
        h("span", { class: "slot up" }, t("table.face-up")),
        h("span", { class: "slot known" }, t("table.known")),
        h("span", { class: "slot down shallow" }, t("table.shallow")),
        h("span", { class: "slot down middle" }, t("table.middle")),
        h("span", { class: "slot down deep" }, t("table.deep")),
        h("span", {}, "✓ ", t("table.proven")),
        h("span", {}, h("span", { class: "watchers" }, "A B"), " ", t("table.watchers")),
      ]),
    ),
    section(
      t("table.docks"),
      { class: "docks" },
      h(
        "ul",
        { class: "chips" },
        SPECIALISTS.map((specialist) =>
          h("li", { class: ["chip", holder(specialist) >= 0 && "away"] }, icon(specialist), term(specialist), holder(specialist) >= 0 && ` → ${playerName(holder(specialist), names)}`),
        ),
      ),
    ),
    boards(
      state.players.map((player, seat) =>
        board(
          position,
          seat,
          names,
          player.specialist && badge([term(player.specialist), player.resting ? ` (${t("table.resting")})` : ""].join(""), "soft"),
          h(
            "p",
            { class: "row" },
            chip("gold", whole(player.gold), term("gold"), { class: "is-gold" }),
            chip("xp", whole(xpOf(player)), t("table.xp-total"), { class: "is-xp" }),
            player.items?.length > 0 && h("span", { class: "note" }, t("table.items", { items: player.items.join(" + ") })),
            player.tokens > 0 && chip("token", whole(player.tokens), t("table.tokens")),
            player.skulls > 0 && chip("skeleton", whole(player.skulls), term("skull")),
          ),
          h("ul", { class: "chips" }, adventurers(player.adventurers)),
        ),
      ),
    ),
  ];
}
