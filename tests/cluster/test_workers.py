"""Contests on a real Dask cluster of this machine and on its processes, with workers that are killed.

Needs the extra `cluster`; left out of the default run: `python -m pytest tests/cluster`.
"""

import json
import logging
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest
from distributed import Client, LocalCluster

from orienteer.arena import play_contest
from tests.arena.helpers import contest

DEALS = 24


def asked():
    """Games of hidden information with a search in one seat, about 50 ms a deal."""
    return contest("celestia", "mcts iterations=10", "policy rule-bot", players=2, target=12)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    """What one process finds: the results and the bytes of their file."""
    path = tmp_path_factory.mktemp("here") / "results"
    return play_contest(asked(), DEALS, workers=1, out=path), path.read_bytes()


@pytest.fixture(scope="module")
def client():
    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0", silence_logs=logging.CRITICAL
        ) as cluster,
        Client(cluster) as client,
    ):
        yield client


def killing(victims):
    """A progress function that kills one of the processes when some deals are done, and the list of those killed."""
    killed = []

    def progress(found):
        if len(found.deals) == 6 and not killed:
            killed.append(min(victims()))
            os.kill(killed[0], signal.SIGKILL)

    return progress, killed


def test_law_dask_gives_what_processes_give(client, undisturbed, tmp_path):
    results, content = undisturbed
    assert play_contest(asked(), DEALS, workers=2, out=tmp_path / "processes") == results
    assert play_contest(asked(), DEALS, executor=client.get_executor(), out=tmp_path / "dask") == results
    assert (tmp_path / "processes").read_bytes() == content
    assert (tmp_path / "dask").read_bytes() == content


def test_law_a_killed_process_loses_nothing(undisturbed, tmp_path):
    results, content = undisturbed
    progress, killed = killing(lambda: [child.pid for child in multiprocessing.active_children()])
    assert play_contest(asked(), DEALS, workers=2, out=tmp_path / "file", progress=progress) == results
    assert len(killed) == 1
    assert (tmp_path / "file").read_bytes() == content


def test_law_the_command_line_plays_on_a_cluster_and_stops_by_a_signal(client, undisturbed, tmp_path):
    _, content = undisturbed
    path = tmp_path / "results"
    words = ["arena", "celestia", "mcts iterations=10", "policy rule-bot", "--players", "2", "--option", "target=12"]
    command = [sys.executable, "-m", "orienteer.cli", *words, "--out", str(path), "--json"]
    # 1. On processes of its own, until it is interrupted: what is done is kept and printed, nobody is left behind.
    heeded = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)  # also where this program runs in the background of a shell
    running = subprocess.Popen([*command, "--deals", "100000", "--workers", "2"], stdout=subprocess.PIPE, preexec_fn=heeded)
    while not path.exists() or len(path.read_bytes().splitlines()) < 5:
        time.sleep(0.05)
        assert running.poll() is None
    running.send_signal(signal.SIGINT)
    printed, _ = running.communicate(timeout=60)
    assert running.returncode == 130
    done = json.loads(printed)
    assert done["stopped_by"] == "stop"
    assert len(path.read_text().splitlines()) == done["deals"] + 1 >= 5
    # 2. On with the file, on the cluster.
    scheduler = client.scheduler.address
    more = [*command, "--deals", str(max(DEALS, done["deals"])), "--resume", "--dask", scheduler]
    finished = subprocess.run(more, capture_output=True, timeout=150, check=True)
    assert json.loads(finished.stdout)["stopped_by"] == "deals"
    assert path.read_bytes().startswith(content)


def test_example_runs():
    path = Path(__file__).parents[2] / "examples" / "dask_arena.py"
    done = subprocess.run([sys.executable, str(path)], capture_output=True, text=True, timeout=150, check=True)
    assert "share of the wins" in done.stdout
    assert len(path.read_text().splitlines()) < 80


def test_law_a_killed_worker_of_a_cluster_loses_nothing(client, undisturbed, tmp_path):
    # The last test with this cluster: the worker that takes the killed one's place may take its time.
    results, content = undisturbed
    progress, killed = killing(lambda: client.run(os.getpid).values())
    found = play_contest(asked(), DEALS, executor=client.get_executor(), out=tmp_path / "file", progress=progress)
    assert found == results
    assert (tmp_path / "file").read_bytes() == content
    assert killed[0] not in client.run(os.getpid).values()
