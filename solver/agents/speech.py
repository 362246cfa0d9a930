"""Sentences for people in English and Japanese, from tables of phrases."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from orienteer.core.options import one_of

if TYPE_CHECKING:
    from orienteer.events import Odds

LANGUAGES = ("en", "ja")
Phrases = Mapping[str, tuple[str, str]]  # by key, one phrase a language, with {parts}

COMMON: Phrases = {
    "seat": ("seat {seat}", "席{seat}"),
    "and": ("{first} and {last}", "{first}と{last}"),
    "only": ("{move}: the only move.", "{move}（これしかない）。"),
    "win": ("{move}: it wins {value}.", "{move}：勝率{value}。"),
    "points": ("{move}: it is worth {value} points.", "{move}：期待値{value}点。"),
    "margin": ("{move}: the lead at the end is {value} points.", "{move}：最終的な点差は{value}点。"),
    "mixed": ("Here it is best to vary: {mix}.", "ここは手を混ぜるのが最善：{mix}。"),
    "tied": ("Exactly as good: {other}.", "全く同じ価値の手：{other}。"),
    "worse": ("The next best, {other}, is {gap} points worse.", "次善の手「{other}」は{gap}点劣る。"),
    "worse_win": ("The next best, {other}, wins {gap} less often.", "次善の手「{other}」は勝率が{gap}低い。"),
    "close": (
        "{other} is about as good: the difference, {gap}, is within its error.",
        "「{other}」もほぼ互角：差{gap}は誤差の範囲。",
    ),
    "exact": ("These values are exact.", "この評価は正確な値。"),
    "estimated": (
        "Looked {depth} decisions ahead; beyond that it is an estimate.",
        "{depth}手先まで読み、その先は見積もり。",
    ),
    "sampled": ("From {count:,} simulated games.", "{count:,}回のシミュレーションによる。"),
    "assumed": ("Others are taken to play the strategies found.", "相手は求めた戦略どおりに選ぶと仮定。"),
}


class Speech:
    """Says phrases in one language. Later tables take precedence over earlier ones."""

    def __init__(self, language: str, *tables: Phrases) -> None:
        """Raises OptionError, listing the languages, for one that there is not."""
        self.language = one_of("language", language, LANGUAGES)
        self._column = LANGUAGES.index(language)
        self._phrases: dict[str, tuple[str, str]] = {}
        for table in (COMMON, *tables):
            self._phrases.update(table)

    def __call__(self, key: str, **parts: Any) -> str:
        return self._phrases[key][self._column].format(**parts)

    def chance(self, odds: Odds | Fraction | float) -> str:
        """ "27.3%", with its error where it is sampled: "27% ± 2%"."""
        if isinstance(odds, (Fraction, float, int)):
            return _percent(float(odds))
        low, high = odds.interval
        if odds.exact:
            return _percent(odds.probability or 0.0)
        return f"{_percent(odds.probability or 0.0)} ± {(high - low) / 2:.1%}"

    def amount(self, value: Fraction | float) -> str:
        """A mean: "17", "3.4"."""
        return f"{float(value):.1f}".removesuffix(".0")

    def listed(self, words: Iterable[str]) -> str:
        """ "a, b and c"."""
        *first, last = words
        if not first:
            return last
        return self("and", first=("、" if self.language == "ja" else ", ").join(first), last=last)


def _percent(chance: float) -> str:
    """One decimal; 0 % and 100 % only where they are."""
    if 0 < chance < 0.001:
        return "<0.1%"
    if 0.999 < chance < 1:
        return ">99.9%"
    return f"{chance:.1%}".replace(".0%", "%")
