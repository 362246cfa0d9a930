"""Lost Explorers' table file: the shipped one follows its rule, another takes its place, a broken one is refused by path."""

import re
from itertools import combinations

import pytest

from orienteer.core.errors import OptionError
from orienteer.core.lost_explorers.data import load_tables
from tests.lost_explorers.table_files import OTHER_FILE, shipped, write

COLOURS = ("red", "yellow", "blue", "green")
FIVE = {
    "red": "R2 RB GR RY R3",
    "yellow": "Y2 YB RY GY Y3",
    "blue": "B2 YB RB BG B3",
    "green": "G2 BG GR GY G3",
}


def test_rule_the_shipped_tokens_are_all_pairs_and_triples_of_their_colours_five():
    tables = load_tables("shipped", "every")
    names = [location.id for location in tables.locations]
    for colour, five in enumerate(FIVE.values()):
        a, b, c, d, e = (names.index(name) for name in five.split())
        every = {tuple(sorted(some)) for size in (2, 3) for some in combinations((a, b, c, d, e), size)}
        start = {tuple(sorted(pair)) for pair in ((a, b), (a, c), (a, d), (b, c))}
        tokens = [token for token in tables.tokens if token.colour == colour]
        assert {token.locations for token in tokens if token.main} == every - start
        assert {token.locations for token in tokens if not token.main} == start
        assert len(tokens) == 20
    assert tables.warnings == ()


def test_rule_the_shipped_map_needs_what_the_ids_say():
    letters = {letter: i for i, letter in enumerate("RYBG")}
    for location in load_tables("shipped", "every").locations:
        needs = [0, 0, 0, 0]
        if location.id[1].isdigit():
            needs[letters[location.id[0]]] = int(location.id[1])
        else:
            needs[letters[location.id[0]]] += 2
            needs[letters[location.id[1]]] += 1
        assert location.needs == tuple(needs)
        assert location.markable == (location.id[1] == "3")


def test_law_tokens_are_named_in_the_order_of_the_locations_main_ones_first():
    tables = load_tables("shipped", "every")
    assert [token.main for token in tables.tokens] == [True] * 64 + [False] * 16
    assert [token.name for token in tables.tokens if token.locations == (4, 8)] == ["B2+YB"]
    for token in tables.tokens:
        assert list(token.locations) == sorted(token.locations)
        assert token.name == "+".join(tables.locations[place].id for place in token.locations)


def test_law_a_file_of_other_locations_and_missions_takes_the_place_of_the_shipped_one():
    tables = load_tables(str(OTHER_FILE), "every")
    assert [location.id for location in tables.locations][:3] == ["pass", "souk", "fort"]
    assert len(tables.locations) == 14
    assert not {token.name for token in tables.tokens} & {token.name for token in load_tables("shipped", "every").tokens}


def test_law_a_path_is_relative_to_the_working_directory_and_a_changed_file_is_read_again(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    content = shipped()
    write(tmp_path / "mine.toml", content)
    assert load_tables("mine.toml", "every") == load_tables("shipped", "every")
    content["locations"][0]["name"] = "Longer Wall"
    write(tmp_path / "mine.toml", content)
    assert load_tables("mine.toml", "every").locations[0].name == "Longer Wall"


# What is broken, and how the error begins. Tokens 0 and 1 are the red main tokens R2+R3 and RB+RY; 64 is the start token R2+RB.
BROKEN = {
    "no tokens": (lambda c: c.pop("tokens"), "tokens: None, allowed: a value"),
    "unknown table": (lambda c: c.update(cards=[]), "cards: [], allowed: no such field"),
    "unknown field": (lambda c: c["tokens"][3].update(color="red"), "tokens[3].color: 'red', allowed: no such field"),
    "missing field": (lambda c: c["locations"][2].pop("needs"), "locations[2].needs: None, allowed: a value"),
    "unknown colour": (lambda c: c["tokens"][3].update(colour="pink"), "tokens[3].colour: 'pink', allowed: 'red', 'yellow'"),
    "unknown set": (lambda c: c["tokens"][3].update(set="spare"), "tokens[3].set: 'spare', allowed: 'main' or 'start'"),
    "text for a count": (
        lambda c: c["locations"][0].update(needs={"red": "2"}),
        "locations[0].needs.red: '2', allowed: a valid",
    ),
    "true for a count": (
        lambda c: c["locations"][0].update(needs={"red": True}),
        "locations[0].needs.red: True, allowed: a valid",
    ),
    "negative count": (
        lambda c: c["locations"][0].update(needs={"red": -1, "blue": 3}),
        "locations[0].needs.red: -1, allowed: greater than or equal to 0",
    ),
    "needs too few": (lambda c: c["locations"][0].update(needs={"red": 1}), "locations[0].needs: {'red': 1}, allowed: 2 or 3"),
    "needs too many": (lambda c: c["locations"][1].update(needs={"red": 4}), "locations[1].needs: {'red': 4}, allowed: 2 or 3"),
    "bad id": (lambda c: c["locations"][5].update(id="B 3"), "locations[5].id: 'B 3', allowed: 1 to 12"),
    "bad name": (lambda c: c["locations"][5].update(name=""), "locations[5].name: '', allowed: 1 to 60"),
    "id twice": (lambda c: c["locations"][5].update(id="R3"), "locations[5].id: 'R3', allowed: an id of its own, locations[1]"),
    "three markable": (lambda c: c["locations"][1].pop("markable"), "locations: ['Y3', 'B3', 'G3'], allowed: exactly 4"),
    "five markable": (lambda c: c["locations"][0].update(markable=True), "locations: ['R2', 'R3', 'Y3', 'B3', 'G3'], allowed"),
    "25 locations": (
        lambda c: c["locations"].extend({"id": f"L{i}", "name": "x", "needs": {"red": 2}} for i in range(11)),
        "locations: 25, allowed: at most 24",
    ),
    "unknown location": (
        lambda c: c["tokens"][3].update(locations=["GR", "ZZ"]),
        "tokens[3].locations[1]: 'ZZ', allowed: R2, R3",
    ),
    "location twice": (
        lambda c: c["tokens"][3].update(locations=["GR", "GR"]),
        "tokens[3].locations[1]: 'GR', allowed: locations",
    ),
    "one location": (lambda c: c["tokens"][3].update(locations=["GR"]), "tokens[3].locations: ['GR'], allowed: 2 or 3"),
    "four locations": (
        lambda c: c["tokens"][3].update(locations=["GR", "R2", "RB", "RY"]),
        "tokens[3].locations: ['GR', 'R2', 'RB', 'RY'], allowed: 2 or 3",
    ),
    "colour link": (
        lambda c: c["tokens"][0].update(locations=["R2", "YB", "R3"]),
        "tokens[0].locations[1]: 'YB', allowed: a location that needs red",
    ),
    "combination twice": (
        lambda c: c["tokens"][9].update(locations=["RY", "RB"]),
        "tokens[9].locations: ['RY', 'RB'], allowed: a combination of its own, tokens[1]",
    ),
    "63 main": (lambda c: c["tokens"].pop(3), "tokens: '63 of the main set', allowed: 64"),
    "15 start": (lambda c: c["tokens"].pop(64), "tokens: '15 of the start set', allowed: 16"),
    "five red start": (
        lambda c: (c["tokens"][0].update(set="start"), c["tokens"][79].update(set="main")),
        "tokens: '5 red of the start set', allowed: 4 of each colour",
    ),
}


@pytest.mark.parametrize("broken", BROKEN)
def test_law_a_broken_file_is_refused_by_the_path_of_the_entry(broken, tmp_path):
    spoil, message = BROKEN[broken]
    content = shipped()
    spoil(content)
    with pytest.raises(OptionError, match=f"^data: {re.escape(message)}"):
        load_tables(write(tmp_path / "broken.toml", content), "every")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (None, "No such file"),
        (b"locations = [", "Invalid value"),
        (b"\xff\xfe", "codec can't decode"),
        (b"a = " + b"[" * 5000, "recursion"),
        (b"# " + b"x" * 300_000, "at most 200000 bytes"),
    ],
    ids=["no file", "no TOML", "no UTF-8", "too deep", "too long"],
)
def test_law_a_file_that_cannot_be_read_is_refused_with_the_reason(content, reason, tmp_path):
    path = tmp_path / "broken.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(
        OptionError, match=rf"^data: '.*broken\.toml', allowed: 'shipped' or the path of a TOML file \(.*{reason}"
    ):
        load_tables(str(path), "every")


@pytest.mark.parametrize("data", ["/", "a\0b", "", 3, None, ("shipped",)])
def test_law_what_is_no_path_is_refused(data):
    with pytest.raises(OptionError, match=r"^data: .*allowed: 'shipped' or the path of a TOML file"):
        load_tables(data, "every")


def test_rule_colour_link_one_asks_for_a_single_location_of_the_tokens_colour(tmp_path):
    content = shipped()
    content["tokens"][0]["locations"] = ["R2", "YB", "B2"]
    path = write(tmp_path / "one.toml", content)
    assert load_tables(path, "one").tokens[0].name == "R2+B2+YB"
    content["tokens"][0]["locations"] = ["YB", "Y2"]
    with pytest.raises(
        OptionError, match=r"tokens\[0\].locations: \['YB', 'Y2'\], allowed: at least one location that needs red"
    ):
        load_tables(write(tmp_path / "one.toml", content), "one")


def test_law_what_looks_like_a_slip_is_a_warning(tmp_path):
    content = shipped()
    content["locations"].append({"id": "NEW", "name": "Nowhere", "needs": {"red": 2}})
    content["tokens"][0].update(colour="yellow", locations=["R3", "Y3"])
    assert load_tables(write(tmp_path / "odd.toml", content), "one").warnings == (
        "tokens: 15 red of the main set, usual: 16",
        "tokens: 17 yellow of the main set, usual: 16",
        "locations[14]: no token names NEW",
        "tokens: R3+Y3 names markable locations only; with all of them closed it is never completed",
    )
