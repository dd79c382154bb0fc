"""Every example runs, and the guides quote them as they are."""

from __future__ import annotations

import os
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"
EXAMPLES = sorted(path for path in (DOCS / "examples").iterdir() if path.suffix in (".py", ".sh"))
PLUGIN = DOCS.parent / "tests" / "plugin"
TOYS = sorted(path for toy in ("carts", "marbles") for path in (PLUGIN / toy).glob("*.py"))
PAGES = sorted(
    page for part in ("guides", "concepts", "worlds") for page in DOCS.glob(f"{part}/*.md")
)

# A link to the file, its text, and what it prints where the page shows that. Examples are quoted in
# full, the worlds of `tests/test_plugin.py` in excerpts.
_QUOTE = re.compile(
    r"^\[`(?P<name>\w+\.(?:py|sh))`\]"
    r"\((?P<path>\.\./(?:examples|\.\./tests/plugin/(?:marbles|carts))/(?P=name))\):\n\n"
    r"```(?:python|sh)\n(?P<code>.*?)^```\n"
    r"(?:\n```text\n(?P<output>.*?)^```\n)?",
    re.MULTILINE | re.DOTALL,
)
_NEEDS = {
    "environment.py": "gymnasium",
    "vector_environment.py": "gymnasium",
    "birds_environment.py": "gymnasium",
    "stable_baselines.py": "stable_baselines3",
    "learn_phyre.py": "stable_baselines3",
    "learn_birds.py": "stable_baselines3",
    "pictures.py": "PIL",
    "local_model.sh": "inspect_ai",
    "own_world.sh": "inspect_ai",
    "tiny_model.py": "transformers",
    "student.sh": "torch",
}

# Examples that take minutes are run shortened.
_SHORT = {"learn_phyre.py": ("--attempts", "128"), "learn_birds.py": ("--shots", "128")}

# Loading torch, its compiler and Stable-Baselines3 takes longer than these examples.
_LEARNERS = ("learn_birds.py", "learn_phyre.py", "stable_baselines.py", "tiny_model.py")

# Pages that show a part of what an example prints: the page, and how the part begins.
_EXCERPTS = {"local_model.sh": ("score_a_local_model.md", "deepphy-phyre version")}


def _excerpt(page: str, start: str) -> str:
    text = (DOCS / "guides" / page).read_text()
    (shown,) = re.findall(rf"^```text\n({start}.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return str(shown)


def _timeless(text: str) -> str:
    # A longer time makes its column wider.
    return re.sub(r" {2,}", "  ", re.sub(r"\d+\.\d s +", "", text)).strip()


def _quotes(file: Path) -> list[re.Match[str]]:
    quotes = [(page, quote) for page in PAGES for quote in _QUOTE.finditer(page.read_text())]
    return [quote for page, quote in quotes if (page.parent / quote["path"]).resolve() == file]


def _run(example: Path, folder: Path) -> str:
    command = [sys.executable] if example.suffix == ".py" else ["bash", "-e"]
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [*command, example, *_SHORT.get(example.name, ())],
        cwd=folder,
        # Tiny networks are slower on several threads.
        env={**os.environ, "PATH": path, "NO_COLOR": "1", "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def _run_here(example: Path, folder: Path, patched: pytest.MonkeyPatch) -> None:
    """Run a learner in this process, which has loaded torch already."""
    import torch

    patched.chdir(folder)
    patched.setattr(sys, "argv", [str(example), *_SHORT.get(example.name, ())])
    # Tiny networks are slower on several threads.
    torch.set_num_threads(1)
    patched.setattr(torch, "set_num_threads", lambda count: None)
    runpy.run_path(str(example), run_name="__main__")


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.name)
def test_example_runs_and_prints_what_the_guides_say(
    example: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if example.name in _NEEDS:
        pytest.importorskip(_NEEDS[example.name])
    if example.name in _LEARNERS:
        _run_here(example, tmp_path, monkeypatch)
        printed = capsys.readouterr().out
    else:
        printed = _run(example, tmp_path)
    for quote in _quotes(example):
        if quote["output"] is not None:
            assert printed == quote["output"]
    if example.name in _EXCERPTS:
        assert _timeless(_excerpt(*_EXCERPTS[example.name])) in _timeless(printed)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.name)
def test_example_is_quoted_as_it_is(example: Path) -> None:
    quoted = [quote["code"] for quote in _quotes(example)]
    assert quoted, f"no guide quotes {example.name}"
    assert set(quoted) == {example.read_text()}


@pytest.mark.parametrize("file", TOYS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_toy_worlds_are_quoted_as_they_are(file: Path) -> None:
    for quote in _quotes(file):
        assert quote["code"] in file.read_text()


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_page_has_no_code_that_nobody_runs(page: Path) -> None:
    text = page.read_text()
    assert len(re.findall(r"^```(?:python|sh)$", text, re.MULTILINE)) == len(_QUOTE.findall(text))


@pytest.mark.parametrize(
    "example", [path for path in EXAMPLES if path.suffix == ".py"], ids=lambda path: path.name
)
def test_a_file_that_defines_an_agent_can_be_loaded_without_running_it(example: Path) -> None:
    text = example.read_text()
    if "@agent(" in text:
        assert 'if __name__ == "__main__":' in text


def test_the_guide_to_agents_names_every_agent_and_every_protocol_that_they_play() -> None:
    from topple.agents.agent import all_agents
    from topple.protocols import all_protocols

    guide = (DOCS / "guides" / "evaluate_an_agent.md").read_text()
    played = [name for name, each in all_protocols().items() if not each.asks]
    own = [name for name in played if not name.startswith("deepphy-")]
    assert [name for name in [*own, *all_agents()] if f"`{name}`" not in guide] == []
