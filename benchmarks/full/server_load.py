"""A server under load on loopback: many clients at once, refusals explicit, memory flat.

    python benchmarks/full/server_load.py --clients 50 --seconds 60

Each client asks one question after another, of kinds by chance; one in twenty holds a hostile body. A well-formed request must
be answered (200), or refused because there is too much to do (503 with Retry-After, after which the client waits a moment); a
hostile one must be refused (413 or 422). Every kind of question is asked once before the run, so that all is loaded. Raises
AssertionError where a request fails, or where memory grows: it goes up and down with what is searched at the moment, so the
medians of the run's second and last thirds are compared, one look a second, and may differ by a quarter.
"""

from __future__ import annotations

import argparse
import json
import random
import socket
import statistics
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

import httpx

POSITIONS = Path(__file__).parents[2] / "examples" / "positions"
JSON = {"content-type": "application/json"}


def example(name: str) -> Any:
    return json.loads((POSITIONS / f"{name}.json").read_text())


CROWD = example("incan_gold_five_players")
QUESTIONS: list[tuple[str, Any]] = [
    ("evaluate", {"position": CROWD, "limits": {"seconds": 0.2}}),
    ("odds", {"position": CROWD, "event": "bust-next"}),
    ("best-move", {"position": example("takara_island_private_peeks"), "limits": {"iterations": 200}}),
    ("explain", {"position": example("lost_explorers_three_players")}),
    ("step", {"position": example("incan_gold_solitaire"), "event": {"type": "choices", "choices": ["stay"]}}),
    ("evaluate", {"position": example("celestia_six_players"), "limits": {"seconds": 0.2}}),
    ("events", {"game": "celestia"}),
    ("template", {"game": "takara_island", "players": 3}),
    ("replay", {"record": example("lost_explorers_record"), "index": 50}),
    ("games", {}),
]
HOSTILE = [
    b"[" * 500_000,
    b'{"position": NaN}',
    b'{"a":' * 100_000,
    b"\xff\x00" * 1000,
    b"x" * 2_000_000,
    b'{"position": "/etc/passwd"}',
]


def resident(pid: int) -> float:
    """Megabytes in memory."""
    fields = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1000 for line in fields if line.startswith("VmRSS"))


def ask(base: str, number: int, until: float, seen: Counter[str], times: list[float], failed: list[str]) -> None:
    dice = random.Random(number)
    with httpx.Client(base_url=base, timeout=60, trust_env=False) as client:
        while time.monotonic() < until:
            if dice.random() < 0.05:
                response = client.post("/api/evaluate", content=dice.choice(HOSTILE), headers=JSON)
                seen[f"hostile {response.status_code}"] += 1
                if response.status_code not in (413, 422):
                    failed.append(f"hostile: {response.status_code} {response.text[:200]}")
                continue
            do, fields = dice.choice(QUESTIONS)
            began = time.perf_counter()
            response = client.post(f"/api/{do}", json=fields)
            seen[f"{do} {response.status_code}"] += 1
            if response.status_code == 200:
                times.append(time.perf_counter() - began)
            elif response.status_code == 503 and "retry-after" in response.headers:
                time.sleep(0.5 + dice.random())
            else:
                failed.append(f"{do}: {response.status_code} {response.text[:200]}")


def attempt(failed: list[str], *arguments: Any) -> None:
    try:
        ask(*arguments, failed)
    except Exception as error:  # a connection that failed is a failed request
        failed.append(f"{type(error).__name__}: {error}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60.0)
    given = parser.parse_args()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    server = subprocess.Popen([sys.executable, "-m", "orienteer.cli", "serve", "--port", str(port)])
    base = f"http://127.0.0.1:{port}"
    try:
        for _ in range(300):
            try:
                httpx.get(f"{base}/api/health", trust_env=False)
                break
            except httpx.TransportError:
                time.sleep(0.1)
        for do, fields in QUESTIONS:
            httpx.post(f"{base}/api/{do}", json=fields, timeout=60, trust_env=False).raise_for_status()
        seen: Counter[str] = Counter()
        times: list[float] = []
        failed: list[str] = []
        start = resident(server.pid)
        until = time.monotonic() + given.seconds
        threads = [
            threading.Thread(target=attempt, args=(failed, base, number, until, seen, times)) for number in range(given.clients)
        ]
        for thread in threads:
            thread.start()
        looks = []
        while time.monotonic() < until:
            time.sleep(1)
            looks.append(resident(server.pid))
        for thread in threads:
            thread.join()
        health = httpx.get(f"{base}/api/health", trust_env=False).json()
    finally:
        server.terminate()
        code = server.wait(20)
    third = len(looks) // 3
    middle, last = statistics.median(looks[third : 2 * third]), statistics.median(looks[-third:])
    times.sort()
    answered, busy = len(times), sum(count for name, count in seen.items() if name.endswith(" 503"))
    done = f"{sum(seen.values()):,} requests, {answered:,} answered, {busy:,} refused as busy"
    print(f"{given.clients} clients, {given.seconds:g} s: {done}")
    print(f"answered in {1000 * times[answered // 2]:.0f} ms (half), {1000 * times[int(0.99 * answered)]:.0f} ms (99 %)")
    print(", ".join(f"{name}: {count}" for name, count in sorted(seen.items())))
    print(
        f"memory: {start:.0f} MB at the start, median {middle:.0f} MB in the second third, {last:.0f} MB in the last, at most"
    )
    print(f"{max(looks):.0f} MB; exit code {code}")
    print(f"left in work: {health['running']}, waiting: {health['waiting']}; failed: {len(failed)}")
    assert not failed, failed[:5]
    assert health["running"] == health["waiting"] == 0
    assert last < 1.25 * middle


if __name__ == "__main__":
    main()
