"""What to say of a choice in Takara Island: what an action risks and may bring, where the stones may lie, who is ahead."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from orienteer.core.errors import OrienteerError
from orienteer.core.takara_island.components import (
    CARDS,
    CURE_COST,
    GOLD,
    INJURES,
    MAP_GOLD,
    MAP_XP,
    RECRUIT_COST,
    STONE,
    STONE_XP,
    SWORD_COST,
    TAVERN_GOLD,
    TOKEN_COST,
    TOKEN_XP,
    XP,
)
from orienteer.games.takara_island.moves import exact_odds
from orienteer.games.takara_island.pile_events import DiggingLoses, StoneInPile
from orienteer.games.takara_island.sight import Sight

if TYPE_CHECKING:
    from orienteer.agents.hints import Scene
    from orienteer.agents.speech import Phrases, Speech
    from orienteer.core.state import State
    from orienteer.evaluation import Move

WORDS: Phrases = {
    # Moves.
    "rent": ("rent the sword", f"{SWORD_COST}カラで魔法の剣を借りる"),
    "no-rent": ("do not rent the sword", "魔法の剣を借りない"),
    "tavern": ("go to the tavern", f"酒場に行く（{TAVERN_GOLD}カラ）"),
    "buy-token": ("buy a token", f"銀行で{TOKEN_COST}カラを払い{TOKEN_XP}XPトークンを買う"),
    "map-gold": ("take the map as gold", f"地図を{MAP_GOLD}カラに換える"),
    "map-xp": ("take the map as XP", f"地図を{MAP_XP}XPに換える"),
    "turn-up": ("turn up the monster", "見つけたモンスターを表向きにする"),
    "stop": ("stop", "ここでやめる"),
    "go-on": ("go on", "続ける"),
    "survey": ("survey pile {pile}", "山札{pile}を調査する"),
    "dig": ("dig pile {pile}", "山札{pile}を掘る"),
    "destroy": ("destroy the rockfall on pile {pile}", "山札{pile}の落石を破壊する"),
    "fight": ("fight the monster on pile {pile}", "山札{pile}のモンスターと戦う"),
    "hire": ("hire the {specialist} on pile {pile}", "{specialist}を雇い山札{pile}に使う"),
    "sell": ("sell an item of {value} XP", "{value}XPを売却する"),
    "end-day": ("end the day", "一日を終える（治療{cure}人、新兵{recruit}）"),
    "hired": ("hired", "雇う"),
    "not_hired": ("not hired", "雇わない"),
    "miner": ("miner", "鉱夫"),
    "soothsayer": ("soothsayer", "占い師"),
    "archaeologist": ("archaeologist", "考古学者"),
    "impostor": ("impostor", "偽装者"),
    # Cards.
    "gold_card": ("{gold} gold", "{gold}カラ"),
    "xp_card": ("{xp} XP", "{xp}XP"),
    "hospital_card": ("{xp} XP with an injury", "病院マークつきの{xp}XP"),
    "rockfall": ("a rockfall", "落石"),
    "chest": ("a chest", "宝箱"),
    "stone_card": ("a Stone of Legend", "伝説の石"),
    "bat": ("a bat", "コウモリ"),
    "goblin": ("a goblin", "ゴブリン"),
    "skeleton": ("a skeleton", "スケルトン"),
    "drake": ("a drake", "ドレイク"),
    # Reasons.
    "known": ("The top card of pile {pile} is known to you: {card}.", "山札{pile}の一番上は{card}だと分かっている。"),
    "dig_odds": ("The card is {parts}.", "カードの内訳は{parts}。"),
    "gold": ("gold with {chance}", "カラ{chance}"),
    "xp": ("XP with {chance}", "XP{chance}"),
    "injury": ("an injury with {chance}", "負傷{chance}"),
    "no card": ("none with {chance}", "なし{chance}"),
    "stone": ("a Stone of Legend with {chance}", "伝説の石{chance}"),
    "cure": ("A cure costs {cost} gold; you have {gold}.", "治療には{cost}カラかかる（所持{gold}カラ）。"),
    "no_injury": ("Nobody can be hurt.", "負傷の恐れはない。"),
    "loses": ("It loses the game for everybody with {chance}.", "全員の負けになる確率は{chance}。"),
    "new_cards": (
        "It shows up to {count} cards that you have not seen; a rockfall cuts it short with {chance}.",
        "まだ見ていないカードを最大{count}枚見られる。落石で途切れる確率は{chance}。",
    ),
    "no_rockfall": ("It shows up to {count} cards that you have not seen.", "まだ見ていないカードを最大{count}枚見られる。"),
    "kill": (
        "One adventurer kills the monster with {chance}; it pays {gold} gold and {xp} XP. Who fails is hurt.",
        "一人で倒せる確率は{chance}。報酬は{gold}カラと{xp}XP。失敗すると負傷する。",
    ),
    "monsters": (
        "With the sword the monster on pile {pile} falls to one adventurer with {chance}.",
        "剣があれば山札{pile}のモンスターを一人で倒せる確率は{chance}。",
    ),
    "no_monsters": ("No face-up monster lies on top of a pile.", "表向きのモンスターはいない。"),
    "stones": ("A stone lies in: {piles}.", "石のある確率：{piles}。"),
    "pile": ("pile {pile} with {chance}", "山札{pile} {chance}"),
    "found": ("One stone is found; the second ends the game.", "石は一つ発見済み。二つ目で終了。"),
    "standing": (
        "Items, tokens and gold are worth {own} XP to you, {other} to {who}, the best of the others.",
        "アイテム・トークン・カラの合計は自分{own}XP、他の最高は{who}の{other}XP。",
    ),
    "recruit": ("The recruit at the beach costs {cost} gold.", "浜辺の新兵は{cost}カラで雇える。"),
}
SHOWN_PILES = 3


def in_words(state: State, player: int, move: Move, say: Speech) -> str:
    data = dict(move.data)
    kind = data.pop("type")
    if kind == "hire":
        data["specialist"] = say(data["specialist"])
    elif kind == "end-day":
        data["recruit"] = say("hired" if data["recruit"] else "not_hired")
    return say(kind, **data)


# -- reasons -------------------------------------------------------------------------------------------------------------------


def reasons(scene: Scene) -> Iterator[str]:
    sight, data = Sight(scene.state, scene.player), scene.best.move.data
    kind = data["type"]
    if kind == "dig":
        yield from _dig(scene, sight, data["pile"])
    elif kind == "survey":
        yield from _survey(scene, sight, data["pile"])
    elif kind == "fight":
        yield _fight(scene, sight, data["pile"])
    elif kind in ("rent", "no-rent"):
        yield _sword(scene, sight)
    elif kind == "hire":
        yield from _chances(scene, ("no card", "stone"))
    if sight.fields["phase"] == "act":
        yield from _stones(scene, sight)
    yield from _standing(scene, sight)


def _chances(scene: Scene, names: tuple[str, ...]) -> Iterator[str]:
    """The best move's headline odds, those that are not 0."""
    odds, say = scene.best.odds, scene.say
    parts = [say(name, chance=say.chance(odds[name])) for name in names if name in odds and odds[name].probability]
    if parts:
        yield say("dig_odds", parts=say.listed(parts))


def _dig(scene: Scene, sight: Sight, pile: int) -> Iterator[str]:
    say, top = scene.say, sight.card_on_top(pile)
    if top is None:
        yield from _chances(scene, ("gold", "xp", "injury", "stone"))
    else:
        yield say("known", pile=pile, card=_card(top, say))
    if sight.injury_odds(pile):
        yield say("cure", cost=CURE_COST, gold=sight.gold)
    else:
        yield say("no_injury")
    loses = exact_odds(DiggingLoses(pile), scene.state)
    if loses.probability:
        yield say("loses", chance=say.chance(loses))


def _card(card: int, say: Speech) -> str:
    kind = CARDS[card].partition("_")[0]
    if kind in ("gold", "xp"):
        return say("hospital_card" if INJURES[card] else f"{kind}_card", gold=GOLD[card], xp=XP[card])
    return say("stone_card" if card == STONE else kind)


def _survey(scene: Scene, sight: Sight, pile: int) -> Iterator[str]:
    say, rockfall, count = scene.say, scene.best.odds.get("rockfall"), sight.new_cards(pile)
    if rockfall is not None and rockfall.probability:
        yield say("new_cards", count=count, chance=say.chance(rockfall))
    else:
        yield say("no_rockfall", count=count)


def _fight(scene: Scene, sight: Sight, pile: int) -> str:
    monster = sight.card_on_top(pile)
    assert monster is not None
    return scene.say("kill", chance=scene.say.chance(sight.fight_odds(pile)), gold=GOLD[monster], xp=XP[monster])


def _sword(scene: Scene, sight: Sight) -> str:
    monsters = sight.monsters()
    if not monsters:
        return scene.say("no_monsters")
    pile = max(monsters, key=lambda monster: (sight.fight_odds(monster), -monster))
    return scene.say("monsters", pile=pile, chance=scene.say.chance(sight.fight_odds(pile)))


def _stones(scene: Scene, sight: Sight) -> Iterator[str]:
    """Where the stones that are not found may lie, likeliest first."""
    say, chances = scene.say, []
    for pile, row in enumerate(sight.piles):
        if row["cards"] and row["stone"] is None:
            try:
                chance = exact_odds(StoneInPile(pile), scene.state).value
            except OrienteerError:
                continue
            assert isinstance(chance, Fraction)
            if chance:
                chances.append((chance, pile))
    if sight.found == 1:
        yield say("found")
    if chances:
        likeliest = sorted(chances, key=lambda row: (-row[0], row[1]))[:SHOWN_PILES]
        yield say("stones", piles=say.listed(say("pile", pile=pile, chance=say.chance(chance)) for chance, pile in likeliest))


def _standing(scene: Scene, sight: Sight) -> Iterator[str]:
    seats = range(scene.state.game.num_players)
    totals = [sight.total(seat) + STONE_XP * sum(pile["stone"] == seat for pile in sight.piles) for seat in seats]
    best = max((seat for seat in seats if seat != scene.player), key=lambda seat: (totals[seat], -seat))
    yield scene.say("standing", own=totals[scene.player], other=totals[best], who=scene.who(best))
    if sight.fields["recruits"][scene.player] and sight.gold >= RECRUIT_COST:
        yield scene.say("recruit", cost=RECRUIT_COST)
