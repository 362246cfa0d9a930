// Pictures of cards, dice and pieces, 24 units wide, in the colour of the text around them. Decoration: the word stands beside.

import { s } from "./dom.js";

const f = (d) => s("path", { d, fill: "currentColor" });
const l = (d, width = 1.8) =>
  s("path", { d, fill: "none", stroke: "currentColor", "stroke-width": width, "stroke-linecap": "round", "stroke-linejoin": "round" });
// What is cut out of a shape has the colour of the ground, see .hole in the style sheet.
const w = (d, width = 1.4) =>
  s("path", { d, class: "hole-line", "stroke-width": width, "stroke-linecap": "round", "stroke-linejoin": "round" });
const dot = (cx, cy, r) => s("circle", { cx, cy, r, fill: "currentColor" });
const hole = (cx, cy, r) => s("circle", { cx, cy, r, class: "hole" });
const cut = (d) => s("path", { d, class: "hole" });

const SHAPES = {
  // Incan Gold
  gem: () => [f("M7 4h10l5 6-10 11L2 10z"), w("M2.5 10h19M9 4.5l3 5.5 3-5.5M12 10v10", 1)],
  artifact: () => [f("M12 2l3 3h4v5l2 2-2 2v3l-4 5H9l-4-5v-3l-2-2 2-2V5h4z"), hole(9, 10.5, 1.5), hole(15, 10.5, 1.5), w("M9 16h6M12 11v2.5")],
  spider: () => [dot(12, 14, 4.6), dot(12, 8, 2.6), l("M9 11L4 8 2.5 4.5M8 13l-5 0-1.5 3M8.5 16.5l-4 2L4 21M15 11l5-3 1.5-3.5M16 13l5 0 1.5 3M15.500 16.5l4 2 .5 2.500", 1.5)],
  mummy: () => [f("M12 2c-4 0-6 3-6 7 0 3 1 5 1 8 0 2 2 5 5 5s5-3 5-5c0-3 1-5 1-8 0-4-2-7-6-7z"), w("M7 6l10 2M6.500 10.500l3.500-.7M14 9.500l3.500 1M7 14l10-1M8 17.500l8 1.200"), hole(10, 9.200, 1.1), hole(14, 9.200, 1.1)],
  fire: () => [f("M13 2c1 4 6 6 6 12a7 7 0 0 1-14 0c0-3 2-4.500 3-7 1 1 1.500 2 1.500 3C11 8 13 6 13 2z"), w("M12 20c-2 0-3-1.500-3-3s1.500-2 2-3.500c2 1 4 2 4 4 0 1.500-1 2.500-3 2.500z", 1.2)],
  rockfall: () => [f("M3 21l2-6 5-2 4 3 3-1 4 6z"), f("M7 3l5-1 3 3-1 4-5 1-3-3z"), l("M17.500 4v6M20.500 7v5M3.500 8v4", 1.5)],
  snake: () => [l("M4 20c6 1 12-1 12-4s-9-2-9-6c0-3 4-5 8-4", 3), f("M14 3.500c3-1 6 0 7 3l-4 2.500-4-1.500z"), l("M20.500 7l2 1.500", 1.2)],
  temple: () => [f("M2 21h20v-3h-2v-3h-2v-3h-2V9h-2V5h-4v4H8v3H6v3H4v3H2z"), cut("M10 21v-5a2 2 0 0 1 4 0v5z")],
  tent: () => [f("M12 3l10 18H2z"), cut("M12 10l4 11H8z")],
  // Celestia
  cloud: () => [f("M7 19a5 5 0 0 1-.5-10A6 6 0 0 1 18 8.500 5.300 5.300 0 0 1 17.500 19z")],
  lightning: () => [f("M14 1L4 14h6l-2 9 11-14h-7z")],
  bird: () => [f("M2 8c4-2 7 0 9 3 1-3 5-6 11-5-3 1-4 4-5 7-1 4-4 6-8 6l-4 3 1-5C4 15 4 10 2 8z"), hole(15.500, 9.500, 1)],
  pirates: () => [f("M12 2a7.500 7.500 0 0 0-5 13v4h10v-4a7.500 7.500 0 0 0-5-13z"), hole(9, 10, 1.9), hole(15, 10, 1.9), w("M10 19v-2.500M14 19v-2.500M12 13v1.500"), l("M3 22l4-2M21 22l-4-2", 1.6)],
  blank: () => [l("M8 12h8", 2)],
  compass: () => [l("M12 3a9 9 0 1 0 .01 0z", 2), f("M16 8l-2.500 5.500L8 16l2.500-5.500z")],
  lightning_rod: () => [l("M12 22V8M8 22h8", 2), f("M12 1l2 7h-4z"), l("M17 4l-2 3h3l-2 3M6 5l1.500 2H5l1.500 3", 1.3)],
  foghorn: () => [f("M3 10h5l11-6v16L8 14H3z"), l("M21.500 9v6M6 14v6h3", 1.7)],
  cannon: () => [f("M2 13L17 6l3 5-13 7z"), dot(8, 18, 4), hole(8, 18, 1.5), dot(21.500, 6.500, 1.6)],
  turbo: () => [f("M12 2c4 3 5 7 4 12H8C7 9 8 5 12 2z"), f("M8 11l-4 5 4 0zM16 11l4 5h-4z"), l("M10 17v4M14 17v4M12 17v5", 1.6)],
  ejection: () => [dot(13, 5, 2.6), l("M13 8l-2 6-4 3M11 14l4 3 1 5M12 10l5 1 2-3M11 10L7 9", 2), l("M2 5h4M2 9h2", 1.4)],
  jetpack: () => [f("M6 3h4v13H6zM14 3h4v13h-4z"), l("M10 7h4M10 11h4M8 18v4M16 18v4", 1.8)],
  detour: () => [l("M4 20c0-9 3-8 8-8s7-1 7-7", 2.2), f("M15 6l4-5 4 5z"), l("M4 4l5 5M9 4L4 9", 1.6)],
  gust: () => [l("M2 9h12a3 3 0 1 0-3-3M2 13h17a3 3 0 1 1-3 3M2 17h8a2 2 0 1 1-2 2", 1.9)],
  grappling_hook: () => [l("M12 2v14M12 16c0 4-6 4-6-1M12 16c0 4 6 4 6-1M12 16v5", 2), f("M6 12l-2.500 4h5zM18 12l-2.500 4h5z")],
  telescope: () => [f("M2 13L14 6l2 4-12 7zM15 5l4-2 2.500 5-4 2z"), l("M10 15l-4 7M10 15l4 7", 1.8)],
  ship: () => [f("M2 9c0-4 5-6 10-6s10 2 10 6-5 5-10 5S2 13 2 9z"), l("M7 13l2 4M17 13l-2 4", 1.4), f("M7 17h10l-2 4H9z")],
  treasure: () => [f("M3 9a4 4 0 0 1 4-4h10a4 4 0 0 1 4 4v2H3zM3 12.500h7v2h4v-2h7V20H3z")],
  captain: () => [f("M3 11c2-4 6-6 9-6s7 2 9 6l-3 2H6z"), f("M6 14h12v3c-4 2-8 2-12 0z"), hole(12, 9.500, 1.5)],
  // Takara Island
  gold: () => [dot(12, 12, 9.500), w("M12 5.200a6.800 6.800 0 1 0 .01 0z", 1.2), w("M12 8.500v7M9.800 10.200h4.400M9.800 13.800h4.400", 1.3)],
  xp: () => [f("M12 1.500l3.200 6.900 7.400.9-5.500 5.100 1.500 7.400-6.600-3.700-6.600 3.700 1.500-7.400L1.400 9.300l7.400-.9z")],
  hospital: () => [f("M9 3h6v6h6v6h-6v6H9v-6H3V9h6z")],
  bat: () => [f("M12 8l1.500-3 1 3c3-2 6-2 9 1-2 0-3 1-3.500 3-2-1-3-.5-4 1L12 19l-4-6c-1-1.500-2-2-4-1C3.500 10 2.500 9 .5 9c3-3 6-3 9-1l1-3z")],
  goblin: () => [f("M12 4c4 0 6 3 6 6l5-2c0 4-3 6-5 6-1 4-3 7-6 7s-5-3-6-7c-2 0-5-2-5-6l5 2c0-3 2-6 6-6z"), hole(9.500, 11, 1.4), hole(14.500, 11, 1.4), w("M9 16c2 1.500 4 1.500 6 0")],
  skeleton: () => [f("M12 2a8 8 0 0 0-5.500 13.500V19h11v-3.500A8 8 0 0 0 12 2z"), hole(9, 10.500, 2), hole(15, 10.500, 2), w("M10 19v-2.500M12 19v-2.500M14 19v-2.500"), l("M8.500 22h7", 2)],
  drake: () => [f("M3 20c0-7 3-12 9-13l-2-5 6 5c4 1 6 4 6 7l-5 1c-2 0-3 1-3 2l3 3z"), hole(15.500, 10.500, 1.2), l("M4 20H2M9 9L5 5", 1.6)],
  chest: () => [f("M3 9a4 4 0 0 1 4-4h10a4 4 0 0 1 4 4v2H3zM3 12.500h7v2h4v-2h7V20H3z")],
  stone: () => [f("M12 2l8 6v8l-8 6-8-6V8z"), w("M12 2.500v6M4.500 8.200L12 9l7.500-.800M12 9l-4 12M12 9l4 12", 1)],
  sword: () => [l("M20 3L9 14", 3), l("M5 12l7 7M4.500 19.500L8 16", 2.2)],
  adventurer: () => [dot(12, 7, 4), f("M4 22c0-6 3-9 8-9s8 3 8 9z")],
  miner: () => [l("M5 21L16 9", 2.4), l("M8 4c6 0 11 4 12 11", 2.8)],
  soothsayer: () => [dot(12, 10, 7.500), f("M6 22l2-4h8l2 4z"), w("M8.500 9a4 4 0 0 1 3-3", 1.6)],
  archaeologist: () => [s("circle", { cx: 10, cy: 10, r: 6.500, fill: "none", stroke: "currentColor", "stroke-width": 2.400 }), l("M15 15l6 6", 3)],
  impostor: () => [f("M2 7c4-2 6-1 10 1 4-2 6-3 10-1 0 8-4 11-7 11-2 0-3-1-3-2 0 1-1 2-3 2-3 0-7-3-7-11z"), hole(8, 11, 1.700), hole(16, 11, 1.700)],
  token: () => [dot(12, 12, 9), w("M12 7l1.500 3.300 3.500.4-2.600 2.400.7 3.500-3.100-1.700-3.100 1.700.7-3.500L7 10.700l3.500-.4z", 1.2)],
  // Lost Explorers
  train: () => [f("M5 4h9a5 5 0 0 1 5 5v8H5zM3 20h18v2H3z"), cut("M8 7h4v4H8zM14 7.500c1.500 0 2.500 1 2.500 3.500H14z"), dot(8.500, 19, 1.6), dot(15.500, 19, 1.6)],
  car: () => [f("M2 17v-5l4-1 3-5h7l4 5 2 1v5z"), cut("M9.500 8H12v3H8zM13.500 8h2l2 3h-4z"), dot(7, 17.500, 2.800), dot(17, 17.500, 2.800), hole(7, 17.500, 1.1), hole(17, 17.500, 1.1)],
  boat: () => [f("M2 15h20l-4 6H6zM11 2v11H4zM12.500 4v9H19z")],
  airship: () => [f("M2 9c0-4 5-6 10-6s10 2 10 6-5 5-10 5S2 13 2 9z"), f("M8 16h8l-1.500 5h-5z")],
  clue: () => [s("circle", { cx: 10, cy: 10, r: 6.500, fill: "none", stroke: "currentColor", "stroke-width": 2.400 }), l("M15 15l6 6M10 7.500v5M7.500 10h5", 2)],
  leader: () => [f("M6 21V3h12l-3 4 3 4H8.500v10z")],
  // The page
  cards: () => [f("M4 5l10-2 3 14-10 2z"), l("M17 6l3 .5-2.500 13.500-8-1.500", 1.6)],
  first: () => [f("M20 4v16l-11-8z"), l("M6 5v14", 2.6)],
  previous: () => [f("M18 4v16L6 12z")],
  next: () => [f("M6 4v16l12-8z")],
  last: () => [f("M4 4v16l11-8z"), l("M18 5v14", 2.6)],
  best: () => [f("M12 1.500l3.200 6.900 7.400.9-5.500 5.100 1.500 7.400-6.600-3.700-6.600 3.700 1.500-7.400L1.400 9.300l7.400-.9z")],
  mark: () => [s("circle", { cx: 12, cy: 12, r: 10, fill: "none", stroke: "currentColor", "stroke-width": 1.800 }), f("M16.500 7.500l-3 7.200-6 1.800 3-7.200z")],
};

/** An icon by name; a name that has none gives an empty one. */
export function icon(name, attributes) {
  const shapes = SHAPES[name]?.() ?? [];
  return s("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true", focusable: "false", ...attributes }, shapes);
}

export const hasIcon = (name) => name in SHAPES;

/** "bat_a" has the picture of the bat. */
export const iconOfCard = (card) => (hasIcon(card) ? card : card.startsWith("xp") ? "xp" : card.replace(/_[a-z0-9]+$/, ""));
