// Celestia: the cities as islands that rise to the right, the ship, dice, the viewer's hand, treasures.

import { h, unseen } from "../dom.js";
import { icon } from "../icons.js";
import { listed, t, term, whole } from "../words.js";
import { namesOf, playerName } from "../moves.js";
import { badge, board, boards, cardChips, chip, fact, facts, isSeat, section } from "./pieces.js";

const STANDARD = [
  [1, 2], [2, 2], [4, 2], [6, 3], [9, 3], [12, 3], [15, 4], [20, 4], [25, 0],
];

/** [value, dice] of the cities; a set of one's own stands in the rules. */
export function cities(position) {
  const own = position.rules?.cities;
  return Array.isArray(own) ? own.map(([value, dice]) => [value, dice]) : STANDARD;
}

export const targetOf = (position) => position.rules?.target ?? (JSON.stringify(position.rules ?? "").includes("literal") ? 51 : 50);

function track(position) {
  const { state } = position;
  return h(
    "ol",
    { class: "track" },
    cities(position).map(([value, dice], index) => {
      const here = state.city === value;
      const left = state.treasures_left?.[value];
      return h(
        "li",
        { class: ["city", here && "here", left === 0 && "gone"], style: { "--step": String(index) }, "aria-current": here ? "location" : null },
        h("span", { class: "ship" }, here ? [icon("ship"), unseen(t("table.ship-here"))] : null),
        h("span", { class: "island" }, h("strong", {}, unseen(t("table.city"), " "), value)),
        left !== undefined && h("span", { class: "remains" }, icon("treasure"), unseen(t("table.treasures-left"), " "), whole(left)),
        h("span", { class: "dice-number" }, dice > 0 && t("table.dice-short", { number: dice })),
      );
    }),
  );
}

const die = (face) => h("li", { class: ["die", `is-${face}`] }, icon(face), h("span", {}, term(face)));

function treasures(player) {
  const known = player.treasures && Object.entries(player.treasures).filter(([, worths]) => worths.length);
  if (known?.length) {
    return known.map(([city, worths]) => h("li", { class: "chip" }, icon("treasure"), t("table.from-city", { city }), " ", listed(worths.map(term))));
  }
  return Object.entries(player.backs ?? {})
    .filter(([, number]) => number)
    .map(([city, number]) => h("li", { class: "chip" }, icon("treasure"), t("table.from-city", { city }), ` × ${number}`));
}

export function draw(position) {
  const { state } = position;
  const names = namesOf(position);
  const captain = state.captain ?? state.players.findIndex((player) => player.captain);
  const holders = state.players.filter((player) => player.hand);
  const viewer = holders.length === 1 ? holders[0] : null; // who sees everything finds the hands on the boards
  return [
    facts(
      fact(t("table.journey"), whole(state.journey ?? 1)),
      fact(t("table.captain"), playerName(captain, names) || "–"),
      fact(t("table.next"), t(`phases.celestia.${state.phase ?? "roll"}`)),
      fact(t("table.target"), whole(targetOf(position))),
      state.deck_size !== undefined && fact(t("table.deck"), whole(state.deck_size)),
    ),
    section(t("table.cities"), { class: "sky" }, track(position)),
    section(
      t("table.dice"),
      { class: "dice-row" },
      state.dice?.length ? h("ul", { class: "dice" }, state.dice.map(die)) : h("p", { class: "empty" }, t("table.no-dice")),
    ),
    viewer && section(t("table.hand"), { class: "hand" }, cardChips(viewer.hand, "playing")),
    boards(
      state.players.map((player, seat) => {
        const aboard = player.aboard ?? isSeat(captain, seat, names);
        const loot = treasures(player);
        return board(
          position,
          seat,
          names,
          [
            isSeat(captain, seat, names) && badge(t("table.captain"), "captain"),
            aboard ? badge(t("table.aboard"), "inside") : badge(t("table.off"), "outside"),
          ],
          h(
            "p",
            { class: "row" },
            player.hand_size !== undefined && chip("cards", t("table.cards", { number: whole(player.hand_size) })),
            player.total !== undefined && chip("best", t("table.points", { number: whole(player.total) })),
          ),
          holders.length > 1 && player.hand && cardChips(player.hand, "small"),
          loot.length ? h("ul", { class: "chips" }, loot) : h("p", { class: "empty" }, t("table.no-treasures")),
        );
      }),
    ),
    Object.values(state.discards ?? {}).length > 0 && section(t("table.discards"), {}, cardChips(state.discards, "small")),
  ];
}
