"""How strong the levels of play are, each against the one below and against random play. Run by hand:

    python -m benchmarks.full.levels GAME [--games N] [--random-games N] [--players N] [--level NAME …]
        [--against below|random] [--workers N] [--write]

One seat of a level, each seat in turn, against copies of the other; deals paired (see orienteer.arena). It plays as many deals
as make up the games asked for, whatever the result. `--write` puts what was found into the game's package, where
`orienteer levels` reads it, and all that is there into docs/agents.md.
"""

from __future__ import annotations

import argparse
import json
import time
from importlib.resources import files
from pathlib import Path
from typing import Any

from orienteer.agents import LEVEL_NAMES, Level, levels, parse_agent
from orienteer.agents.named_levels import levels_of, read_levels, recipes_of
from orienteer.arena import Contest, play_contest
from orienteer.core.registry import load_game
from orienteer.core.state import Game

PLAYERS = {"celestia": 3, "incan_gold": 3, "lost_explorers": 2, "takara_island": 2}
GAMES, RANDOM_GAMES = 120, 60
DOCUMENT = Path(__file__).parents[2] / "docs/agents.md"
BEGIN, END = "<!-- begin: python -m benchmarks.full.levels --write -->\n", "<!-- end -->\n"


def measured(game: Game, level: Level, against: str, games: int, workers: int) -> dict[str, Any]:
    """A row of level_strength.json."""
    recipe = recipes_of(game.name).get(against)
    others = parse_agent(game, against) if recipe is None else Level(game.name, against, recipe["agent"], recipe)
    contest = Contest(game, (level, others))
    found = play_contest(contest, -(-games // game.num_players), workers=workers)
    share = found.standing(0).share
    return {
        "level": level.name,
        "agent": level.agent,
        "players": game.num_players,
        "games": found.games,
        "against": against,
        "share": round(share.mean, 4),
        "interval": [round(bound, 4) for bound in share.interval],
    }


def write(game: str, rows: list[dict[str, Any]]) -> None:
    """Into the package, instead of what it says of the same matches, or of recipes that have changed."""
    path = Path(str(files(f"orienteer.games.{game}"))) / "level_strength.json"
    recipes = recipes_of(game)
    new = {(row["level"], row["players"], row["against"]) for row in rows}
    kept = [
        row
        for row in (json.loads(path.read_text(encoding="utf-8")) if path.exists() else [])
        if row["agent"] == recipes[row["level"]]["agent"] and (row["level"], row["players"], row["against"]) not in new
    ]
    ordered = sorted(
        [*kept, *rows], key=lambda row: (LEVEL_NAMES.index(row["level"]), row["players"], row["against"] == "random")
    )
    path.write_text("[\n" + ",\n".join("  " + json.dumps(row) for row in ordered) + "\n]\n", encoding="utf-8")


def table() -> str:
    """What the packages hold, as rows of Markdown."""
    lines = ["| game | level | agent | against | share of the wins |", "|---|---|---|---|---|"]
    for game in PLAYERS:
        for level in levels(game):
            for row in level.strength:
                low, high = row.interval
                share = f"{row.share:.3f} [{low:.3f}, {high:.3f}] of {row.games} games with {row.players} players"
                lines.append(f"| {game} | {level.name} | `{level.agent}` | {row.against} | {share} |")
    return "\n".join(lines) + "\n"


def write_table() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    DOCUMENT.write_text(before + BEGIN + table() + END + rest.partition(END)[2], encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(PLAYERS))
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--random-games", type=int, default=RANDOM_GAMES)
    parser.add_argument("--players", type=int)
    parser.add_argument("--level", action="append", help="default: all")
    parser.add_argument("--against", choices=("below", "random"), help="default: both")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    game = load_game(given.game, players=given.players or PLAYERS[given.game])
    below = "random"
    for level in read_levels(given.game, recipes_of(given.game), []):
        for against in dict.fromkeys((below, "random")):
            kind = "random" if against == "random" else "below"
            if (given.level and level.name not in given.level) or given.against not in (None, kind):
                continue
            began = time.process_time()
            games = given.random_games if against == "random" else given.games
            row = measured(game, level, against, games, given.workers)
            verdict = "above" if row["interval"][0] > 1 / game.num_players else "not above"
            low, high = row["interval"]
            took = time.process_time() - began
            print(
                f"{given.game}, {game.num_players} players: {level.name} against {against}: "
                f"{row['share']:.3f} [{low:.3f}, {high:.3f}] of {row['games']} games, {verdict} a fair share ({took:.0f} s)",
                flush=True,
            )
            if given.write:
                write(given.game, [row])
        below = level.name
    if given.write:
        levels_of.cache_clear()
        write_table()


if __name__ == "__main__":
    main()
