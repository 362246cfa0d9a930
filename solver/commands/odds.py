"""`orienteer odds` and `distribution`: chances of events, and how quantities are spread."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console

from orienteer.commands.options import AsJson, Assume, Nodes, PoliciesOption, PositionFile, Seconds, Seed
from orienteer.commands.texts import assignments, limits_of, policies_of, print_json
from orienteer.core.errors import OptionError


def odds(
    position: PositionFile,
    event: Annotated[
        list[str] | None, typer.Argument(help="Event with parameters: bust-within cards=3. Left out: lists the events.")
    ] = None,
    policies: PoliciesOption = None,
    assume: Assume = None,
    nodes: Nodes = None,
    seconds: Seconds = None,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Chance of an event: an exact fraction where it can be counted."""
    from orienteer import api
    from orienteer.events import event_types
    from orienteer.tables import odds_table

    place = api.as_place(position)
    if not event:
        for kind in event_types(place.state.game).values():
            typer.echo(f"{kind.usage()}\n    {(kind.__doc__ or '').strip().splitlines()[0]}")
        return
    answer = api.odds(
        place,
        " ".join(event),
        policies=policies_of(policies),
        assumptions=assignments(assume),
        limits=limits_of(seconds, None, nodes, None),
        seed=seed,
    )
    if as_json:
        print_json(answer.to_dict())
    else:
        for part in odds_table(answer):
            Console().print(part)


def distribution(
    position: PositionFile,
    quantity: Annotated[str, typer.Argument(help="score, win-share, round-length or hazards-out.")],
    policies: PoliciesOption = None,
    assume: Assume = None,
    horizon: Annotated[str | None, typer.Option(help="game, or a segment of play; default the quantity's own.")] = None,
    player: Annotated[str | None, typer.Option(help="Seat or name whose score; default the viewer.")] = None,
    nodes: Nodes = None,
    seconds: Seconds = None,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Distribution of a quantity when all seats follow the given policies."""
    from orienteer import api
    from orienteer.tables import distribution_table

    place = api.as_place(position)
    chosen = policies_of(policies)
    if chosen is None:
        raise OptionError("policies", None, 'a policy of all, such as --policies "leave-after cards=6"')
    answer = api.distribution(
        place,
        quantity,
        policies=chosen,
        assumptions=assignments(assume),
        horizon=horizon,
        player=player,
        limits=limits_of(seconds, None, nodes, None),
        seed=seed,
    )
    if as_json:
        print_json(answer.to_dict())
    else:
        for part in distribution_table(answer):
            Console().print(part)
