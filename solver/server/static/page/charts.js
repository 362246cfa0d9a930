// Charts as SVG, each with the same numbers as text for who does not see it.

import { h, s } from "./dom.js";
import { percent, t } from "./words.js";

/** A bar from `low` to a value on the scale [low, high], with its interval as a whisker. */
export function valueBar(value, interval, [low, high], best) {
  const across = (number) => (100 * (Math.min(Math.max(number, low), high) - low)) / (high - low || 1);
  return s(
    "svg",
    { class: ["value-bar", best && "is-best"], viewBox: "0 0 100 12", preserveAspectRatio: "none", "aria-hidden": "true" },
    s("rect", { x: 0, y: 0, width: 100, height: 12, class: "bar-ground" }),
    value !== null && s("rect", { x: 0, y: 2, width: Math.max(across(value), 0.6), height: 8, class: "bar-value" }),
    interval && s("rect", { x: across(interval[0]), y: 5, width: Math.max(across(interval[1]) - across(interval[0]), 0.3), height: 2, class: "bar-interval" }),
    interval && interval.map((end) => s("rect", { x: Math.min(across(end), 99.4), y: 2.500, width: 0.6, height: 7, class: "bar-interval" })),
  );
}

/** The scale of a set of values: from a little below the least to the largest, never below what can be. */
export function scaleOf(evaluation) {
  const ends = evaluation.moves.flatMap((move) => (move.value === null ? [] : [move.value, ...(move.interval ?? [])]));
  if (!ends.length) return [0, 1];
  if (evaluation.objective === "win") return [0, Math.max(...ends, 0.05)];
  return [Math.min(0, ...ends), Math.max(...ends, 1)];
}

const HEIGHT = 150;
const BASE = 122;

/** Columns of [name, chance, label]; the highest are named above. */
export function columns(entries, title) {
  const wide = Math.max(26, Math.min(64, 560 / entries.length));
  const top = Math.max(...entries.map(([, chance]) => chance), 1e-9);
  const width = wide * entries.length + 8;
  const crowded = entries.length > 16 ? Math.ceil(entries.length / 16) : 1;
  return h(
    "figure",
    { class: "chart" },
    h("figcaption", {}, title),
    h(
      "div",
      { class: "chart-frame", tabindex: 0, role: "region", "aria-label": title },
      s(
        "svg",
        { viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": `${title}: ${entries.map(([name, chance]) => `${name} ${percent(chance)}`).join(", ")}`, style: { "--natural": `${width}px` } },
        s("path", { d: `M2 ${BASE + 0.5}H${width - 2}`, class: "axis" }),
        entries.map(([name, chance], index) => {
          const x = 6 + index * wide;
          const tall = (96 * chance) / top;
          return s(
            "g",
            {},
            s("rect", { x, y: BASE - tall, width: wide - 6, height: tall, rx: 2, class: "column" }),
            (chance === top || crowded === 1) && s("text", { x: x + (wide - 6) / 2, y: BASE - tall - 5, class: "column-value", "text-anchor": "middle" }, percent(chance, chance < 0.1 && wide > 34 ? 1 : 0)),
            index % crowded === 0 && s("text", { x: x + (wide - 6) / 2, y: BASE + 16, class: "column-name", "text-anchor": "middle" }, name),
          );
        }),
      ),
    ),
  );
}

/** One chance as a filled line with its number, exact fraction and interval. */
export function gauge(name, chance, detail) {
  return h(
    "div",
    { class: "gauge" },
    h("span", { class: "gauge-name" }, name),
    h("span", { class: "gauge-line", "aria-hidden": "true" }, h("i", { style: { width: `${100 * chance}%` } })),
    h("span", { class: "gauge-number" }, percent(chance)),
    detail && h("span", { class: "gauge-detail" }, detail),
  );
}

export const gauges = (title, list) =>
  h("figure", { class: "chart" }, h("figcaption", {}, title), list.length ? list : h("p", { class: "empty" }, t("odds.nothing")));
