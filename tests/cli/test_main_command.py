"""What holds for every command."""

from __future__ import annotations

import contextlib
import io
import json
import re
import subprocess
import sys
import warnings
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest

from topple import __version__, cli
from topple.cli._console import show_table
from topple.cli.main import GROUPS, commands, main, make_parsers, options
from topple.tasks import discover


@pytest.mark.parametrize("name", commands())
def test_every_command_has_help_with_examples_and_json(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main([name, "--help"])
    assert left.value.code == 0
    text = capsys.readouterr().out
    assert f"topple {name}" in text.split("examples:")[1]
    assert "--json" in text


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--help"])
    assert left.value.code == 0
    text = capsys.readouterr().out
    assert {"list", "show", "simulate", "doctor"} <= set(commands())
    assert all(re.search(rf"\n    {name}\s", text) for name in commands())


def test_help_begins_with_what_a_newcomer_needs(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    text = capsys.readouterr().out
    assert re.findall(r"^(\w+):\n    [a-z]+  ", text, re.MULTILINE) == list(GROUPS)
    told = re.findall(r"^    ([a-z]+)  ", text.partition("\noptions:")[0], re.MULTILINE)
    assert told[:6] == ["demo", "list", "show", "play", "eval", "report"]


def test_every_file_of_a_command_has_a_place_in_the_help() -> None:
    files = {path.stem.rstrip("_") for path in Path(cli.__path__[0]).glob("[a-z]*.py")}
    assert files - {"main"} == set(commands())
    assert len(commands()) <= 24


def test_each_word_for_testing_means_one_thing(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    told = capsys.readouterr().out.partition("what tests what:\n")[2].partition("\n\n")[0]
    verbs = [line.strip().partition("  ")[0] for line in told.splitlines()]
    assert verbs == ["doctor", "check", "verify", "study check", "season check"]


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("replay", "show RUN"),
        ("runs", "list runs"),
        ("bench", "doctor --speed"),
        ("vlm", "eval PROTOCOL --estimate"),
        ("run", "eval"),
    ],
)
def test_a_word_that_is_no_command_names_the_one_that_is_meant(
    word: str, meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([word, "whatever", "--option"]) == 2
    assert f"did you mean `topple {meant}`?" in capsys.readouterr().err


def test_a_subverb_shows_its_own_examples(capsys: pytest.CaptureFixture[str]) -> None:
    for line in (
        "study export",
        "season new",
        "leaderboard build",
        "new template",
        "import inspect",
    ):
        with pytest.raises(SystemExit):
            main([*line.split(), "--help"])
        shown = capsys.readouterr().out.partition("examples:\n")[2].splitlines()
        assert shown
        assert all(each.startswith(f"  topple {line} ") for each in shown), line


def test_a_protocol_is_named_without_an_option() -> None:
    _, parsers = make_parsers(commands(), whole=True)
    assert [name for name, parser in parsers.items() if "--protocol" in options(parser)] == []


def test_what_is_written_and_how_many_threads_have_one_spelling() -> None:
    _, parsers = make_parsers(commands(), whole=True)
    for name, parser in parsers.items():
        known = options(parser)
        assert not {"--output", "--workers"} & set(known), name
        assert ("-o" in known) == ("--out" in known), name


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Return the file of each shell's script."""
    folder, found = tmp_path_factory.mktemp("completion"), {}
    for shell in ("bash", "zsh", "fish"):
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            assert main(["completion", shell]) == 0
        found[shell] = folder / shell
        found[shell].write_text(printed.getvalue())
    return found


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("rep", ["report"]),
        ("study ", ["check", "preview", "serve", "status", "export", "delete"]),
        ("study serve ph", ["phyq", "phyre"]),
        ("season new folder phyre-b-w", ["phyre-b-within"]),
        ("eval phyq-b", ["phyq-broad"]),
        ("eval bench", ["benchmark"]),
        ("eval phyq-broad --agent bam", ["bambirds-like"]),
        ("eval --limit 3 phyq-b", ["phyq-broad"]),
        ("eval deepphy-rope --model topple/mo", ["topple/mock"]),
        ("eval deepphy-rope --view ", ["usual", "plain", "labelled", "text"]),
        ("eval phyq-broad --lim", ["--limit"]),
        ("train phyre-b-within --agent dq", ["dqn", "dqn-o"]),
        ("train phyre-b-within --agent rand", []),
        ("train phyre-b-within --device ", ["cpu", "cuda"]),
        ("export phyre-b-within --train ", ["messages", "conversations", "prompts"]),
        ("list prot", ["protocols"]),
        ("list benchm", ["benchmarks", "benchmark"]),
        ("list phyre off_the_l", ["off_the_ledge"]),
        ("show phyre/off_the_l", ["phyre/off_the_ledge:"]),
        ("completion ", ["bash", "zsh", "fish"]),
    ],
)
def test_a_shell_completes_verbs_options_values_and_names(
    typed: str, wanted: list[str], scripts: dict[str, Path]
) -> None:
    words = ("topple", *typed.split(" "))
    line = " ".join(f"'{word}'" for word in words)
    ask = f". {scripts['bash']}; COMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; _topple"
    answer = ["bash", "-c", f'{ask}; echo "${{COMPREPLY[@]}}"']
    done = subprocess.run(answer, capture_output=True, text=True, check=True)
    assert done.stdout.split() == wanted


def test_fish_and_zsh_search_as_bash_does(scripts: dict[str, Path]) -> None:
    """Neither is needed here: the search is one for all, in the language of sh."""
    search = scripts["bash"].read_text().partition("_topple() {")[0].strip()
    assert search in scripts["zsh"].read_text()
    quoted = scripts["fish"].read_text().partition("_topple_search '\n")[2].partition("\n'\n")[0]
    told = quoted.replace("\\'", "'").replace("\\\\", "\\")
    assert told.startswith(search)
    for line in (["eval", "phyq-b"], ["study", ""]):
        done = subprocess.run(
            ["sh", "-c", told, "topple", *line], capture_output=True, text=True, check=True
        )
        assert {"phyq-broad", "serve"} & set(done.stdout.split("\n"))


def test_help_loads_neither_numpy_nor_the_engine() -> None:
    code = (
        "import sys; from topple.cli.main import commands; commands(); "
        "sys.exit(bool({'numpy', 'topple._native', 'PIL', 'av'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"topple {__version__}\n"


@pytest.mark.parametrize(
    ("argv", "error", "hint"),
    [
        (["lst"], "no command named `lst`", "did you mean `list`?"),
        (["list", "--jsn"], "no option named `--jsn`", "did you mean `--json`?"),
        (["eval", "x", "--agnet", "random"], "no option named `--agnet`", "`--agent`?"),
        (["--vresion"], "no option named `--vresion`", "did you mean `--version`?"),
        (
            ["list", "phire"],
            "no world, template, protocol or agent named `phire`",
            "did you mean `phyre`?",
        ),
        (["list", "a", "b", "c"], "unexpected argument `c`", "topple list --help"),
        (["show"], "WHAT", "topple show --help"),
        (["show", "phyre/tip_the_rd:1"], "phyre/tip_the_rd", "did you mean `phyre/tip_the_rod`?"),
        (["show", "what"], "no world or template named `what`", "topple list"),
        (
            ["simulate", "--threads", "0"],
            "0 is too small; it must be at least 1",
            "topple simulate --help",
        ),
        (["simulate", "--stride", "two"], "`two` is not a whole number", "topple simulate --help"),
        (["simulate", "no such file"], "cannot read `no such file`", ""),
    ],
)
def test_misuse_says_what_and_how_and_gives_2(
    argv: list[str], error: str, hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(argv) == 2
    out, err = capsys.readouterr()
    assert out == ""
    first, *more = err.splitlines()
    assert first.startswith("error: ")
    assert error in first
    assert hint in "".join(more)
    assert all(line.startswith("hint: ") for line in more)


def test_no_command_shows_help_and_gives_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "usage: topple" in err


def test_a_reader_that_leaves_is_no_reason_to_complain() -> None:
    command = [sys.executable, "-m", "topple.cli.main", "list", "phyre"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0


class Terminal:
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_colour_comes_to_terminals_only_and_not_when_unwanted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from typing import TextIO, cast

    from topple.cli._console import coloured

    terminal = cast(TextIO, Terminal())
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert coloured("ok", "green", terminal) == "\x1b[32mok\x1b[0m"
    monkeypatch.setenv("NO_COLOR", "1")
    assert coloured("ok", "green", terminal) == "ok"
    monkeypatch.delenv("NO_COLOR")
    assert coloured("ok", "green") == "ok"


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["show", "birds/under_a_roof"], "add a number: `birds/under_a_roof:0`"),
        (["show", "off_the_ledge"], "`off_the_ledge` is a template, not a task"),
        (["show", "00002:0231"], "`00002:0231` is not a task id"),
        (["show", "00002:999"], "shows those in use; variations start at 1000"),
        (["show", "00002:023", "--stride", "-1"], "-1 is too small; it must be at least 1"),
        (["eval", "physiq-yesn", "--model", "topple/mock"], "did you mean `physiq-yesno`?"),
        (["study", "chek", "phyre"], "did you mean `check`?"),
        (["compare", ".", "."], ". cannot be compared with itself"),
        (["list", "runs", "nowhere"], "there is no folder nowhere"),
        (["show", "kinetix/m_h3_car_thrust:0", "--action", "1", "1"], "a row is M0, T0 and"),
        (
            ["show", "kinetix/m_h3_car_thrust:0", "--action", "1", "1", "1000000000"],
            "all rows together at most 256 steps",
        ),
        (["eval", "phyre-b-within", "--agent", "mine.py"], "add the class: mine.py:Class"),
        (
            ["eval", "phyre-b-within", "--agent", "memory", "--set", "actions=abc"],
            "shows the settings of an agent",
        ),
        (["eval", "phyre-b-within", "--agent", "random", "--fold", "99"], "--fold all every one"),
        (["simulate", "no such file"], "give a file of JSON lines"),
        (["report", "tests"], "`topple list runs FOLDER` lists the runs"),
        (["demo", "--out", "README.md"], "give a folder with --out"),
        (["show", "2:23", "--action", "0.5,0.5,0.2"], "is not one number; write 0.5 0.5 0.2"),
        (["export", "physiq", "--limit", "5", "--out", "x"], "--limit has no effect on `physiq`"),
        (["export", "phyre-b-within", "--out", "x"], "add --train messages"),
        (
            ["eval", "phyre-b-within", "--agent", "memory", "--set", "actions=ten"],
            "takes a whole number, not `ten`",
        ),
        (["eval", "phyre-b-within", "--agent", "random", "--fold", "9-0"], "give 0-9"),
        (["eval", "rope-packs", "--agent", "random", "--fold", "5"], "has fold 0 alone"),
        (["eval", "phyre-b-within", "--agent", "ppo"], "`ppo` cannot play phyre"),
        (["verify", "nothere"], "nothere is not a submission: there is no such folder"),
        (["eval", "phyre-b-within"], "add --agent NAME"),
        (["season", "new", "x", "phyre-b-withn"], "did you mean `phyre-b-within`?"),
    ],
)
def test_a_mistake_says_what_to_do(
    argv: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(argv) == 2
    assert message in capsys.readouterr().err


def test_a_package_that_an_agent_file_needs_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.py"
    file.write_text("import no_such_package")
    assert main(["eval", "phyre-b-within", "--agent", f"{file}:Mine"]) == 2
    assert "the file imports `no_such_package`, which is not installed" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("agent", "hint"),
    [
        ("ppo", "`topple train PROTOCOL --agent ppo --out FOLDER` makes one"),
        ("phyre-b-within", "topple list agents"),
        ("raises.py:Raises", "raised ValueError"),
    ],
)
def test_a_start_that_fails_leaves_no_folder(
    agent: str,
    hint: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("raises.py").write_text(
        "from topple.agents import Agent, agent\n"
        '@agent("raises", version=1)\n'
        "class Raises(Agent):\n"
        "    def act(self, task, past):\n"
        "        raise ValueError\n"
    )
    line = ["eval", "phyq-local", "--agent", agent, "--limit", "1", "--fail-fast"]
    assert main(line) in (1, 2)
    assert hint in capsys.readouterr().err
    assert not Path("runs").exists()


@pytest.mark.parametrize("verb", ["eval --limit 1", "train --out models/a"])
def test_a_missing_extra_leaves_no_folder(tmp_path: Path, verb: str) -> None:
    words = [*verb.split(), "phyre-b-within", "--agent", "dqn"]
    # A process of its own, since other tests have loaded what is missing here.
    script = (
        "import sys; sys.modules['torch'] = None\n"
        f"from topple.cli.main import main; sys.exit(main({words}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2, done.stderr
    assert "hint: " in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_another_protocol_in_a_used_folder_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rest = ["--agent", "random", "--limit", "1", "--out", str(tmp_path / "run")]
    assert main(["eval", "phyre-b-within", *rest]) == 0
    assert main(["eval", "phyq-broad", *rest]) == 2
    said = capsys.readouterr().err
    assert 'its `protocol name` is "phyre-b-within", not "phyq-broad"' in said


def test_a_broken_world_of_another_package_is_a_warning(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    offered = EntryPoints([EntryPoint("ww", "nowhere_at_all:WORLD", "topple.worlds")])
    monkeypatch.setattr(discover, "_entries", lambda group: offered.select(group=group))
    for argv in (["list"], ["show", "00002:023"], ["list", "phyre"]):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            assert main(argv) == 0, argv
    with pytest.warns(UserWarning, match="`ww` of `topple.worlds` cannot be loaded"):
        assert main(["list"]) == 0
    capsys.readouterr()
    with pytest.warns(UserWarning, match="cannot be loaded"):
        assert main(["list", "ww"]) == 2
    assert "error: world `ww` cannot be loaded" in capsys.readouterr().err


def test_a_unique_template_needs_no_world(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "off_the_ledge:23"]) == 0
    assert capsys.readouterr().out.startswith("phyre/off_the_ledge@1:023 ")


def test_one_command_does_not_load_the_others() -> None:
    code = "import sys; from topple.cli.main import main; main(['--version']); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    assert "topple.cli.main" in loaded
    assert not {"numpy", "topple.cli.eval", "topple.cli.list"} & set(loaded)


def test_a_table_becomes_blocks_where_it_does_not_fit(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "30")
    show_table(("agent", "score", "wall"), [("a" * 12, "9" * 12, "7" * 12)])
    assert capsys.readouterr().out == f"{'a' * 12}\n  score  {'9' * 12}\n  wall   {'7' * 12}\n"
    monkeypatch.setenv("COLUMNS", "80")
    show_table(("agent", "score", "wall"), [("a" * 12, "9" * 12, "7" * 12)])
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_runs_are_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = ["eval", "phyre-b-within", "--agent", "random", "--limit", "1"]
    assert main([*line, "--out", str(tmp_path / "runs" / "first")]) == 0
    (tmp_path / "runs" / "other").mkdir()
    capsys.readouterr()
    assert main(["list", "runs", str(tmp_path / "runs"), "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert (row["protocol"], row["agent"], row["limit"]) == ("phyre-b-within", "random", 1)
    assert (row["tasks"], row["finished"]) == (1, True)
    assert main(["show", str(tmp_path / "runs" / "first")]) == 0
    assert "fold 0, attempt" in capsys.readouterr().out
