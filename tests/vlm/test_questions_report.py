"""What is reported of runs of questions: scores, floors, shares, pages, comparisons."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from topple.cli.main import main
from topple.errors import BadInput
from topple.prompting.exchange import Spent
from topple.reports.tables.groups import group_runs
from topple.reports.tables.pairs import pair
from topple.reports.tables.printed import tables_of
from topple.reports.tables.text import headline
from topple.runs.load import Run, load
from topple.runs.score import score as score_run
from topple.vlm.baselines import answer
from topple.vlm.direct import play_directly
from topple.vlm.estimate import estimate
from topple.vlm.money import Price
from topple.vlm.plan_questions import plan_of
from topple.worlds.phyre.metrics.answered import Answered
from topple.worlds.phyre.metrics.scoring import answers, compare, score
from topple.worlds.phyre.metrics.shares import by_grade, first_slots
from topple.worlds.phyre.physiq.find import answer_item
from topple.worlds.phyre.physiq.items import Kind
from topple.worlds.phyre.physiq.players import PLAYERS, player
from topple.worlds.phyre.physiq.settings import VERSION

STRICT = {"mode": "strict", "shots": 0, "frames": 1}
ITEMS = 24


def asked(name: str, model: str, folder: Path, limit: int = ITEMS, seed: int = 0) -> Run:
    play_directly(plan_of(name, STRICT, f"topple/{model}", limit=limit, seed=seed), folder)
    return load(folder)


def answered(run: Run) -> Answered:
    return Answered.of(run.counts)


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Run]:
    place = tmp_path_factory.mktemp("judged")
    return {
        model: asked("physiq-yesno", model, place / model)
        for model in ("mock", "always-no", "oracle")
    }


def test_a_run_scores_as_its_answers_do(judged: dict[str, Run]) -> None:
    for model, run in judged.items():
        items = answered(run).asked
        said = answers(items, player(model).make(items))
        assert repr(score_run(run).result) == repr(score(items, said))
        assert run.finished is not None


def test_always_no_is_its_own_floor(judged: dict[str, Run]) -> None:
    run = judged["always-no"]
    (entry,) = group_runs([run])[0].entries
    accuracy = entry.score.figures[0]
    assert accuracy.estimate.value == accuracy.floors["always no"]
    assert score_run(run).against["always no"].value == 0
    above = score_run(judged["oracle"]).against
    assert {name: found.above for name, found in above.items()} == dict.fromkeys(above, 1)


def test_the_better_stands_first_and_the_oracle_last(judged: dict[str, Run]) -> None:
    (group,) = group_runs(list(judged.values()))
    assert group.entries[-1].label == "topple/oracle"
    header, rows = headline(group)
    assert header[:3] == ("agent", "accuracy", "95 % interval")
    assert len(rows) == len(group.entries)
    assert "accuracy of baselines that ignore the picture: chance 50.0, always no 50.0, " in (
        "\n".join(tables_of(group).notes)
    )


def test_shares_by_grade_add_up(judged: dict[str, Run]) -> None:
    found = by_grade(answered(judged["oracle"]))
    assert sum(row.total for row in found.rows) == ITEMS
    for row in found.rows:
        assert row.counts == Counter({row.right: row.total})
    assert by_grade(answered(judged["always-no"])).rows[0].counts.keys() == {"no"}


def test_two_runs_are_compared_item_by_item(
    judged: dict[str, Run], capsys: pytest.CaptureFixture[str]
) -> None:
    a, b = judged["oracle"], judged["mock"]
    items = answered(a).asked
    said = [answers(items, player(m).make(items)) for m in ("oracle", "mock")]
    wanted = compare(items, *said)
    found = pair(a, b).comparison
    assert found.difference == pytest.approx(wanted.value)
    assert found.tasks == ITEMS
    assert found.interval == pytest.approx(wanted.interval)
    assert main(["compare", str(a.folder), str(b.folder)]) == 0
    assert "topple/oracle is above topple/mock" in capsys.readouterr().out


def test_a_difference_without_spread_has_no_interval(
    judged: dict[str, Run], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The oracle is 0.25 above the base rate, and always right against always wrong, everywhere."""
    asked("physiq-confidence", "oracle", tmp_path / "stated")
    page = tmp_path / "page.html"
    assert main(["report", str(tmp_path / "stated"), "--out", str(page)]) == 0
    assert "the base rate: +0.250 (no interval: all templates came out alike)" in page.read_text()
    capsys.readouterr()
    plan = plan_of("physiq-yesno", STRICT, "wrong", limit=ITEMS)
    wrong = {"Yes": "No", "No": "Yes"}
    play_directly(plan, tmp_path / "wrong", lambda hint, _: wrong[answer("oracle", hint, 0)])
    assert main(["compare", str(judged["oracle"].folder), str(tmp_path / "wrong")]) == 0
    told = capsys.readouterr().out
    assert (
        "is above wrong: 100.0 points of accuracy apart, no interval: all templates came " in told
    )
    assert "100.0 to" not in told
    assert "detectable" not in told


def test_the_terminal_says_each_note_once(
    judged: dict[str, Run], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = {**STRICT, "shots": 2}
    play_directly(plan_of("physiq-yesno", shown, "topple/mock", limit=ITEMS), tmp_path / "shown")
    assert main(["report", str(judged["mock"].folder), str(tmp_path / "shown")]) == 0
    told = capsys.readouterr()
    assert told.out.count("topple/mock *") == 2
    notes = told.err.splitlines()
    assert f"* physiq-yesno, topple/mock: at most {ITEMS} tasks per fold were played" in notes
    assert len(notes) == len(set(notes))


def test_only_like_is_compared_with_like(judged: dict[str, Run], tmp_path: Path) -> None:
    other = asked("physiq-ranking", "mock", tmp_path / "other", 2)
    with pytest.raises(BadInput, match="differ in protocol"):
        pair(judged["mock"], other)


def test_the_page_has_scores_floors_charts_and_transcripts(
    judged: dict[str, Run], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folders = [str(judged[model].folder) for model in ("mock", "always-no")]
    page = tmp_path / "page.html"
    assert main(["report", *folders, "--out", str(page)]) == 0
    text = page.read_text()
    for words in (
        "accuracy",
        "always no",
        "no clear difference from",
        "Answers by grade",
        "answered right",
    ):
        assert words in text
    assert text.count("<svg") > 4
    links = re.findall(r'<a href="([^"]+)">transcripts', text)
    assert len(links) == 2
    said = (tmp_path / links[-1]).read_text()
    assert said.count('<details class="task"') == ITEMS
    assert said.count("data:image/png") == 2 * ITEMS  # the scene shown, and its end
    assert said.count("data-film=") == ITEMS
    assert re.search(r'value="right" aria-pressed="false">right \d', said)
    assert "<b>No</b>" in said
    assert "another version" not in said
    capsys.readouterr()
    assert main(["report", *folders, "--json"]) == 0
    (facts,) = json.loads(capsys.readouterr().out)
    assert {run["agent"] for run in facts["runs"]} == {"topple/mock", "topple/always-no"}


def test_every_kind_has_its_own_page(tmp_path: Path) -> None:
    """A hostile model says the same to all; what it says is shown and never run."""
    hostile = '<script>alert(1)</script> [1, 2, 3, 4] 80% {"x": 1, "y": 1, "radius": 9}'
    wanted = {
        "physiq-confidence": ("Reliability", "ECE", "AUROC", "log score"),
        "physiq-ranking": ("Places on the page", "MRR", "tau", "chi-squared"),
        "physiq-insertion": ("Success by attempt", "won by 5", "out of bounds"),
    }
    for name in wanted:
        plan = plan_of(name, STRICT, "test", limit=3)
        play_directly(plan, tmp_path / name, lambda note, question: hostile)
    folders = [str(tmp_path / name) for name in wanted]
    assert main(["report", *folders, "--out", str(tmp_path / "page.html")]) == 0
    text = (tmp_path / "page.html").read_text()
    for words in wanted.values():
        assert [word for word in words if word not in text] == []
    for name in wanted:
        said = (tmp_path / f"page-{name}.html").read_text()
        assert "<script>alert(1)" not in said
        assert "&lt;script&gt;alert(1)" in said


def test_a_habit_of_place_shows(tmp_path: Path) -> None:
    run = asked("physiq-ranking", "best-constant", tmp_path, 12)
    chosen, winner = first_slots(answered(run)).rows
    assert len(chosen.counts) == 1
    assert winner.total == 12


def test_an_unfinished_run_says_so(tmp_path: Path) -> None:
    run = asked("physiq-ranking", "mock", tmp_path, 4)
    (tmp_path / "finished.json").unlink()
    lines = (tmp_path / "attempts.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / "attempts.jsonl").write_bytes(b"".join(lines[:2]) + lines[2][:20])
    (entry,) = group_runs([load(tmp_path)])[0].entries
    assert len(answered(entry.run).asked) == 2
    assert "unfinished: 2 of 4 tasks played" in entry.warnings
    (tmp_path / "attempts.jsonl").write_bytes(lines[0] * 2)
    with pytest.raises(BadInput, match="there twice"):
        load(tmp_path)
    assert score_run(run).kind == Kind.RANKING


def test_seeds_draw_anew_and_repeat(tmp_path: Path) -> None:
    found = [
        answered(asked("physiq-ranking", "mock", tmp_path / str(i), 8, seed)).readings
        for i, seed in enumerate((0, 7, 7))
    ]
    assert found[0] != found[1] == found[2]


def test_players_answer_what_they_can(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="does not answer"):
        asked("physiq-ranking", "always-no", tmp_path)
    with pytest.raises(BadInput, match="does not answer"):
        answer_item("always-no", f"physiq-ranking@{VERSION}/strict/00000:005/shift0", 1, 0)
    assert Kind.RANKING not in PLAYERS["always-no"].kinds


def test_an_estimate_counts_pictures_and_conversations() -> None:
    one = estimate(plan_of("physiq-ranking", STRICT, limit=6), Price(1.0, 10.0))
    assert (one.tasks, one.questions, one.pictures) == (6, 6, 24)
    shown = estimate(plan_of("physiq-ranking", {**STRICT, "shots": 2}, limit=6))
    assert shown.pictures == 72
    talk = estimate(plan_of("physiq-insertion", STRICT, limit=2))
    assert 2 <= talk.questions <= 10


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (["physiq-yesno", "--form", "8x8x8"], "--form has no effect"),
        (["deepphy-phyre", "--mode", "classic"], "--mode has no effect"),
        (["deepphy-birds", "--form", "5x5x5"], "--form has no effect"),
        (["physiq-sanity", "--shots", "2"], "--shots has no effect"),
        (["physiq-ranking", "--shots", "4"], "is not asked with 4 shots"),
        (["physiq-insertion", "--fold", "3"], "folds 3"),
    ],
)
def test_options_without_effect_are_refused(
    wrong: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["eval", *wrong, "--model", "topple/mock", "--out", str(tmp_path / "run")]) != 0
    assert words in capsys.readouterr().err


def test_an_agent_cannot_be_asked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["eval", "physiq-yesno", "--agent", "random"]) != 0
    assert "give --model" in capsys.readouterr().err


def test_what_is_said_reaches_the_question_again() -> None:
    """A conversation shows earlier answers as they were said, and what came of them."""
    plan = plan_of("physiq-insertion", STRICT, limit=1)
    game = plan.begin(plan.items()[0])
    first = game.question()
    game.answer(first, "no idea", Spent())
    second = game.question()
    assert second.before[-1].parts == ("no idea",)
    assert second.digest != first.digest
    assert game.hint.attempt == game.number == 2
