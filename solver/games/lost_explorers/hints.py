"""What to say of a choice in Lost Explorers: which mission completes, what it still needs, and how the race stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from orienteer.core.lost_explorers.components import CLUES_TO_WIN, COLOURS
from orienteer.games.lost_explorers.moves import DONE_NOW, ORDINALS
from orienteer.games.lost_explorers.outlook import Mission, Outlook

if TYPE_CHECKING:
    from orienteer.agents.hints import Scene
    from orienteer.agents.speech import Phrases, Speech
    from orienteer.core.state import State
    from orienteer.evaluation import Move

WORDS: Phrases = {
    # Moves.
    "end-turn": ("end the turn", "手番を終える"),
    "bonus": ("take a {vehicle} as the bonus", "ボーナスで{vehicle}を取る"),
    "no_bonus": ("take no bonus", "ボーナスを取らない"),
    "choose": ("begin with a {colour} mission", "{colour}の任務で始める"),
    "equip_vehicle": (
        "take the {nth} token of the {side} side: a {vehicle}",
        "{side}側の{members}番目のトークンを乗り物（{vehicle}）として取る",
    ),
    "equip_mission": (
        "take the {nth} token of the {side} side as a mission",
        "{side}側の{members}番目の{colour}トークンを任務として取る",
    ),
    "explore": ("explore {place}", "{place}を探検する（{vehicle}を支払う）"),
    "complete": ("complete {mission}", "任務{mission}を達成し、{place}のメンバーを戻す"),
    "retrieve": ("take {places} back", "{places}のメンバーを戻す"),
    "left": ("left", "左"),
    "right": ("right", "右"),
    "red": ("red", "赤"),
    "yellow": ("yellow", "黄"),
    "blue": ("blue", "青"),
    "green": ("green", "緑"),
    "red_vehicle": ("red train", "赤い列車"),
    "yellow_vehicle": ("yellow car", "黄色い自動車"),
    "blue_vehicle": ("blue boat", "青い船"),
    "green_vehicle": ("green airship", "緑の飛行船"),
    # Reasons.
    "wins": ("That brings the last clue and wins.", "これで最後の手がかりを得て勝つ。"),
    "ready": ("Ready to be completed: {missions}.", "達成できる任務：{missions}。"),
    "nearest": (
        "The nearest mission, {mission}, needs {places} more place(s) and {vehicles} more vehicle(s).",
        "一番近い任務{mission}は、あと{places}か所、乗り物{vehicles}個が必要。",
    ),
    "no_mission": ("No mission is under way.", "進行中の任務はない。"),
    "serves": ("It serves {missions}.", "役立つ任務：{missions}。"),
    "ejects": ("A member of {who} is sent home and {who} gets the vehicle.", "{who}のメンバーを戻し、乗り物は{who}に渡る。"),
    "blind": (
        "The mission can be completed in this turn with {chance}.",
        "引いた任務をこの手番で達成できる確率は{chance}。",
    ),
    "blind_needs": ("It needs {parts}.", "必要なメンバーは{parts}。"),
    "members": ("{count} member(s) with {chance}", "{count}人が{chance}"),
    "unused": (
        "You can still use {count} of your {members} members this turn.",
        "この手番で使えるメンバーはあと{count}人（全{members}人）。",
    ),
    "clues": (
        "You have {own} of {target} clues, the best of the others, {who}, has {other}.",
        "手がかりは自分が{own}個、他の最高は{who}の{other}個（{target}個で勝ち）。",
    ),
    "rows": ("{left} and {right} tokens are left to take.", "装備エリアの残りは左{left}個、右{right}個。"),
}
SHOWN_MISSIONS = 3


def in_words(state: State, player: int, move: Move, say: Speech) -> str:
    data = move.data
    kind = data["type"]
    if kind == "bonus" and data["colour"] is None:
        return say("no_bonus")
    if kind == "equip":
        return say(
            f"equip_{data['as']}",
            side=say(data["side"]),
            nth=ORDINALS[data["members"]],
            members=data["members"],
            colour=say(data["colour"]),
            vehicle=say(f"{data['colour']}_vehicle"),
        )
    colour = data.get("colour") or data.get("gives")
    return say(
        kind,
        colour=say(colour) if colour else "",
        vehicle=say(f"{colour}_vehicle") if colour else "",
        place=data.get("place") or data.get("returns"),
        mission=data.get("mission"),
        places=say.listed(data["places"]) if "places" in data else "",
    )


# -- reasons -------------------------------------------------------------------------------------------------------------------


def reasons(scene: Scene) -> Iterator[str]:
    outlook, data = Outlook(scene.state, scene.player), scene.best.move.data
    kind = data["type"]
    if kind == "complete":
        token = next(mission for mission in outlook.ready if _name(outlook, mission) == data["mission"])
        if outlook.wins(token):
            yield scene.say("wins")
    elif kind == "explore":
        yield from _explores(scene, outlook, data["place"], data["ejects"])
    elif kind == "equip":
        yield from _equips(scene, outlook, data["as"] == "mission", COLOURS.index(data["colour"]))
    yield from _missions(scene, outlook)
    if scene.fields["phase"] == "menu":
        yield scene.say("unused", count=outlook.unused, members=scene.fields["members"][scene.player])
    yield from _race(scene)


def _name(outlook: Outlook, mission: Mission) -> str:
    name: str = outlook.tables.tokens[mission.token].name
    return name


def _listed(scene: Scene, outlook: Outlook, missions: list[Mission]) -> str:
    return scene.say.listed(_name(outlook, mission) for mission in missions[:SHOWN_MISSIONS])


def _explores(scene: Scene, outlook: Outlook, place: str, ejects: int | None) -> Iterator[str]:
    number = outlook.location_numbers[place]
    served = [mission for mission in outlook.missions if number in mission.empty]
    if served:
        yield scene.say("serves", missions=_listed(scene, outlook, served))
    if ejects is not None:
        yield scene.say("ejects", who=scene.who(ejects))


def _equips(scene: Scene, outlook: Outlook, as_mission: bool, colour: int) -> Iterator[str]:
    say, odds = scene.say, scene.best.odds
    if not as_mission:
        more = tuple(count + (number == colour) for number, count in enumerate(outlook.vehicles))
        served = [m for m in outlook.missions if outlook.missing(m.token, m.empty, more) < m.missing]
        if served:
            yield say("serves", missions=_listed(scene, outlook, served))
        return
    if DONE_NOW in odds:
        yield say("blind", chance=say.chance(odds[DONE_NOW]))
    needs = [name for name in odds if name != DONE_NOW and odds[name].probability]
    if needs:
        parts = (say("members", count=name.split()[1], chance=say.chance(odds[name])) for name in needs)
        yield say("blind_needs", parts=say.listed(parts))


def _missions(scene: Scene, outlook: Outlook) -> Iterator[str]:
    say = scene.say
    if outlook.ready:
        yield say("ready", missions=_listed(scene, outlook, outlook.ready))
    if outlook.missions:
        nearest = outlook.missions[0]
        yield say("nearest", mission=_name(outlook, nearest), places=len(nearest.empty), vehicles=nearest.missing)
    elif not outlook.ready:
        yield say("no_mission")


def _race(scene: Scene) -> Iterator[str]:
    fields, clues = scene.fields, scene.fields["clues"]
    others = [seat for seat in range(len(clues)) if seat != scene.player]
    best = max(others, key=lambda seat: (clues[seat], sum(fields["leaders"][seat]), -seat))
    yield scene.say("clues", own=clues[scene.player], target=CLUES_TO_WIN, who=scene.who(best), other=clues[best])
    left, right = map(len, fields["rows"])
    yield scene.say("rows", left=left, right=right)
