"""The page's files: both languages say the same things, nothing comes from elsewhere, the map is that of the data file."""

import json
import re
from pathlib import Path

import pytest

from orienteer.core.lost_explorers.data import load_tables
from orienteer.server import app, shipped
from orienteer.vocabulary import WORDS

STATIC = Path(app.__file__).with_name("static")
SCRIPTS = sorted(STATIC.rglob("*.js"))


def flat(words, stem=""):
    for key, value in words.items():
        yield from flat(value, f"{stem}{key}.") if isinstance(value, dict) else [(f"{stem}{key}", value)]


def phrases(language):
    return dict(flat(json.loads((WORDS / f"{language}.json").read_text(encoding="utf-8"))))


def test_law_both_languages_have_every_phrase_with_the_same_fillings():
    english, japanese = phrases("en"), phrases("ja")
    assert english.keys() == japanese.keys()
    for key, text in english.items():
        filled = set(re.findall(r"\{(\w+)\}", text))
        assert set(re.findall(r"\{(\w+)\}", japanese[key])) == filled, key
    assert all(english.values())
    assert all(japanese.values())


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_law_every_phrase_that_a_script_names_exists(script):
    known = phrases("en")
    for key in re.findall(r'\bt\("([\w.-]+)"[,)]', script.read_text(encoding="utf-8")):
        assert key in known, key


def test_law_all_shipped_documents_have_names():
    known = phrases("en")
    assert {f"examples.{name}" for name in shipped.examples()} <= known.keys()


@pytest.mark.parametrize("path", [*SCRIPTS, STATIC / "index.html", STATIC / "style.css"], ids=lambda path: path.name)
def test_law_nothing_comes_from_elsewhere_and_no_script_stands_in_the_page(path):
    text = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"https?://|//cdn|@import|\beval\(|innerHTML|insertAdjacentHTML|new Function", text)
    assert not re.search(r"<script(?![^>]*\bsrc=)|\son\w+=\"|<style|style=\"", text)


def test_the_map_has_the_locations_of_the_shipped_data_with_their_needs():
    text = (STATIC / "page" / "tables" / "lost_explorers_map.js").read_text(encoding="utf-8")
    locations = load_tables("shipped", "every").locations
    drawn = {place: sorted(letters) for place, letters in re.findall(r'(\w\w): "([rybg]+)"', text)}
    assert drawn == {
        place.id: sorted("".join(letter * count for letter, count in zip("rybg", place.needs, strict=True)))
        for place in locations
    }
    assert set(re.findall(r"^  (\w\w): spot\(", text, re.MULTILINE)) == drawn.keys()
    known = phrases("en")
    assert {place.id: place.name for place in locations} == {place: known[f"places.{place}"] for place in drawn}
