"""Print a script that completes commands, options, values and names in a shell.

Load it in every new shell: in bash and zsh by a line in ~/.bashrc or ~/.zshrc, in fish by a file in
~/.config/fish/completions. The script starts no Python, so it is quick; print it again after an
update.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from pathlib import Path

from topple.cli._console import show_json

EXAMPLES = """\
  topple completion bash > ~/.topple-completion
  topple completion zsh > ~/.topple-completion
  . ~/.topple-completion
  topple completion fish > ~/.config/fish/completions/topple.fish
"""

_SHELLS = ("bash", "zsh", "fish")
Words = Mapping[str, list[str]]


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "shell",
        nargs="?",
        choices=_SHELLS,
        default="bash",
        metavar="SHELL",
        help="bash, zsh or fish; bash by default",
    )


def run(args: argparse.Namespace) -> int:
    script = _script(args.shell)
    if args.json:
        show_json({"script": script})
    else:
        print(script, end="")
    return 0


def _script(shell: str) -> str:
    """Return the search of `completion.sh` with its words, and what the shell needs besides."""
    here = Path(__file__)
    table: dict[str, list[str]] = {}
    for key, words in sorted(_words()):
        table.setdefault(" ".join(words), []).append(f"'{key}'")
    cases = [f"    {'|'.join(keys)}) echo '{words}' ;;" for words, keys in table.items()]
    core = here.with_suffix(".sh").read_text().replace("    # WORDS", "\n".join(cases))
    text = here.with_suffix(f".{shell}").read_text()
    if shell == "fish":  # it runs the search in sh
        core = core.replace("\\", "\\\\").replace("'", "\\'")
    return text.replace("# SEARCH\n", core)


def _words() -> Iterator[tuple[str, list[str]]]:
    """Yield what may follow, by what stands before: a command, an option of it, or a place.

    `study serve` is followed by options, `study` by its verbs, `eval --agent` by agents, `eval #1`
    by what its first argument may be, `list #+` by what all others may be. `valued` are the options
    that take a value.
    """
    from topple.cli.main import commands, make_parsers

    _, parsers = make_parsers(commands(), whole=True)
    named = _named()
    yield "", list(parsers)
    valued: dict[str, None] = {}
    for name, parser in parsers.items():
        yield from _words_of(name, parser, named, valued)
    yield "valued", list(valued)


def _words_of(
    path: str, parser: argparse.ArgumentParser, named: Words, valued: dict[str, None]
) -> Iterator[tuple[str, list[str]]]:
    """Yield the words of a command and of its verbs; note its options that take a value."""
    place = 0
    flags: list[str] = []
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield path, list(action.choices)
            for verb, own in action.choices.items():
                yield from _words_of(f"{path} {verb}", own, named, valued)
            continue
        keys = action.option_strings
        if keys and action.nargs != 0:
            valued.update(dict.fromkeys(keys))
        flags += keys
        if not keys:
            place += 1
            keys = [f"#{'+' if action.nargs in ('+', '*') else place}"]
        words = [str(each) for each in action.choices or ()] or _find(path, action, named)
        if words:
            yield from ((f"{path} {key}", words) for key in keys if key != "-h")
    yield f"{path} -", flags


def _find(path: str, action: argparse.Action, named: Words) -> list[str]:
    """Return the names that an argument takes: for this command, or for all."""
    for flag in action.option_strings or [action.dest]:
        for key in (f"{path} {flag}", flag):
            if key in named:
                return named[key]
    return []


def _named() -> Words:
    """Return the names that arguments take, by option or by the argument's name in the code."""
    from topple.agents.agent import all_agents, trainable_agents
    from topple.cli.list import KINDS
    from topple.protocols import all_benchmarks, all_protocols
    from topple.vlm.baselines import BASELINES, baselines
    from topple.web.study.ready import names
    from topple.worlds import all_worlds, world_names

    protocols, suites, worlds = list(all_protocols()), list(all_benchmarks()), world_names()
    agents = list(all_agents())
    templates = [
        f"{own.name}/{template}" for own in all_worlds() for template in own.known_templates()
    ]
    return {
        "--agent": agents,
        "train --agent": trainable_agents(),
        "serve aibirds --agent": [],
        "submit --agent": [],
        "--teacher": agents,
        "--model": [f"{BASELINES}{name}" for name in sorted(baselines())],
        "--hide": protocols,
        "--speed": worlds,
        "--watch": agents,
        "protocol": protocols,
        "eval protocol": [*protocols, *suites],
        "set": protocols,
        "study": names(),
        "template": [*worlds, *templates],
        "list what": [*KINDS, *worlds, *templates, *protocols, *suites, *agents],
        "list name": [name.partition("/")[2] for name in templates],
        "play what": [*worlds, *templates, *protocols],
        "show what": [f"{name}:" for name in templates],
    }
