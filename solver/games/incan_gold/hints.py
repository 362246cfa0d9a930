"""What to say of a choice in Incan Gold: what leaving banks, what one more card risks and brings, what the others may do."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from orienteer.games.incan_gold.moves import LEAVE
from orienteer.games.incan_gold.policies import banked_alone, lethal_cards, next_gains

if TYPE_CHECKING:
    from orienteer.agents.hints import Scene
    from orienteer.agents.speech import Phrases, Speech
    from orienteer.core.state import State
    from orienteer.evaluation import Move

WORDS: Phrases = {
    "leave": ("leave with {gems} gems", "{gems}個の宝石を持ってキャンプに戻る"),
    "stay": ("stay for another card", "探検を続ける"),
    "banks": ("Leaving banks {total}.", "戻れば{total}を確保できる。"),
    "banks_alone": (
        "Leaving banks {pocket}; alone it banks {total}, with what lies on the path.",
        "戻れば{pocket}、一人だけで戻れば道に残った分も含めて{total}を確保できる。",
    ),
    "bust": (
        "One more card busts with {chance}: {lethal} of the {cards} cards left.",
        "次の一枚で失敗する確率は{chance}（残り{cards}枚中{lethal}枚）。",
    ),
    "no_bust": ("The next card cannot bust.", "次の一枚で失敗することはない。"),
    "average": (
        "On average the next card takes {risk} and brings {gain} to one who leaves alone after it.",
        "次の一枚で平均{risk}を失い、その後一人で戻るなら平均{gain}が増える。",
    ),
    "others": ("By the strategies found the others leave with: {shares}.", "求めた戦略では他の人が戻る確率は：{shares}。"),
    "alone": ("Nobody else is inside.", "遺跡に残っているのは自分だけ。"),
    "ahead": (
        "You have {own}, the best of the others, {who}, has {other}; round {number} of {rounds}.",
        "自分は{own}、他の最高は{who}の{other}（{rounds}ラウンド中{number}ラウンド目）。",
    ),
}


def in_words(state: State, player: int, move: Move, say: Speech) -> str:
    return say(move.id, gems=state.fields()["pocket"])  # type: ignore[attr-defined]


def reasons(scene: Scene) -> Iterator[str]:
    banks, risks = _banks(scene), list(_risks(scene))
    yield from (banks, *risks) if scene.best.move.action == LEAVE else (*risks, banks)
    yield _others(scene)
    if scene.state.game.num_players > 1:
        yield _standing(scene)


def _banks(scene: Scene) -> str:
    fields, say = scene.fields, scene.say
    pocket, total = fields["pocket"], banked_alone(scene.state, fields, scene.player)
    if pocket == total or sum(fields["inside"]) == 1:
        return say("banks", total=total)
    return say("banks_alone", pocket=pocket, total=total)


def _risks(scene: Scene) -> Iterator[str]:
    fields, say = scene.fields, scene.say
    lethal, bust = lethal_cards(scene.state, fields), scene.odds("bust-next")
    if not lethal or bust is None:
        yield say("no_bust")
        return
    assert isinstance(bust.value, Fraction)
    cards = lethal / bust.value
    yield say("bust", chance=say.chance(bust), lethal=lethal, cards=int(cards))
    risk = bust.value * banked_alone(scene.state, fields, scene.player)
    gain = next_gains(scene.state, fields, scene.player) / cards
    yield say("average", risk=say.amount(risk), gain=say.amount(gain))


def _others(scene: Scene) -> str:
    others = {seat: mix for seat, mix in scene.evaluation.strategies.items() if seat != scene.player}
    if not others:
        return scene.say("alone")
    shares = (f"{scene.who(seat)} {scene.say.chance(mix.get('leave', 0.0))}" for seat, mix in others.items())
    return scene.say("others", shares=scene.say.listed(shares))


def _standing(scene: Scene) -> str:
    fields = scene.fields
    totals = [gems + more for gems, more in zip(fields["gems"], fields["artifact_points"], strict=True)]
    best = max((seat for seat in range(len(totals)) if seat != scene.player), key=lambda seat: (totals[seat], -seat))
    return scene.say(
        "ahead",
        own=totals[scene.player],
        who=scene.who(best),
        other=totals[best],
        number=fields["round"],
        rounds=scene.state.game.options["rounds"],
    )
