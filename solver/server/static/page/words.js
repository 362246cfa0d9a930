// The page in English and Japanese: words/<language>.json holds every phrase under the same keys; {name} is filled in.

export const LANGUAGES = { en: "English", ja: "日本語" };

let words = {};
let current = "en";

export const language = () => current;

export async function speak(code) {
  current = code in LANGUAGES ? code : "en";
  const answer = await fetch(`words/${current}.json`);
  words = await answer.json();
  document.documentElement.lang = current;
  document.title = t("page.title");
}

const found = (key) => key.split(".").reduce((place, part) => place?.[part], words);

/** The phrase under a key such as "analyse.start"; the key itself where there is none, so that a gap shows. */
export function t(key, filling = {}) {
  const phrase = found(key);
  if (typeof phrase !== "string") return key;
  return numbered(phrase, filling.number).replace(/\{(\w+)\}/g, (whole, name) => (name in filling ? filling[name] : whole));
}

export const has = (key) => typeof found(key) === "string";

/** Of "{number} card|{number} cards" the form that the number takes. */
function numbered(phrase, number) {
  const forms = phrase.split("|");
  if (forms.length === 1) return phrase;
  return new Intl.PluralRules(current).select(Number(number)) === "one" ? forms[0] : forms.at(-1);
}

/** A phrase where there is one, else `fallback`: for names that come from the rules of a game. */
export const tOr = (key, fallback, filling) => (has(key) ? t(key, filling) : fallback);

/** A card, die face, colour or other piece: "lightning_rod" as "lightning rod" or 避雷針. */
export const term = (name) => tOr(`terms.${name}`, String(name).replaceAll("_", " "));

export const listed = (items) => items.join(current === "ja" ? "、" : ", ");

const numbers = (digits, extra) => new Intl.NumberFormat(current, { maximumFractionDigits: digits, ...extra });
export const whole = (value) => numbers(0).format(value);
export const decimal = (value, digits = 2) => numbers(digits, { minimumFractionDigits: digits }).format(value);
export const percent = (value, digits = 1) => numbers(digits, { minimumFractionDigits: digits, style: "percent" }).format(value);
export const amount = (value) => numbers(4).format(value);
