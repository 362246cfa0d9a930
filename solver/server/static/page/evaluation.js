// An evaluation for people: the best move, every move valued, the plan of the turn, what the numbers rest on.

import { h, show, unseen } from "./dom.js";
import { icon } from "./icons.js";
import { scaleOf, valueBar } from "./charts.js";
import { amount, decimal, language, percent, t, tOr, whole } from "./words.js";
import { moveIdText, moveText, namesOf, noticed, withPlaces } from "./moves.js";

const PLAN_BRANCHES = 5; // of a step, the likeliest; the others are summed up in one line
const PLAN_DEPTH = 7;
const PLAN_OPEN = 1; // steps that are unfolded

/** A value in the unit of the objective: a share of a win in per cent, points as a number. */
export function worth(value, objective) {
  if (value === null || value === undefined) return "–";
  return objective === "win" ? percent(value) : decimal(value);
}

function span(interval, objective) {
  if (!interval) return "";
  const [low, high] = interval;
  return objective === "win" ? `${decimal(100 * low, 1)}–${percent(high)}` : `${decimal(low)} – ${decimal(high)}`;
}

/** English that the server wrote, marked as such where the page speaks another language. */
export const said = (text) => (language() === "en" ? text : h("span", { lang: "en" }, text));

function headline(evaluation, position) {
  const { best } = evaluation;
  if (!best) return h("p", { class: "headline" }, t("evaluation.no-choice"));
  const names = namesOf(position);
  return h(
    "div",
    { class: "headline" },
    icon("best"),
    h("p", {}, h("span", { class: "kicker" }, t("evaluation.best", { player: evaluation.player_name ?? t("play.seat", { seat: evaluation.player }) })), " ", h("strong", {}, moveText(evaluation.game, best, names))),
    h("p", { class: "headline-note" }, lead(evaluation)),
  );
}

function lead(evaluation) {
  const { gap, gap_stderr: error, objective } = evaluation;
  if (gap === null || gap === undefined) return evaluation.moves.length === 1 ? t("evaluation.only-move") : "";
  if (gap < 0) return t("evaluation.mixed");
  const by = objective === "win" ? t("evaluation.percent-points", { number: decimal(100 * gap, 1) }) : amount(gap);
  if (Math.abs(gap) < 1e-12) return t("evaluation.equal");
  const sure = error ? t("evaluation.plus-minus", { number: objective === "win" ? decimal(196 * error, 1) : amount(1.96 * error) }) : "";
  return [t("evaluation.ahead", { gap: by }), sure].filter(Boolean).join(" ");
}

const oddsName = (name) => tOr(`headline-odds.${name.replaceAll(" ", "-")}`, name);
const chanceOf = (odds) => (odds === undefined ? "" : typeof odds.probability === "number" ? percent(odds.probability) : amount(odds.mean));

function table(evaluation, position) {
  const names = namesOf(position);
  const { objective, moves } = evaluation;
  const scale = scaleOf(evaluation);
  const sampled = moves.some((move) => move.interval);
  const mixed = moves.filter((move) => move.share > 0).length > 1;
  const oddsNames = [...new Set(moves.flatMap((move) => Object.keys(move.odds)))];
  const head = (text, kind) => h("th", { scope: "col", class: kind }, text);
  return h(
    "div",
    { class: "table-frame", tabindex: 0, role: "region", "aria-label": t("evaluation.table") },
    h(
      "table",
      { class: "values" },
      h("caption", { class: "unseen" }, t("evaluation.table")),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          head(t("evaluation.move"), "move-name"),
          head(tOr(`objectives.${objective}`, objective), "number"),
          sampled && head(t("evaluation.interval"), "number"),
          head(t("evaluation.regret"), "number extra"),
          mixed && head(t("evaluation.share"), "number"),
          sampled && head(t("evaluation.visits"), "number extra rare"),
          oddsNames.map((name) => head(oddsName(name), "number")),
        ),
      ),
      h(
        "tbody",
        {},
        moves.map((move) => {
          const best = move.move.id === evaluation.best?.id;
          return h(
            "tr",
            { class: best && "best", "data-move": move.move.id },
            h(
              "th",
              { scope: "row", class: "move-name" },
              h("span", { class: "move-text" }, best && [icon("best"), unseen(t("evaluation.best-mark"), " ")], moveText(evaluation.game, move.move, names)),
              valueBar(move.value, move.interval, scale, best),
            ),
            h("td", { class: "number value" }, worth(move.value, objective)),
            sampled && h("td", { class: "number interval" }, span(move.interval, objective)),
            h("td", { class: "number extra" }, move.regret === null ? "–" : worth(move.regret, objective)),
            mixed && h("td", { class: "number" }, percent(move.share)),
            sampled && h("td", { class: "number extra rare" }, whole(move.visits)),
            oddsNames.map((name) => h("td", { class: "number" }, chanceOf(move.odds[name]))),
          );
        }),
      ),
    ),
  );
}

function plan(evaluation, position) {
  if (!evaluation.turn?.branches.some((branch) => branch.next)) return null;
  const names = namesOf(position);
  const moves = evaluation.moves.map(({ move }) => move);
  const stepText = (step) => [moveIdText(evaluation.game, step.id, moves, names), step.share < 0.9995 ? ` (${percent(step.share, 0)})` : ""];
  const branchItem = (branch, depth) => {
    const heard = branch.noticed.length > 0 && [h("span", { class: "noticed" }, branch.noticed.map(noticed).join(", ")), " "];
    const chance = branch.probability < 0.9995 && [h("span", { class: "chance" }, percent(branch.probability)), " "];
    if (!branch.next) return h("li", {}, chance, heard, h("span", { class: "plan-end" }, t(branch.end === "turn" ? "evaluation.turn-over" : "evaluation.unplanned")));
    const then = branches(branch.next, depth + 1);
    const line = [chance, heard, h("span", { class: "plan-move" }, stepText(branch.next))];
    return h("li", {}, then ? h("details", { open: depth < PLAN_OPEN }, h("summary", {}, line), then) : line);
  };
  const branches = (step, depth) => {
    const shown = depth < PLAN_DEPTH ? step.branches.slice(0, PLAN_BRANCHES) : [];
    const rest = step.branches.length - shown.length;
    if (!shown.length || (shown.length === 1 && !shown[0].next)) return null;
    return h("ul", {}, shown.map((branch) => branchItem(branch, depth)), rest > 0 && h("li", { class: "more" }, t("evaluation.more-branches", { number: rest })));
  };
  return h("details", { class: "plan", open: true }, h("summary", {}, t("evaluation.plan")), h("div", { class: "plan-tree" }, h("span", { class: "plan-move" }, stepText(evaluation.turn)), branches(evaluation.turn, 0)));
}

function mixes(evaluation, position) {
  const others = Object.entries(evaluation.strategies).filter(([seat]) => Number(seat) !== evaluation.player);
  if (!others.length) return null;
  const names = namesOf(position);
  const line = ([seat, mix]) => {
    const text = Object.entries(mix).map(([id, share]) => `${moveIdText(evaluation.game, id, evaluation.moves.map(({ move }) => move), names)} ${percent(share, 0)}`);
    return h("li", {}, h("b", {}, names[seat] || t("play.seat", { seat })), ": ", text.join(", "));
  };
  return h("details", { class: "fold" }, h("summary", {}, t("evaluation.others")), h("ul", {}, others.map(line)));
}

function origins(evaluation) {
  const parts = [
    tOr(`status.${evaluation.status}`, evaluation.status),
    evaluation.method,
    evaluation.playouts > 0 && t("evaluation.playouts", { number: whole(evaluation.playouts) }),
    evaluation.iterations > 0 && t("evaluation.simulations", { number: whole(evaluation.iterations) }),
    evaluation.nodes > 0 && t("evaluation.nodes", { number: whole(evaluation.nodes) }),
    t("evaluation.seconds", { number: decimal(evaluation.seconds) }),
  ];
  return h("p", { class: "origins" }, parts.filter(Boolean).join(" · "));
}

const resting = ({ assumptions }) =>
  assumptions.length > 0 && h("details", { class: "fold" }, h("summary", {}, t("evaluation.assumptions", { number: assumptions.length })), h("ul", {}, assumptions.map((text) => h("li", {}, said(text)))));

/** A hint with its reasons. */
export function hintBox(hint, game) {
  const reasons = hint.reasons.length > 0 && h("ul", {}, hint.reasons.map((text) => h("li", {}, withPlaces(game, text))));
  return h("aside", { class: "hint", "aria-label": t("analyse.hint") }, h("h3", {}, t("analyse.hint")), h("p", {}, withPlaces(game, hint.text)), reasons);
}

/** Fill `place` with an evaluation of a position. */
export function showEvaluation(place, evaluation, position) {
  if (!evaluation.moves.length) {
    show(place, headline(evaluation, position), resting(evaluation));
    return;
  }
  show(place, headline(evaluation, position), table(evaluation, position), evaluation.hint && hintBox(evaluation.hint, position.game), plan(evaluation, position), mixes(evaluation, position), origins(evaluation), resting(evaluation));
}

/** One sentence for who listens. */
export function spoken(evaluation, position) {
  if (!evaluation.best) return t("evaluation.no-choice");
  const value = worth(evaluation.moves.find(({ move }) => move.id === evaluation.best.id)?.value, evaluation.objective);
  return t("evaluation.spoken", { move: moveText(evaluation.game, evaluation.best, namesOf(position)), value });
}
