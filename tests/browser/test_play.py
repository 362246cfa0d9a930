"""Playing against levels, in both languages, and with the keyboard alone."""

import json
from pathlib import Path

import pytest

MOVES = {"celestia": 3, "takara_island": 3, "lost_explorers": 3}


def start(page, level="beginner"):
    for choice in page.locator("[data-seat] >> visible=true").all():
        choice.select_option(level)
    page.locator("[data-do=start]").click()


def my_turn(page):
    page.locator(".game-panel:not([aria-busy]) .play-status >> visible=true").wait_for()
    return page.locator(".play-status.yours").count() == 1


@pytest.mark.parametrize("game", MOVES)
def test_some_moves_are_played(open_page, picture, game):
    page = open_page(f"game={game}&lang=en&view=play")
    start(page)
    for _ in range(MOVES[game]):
        assert my_turn(page)
        page.locator(".move >> visible=true").first.click()
    assert my_turn(page)
    assert page.locator(".log li").count() > 1
    picture(page, f"play_{game}")


def test_a_game_is_played_to_its_end_and_its_record_kept(open_page, tmp_path):
    page = open_page("game=incan_gold&lang=en&view=play")
    rules = page.locator(".rules-form >> visible=true")
    rules.get_by_label("Players", exact=True).select_option("2")
    rules.get_by_text("Options of the rules").click()
    rules.get_by_label("rounds", exact=True).fill("2")
    start(page)
    assert my_turn(page)
    page.get_by_role("button", name="Value the moves").click()
    page.locator("table.values tbody tr >> visible=true").first.wait_for()
    while my_turn(page):
        page.get_by_role("button", name="leave", exact=False).first.click()
    assert "Won by" in page.locator(".play-status").inner_text()
    with page.expect_download() as kept:
        page.get_by_role("button", name="Save the record").click()
    record = json.loads(Path(kept.value.path()).read_text(encoding="utf-8"))
    assert record["players"] == ["You", "Ben"]
    assert record["viewer"] == "You"
    page.get_by_role("button", name="Leave the table").click()
    assert page.get_by_role("button", name="Start the game").is_visible()


def test_a_table_is_found_again_after_a_reload(open_page):
    page = open_page("game=incan_gold&lang=en&view=play")
    start(page)
    assert my_turn(page)
    page.reload()
    page.wait_for_selector("body[data-ready]")
    assert my_turn(page)


def test_japanese_is_spoken_throughout_and_remembered(open_page, picture):
    page = open_page("game=celestia&lang=en&example=celestia_six_players")
    page.locator("#language").select_option("ja")
    page.wait_for_selector("html[lang=ja]")
    page.get_by_role("button", name="解析する").wait_for()
    assert "lang=ja" in page.url
    assert page.title() == "Orienteer – 探検ゲームの解析"
    assert page.get_by_label("セレスティア").is_checked()
    assert page.get_by_label("例題").input_value() == "celestia_six_players"
    page.get_by_label("秒数", exact=True).locator("visible=true").fill("0.4")
    page.get_by_role("button", name="解析する").click()
    page.locator("[data-do=stop]:disabled >> visible=true").wait_for()
    assert page.locator("tr[data-move=stay] .move-text").inner_text().endswith("船に残る")
    assert "避雷針" in page.locator(".table >> visible=true").inner_text()
    picture(page, "japanese_celestia")
    page.reload()
    page.wait_for_selector("body[data-ready]")
    assert page.get_by_role("tab", name="対戦").is_visible()


def test_the_keyboard_alone_leads_from_the_game_to_the_values(open_page):
    page = open_page("lang=en")
    press = page.keyboard.press
    press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    press("Tab")
    press("ArrowRight")  # the second game
    page.wait_for_selector("body[data-ready=celestia]")
    page.locator("#tab-analyse").focus()
    press("ArrowRight")
    assert page.locator("#view-record").is_visible()
    press("ArrowLeft")
    for _ in range(40):
        press("Tab")
        if page.evaluate("document.activeElement.dataset.do") == "analyse":
            break
    assert page.evaluate("document.activeElement.matches(':focus-visible')")
    press("Shift+Tab")
    press("Shift+Tab")
    press("Shift+Tab")
    press("Control+a")
    page.keyboard.type("0.4")
    press("Enter")
    page.locator("table.values tbody tr").first.wait_for()
    assert page.locator("#view-analyse").get_by_role("status").first.is_visible()
