// Moves and events in the language of the page. English has the server's own phrases; Japanese is made from the move's data.

import { has, language, listed, t, term, tOr } from "./words.js";

/** The name at the table of a seat that a document gives by number or by name. */
export function playerName(who, names) {
  if (who === null || who === undefined) return "";
  if (typeof who === "string" && !/^\d+$/.test(who)) return who;
  return names?.[who] || t("play.seat", { seat: who });
}

export const namesOf = (position) => position?.state?.players?.map((player) => player.name ?? null) ?? [];

const count = (items, word) => {
  const number = items.filter((item) => item === word).length;
  return number > 1 ? `${term(word)} × ${number}` : term(word);
};
const tally = (items) => listed([...new Set(items)].map((word) => count(items, word)));

function special(move, names) {
  const { id, data } = move;
  if (data.type === "eject") return t("moves.eject", { player: playerName(data.target, names) });
  if (data.type === "reroll") return data.dice.length ? t("moves.reroll", { dice: tally(data.dice) }) : t("moves.reroll-none");
  if (data.type === "fly" && data.turbos?.length) return t("moves.fly-turbos", { dice: tally(data.turbos) });
  if (data.type === "hire") return hire(data);
  if (data.type === "end-day") return endOfDay(data);
  if (data.type === "explore") return explore(data, names);
  if (data.type === "retrieve") return t("moves.retrieve", { places: listed(data.places.map(place)) });
  if (data.type === "complete") return t("moves.complete", { mission: mission(data.mission), place: place(data.returns) });
  if (data.type === "equip") return t(`moves.equip-${data.as}`, { ...data, side: term(data.side), colour: term(data.colour) });
  if (data.type === "bonus") return data.colour ? t("moves.bonus", { colour: term(data.colour) }) : t("moves.no-bonus");
  return has(`moves.${id}`) ? t(`moves.${id}`, data) : null;
}

function hire(data) {
  const who = data.copied ? t("moves.copying", { copied: term(data.copied) }) : term(data.specialist);
  return t(data.slot === undefined ? "moves.hire" : "moves.hire-slot", { ...data, who });
}

function endOfDay(data) {
  const parts = [];
  if (data.cure) parts.push(t("moves.cure", { cure: data.cure }));
  if (data.recruit) parts.push(t("moves.recruit"));
  return parts.length ? t("moves.end-day-with", { parts: listed(parts) }) : t("moves.end-day");
}

function explore(data, names) {
  const filling = { place: place(data.place), colour: term(data.gives), player: playerName(data.ejects, names) };
  return t(data.ejects === null ? "moves.explore" : "moves.explore-eject", filling);
}

/** A location of Lost Explorers by id: the name where the shipped map has it. */
export const place = (id) => tOr(`places.${id}`, id);
export const mission = (token) => listed(token.split("+").map(place));

/** The server's phrase with names for seats, and for locations, where it has ids. */
const inEnglish = (game, text, names) => withPlaces(game, text.replace(/\bseat (\d)\b/g, (whole, seat) => names[Number(seat)] || whole));

/** A sentence about Lost Explorers with names for the ids of locations and missions. */
export function withPlaces(game, text) {
  if (game !== "lost_explorers") return text;
  return text.replace(/\b([A-Z][A-Z\d](?:\+[A-Z][A-Z\d])*)(?: \([^\d()]+\))?/g, (whole, ids) => (ids.split("+").every((id) => has(`places.${id}`)) ? ids.split("+").map(place).join(" + ") : whole));
}

/** A move for people. */
export function moveText(game, move, names = []) {
  if (language() === "en") return inEnglish(game, move.text, names);
  const { data } = move;
  const plain = has(`moves.${data.type}`) ? t(`moves.${data.type}`, data) : move.text;
  return tOr(`moves.${game}.${data.type}`, special(move, names) ?? plain, data);
}

/** The id of a move alone, as plans and shares name it. */
export function moveIdText(game, id, moves, names) {
  const known = moves?.find((move) => move.id === id);
  return known ? moveText(game, known, names) : idText(game, id);
}

function idText(game, id) {
  const [kind, ...rest] = id.split("-");
  if (has(`moves.${game}.${id}`)) return t(`moves.${game}.${id}`);
  if (["survey", "dig", "destroy", "fight"].includes(kind)) return t(`moves.${kind}`, { pile: rest[0] });
  if (kind === "sell") return t("moves.sell", { value: rest[0] });
  if (["miner", "soothsayer", "archaeologist"].includes(kind)) return hire({ specialist: kind, pile: rest[0], slot: rest[1] });
  if (kind === "impostor") return hire({ specialist: kind, copied: rest[0], pile: rest[1], slot: rest[2] });
  if (id.startsWith("end-day")) return endOfDay({ cure: Number(rest[2]), recruit: rest.at(-1) === "recruit" });
  if (kind === "retrieve") return t("moves.retrieve", { places: listed(rest[0].split("+").map(place)) });
  if (kind === "explore") return t("moves.explore", { place: place(rest[0]), colour: term(rest[1]) });
  if (kind === "equip") return t(`moves.equip-side-${rest[2]}`, { side: term(rest[0]), members: rest[1] });
  if (kind === "complete") return t("moves.complete", { mission: mission(rest[0]), place: place(rest[2]) });
  if (kind === "bonus") return t("moves.bonus", { colour: term(rest[0]) });
  if (kind === "choose") return t("moves.choose", { colour: term(rest[0]) });
  if (kind === "reroll") return rest[0] === "none" ? t("moves.reroll-none") : t("moves.reroll", { dice: tally(rest) });
  return has(`moves.${id}`) ? t(`moves.${id}`) : id;
}

const TELLING = ["card", "treasure", "mission", "token", "dice", "colour"];

/** What a plan's branch waits for: "look pile=2 slot=7 card=chest" as what is seen. */
export function noticed(text) {
  const [kind, ...rest] = text.split(" ");
  const pairs = rest.map((word) => word.split("="));
  const told = pairs.filter(([key]) => TELLING.includes(key)).map(([key, value]) => (key === "mission" || key === "token" ? mission(value) : value.split("+").map(term).join(" + ")));
  if (told.length) return listed(told);
  const named = tOr(`events.${kind}`, term(kind));
  const facts = pairs.filter(([, value]) => value === "True" || value === "False").map(([key, value]) => `${tOr(`details.${key}`, key)}: ${term(value)}`);
  return facts.length ? `${named} (${listed(facts)})` : named;
}

/** An event of a record or a game, as one line. */
export function eventText(event, names) {
  if (event === null) return t("events.null");
  const { type, player, ...rest } = event;
  const who = playerName(player, names);
  if (type === "choices") return choices(event.choices, names);
  if (type === "card" && player === undefined) return t("events.turned-up", { card: term(rest.card) });
  if (type === "deal" && rest.colour) return t("events.laid", { colour: term(rest.colour) });
  if (type === "move") return `${who}: ${idText("", rest.move)}`;
  if (type === "chance") return t("events.chance", { outcome: listed(String(rest.outcome).split("-").map(term)) });
  const told = Object.entries(rest).filter(([, value]) => value !== null && value !== undefined && value !== "");
  const text = tOr(`events.${type}`, type.replaceAll("-", " "));
  const details = told.map(([key, value]) => detail(key, value, names)).filter(Boolean);
  return [who, details.length ? `${text} (${listed(details)})` : text].filter(Boolean).join(": ");
}

function choices(made, names) {
  const pairs = Array.isArray(made) ? made.map((choice, seat) => [seat, choice]) : Object.entries(made);
  const by = (kind) => pairs.filter(([, choice]) => choice === kind).map(([who]) => playerName(who, names));
  const [stay, leave] = [by("stay"), by("leave")];
  const parts = [];
  if (leave.length) parts.push(t("events.leave-all", { players: listed(leave) }));
  if (stay.length) parts.push(t("events.stay-all", { players: listed(stay) }));
  return parts.join(t("events.and"));
}

function detail(key, value, names) {
  if (key === "turbos") return value.length ? t("details.turbos", { dice: tally(value) }) : "";
  if (key === "cured" && !value) return "";
  if (key === "dice" || key === "cards") return value.length ? tally([value].flat()) : t("events.none");
  if (key === "mission") return mission(value);
  if (key === "location") return place(value);
  if (key === "locations") return listed(value.map(place));
  if (["target", "ejected", "captain"].includes(key)) return `${tOr(`details.${key}`, key)} ${playerName(value, names)}`;
  if (key === "totals") return Object.entries(value).map(([who, total]) => `${playerName(who, names)} ${total}`).join(", ");
  if (typeof value === "boolean") return value ? tOr(`details.${key}`, key) : "";
  if (typeof value === "object") return Object.entries(value).map(([word, number]) => `${term(word)} ${number}`).join(", ");
  if (typeof value === "number") return `${tOr(`details.${key}`, key)} ${value}`;
  return term(value);
}
