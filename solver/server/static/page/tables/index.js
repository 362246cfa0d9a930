// The table of a position, drawn by its game.

import { h, show } from "../dom.js";
import { t } from "../words.js";
import * as celestia from "./celestia.js";
import * as incanGold from "./incan_gold.js";
import * as lostExplorers from "./lost_explorers.js";
import * as takaraIsland from "./takara_island.js";

const GAMES = { incan_gold: incanGold, celestia, takara_island: takaraIsland, lost_explorers: lostExplorers };

/** Draw a position into an element. A document that is too far from one leaves a sentence there. */
export function drawTable(place, position) {
  place.dataset.game = position?.game ?? "";
  try {
    show(place, h("h2", { class: "unseen" }, t("table.title")), GAMES[position.game].draw(position));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    show(place, h("p", { class: "empty" }, t("table.not-drawn")));
  }
}
