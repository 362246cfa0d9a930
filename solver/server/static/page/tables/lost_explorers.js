// Lost Explorers: the map with members on it, the two rows of tokens, missions, vehicles and tracks.

import { h, s, unseen } from "../dom.js";
import { icon } from "../icons.js";
import { listed, t, term, whole } from "../words.js";
import { namesOf, place, playerName } from "../moves.js";
import { LAND, NEEDS, SPOTS } from "./lost_explorers_map.js";
import { board, boards, chip, fact, facts, section } from "./pieces.js";

const COLOURS = { r: "red", y: "yellow", b: "blue", g: "green" };
const VEHICLES = { red: "train", yellow: "car", blue: "boat", green: "airship" };
const CLUES = [5, 9, 12, 14];
const TRACK = 14;
const REACH = 4; // members, and so tokens of a row that one turn can reach

const letters = (row) => (typeof row === "string" ? [...row].map((letter) => COLOURS[letter]) : (row ?? []));

/** Tokens by colour as counts, from initials or counts. */
function byColour(tokens) {
  const counts = {};
  if (tokens && typeof tokens !== "string") return tokens;
  for (const colour of letters(tokens ?? "")) counts[colour] = (counts[colour] ?? 0) + 1;
  return counts;
}

const token = (colour, attributes = {}) =>
  h("li", { ...attributes, class: ["token", colour, attributes.class] }, icon(VEHICLES[colour]), unseen(term(colour)));

const pieces = (tokens) =>
  Object.entries(byColour(tokens))
    .filter(([, number]) => number)
    .map(([colour, number]) => h("li", { class: ["chip", "vehicle", colour] }, icon(VEHICLES[colour]), unseen(term(colour), " "), `× ${number}`));

function spot(id, position, names) {
  const [x, y] = SPOTS[id];
  const closed = position.state.closed?.includes(id);
  const visitors = position.state.players.flatMap((player, seat) => (player.members_at?.includes(id) ? [seat] : []));
  const needs = NEEDS[id];
  return s(
    "g",
    { class: ["spot", closed && "closed"], transform: `translate(${x} ${y})` },
    s("circle", { r: 21, class: "spot-disc" }),
    [...needs].map((letter, index) => {
      const angle = Math.PI * (-0.5 + (2 * index) / needs.length);
      return s("circle", { cx: 11.5 * Math.cos(angle), cy: 11.5 * Math.sin(angle), r: 6.2, class: ["need", COLOURS[letter]] });
    }),
    closed && s("path", { d: "M-15 -15L15 15M15 -15L-15 15", class: "cross" }),
    s("text", { y: 37, "text-anchor": "middle", class: "spot-name" }, place(id)),
    visitors.map((seat, index) =>
      s(
        "g",
        { class: ["member", `seat-${seat}`], transform: `translate(${18 + 17 * index} -18)` },
        s("circle", { r: 11 }),
        s("text", { y: 4.5, "text-anchor": "middle" }, String(playerName(seat, names))[0]),
      ),
    ),
  );
}

function described(position, names) {
  const lines = position.state.players.map((player, seat) =>
    t("table.members-at", { player: playerName(seat, names), places: player.members_at?.length ? listed(player.members_at.map(place)) : t("events.none") }),
  );
  if (position.state.closed?.length) lines.push(t("table.closed-are", { places: listed(position.state.closed.map(place)) }));
  return lines.join(". ");
}

function map(position, names) {
  const picture = s(
    "svg",
    { viewBox: "0 0 800 432", class: "map", role: "img", "aria-label": described(position, names) },
    s("rect", { width: 800, height: 432, class: "sea" }),
    [100, 200, 300, 400, 500, 600, 700].map((x) => s("path", { d: `M${x} 0V432`, class: "grid" })),
    [72, 144, 216, 288, 360].map((y) => s("path", { d: `M0 ${y}H800`, class: "grid" })),
    LAND.map((d) => s("path", { d, class: "land" })),
    Object.keys(SPOTS).map((id) => spot(id, position, names)),
  );
  return h("div", { class: "map-frame", tabindex: 0, role: "region", "aria-label": t("table.map") }, picture);
}

function row(side, tokens) {
  const list = letters(tokens);
  return h(
    "div",
    { class: "token-row" },
    h("h4", {}, term(side), " ", h("small", {}, t("table.tokens-left", { number: list.length }))),
    h("ol", { class: "tokens" }, list.map((colour, index) => token(colour, { class: index < REACH ? "reach" : "far" }))),
  );
}

function leader(side, space) {
  return h(
    "div",
    { class: "leader" },
    h("span", { class: "leader-name" }, t(`table.leader-${side}`)),
    h(
      "span",
      { class: "leader-track", "aria-hidden": "true" },
      Array.from({ length: TRACK }, (_, i) => h("i", { class: [i < space && "passed", CLUES.includes(i + 1) && "clue", i + 1 === 4 && "camp"] })),
    ),
    h("span", { class: "leader-space" }, t("table.of", { number: space, total: TRACK })),
  );
}

function missions(player) {
  return (player.missions ?? []).map((name) =>
    h(
      "li",
      { class: "mission" },
      name.split("+").map((id) => {
        const there = player.members_at?.includes(id);
        return h("span", { class: ["stop", there && "there"] }, there ? "✓ " : "", place(id), there && unseen(" ", t("table.there")));
      }),
    ),
  );
}

export function draw(position) {
  const { state } = position;
  const names = namesOf(position);
  return [
    facts(
      fact(t("table.round"), whole(state.round ?? 1)),
      state.turn !== undefined && state.turn !== null && fact(t("table.turn-of"), playerName(state.turn, names)),
      fact(t("table.next"), t(`phases.lost_explorers.${state.phase ?? "menu"}`)),
      state.used > 0 && fact(t("table.members-used"), whole(state.used)),
    ),
    section(t("table.map"), { class: "world" }, map(position, names)),
    state.rows && section(t("table.rows"), { class: "rows" }, row("left", state.rows.left), row("right", state.rows.right)),
    boards(
      state.players.map((player, seat) =>
        board(
          position,
          seat,
          names,
          null,
          h(
            "p",
            { class: "row" },
            player.clues !== undefined && chip("clue", whole(player.clues), t("table.clues")),
            player.members !== undefined && chip("adventurer", t("table.members", { free: player.members - (player.members_at?.length ?? 0), all: player.members }), t("table.members-word")),
            player.finished !== undefined && chip("leader", whole(player.finished.length), t("table.finished")),
          ),
          h("ul", { class: "chips" }, pieces(player.vehicles)),
          player.leaders && [leader("left", player.leaders[0]), leader("right", player.leaders[1])],
          player.missions?.length > 0 && [h("h5", {}, t("table.missions")), h("ul", { class: "missions" }, missions(player))],
        ),
      ),
    ),
  ];
}
