// What the drawings of all games have in common: boards of players, chips with a picture and a number, facts.

import { h, unseen } from "../dom.js";
import { icon, iconOfCard } from "../icons.js";
import { t, term } from "../words.js";
import { playerName } from "../moves.js";

/** A number or word with a picture; the word itself is there for who does not see the picture. */
export function chip(picture, text, word, attributes = {}) {
  return h("span", { ...attributes, class: ["chip", attributes.class], title: word }, icon(picture), word && unseen(word, " "), h("span", {}, text));
}

export const badge = (text, kind) => h("span", { class: ["badge", kind] }, text);

/** A term with what it is: <div><dt><dd>. */
export const fact = (name, ...value) => h("div", { class: "fact" }, h("dt", {}, name), h("dd", {}, value));
export const facts = (...entries) => h("dl", { class: "facts" }, entries);

export const section = (title, attributes, ...content) =>
  h("section", { ...attributes, class: ["part", attributes?.class] }, h("h3", {}, title), content);

export const isSeat = (who, seat, names) => who === seat || who === String(seat) || (who !== null && who !== undefined && who === names[seat]);

/** A player's board: name, what he is (you, captain, …), and his things. */
export function board(position, seat, names, badges, ...content) {
  const you = isSeat(position.viewer, seat, names);
  const turn = isSeat(position.state.turn, seat, names);
  return h(
    "li",
    { class: ["board", `seat-${seat}`, you && "you", turn && "turn"] },
    h(
      "h4",
      {},
      h("span", { class: "pawn", "aria-hidden": "true" }, String(playerName(seat, names))[0]),
      h("span", { class: "name" }, playerName(seat, names)),
      you && playerName(seat, names) !== t("play.you") && badge(t("table.you"), "soft"),
      turn && badge(t("table.turn"), "strong"),
      badges,
    ),
    content,
  );
}

export const boards = (list) => section(t("table.players"), { class: "players" }, h("ul", { class: "boards" }, list));

/** Cards as counts by word, from a list or from counts. */
export function counted(cards) {
  if (!cards) return [];
  if (!Array.isArray(cards)) return Object.entries(cards);
  const counts = new Map();
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
  return [...counts];
}

export const cardChips = (cards, kind) =>
  h(
    "ul",
    { class: "chips" },
    counted(cards).map(([card, number]) =>
      h("li", { class: ["chip", kind, `is-${card}`] }, icon(iconOfCard(card)), h("span", {}, term(card)), number > 1 && h("b", {}, ` × ${number}`)),
    ),
  );

export const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
