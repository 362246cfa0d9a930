"""Table files for tests: the shipped one as plain dicts, and a writer of TOML for changed ones."""

import json
import tomllib
from pathlib import Path

from orienteer.core.lost_explorers.data import SHIPPED_FILE

OTHER_FILE = Path(__file__).with_name("data") / "other.toml"


def shipped():
    return tomllib.loads(SHIPPED_FILE.read_text(encoding="utf-8"))


def _value(value):
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_value(entry)}" for key, entry in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json.dumps(value)


def write(path, content):
    """The file of a parsed content; returns its path as a string."""
    path.write_text("".join(f"{key} = {_value(value)}\n" for key, value in content.items()), encoding="utf-8")
    return str(path)
