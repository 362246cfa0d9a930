// The form beside the JSON: which parts of a position have a control, how a control's text becomes a value and back.

const number = (path, low = 0, high = 999) => ({ path, kind: "number", low, high });
const words = (path, wide = true) => ({ path, kind: "words", wide });
const tally = (path) => ({ path, kind: "tally" }); // a number, or one entry each
const text = (path, wide = false) => ({ path, kind: "text", wide });
const counts = (path) => ({ path, kind: "counts", wide: true });
const choice = (path, values, terms = "terms") => ({ path, kind: "choice", values, terms });
const yesNo = (path) => ({ path, kind: "yesno" });
const player = (path) => ({ path, kind: "player" });
const cards = (path) => ({ path, kind: "cards", wide: true });

export const FORMS = {
  incan_gold: {
    table: [number("state.round", 1, 5), choice("state.next", ["card", "choice", "over"], "phases.incan_gold"), words("state.path"), number("state.pocket"), tally("state.leftovers"), words("state.removed")],
    players: [text("name"), number("gems"), tally("artifacts"), yesNo("inside")],
    most: 8,
    least: 1,
    fresh: { gems: 0, artifacts: 0, inside: true },
  },
  celestia: {
    table: [
      number("state.journey", 1),
      choice("state.city", [1, 2, 4, 6, 9, 12, 15, 20, 25], null),
      player("state.captain"),
      player("state.turn"),
      choice("state.phase", ["roll", "lone", "passenger", "window_a", "announcement", "window_b", "jetpack", "hook", "detour", "treasure", "draw", "journey_end", "before_announcement", "after_crash_call", "after_move", "over"], "phases.celestia"),
      words("state.dice"),
      counts("state.discards"),
      words("state.telescopes_used", false),
    ],
    players: [text("name"), yesNo("aboard"), words("hand"), number("hand_size"), counts("backs")],
    most: 6,
    least: 2,
    fresh: { aboard: false, hand_size: 6, backs: {} },
  },
  takara_island: {
    table: [player("state.turn"), number("state.round", 1), choice("state.phase", ["sword", "act", "survey", "mine_on", "map", "end_of_day", "over"], "phases.takara_island"), yesNo("state.sword"), counts("state.treasures_gone"), counts("state.gone")],
    piles: [number("size", 0, 9), cards("cards"), number("wounds", 0, 3)],
    players: [
      text("name"),
      number("gold"),
      words("items", false),
      number("adventurers.unused", 0, 3),
      number("adventurers.used", 0, 3),
      number("adventurers.hospital", 0, 3),
      number("adventurers.waiting", 0, 3),
      yesNo("recruited"),
      choice("specialist", ["miner", "soothsayer", "archaeologist", "impostor"]),
    ],
    most: 4,
    least: 2,
    fresh: { gold: 0 },
  },
  lost_explorers: {
    table: [player("state.turn"), number("state.round", 1), choice("state.stage", ["start", "phase_1", "phase_2"], "stages"), text("state.rows.left", true), text("state.rows.right", true), words("state.closed", false)],
    players: [text("name"), text("vehicles"), words("missions"), words("finished"), words("members_at", false)],
    most: 4,
    least: 2,
    fresh: { vehicles: "rybg" },
  },
};

// Options of the rules with few values; docs/rules has what they mean.
export const CHOICES = {
  artifact_value: ["per_owner", "taken_order", "resolved_order", "printed"],
  artifact_schedule: ["per_round", "all_at_start"],
  leftovers: ["pooled", "per_card"],
  deck: ["seed", "bga", "print"],
  dice_by: ["next_city", "current_city"],
  after_journey_captain: ["next_seat", "next_aboard"],
  empty_city: ["no_leaving", "leave_for_nothing"],
  reannounce: ["window_end", "at_once"],
  mimic_fail: ["reshuffle", "removed"],
  impostor: ["held_by_other", "any"],
  survey_blocked_by: ["any", "rockfall"],
  map_choice: ["at_once", "end_of_day"],
  miner_on_monster: ["illegal", "wasted"],
  first_turn_limit: ["all", "equip_only"],
  rows_empty: ["after_turn", "after_round"],
  bonus: ["mandatory", "optional"],
  mission_discard: ["after_bonus", "before_bonus"],
};
export const TIES = { incan_gold: ["shared", "artifacts"], takara_island: ["xp", "shared"] };

// -- paths --------------------------------------------------------------------------------------------------------------------

const steps = (path) => path.match(/[^.[\]]+/g).map((step) => (/^\d+$/.test(step) ? Number(step) : step));

export const at = (document, path) => steps(path).reduce((place, step) => place?.[step], document);

/** Set a path of a document, or take it out where the value is undefined. */
export function put(document, path, value) {
  const parts = steps(path);
  const last = parts.pop();
  let place = document;
  for (const part of parts) {
    if (typeof place[part] !== "object" || place[part] === null) {
      if (value === undefined) return;
      place[part] = {};
    }
    place = place[part];
  }
  if (value === undefined) delete place[last];
  else place[last] = value;
}

// -- values as texts ----------------------------------------------------------------------------------------------------------

const plain = (word) => (/^-?\d+$/.test(word) ? Number(word) : word);
const split = (given) => given.split(/[\s,、，]+/).filter(Boolean);

const cardText = (card) => {
  if (card === null) return "?";
  if (typeof card === "string") return card;
  if (card.face_up && card.card) return `${card.card}!`;
  return null;
};

const WRITERS = {
  words: (value) => (Array.isArray(value) ? value.join(", ") : value && typeof value === "object" ? Object.entries(value).flatMap(([word, times]) => Array(times).fill(word)).join(", ") : String(value)),
  counts: (value) => (Array.isArray(value) ? value.join(", ") : Object.values(value).every((entry) => typeof entry === "number") ? Object.entries(value).map(([word, times]) => `${word} ${times}`).join(", ") : JSON.stringify(value)),
  tally: (value) => (Array.isArray(value) ? value.join(", ") : String(value)),
  text: (value) => (typeof value === "string" ? value : JSON.stringify(value)),
  cards: (value) => (value.every((card) => cardText(card) !== null) ? value.map(cardText).join(", ") : JSON.stringify(value)),
  yesno: (value) => String(value),
};

export function write(kind, value) {
  if (value === undefined || value === null) return "";
  return kind in WRITERS ? WRITERS[kind](value) : String(value);
}

const READERS = {
  number: (given) => Number(given),
  words: (given) => split(given).map(plain),
  tally: (given) => (/^\d+$/.test(given.trim()) ? Number(given) : split(given).map(plain)),
  counts(given) {
    if (given.trim().startsWith("{")) return JSON.parse(given);
    const found = {};
    const parts = split(given.replace(/[×*:]/g, " "));
    while (parts.length) {
      const word = parts.shift();
      found[word] = (found[word] ?? 0) + (/^\d+$/.test(parts[0] ?? "") ? Number(parts.shift()) : 1);
    }
    return found;
  },
  text: (given) => (/^[{["]/.test(given.trim()) ? JSON.parse(given) : given),
  cards: (given) => (given.trim().startsWith("[") ? JSON.parse(given) : split(given).map((word) => (word === "?" ? null : word.endsWith("!") ? { card: word.slice(0, -1), face_up: true } : word))),
  choice: plain,
  player: plain,
  yesno: (given) => given === "true",
};

/** The value that a control's text stands for; undefined for an empty one. A text that is no JSON where it begins as such stays text. */
export function read(kind, given) {
  if (given.trim() === "") return undefined;
  try {
    return READERS[kind](given);
  } catch {
    return given;
  }
}
