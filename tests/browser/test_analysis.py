"""The analysis of positions: every game's example is drawn and valued, its odds are charted, errors stand at their fields."""

import json
import re

import pytest

from orienteer.core.takara_island.components import CARDS
from tests.browser.conftest import PHONE

EXAMPLES = {
    "incan_gold": ("incan_gold_five_players", None),
    "celestia": ("celestia_captain_passes", None),
    "takara_island": ("takara_island_private_peeks", None),
    "lost_explorers": ("lost_explorers_endgame", "take Totem Pole and Mount Fuji back"),
}


def analyse(page, seconds="0.6"):
    page.get_by_label("Seconds", exact=True).locator("visible=true").fill(seconds)
    page.get_by_role("button", name="Analyse", exact=True).click()
    page.locator("[data-do=stop]:disabled >> visible=true").wait_for()


@pytest.mark.parametrize("game", EXAMPLES)
def test_an_example_is_drawn_valued_and_charted(open_page, picture, game):
    example, best = EXAMPLES[game]
    page = open_page(f"game={game}&lang=en")
    page.get_by_label("Example").select_option(example)
    page.locator(f".table[data-game={game}] .boards >> visible=true").wait_for()
    analyse(page)
    rows = page.locator("table.values tbody tr")
    assert rows.count() > 1
    headline = page.locator(".headline").inner_text()
    assert rows.first.locator("th").inner_text().split("\n")[-1].strip() in headline
    assert best is None or best in headline
    assert re.search(r"\d+\.\d+%", rows.first.inner_text())
    assert not re.search(r"\b[RYBG][RYBG23]\b", page.locator(".hint").inner_text())  # locations by name, not by id
    page.get_by_role("button", name="Show the odds").click()
    page.locator(".charts .chart").first.wait_for()
    assert page.locator(".charts .gauge, .charts .column").count() >= 1
    picture(page, game)


def test_sampled_values_carry_their_interval_and_come_in_while_it_thinks(open_page):
    page = open_page("game=celestia&lang=en")
    page.get_by_label("Seconds", exact=True).locator("visible=true").fill("8")
    page.get_by_role("button", name="Analyse", exact=True).click()
    page.locator("table.values tbody tr").first.wait_for()
    assert page.get_by_role("button", name="Analyse", exact=True).is_disabled()
    assert "looked at" in page.locator(".progress").first.inner_text()
    page.get_by_role("button", name="Stop", exact=True).click()
    page.locator("[data-do=stop]:disabled >> visible=true").wait_for()
    assert re.fullmatch(r"\d+\.\d–\d+\.\d%", page.locator("td.interval").first.inner_text())
    assert page.get_by_role("status").filter(has_text="Best: ").count() == 1


def test_an_error_stands_at_its_field_in_the_text_and_in_the_form(open_page, picture):
    page = open_page("game=incan_gold&lang=en")
    page.get_by_text("Position as JSON", exact=True).click()
    page.get_by_text("Set up with controls").click()
    text = page.get_by_label("Position as JSON (docs/positions.md)")
    document = json.loads(text.input_value())
    document["state"]["players"][1]["gems"] = -3
    text.fill(json.dumps(document, indent=1))
    page.get_by_text("state.players[1].gems: -3, allowed: a whole number").wait_for()
    assert text.get_attribute("aria-invalid") == "true"
    page.get_by_role("button", name="Go to state.players[1].gems").click()
    assert text.evaluate("area => area.value.slice(area.selectionStart, area.selectionEnd)") == "-3"
    picture(page, "error_at_its_field")
    # The control of the field is marked too; a right number there mends both.
    control = page.get_by_label("Gems in the tent, 1")
    assert control.get_attribute("aria-invalid") == "true"
    control.fill("26")
    control.press("Tab")
    page.locator("textarea.json:not([aria-invalid]) >> visible=true").wait_for()
    assert json.loads(text.input_value())["state"]["players"][1]["gems"] == 26
    page.locator(".board").nth(1).get_by_text("26", exact=True).wait_for()


def test_piles_of_a_gallery_of_ones_own_have_its_levels(open_page):
    """One shallow card and two deep ones in each of two piles, one of which has lost its shallow card."""
    shallow, deep = [0] * len(CARDS), [0] * len(CARDS)
    shallow[CARDS.index("chest")] = deep[CARDS.index("xp_4")] = deep[CARDS.index("stone")] = 2
    page = open_page("game=takara_island&lang=en")
    page.get_by_text("Position as JSON", exact=True).click()
    document = {
        "format": 1,
        "game": "takara_island",
        "rules": {"preset": "seed", "piles": 2, "gallery": [shallow, [0] * len(CARDS), deep]},
        "viewer": 0,
        "state": {
            "turn": 0,
            "players": [{"gold": 5}, {"gold": 0}],
            "piles": [3, 2],
            "gone": {"shallow": {"chest": 1}},
            "treasures_gone": {"map": 1},
        },
    }
    page.get_by_label("Position as JSON (docs/positions.md)").fill(json.dumps(document))
    page.locator(".pile").nth(1).get_by_text("2 cards").wait_for()
    classes = "piles => piles.map((pile) => [...pile.querySelectorAll('.slots .slot')].map((slot) => slot.className))"
    left, right = page.locator(".pile").evaluate_all(classes)
    assert left == ["slot down shallow", "slot down deep", "slot down deep"]
    assert right == ["slot dug", "slot down deep", "slot down deep"]


def test_what_is_no_json_is_shown_where_it_breaks(open_page):
    page = open_page("game=takara_island&lang=en")
    page.get_by_text("Position as JSON", exact=True).click()
    text = page.get_by_label("Position as JSON (docs/positions.md)")
    text.fill('{"format": 1,, "game": 2}')
    page.get_by_role("button", name="Go to the fault").click()
    assert text.evaluate("area => area.selectionStart") == 13
    assert page.locator(".table.stale").count() == 1


def test_a_new_game_is_laid_out_and_a_wrong_option_is_named(open_page):
    page = open_page("game=incan_gold&lang=en")
    page.get_by_text("New game", exact=True).click()
    rules = page.locator("[data-fold=new]")
    rules.get_by_label("Players", exact=True).select_option("3")
    rules.get_by_label("Rules", exact=True).select_option("bga")
    rules.get_by_text("Options of the rules").click()
    rules.get_by_label("rounds", exact=True).fill("9")
    rules.get_by_role("button", name="Lay out the table").click()
    rules.get_by_text("allowed: ").wait_for()
    assert rules.get_by_label("rounds", exact=True).get_attribute("aria-invalid") == "true"
    rules.get_by_label("rounds", exact=True).fill("2")
    rules.get_by_role("button", name="Lay out the table").click()
    page.get_by_text("1 of 2").wait_for()
    assert page.locator(".board >> visible=true").count() == 3


def test_any_event_can_be_asked_for(open_page):
    page = open_page("game=takara_island&lang=en&example=takara_island_private_peeks")
    page.get_by_text("Ask for any event").click()
    page.get_by_label("Event", exact=True).select_option("stone-in-pile")
    page.get_by_label("pile", exact=True).fill("2")
    page.get_by_role("button", name="Calculate").click()
    page.get_by_text("exactly 1/3").wait_for()


def test_a_phone_shows_all_without_moving_sideways(open_page, picture):
    page = open_page("game=incan_gold&lang=en", viewport=PHONE)
    for game in EXAMPLES:
        page.locator(f"#game-{game}").check(force=True)
        page.wait_for_selector(f"body[data-ready={game}]")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        picture(page, f"phone_{game}")
