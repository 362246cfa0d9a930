"""What to say of a choice in Celestia: whether the captain passes, what the city pays, how far the target is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from orienteer.core.celestia.components import CARDS, FACES, city_rows

if TYPE_CHECKING:
    from orienteer.agents.hints import Scene
    from orienteer.agents.speech import Phrases, Speech
    from orienteer.core.state import State
    from orienteer.evaluation import Move

WORDS: Phrases = {
    "stay": ("stay aboard at city {city}", "都市{city}で船に残る"),
    "leave": ("leave with a treasure of city {city}", "都市{city}で船を降りて宝物を引く"),
    "leave_empty": ("leave with nothing", "何も得ずに船を降りる"),
    "fly": ("fly on", "飛行を続ける"),
    "fly_turbos": ("fly with turbos for {dice}", "{dice}にターボを使って進む"),
    "fly_equipped": ("fly with equipment", "装備品で対処して進む"),
    "crash": ("call a crash", "墜落を宣言する"),
    "pass": ("pass", "何も使わない"),
    "gust": ("play a gust", "突風を使う"),
    "detour": ("play a detour", "迂回路を使う"),
    "telescope": ("use a telescope", "魔法の望遠鏡を使う"),
    "jetpack": ("use a jetpack", "ジェットパックを使う"),
    "hook": ("hook back aboard", "グラップリングフックで船に戻る"),
    "eject": ("eject {who}", "{who}を追放する"),
    "reroll": ("reroll {dice}", "{dice}を振り直す"),
    "reroll_none": ("reroll no die", "振り直さない"),
    "cloud": ("cloud", "雲"),
    "lightning": ("lightning", "雷"),
    "bird": ("bird", "ダモク鳥"),
    "pirates": ("pirates", "空賊"),
    "blank": ("blank", "無地"),
    "passes": ("The captain, {who}, passes with {chance}.", "船長（{who}）が対処できる確率は{chance}。"),
    "passes_own": ("You pass with {chance}.", "自分が対処できる確率は{chance}。"),
    "captain_cards": ("{who} holds {count} cards against {dice}.", "{who}の手札は{count}枚、イベントは{dice}。"),
    "no_dice": ("nothing that needs a card", "対処不要"),
    "pays": (
        "A treasure of city {city} is worth {points} points on average.",
        "都市{city}の宝物は平均{points}点。",
    ),
    "next_city": ("Next is city {city}.", "次は都市{city}。"),
    "target": (
        "A treasure here brings you to the target of {target} with {chance}.",
        "ここで宝物を引くと{chance}で目標の{target}点に届く。",
    ),
    "own": ("You have {own} of {target} points.", "自分は{own}点（目標{target}点）。"),
    "turbos": ("Flying takes {count} of your {held} turbos.", "進むにはターボ{held}枚のうち{count}枚を使う。"),
    "no_turbos": ("Flying takes no turbo.", "ターボなしで進める。"),
    "detour_helps": ("After a detour the captain passes with {chance}.", "迂回路を使えば船長が対処できる確率は{chance}。"),
    "gust_changes": ("After a gust the captain passes with {chance}.", "突風の後に船長が対処できる確率は{chance}。"),
}
_LEADS_ON = ("passenger", "lone", "announcement", "window_a", "window_b")


def in_words(state: State, player: int, move: Move, say: Speech) -> str:
    fields: dict[str, Any] = state.fields()  # type: ignore[attr-defined]
    kind = move.data["type"]
    if kind == "eject":
        return say("eject", who=say("seat", seat=move.data["target"]))
    if kind == "reroll":
        dice = move.data["dice"]
        return say("reroll", dice=_dice(dice, say)) if dice else say("reroll_none")
    if kind == "fly" and fields["phase"] == "announcement":
        turbos = move.data["turbos"]
        return say("fly_turbos", dice=_dice(turbos, say)) if turbos else say("fly_equipped")
    if kind == "leave" and not _left(state, fields):
        return say("leave_empty")
    return say(kind, city=fields["city"])


def _dice(faces: list[str], say: Speech) -> str:
    words = (say(face) if faces.count(face) == 1 else f"{faces.count(face)} × {say(face)}" for face in FACES if face in faces)
    return say.listed(words)


def _left(state: State, fields: dict[str, Any]) -> int:
    """Treasures left in the ship's city."""
    cities = [row[0] for row in city_rows(state.game.options)]
    return int(fields["left"][cities.index(fields["city"])])


# -- reasons -----------------------------------------------------------------------------------------------------------------


def reasons(scene: Scene) -> Iterator[str]:
    fields, say = scene.fields, scene.say
    phase, own = fields["phase"], fields["captain"] == scene.player
    yield from _passing(scene, own)
    if phase == "announcement":
        yield from _turbos(scene)
    if phase in _LEADS_ON:
        yield from _cities(scene)
    target = scene.state.game.options["target"]
    yield say("own", own=fields["totals"][scene.player], target=target)


def _passing(scene: Scene, own: bool) -> Iterator[str]:
    """What the dice and the captain's hand mean."""
    fields, say = scene.fields, scene.say
    passes = scene.headline("captain passes")
    if passes is not None:
        captain = scene.who(fields["captain"])
        yield say("passes_own", chance=say.chance(passes)) if own else say("passes", who=captain, chance=say.chance(passes))
    if fields["dice"] and not own:
        hazards = [face for face in fields["dice"] if face != "blank"]
        shown = _dice(hazards, say) if hazards else say("no_dice")
        yield say("captain_cards", who=scene.who(fields["captain"]), count=fields["hand_sizes"][fields["captain"]], dice=shown)
    offered = {move.move.id for move in scene.evaluation.moves}
    for card, event, phrase in (
        ("detour", "passes-after-detour", "detour_helps"),
        ("gust", "passes-after-gust", "gust_changes"),
    ):
        after = scene.odds(event) if card in offered else None
        if after is not None:
            yield say(phrase, chance=say.chance(after))


def _turbos(scene: Scene) -> Iterator[str]:
    flight = next((m.move for m in scene.evaluation.moves if m.move.data["type"] == "fly"), None)
    if flight is None:
        return
    needed, held = len(flight.data["turbos"]), scene.fields["hands"][scene.player][CARDS.index("turbo")]
    yield scene.say("turbos", count=needed, held=held) if needed else scene.say("no_turbos")


def _cities(scene: Scene) -> Iterator[str]:
    """What this city pays, whether that is enough, and what comes next."""
    fields, say = scene.fields, scene.say
    rows = city_rows(scene.state.game.options)
    here = [row[0] for row in rows].index(fields["city"])
    if fields["left"][here]:
        points = scene.odds("treasure-points")
        if points is not None:
            yield say("pays", city=fields["city"], points=say.amount(points.mean))
        reaches = scene.odds("reaches-target")
        if reaches is not None and reaches.probability:
            yield say("target", target=scene.state.game.options["target"], chance=say.chance(reaches))
    later = [row[0] for row, left in zip(rows[here + 1 :], fields["left"][here + 1 :], strict=True) if left]
    if later:
        yield say("next_city", city=later[0])
