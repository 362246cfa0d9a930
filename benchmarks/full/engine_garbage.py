"""An engine fed with garbage: every line has its one error, every query between has its answer, memory stays where it was.

    python benchmarks/full/engine_garbage.py --lines 10000

Raises AssertionError where it does not.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import IO

from orienteer.engine.wire import COMMAND

POSITION = Path(__file__).parents[2] / "examples" / "positions" / "incan_gold_five_players.json"
EVERY = 100  # lines, one is a query
VALUES: tuple[object, ...] = (None, True, -1, 10**30, 1e300, "", "x" * 1000, [], {}, [[]], {"a": {}}, "\ud800", 0.5, "evaluate")


def kinds(dice: random.Random, query: bytes, document: dict[str, object]) -> dict[str, Callable[[], bytes]]:
    def mutated() -> bytes:
        """A query with one field of the position or its own spoilt."""
        spoilt = json.loads(query)
        spoilt["id"] = "spoilt"
        where: dict[str, object] = spoilt if dice.random() < 0.5 else spoilt["position"]
        where[dice.choice([*where, "other"])] = dice.choice(VALUES)
        return json.dumps(spoilt).encode()

    def cut() -> bytes:
        return query[: dice.randrange(1, len(query) - 1)]

    def flipped() -> bytes:
        spoilt = bytearray(query)
        for _ in range(dice.randrange(1, 8)):
            spoilt[dice.randrange(len(spoilt))] = dice.choice(b'\x00\xff{}[]":,0')
        return bytes(spoilt)

    return {
        "random bytes": lambda: dice.randbytes(dice.randrange(1, 400)),
        "a cut query": cut,
        "flipped bytes": flipped,
        "a spoilt field": mutated,
        "a depth bomb": lambda: dice.choice([b"[", b'{"a":', b"[{"]) * dice.randrange(60, 5000),
        "NUL bytes": lambda: b"\x00" * dice.randrange(1, 1000),
        "a huge number": lambda: b'{"id": "n", "do": "ready", "x": ' + b"9" * dice.randrange(400, 6000) + b"}",
        "NaN": lambda: b'{"id": "n", "do": ' + dice.choice([b"NaN", b"Infinity", b"-Infinity", b"1e999"]) + b"}",
        "a huge line": lambda: b'{"id": "' + b"x" * 1_000_001 + b'"}',
        "another value": lambda: json.dumps(dice.choice(VALUES)).encode(),
    }


def resident(pid: int) -> int:
    """Megabytes in memory, 0 where the system does not say."""
    try:
        fields = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) // 1000 for line in fields if line.startswith("VmRSS")), 0)


def feed(target: IO[bytes], lines: int, seed: int, sent: Counter[str]) -> None:
    dice = random.Random(seed)
    document = json.loads(POSITION.read_text())
    query = json.dumps({"id": "q", "do": "odds", "position": document, "event": "bust-next"}).encode()
    made = kinds(dice, query, document)
    names = list(made)
    weights = [0.05 if name == "a huge line" else 1.0 for name in names]
    for number in range(lines):
        (name,) = dice.choices(names, weights)
        line = made[name]().replace(b"\n", b" ").strip()
        line = line or b"?"
        sent[name] += 1
        target.write(line + b"\n")
        if number % EVERY == 0:
            asked = {"id": f"good {number}", "do": "odds", "position": document, "event": "bust-next"}
            target.write(json.dumps(asked).encode() + b"\n")
            sent["queries"] += 1
        target.flush()
    target.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lines", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    began = time.perf_counter()
    process = subprocess.Popen([*COMMAND, "--queue", "10000"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdout.readline()
    before, memory = resident(process.pid), 0
    sent: Counter[str] = Counter()
    threading.Thread(target=feed, args=(process.stdin, given.lines, given.seed, sent), daemon=True).start()
    answers: Counter[str] = Counter()
    for number, line in enumerate(process.stdout):
        answer = json.loads(line)
        good = str(answer["id"]).startswith("good")
        answers[f"{'query' if good else 'garbage'}: {answer['type']}"] += 1
        assert not good or answer["result"]["value"] == "4/21", answer
        assert answer["type"] != "error" or answer["error"]["kind"] != "internal", answer
        if number % 1000 == 0:
            memory = max(memory, resident(process.pid))
    code = process.wait()
    queries = sent.pop("queries")
    took = time.perf_counter() - began
    print(f"{sum(sent.values()):,} lines of garbage and {queries} queries in {took:.1f} s, exit code {code}")
    print(", ".join(f"{name} {count}" for name, count in sorted(sent.items())))
    print(", ".join(f"{name} {count}" for name, count in sorted(answers.items())))
    print(f"resident memory: {before} MB at the start, at most {memory} MB later")
    assert code == 0
    assert answers["query: result"] == queries
    assert sum(count for name, count in answers.items() if name.startswith("garbage")) == given.lines


if __name__ == "__main__":
    main()
