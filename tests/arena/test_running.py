"""The same results on any executor, and nothing that was done is lost."""

import json
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import pytest

from orienteer.arena import Contest, SequentialTest, play_contest
from orienteer.core.errors import OptionError, OrienteerError

from .helpers import Backwards, Failing, contest, quick

TEST = SequentialTest(claim=1.3, error=0.2)


def test_law_results_do_not_depend_on_the_executor(tmp_path):
    here = play_contest(quick(), 20, workers=1, out=tmp_path / "here")
    assert here.stopped_by == "deals"
    assert [deal.number for deal in here.deals] == list(range(20))
    with Backwards() as backwards:
        assert play_contest(quick(), 20, executor=backwards, ahead=8, out=tmp_path / "backwards") == here
    assert play_contest(quick(), 20, workers=2, out=tmp_path / "processes") == here
    for name in ("backwards", "processes"):
        assert (tmp_path / name).read_bytes() == (tmp_path / "here").read_bytes()


def test_law_a_test_ends_at_the_same_deal_whoever_is_first(tmp_path):
    here = play_contest(quick(), 200, workers=1, test=TEST, out=tmp_path / "here")
    assert here.stopped_by == "test"
    assert here.verdict == "above 0.650 rather than 0.500"
    assert len(here.deals) < 200
    with Backwards() as backwards:
        assert play_contest(quick(), 200, executor=backwards, test=TEST, out=tmp_path / "backwards") == here
    assert (tmp_path / "backwards").read_bytes() == (tmp_path / "here").read_bytes()
    assert play_contest(quick(), 3, workers=1, test=TEST).verdict == "undecided"


def test_law_interrupted_runs_keep_what_is_done_and_go_on(tmp_path):
    whole = play_contest(quick(), 12, workers=1, out=tmp_path / "whole")
    seen = []

    def interrupt(found):
        seen.append(len(found.deals))
        if len(found.deals) == 5:
            raise KeyboardInterrupt

    with Backwards() as backwards:
        part = play_contest(quick(), 12, executor=backwards, out=tmp_path / "part", progress=interrupt)
    assert part.stopped_by == "stop"
    assert len(part.deals) == 5
    assert seen == [0, 1, 2, 3, 4, 5]
    assert len((tmp_path / "part").read_text().splitlines()) == 6
    assert play_contest(quick(), 12, workers=1, out=tmp_path / "part", resume=True) == whole
    assert (tmp_path / "part").read_bytes() == (tmp_path / "whole").read_bytes()


def test_law_a_file_cut_off_anywhere_goes_on(tmp_path):
    whole = play_contest(quick(), 3, workers=1, out=tmp_path / "whole")
    text = (tmp_path / "whole").read_text()
    header = text.index("\n") + 1
    for length in [header, header + 5, len(text) - 1, len(text)]:
        (tmp_path / "cut").write_text(text[:length])
        assert play_contest(quick(), 3, workers=1, out=tmp_path / "cut", resume=True) == whole
        assert (tmp_path / "cut").read_text() == text
    fewer = play_contest(quick(), 2, workers=1, out=tmp_path / "cut", resume=True)
    assert len(fewer.deals) == 2
    assert (tmp_path / "cut").read_text() == text, "what a file holds beyond what is asked stays"


def test_files_that_do_not_fit_are_refused_and_kept(tmp_path):
    path = tmp_path / "file"
    play_contest(quick(), 2, workers=1, out=path)
    text = path.read_text()
    with pytest.raises(OptionError, match="resume to go on"):
        play_contest(quick(), 2, workers=1, out=path)
    with pytest.raises(OrienteerError, match="another contest: seed is 0, asked is 1"):
        play_contest(quick(seed=1), 2, workers=1, out=path, resume=True)
    lines = text.splitlines()
    third = json.loads(lines[1])
    swapped = third | {"games": third["games"][::-1]}
    for flaw in ("{", json.dumps(swapped), json.dumps(third | {"deal": -1}), json.dumps(third | {"deal": 1}), "[]"):
        damaged = "\n".join([lines[0], flaw, lines[2], ""])
        path.write_text(damaged)
        with pytest.raises(OrienteerError, match=r"line [23]: not a deal of this contest"):
            play_contest(quick(), 2, workers=1, out=path, resume=True)
        assert path.read_text() == damaged
    path.write_text("something else\n")
    with pytest.raises(OrienteerError, match="line 1: not a results file"):
        play_contest(quick(), 2, workers=1, out=path, resume=True)


def test_an_agents_error_reaches_the_caller(tmp_path):
    failing = Contest(quick().game, (*quick().agents[:1], Failing()))
    for workers in (1, 2):
        with pytest.raises(RuntimeError, match="no seat today"):
            play_contest(failing, 2, workers=workers, out=tmp_path / f"file{workers}")
        assert len((tmp_path / f"file{workers}").read_text().splitlines()) == 1


def test_a_broken_executor_of_the_callers_is_named():
    pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=exit)
    with pool, pytest.raises(OrienteerError, match="deal 0: the workers died"):
        play_contest(quick(), 2, executor=pool)


def test_simultaneous_and_lone_games_are_played():
    gold = play_contest(contest("incan_gold", "random", "policy leave-after cards=4", players=3, rounds=2), 4, workers=1)
    assert sum(standing.share.mean * count for standing, count in zip(gold.standings(), (1, 2), strict=True)) == pytest.approx(
        1
    )
    alone = contest("incan_gold", "policy never-leave", "policy leave-after cards=4", players=1)
    with ThreadPoolExecutor(2) as threads:
        found = play_contest(alone, 10, executor=threads)
    assert found.ratings() == ()
    assert found.standing(1).returns.mean > found.standing(0).returns.mean


def test_wrong_numbers_are_refused():
    for given in ({"deals": 0}, {"deals": 1, "workers": -1}, {"deals": 1, "ahead": -2}):
        with pytest.raises(OptionError):
            play_contest(quick(), **given)
