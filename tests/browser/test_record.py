"""Stepping through records: shipped ones, pasted ones, faulty ones."""

import json

import pytest


@pytest.mark.parametrize("game", ["incan_gold", "celestia", "takara_island", "lost_explorers"])
def test_a_shipped_record_is_stepped_through(open_page, picture, game):
    page = open_page(f"game={game}&lang=en&view=record")
    forward = page.get_by_role("button", name="Next position")
    for _ in range(4):
        forward.click()
    assert page.locator(".step-number").inner_text().startswith("Position 4 of ")
    page.get_by_label("Step", exact=True).press("End")
    assert forward.is_disabled()
    page.get_by_label("Step", exact=True).press("ArrowLeft")
    number = page.locator(".step-number").inner_text()
    page.locator(".events button").nth(1).click()
    assert page.locator(".step-number").inner_text() != number
    assert page.locator(".events [aria-current=step]").count() == 1
    picture(page, f"record_{game}")


def test_moves_are_valued_at_every_step(open_page):
    page = open_page("game=incan_gold&lang=en&view=record")
    page.get_by_label("Seconds", exact=True).locator("visible=true").fill("0.3")
    page.get_by_label("Value the moves at every step").check()
    page.get_by_role("button", name="Next position").click()
    page.locator("table.values tbody tr >> visible=true").first.wait_for()
    page.get_by_role("button", name="Analyse this position as my own").click()
    assert page.get_by_role("tab", name="Analyse").get_attribute("aria-selected") == "true"
    page.get_by_text("Position as JSON", exact=True).click()
    text = page.get_by_label("Position as JSON (docs/positions.md)").input_value()
    assert json.loads(text)["state"]["path"] == ["mummy"]


def test_an_event_that_cannot_be_is_marked_in_the_record(open_page):
    page = open_page("game=incan_gold&lang=en&view=record")
    page.get_by_text("Record as JSON", exact=True).click()
    text = page.get_by_label("Record as JSON (docs/positions.md)")
    document = json.loads(text.input_value())
    document["events"][2]["card"] = 12
    text.fill(json.dumps(document))
    page.get_by_role("button", name="Read the record").click()
    page.get_by_role("button", name="Go to events[2].card").click()
    assert text.evaluate("area => area.value.slice(area.selectionStart, area.selectionEnd)") == "12"
