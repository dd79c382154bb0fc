"""What a study asks and says: kinds of questions, ratings, other languages, a preview."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from people import FILE, GAME, OTHER, PHYRE, enter, film, game, solve, trial
from starlette.testclient import TestClient

from topple.cli.main import main
from topple.errors import BadInput
from topple.web.study.app import StudyApp
from topple.web.study.export import export
from topple.web.study.question import Question
from topple.web.study.read import study_of
from topple.web.study.store import Store
from topple.web.study.words import PHRASES, say

WEB = Path(__file__).resolve().parents[2] / "src" / "topple" / "web"
SURE = {
    "name": "sure",
    "text": "How sure were you?",
    "kind": "scale",
    "when": "task",
    "least": 1,
    "most": 7,
    "ends": ["not at all", "very"],
}
WHY = {"name": "why", "text": "Why?", "when": "task", "required": False}


@pytest.mark.parametrize(
    ("question", "right", "wrong"),
    [
        (Question("q", "?"), ["x"], [""]),
        (Question("q", "?", required=False), ["", "x"], []),
        (Question("q", "?", "number"), ["-7", "1e3", "2,5"], ["", "x", "nan", "inf", "1e999"]),
        (Question("q", "?", "number", least=18), ["18", "99"], ["17.9", "x"]),
        (Question("q", "?", "number", most=99), ["-1", "99"], ["99.1", "-inf"]),
        (Question("q", "?", "number", least=18, most=99, whole=True), ["18"], ["18.5", "7", "x"]),
        (Question("q", "?", "choice", options=("a", "b")), ["a"], ["c", "a "]),
        (Question("q", "?", "scale", least=1, most=7), ["1", "7"], ["0", "8", "1.5", ""]),
        (Question("q", "?", "slider", least=0, most=100), ["0", "33.25"], ["-1", "101", "x", ""]),
    ],
    ids=str,
)
def test_every_kind_of_question_takes_its_answers_alone(
    question: Question, right: list[str], wrong: list[str]
) -> None:
    assert [text for text in right if question.fault(text)] == []
    assert [text for text in wrong if not question.fault(text)] == []


def test_people_rate_every_task_once_and_in_its_place(
    database: Callable[[], str], tmp_path: Path
) -> None:
    store, client, path = game(database, tasks=[PHYRE, OTHER], questions=[SURE, WHY])
    client.post(f"{path}/answers", data={"stage": "task", "sure": "7"})  # nothing was played yet
    assert [row["name"] for row in store.rows("answers")] == ["consent"]
    trials = []
    for task, sure in ((PHYRE, "2"), (OTHER, "6")):
        trials.append(trial(client, path))
        solve(client, path, task)
        page = client.get(path).text
        assert "How sure were you?" in page
        assert "not at all" in page
        assert "data-trial" not in page
        for given in ({"sure": "9"}, {"sure": ""}, {"sure": sure}, {"sure": "1"}):
            sent = {"stage": "task", "trial": trials[-1], **given}
            status = client.post(f"{path}/answers", data=sent).status_code
            assert status == (400 if given["sure"] in ("9", "") else 200)
        old = {"stage": "task", "trial": trials[0], "sure": "1"}
        assert client.post(f"{path}/answers", data=old).status_code == 200
    assert store.rows("people")[0]["stage"] == "completed"
    rows = [row for row in store.rows("answers") if row["name"] == "sure"]
    assert [(row["task"], row["answer"]) for row in rows] == [(PHYRE, "2"), (OTHER, "6")]
    study = study_of({**FILE, "questions": [SURE, WHY]})
    made = export(study, store, tmp_path / "out")
    (table,) = (path for path in made if "answers" in path.name)
    written = [row for row in csv.DictReader(table.open()) if row["name"] == "sure"]
    assert [(row["task"], row["answer"]) for row in written] == [(PHYRE, "2"), (OTHER, "6")]
    store.close()


def test_the_last_rating_comes_before_the_questions_after_the_tasks(
    database: Callable[[], str],
) -> None:
    after = {"name": "end", "text": "Anything else?", "when": "after"}
    store, client, path = game(database, questions=[SURE, after], attempts=1)
    own = trial(client, path)
    film(client, path, own)
    client.post(f"{path}/finish", json={"trial": own, "number": 0})
    assert store.rows("people")[0]["stage"] == "tasks"
    assert "How sure were you?" in client.get(path).text
    client.post(f"{path}/answers", data={"stage": "task", "trial": own, "sure": "3"})
    assert "Anything else?" in client.get(path).text
    store.close()


def test_answers_are_no_formulas_for_spreadsheets(
    database: Callable[[], str], tmp_path: Path
) -> None:
    asked = [{"name": name, "text": "?"} for name in "abc"]
    store, client, path = game(database, questions=asked)
    given = {"a": "=cmd|x", "b": "-7.5", "c": "@me"}
    client.post(f"{path}/answers", data={"stage": "before", **given})
    export(study_of({**FILE, "questions": asked}), store, tmp_path / "out")
    (table,) = (tmp_path / "out" / "data").glob("*answers*")
    found = {row["name"]: row["answer"] for row in csv.DictReader(table.open())}
    assert found == {"consent": "1", "a": "'=cmd|x", "b": "-7.5", "c": "'@me"}
    store.close()


def test_practice_is_not_counted_among_the_tasks(database: Callable[[], str]) -> None:
    store, client, path = game(database, tasks=[PHYRE], practice=[OTHER])
    page = client.get(path).text
    assert "Practice" in page
    assert "task 1" not in page
    solve(client, path, OTHER)
    assert "task 1 of 1" in client.get(path).text
    store.close()


def test_people_read_how_to_move_and_the_rules_that_models_read(
    database: Callable[[], str],
) -> None:
    store, client, path = game(database, tasks=[PHYRE])
    page = client.get(path).text
    assert "Press where the ball shall lie, drag to set its size, and press Drop." in page
    assert "The whole ball must lie inside the picture." in page
    assert "Green ball" in page
    store.close()


def test_every_phrase_of_the_pages_can_be_translated() -> None:
    """What pages and scripts say is known, and what is known is said somewhere."""
    files = [*WEB.glob("pages/*.html"), *WEB.glob("static/**/*.js"), *WEB.glob("study/*.py")]
    text = "".join(file.read_text() for file in files if file.name != "words.py")
    said = set(re.findall(r'\b(?:say|numbers\.show)\(\s*"([^"]+)"', text))
    assert len(said) > 30
    assert sorted(said - set(PHRASES)) == []
    outcomes = {"solved", "missed", "invalid", "unsettled"}
    assert {each for each in PHRASES if f'"{each}"' not in text} <= outcomes


def test_a_study_speaks_another_language(database: Callable[[], str]) -> None:
    """Every phrase is marked; what is left in English is what worlds and authors say."""
    words = {phrase: f"«{phrase}»" for phrase in PHRASES}
    words |= {"Press Start, then press a grey block to remove it.": "Drücke Start."}
    store, client, path = game(
        database,
        language="de",
        words=words,
        attempts=1,
        questions=[SURE],
        contact="ada@example.org",
    )
    first = client.get("/").text
    assert '<html lang="de">' in first
    for phrase in ("«I agree»", "«Contact: ada@example.org»"):
        assert phrase in first
    page = client.get(path).text
    for phrase in ("Drücke Start.", "«task 1 of 1»", "«attempt 1 of 1»", "«End this attempt»"):
        assert phrase in page
    own = trial(client, path)
    film(client, path, own)
    client.post(f"{path}/finish", json={"trial": own, "number": 0})
    assert "«About the last task»" in client.get(path).text
    sent = {"stage": "task", "trial": own, "sure": "8"}
    assert "«Please choose an answer.»" in client.post(f"{path}/answers", data=sent).text
    assert "«Withdraw?»" in client.get(f"{path}/withdraw").text
    store.close()


def test_one_translation_is_enough_for_all_numbers() -> None:
    words = {"Remove block {number}": "Block {number} weg", "Remove block 0": "Erster weg"}
    assert say(words, "Remove block 12") == "Block 12 weg"
    assert say(words, "Remove block 0") == "Erster weg"
    assert say(words, "Tap cushion 3") == "Tap cushion 3"
    study_of({**FILE, "tasks": [GAME], "words": words})
    with pytest.raises(BadInput, match="Remove blok") as caught:
        study_of({**FILE, "tasks": [GAME], "words": {**words, "Remove blok 1": "", "Strat": ""}})
    assert "did you mean `Remove block 1`?" in str(caught.value)
    assert "did you mean `Start`?" in str(caught.value)


def test_a_preview_says_that_it_is_one_and_keeps_nothing(tmp_path: Path) -> None:
    study = study_of({**FILE, "questions": []})
    store = Store(tmp_path / "preview.db", study.name, make=True)
    app = StudyApp(study, store, preview=True).app()
    client = TestClient(app, base_url="http://127.0.0.1")
    path = enter(client)
    for address in ("/", path, f"{path}/withdraw"):
        assert "nothing is kept" in client.get(address).text
    store.close()


def test_check_says_everything_that_people_meet(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "study.toml"
    file.write_text(
        f'name = "mine"\ntasks = ["{PHYRE}"]\nattempts = 2\n[texts]\nconsent = "Do you agree?"\n'
        'thanks = "Bye."\n[codes]\ncompleted = "C0DE"\n[[questions]]\nname = "sure"\n'
        'text = "How sure?"\nkind = "scale"\nwhen = "task"\nleast = 1\nmost = 3\n'
    )
    assert main(["study", "check", str(file)]) == 0
    said = capsys.readouterr().out
    for words in (
        "about 1 to 1 minutes",
        "Do you agree?",
        "Bye.",
        "completed: C0DE",
        PHYRE,
        "How sure? [sure; scale: 1 / 2 / 3]",
        "no `contact`",
    ):
        assert words in said
    assert main(["study", "check", str(file), "--json"]) == 0


def test_all_that_is_wrong_with_a_file_is_said_at_once() -> None:
    wrong = {
        "people": True,
        "attempts": "three",
        "order": "random",
        "retain_until": "soon",
        "tasks": [PHYRE, "phyre/miss_the_jar@1:001"],
        "questions": [{"name": "age", "text": "?", "kind": "nummer"}, {"name": "x"}],
        "codes": {"done": "X"},
    }
    with pytest.raises(BadInput) as caught:
        study_of({**FILE, **wrong})
    for words in (
        "8 things",
        "`people` is a whole number, not True",
        "`attempts` is a whole number, not 'three'",
        "known: fixed, shuffled, latin",
        "write 2030-12-31",
        "`topple list phyre miss_the_jar` shows those that can be played",
        "no kind of question named `nummer`",
        "question x: it has no `text`",
        "no setting of a table `codes` named `done`",
    ):
        assert words in str(caught.value)
