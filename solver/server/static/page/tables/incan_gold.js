// Incan Gold: the cards of the tunnel, what lies on them, who is inside, the tents.

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { t, term, whole } from "../words.js";
import { namesOf } from "../moves.js";
import { badge, board, boards, cardChips, chip, fact, facts, section, sum } from "./pieces.js";

const HAZARDS = ["spider", "mummy", "fire", "rockfall", "snake"];
export const rounds = (position) => position.rules?.rounds ?? 5;

const kindOf = (card) => (typeof card === "number" ? "treasure" : HAZARDS.includes(card) ? "hazard" : "artifact");

function pathCard(card, index, path) {
  const kind = kindOf(card);
  const second = kind === "hazard" && path.indexOf(card) < index;
  const picture = kind === "treasure" ? "gem" : kind === "hazard" ? card : "artifact";
  const [word, worth] = kind === "artifact" ? card.split("-") : [card, null];
  return h(
    "li",
    { class: ["card", kind, second && "bust"] },
    h("span", { class: "card-kind" }, t(`table.${kind}`)),
    icon(picture),
    h("strong", {}, kind === "treasure" ? whole(card) : term(word)),
    worth && h("span", {}, worth),
    second && badge(t("table.second"), "danger"),
  );
}

const total = (artifacts) => (Array.isArray(artifacts) ? artifacts.length : (artifacts ?? 0));
const perCard = (leftovers) => (Array.isArray(leftovers) ? sum(leftovers) : (leftovers ?? 0));

export function draw(position) {
  const { state } = position;
  const names = namesOf(position);
  const path = state.path ?? [];
  const inside = state.players.filter((player) => player.inside !== false).length;
  return [
    facts(
      fact(t("table.round"), t("table.of", { number: state.round, total: rounds(position) })),
      fact(t("table.next"), t(`phases.incan_gold.${state.next ?? "choice"}`)),
      fact(t("table.inside"), whole(inside)),
      state.pocket !== undefined && fact(t("table.pocket"), chip("gem", whole(state.pocket), "", { class: "is-gem" })),
      state.leftovers !== undefined && fact(t("table.leftovers"), chip("gem", whole(perCard(state.leftovers)), "", { class: "is-gem" })),
    ),
    section(
      t("table.path"),
      { class: "tunnel" },
      path.length
        ? h("ol", { class: "path" }, path.map(pathCard))
        : h("p", { class: "empty" }, t("table.path-empty")),
      state.removed?.length > 0 && h("div", { class: "removed" }, h("span", {}, t("table.removed")), cardChips(state.removed, "hazard")),
    ),
    boards(
      state.players.map((player, seat) =>
        board(
          position,
          seat,
          names,
          player.inside === undefined ? null : player.inside ? badge(t("table.is-inside"), "inside") : badge(t("table.is-outside"), "outside"),
          h(
            "p",
            { class: "row" },
            chip("tent", whole(player.gems), t("table.tent"), { class: "is-gem" }),
            chip("artifact", whole(total(player.artifacts)), t("table.artifacts"), { class: "is-artifact" }),
            player.inside && state.pocket > 0 && chip("gem", `+ ${whole(state.pocket)}`, t("table.pocket"), { class: "at-risk" }),
          ),
        ),
      ),
    ),
  ];
}
