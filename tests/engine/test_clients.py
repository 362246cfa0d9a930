"""The clients: ids matched, reports streamed, errors with their fields, no process left behind."""

import asyncio
import pickle
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import orienteer
from orienteer.engine import AsyncClient, Client, EngineError
from orienteer.engine.wire import COMMAND, greeting
from tests.engine.helpers import CROWD, example

ROOT = Path(__file__).parents[2]
POSITION = example(CROWD)
LONG = {"position": POSITION, "method": "mcts", "limits": {"seconds": 600}}


def test_client():
    with Client("--workers", "2") as engine:
        assert engine.hello["version"] == orienteer.__version__
        search = engine.start("evaluate", **LONG, report_every=0.05)
        exact = engine.ask("odds", position=orienteer.Position.from_dict(POSITION), event="bust-next")
        assert exact["value"] == "4/21"
        reports = iter(search)
        assert next(reports)["moves"]
        search.stop()
        assert search.result(timeout=20)["stopped_by"] == "stop"
        with pytest.raises(EngineError) as refused:
            engine.ask("evaluate", position=POSITION, limits=orienteer.Limits(seconds=1), seed=-1)
        assert (refused.value.kind, refused.value.field, refused.value.value) == ("refused", "seed", "-1")
        with pytest.raises(TimeoutError):
            engine.ask("evaluate", **LONG, timeout=0.05)
        waiting = [engine.start("evaluate", **LONG) for _ in range(4)]
        engine.stop()
        kinds = set()
        for query in waiting:
            try:
                kinds.add(query.result(20)["stopped_by"])
            except EngineError as error:
                kinds.add(error.kind)
        assert kinds <= {"stop", "stopped"}
        assert "stopped" in kinds
        left = engine.start("evaluate", **LONG, report_every=0.05)
        assert next(iter(left))["moves"]
    assert left.result(20)["stopped_by"] == "stop"
    with pytest.raises(EngineError, match="has ended"):
        engine.ask("ready")
    again = pickle.loads(pickle.dumps(refused.value))
    assert (str(again), again.field) == (str(refused.value), "seed")


def test_async_client():
    async def main():
        async with AsyncClient("--workers", "2") as engine:
            search = await engine.start("evaluate", **LONG, report_every=0.05)
            odds = [engine.ask("odds", position=POSITION, event=f"bust-within cards={cards}") for cards in (1, 2, 3)]
            assert [float(answer["mean"]) for answer in await asyncio.gather(*odds)] == sorted(
                [float(orienteer.odds(POSITION, f"bust-within cards={cards}").mean) for cards in (1, 2, 3)]
            )
            async for report in search:
                assert report["moves"]
                await search.stop()
            assert (await search.result())["stopped_by"] == "stop"
            with pytest.raises(TimeoutError):
                await engine.ask("evaluate", **LONG, timeout=0.05)
            cancelled = asyncio.create_task(engine.ask("evaluate", **LONG))
            await asyncio.sleep(0.05)
            cancelled.cancel()
            with pytest.raises(asyncio.CancelledError):
                await cancelled
            with pytest.raises(EngineError) as refused:
                await engine.ask("evaluate", position="position.json")
            assert refused.value.field == "position"
            while (await engine.ready())["in_flight"]:  # nothing that was given up goes on
                await asyncio.sleep(0.02)
        with pytest.raises(EngineError, match="has ended"):
            await engine.ready()

    asyncio.run(asyncio.wait_for(main(), 60))


def test_clients_refuse_what_is_no_engine():
    with pytest.raises(EngineError, match="is no greeting"):
        Client(command=[sys.executable, "-c", "print('hello')"])
    with pytest.raises(EngineError, match="protocol 2, allowed: 1"):
        greeting(b'{"type": "hello", "protocol": 2}\n')

    async def main():
        with pytest.raises(EngineError, match="is no greeting"):
            await AsyncClient(command=[sys.executable, "-c", "pass"]).open()

    asyncio.run(main())


def test_node_client():
    """The example in JavaScript, on the machine's Node; without one (18 or newer) this fails, as CI must have it."""
    node = shutil.which("node")
    assert node is not None, "no node on this machine: install Node 18 or newer"
    done = subprocess.run(
        [node, str(ROOT / "examples" / "drive_engine.mjs"), *COMMAND], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "protocol 1",
        "after some simulations: 2 moves valued",
        "ended by: stop, reports: at least 3",
        "bust with the next card: 4/21",
        "best move of the endgame: found",
        "refused: position.state.players[2].gems is -3, allowed: a whole number ≥ 0",
    ]
    assert len((ROOT / "examples" / "drive_engine.mjs").read_text().splitlines()) < 80


def test_node_client_says_when_there_is_no_engine():
    code = (
        f"import {{ Engine }} from {str(ROOT / 'clients' / 'javascript' / 'orienteer.mjs')!r};\n"
        "for (const command of [['/nowhere/engine'], [process.execPath, '-e', '0']])\n"
        "  await Engine.start(command).catch((error) => console.log(error.kind));"
    )
    done = subprocess.run(["node", "--input-type=module", "-e", code], capture_output=True, text=True, timeout=60)
    assert done.stdout.split() == ["gone", "gone"], done.stderr
