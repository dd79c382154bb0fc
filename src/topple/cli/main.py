"""The program `topple`: its commands are the modules of this folder, one file each.

A command is a module with a docstring, `EXAMPLES`, `arguments(parser)` and `run(args) -> int`, and
has a place in `GROUPS`; `args.line` is the command as it was typed. What begins with `_` is shared.
Modules here import what is heavy inside their functions, so that `--help` stays quick.
"""

from __future__ import annotations

import argparse
import importlib
import keyword
import os
import shlex
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NoReturn, Protocol, cast

from topple import cli
from topple.cli._console import complain, complain_about, say
from topple.errors import AgentFault, BadInput, EngineFault, ToppleError, UnknownName

DONE, NOT_SO, MISUSE, STOPPED = 0, 1, 2, 130

_END = """\
what tests what:
    doctor        this installation
    check         the solutions that are stored with templates
    verify        a submission: all its attempts and scores
    study check   the file of a study
    season check  the tasks that a season served

examples:
  topple doctor
  topple list phyre
  topple show 00003:017 --action 0.3 0.8 0.3 --out tip.gif
  topple show birds/under_a_roof:3 --solution --out solution.webp
  topple eval phyre-b-within --agent random
  topple eval deepphy-phyre --model openai/gpt-4o --limit 50
  topple report runs/* --out report.html
"""


# In the order in which a newcomer needs them.
GROUPS = {
    "begin": ("demo", "list", "show", "play", "eval", "report", "doctor", "completion"),
    "evaluate": ("view", "compare", "train", "simulate", "serve", "study"),
    "publish": ("submit", "verify", "leaderboard", "season"),
    "build": ("new", "certify", "check", "references", "import", "export"),
}
# Words that people try, and the commands that do what they mean.
_MEANT = {
    "bench": "doctor --speed",
    "help": "--help",
    "replay": "show RUN",
    "run": "eval",
    "runs": "list runs",
    "test": "doctor",
    "vlm": "eval PROTOCOL --estimate",
}


class Command(Protocol):
    """The interface of a command's module."""

    EXAMPLES: str

    def arguments(self, parser: argparse.ArgumentParser) -> None: ...

    def run(self, args: argparse.Namespace) -> int: ...


class Parser(argparse.ArgumentParser):
    """A parser that raises an exception where argparse would exit."""

    def error(self, message: str) -> NoReturn:
        raise BadInput(message, f"`{self.prog} --help` shows how")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            flags, known = action.option_strings, [str(each) for each in action.choices]
            kind = f"value of {flags[0]}" if flags else str(action.metavar or action.dest)
            raise UnknownName(kind, str(value), known, see=f"{self.prog} --help")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    # Matrices here are small: numpy's threads would only wait for work, on every core.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        code = _run(sys.argv[1:] if argv is None else list(argv))
        sys.stdout.flush()
        return code
    except (EngineFault, AgentFault) as error:
        complain_about(error)
        return NOT_SO
    except ToppleError as error:
        complain_about(error)
        return MISUSE
    except KeyboardInterrupt:
        say("stopped")
        return STOPPED
    except BrokenPipeError:
        # The reader is gone; flushing the buffer at exit must not raise again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except OSError as error:
        complain(f"{error.strerror or error}: {error.filename or 'input or output'}")
        return NOT_SO


def commands(names: Iterable[str] | None = None) -> dict[str, Command]:
    """Load the named commands, or all."""
    return {name: _load(name) for name in (_known() if names is None else names)}


def _known() -> list[str]:
    return [name for group in GROUPS.values() for name in group]


def _load(name: str) -> Command:
    # A command whose name Python keeps for itself has a file that ends in `_`.
    file = f"{name}_" if keyword.iskeyword(name) else name
    return cast(Command, importlib.import_module(f"{cli.__name__}.{file}"))


def _run(argv: list[str]) -> int:
    known = _known()
    first = next((arg for arg in argv if not arg.startswith("-")), None)
    if first in _MEANT:
        hint = f"did you mean `topple {_MEANT[first]}`? `topple --help` shows all"
        raise BadInput(f"no command named `{first}`", hint)
    if first is not None and first not in known:
        raise UnknownName("command", first, known=known, see="topple --help")
    # Only what is needed is loaded: all commands take ten times as long as one.
    found = commands([first] if first else [] if argv == ["--version"] else None)
    parser, parsers = make_parsers(found, whole=bool(first))
    if first:
        _check_options(parsers[first], argv)
    args, rest = parser.parse_known_args(argv)
    if args.version:
        from topple import __version__

        print(f"topple {__version__}")
        return DONE
    if args.command is None:
        if rest:
            raise UnknownName("option", rest[0], known=["--help", "--version"], see="topple --help")
        parser.print_help(sys.stderr)
        return MISUSE
    if rest:
        typed = " ".join(filter(None, (parsers[args.command].prog, getattr(args, "verb", ""))))
        hint = f"`{typed} --help` shows how"
        raise BadInput(f"unexpected argument `{rest[0]}`", hint)
    args.line = shlex.join(["topple", *argv])
    return found[args.command].run(args)


def make_parsers(
    found: Mapping[str, Command], *, whole: bool
) -> tuple[Parser, dict[str, argparse.ArgumentParser]]:
    """Return the parser of the program and those of commands; without `whole`, only for help."""
    parser = Parser(
        prog="topple",
        usage="topple [-h] [--version] COMMAND ...",
        description=f"A testbed for physical reasoning.\n\n{_group(found)}",
        epilog=_END,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="store_true", help="show the version and exit")
    verbs = parser.add_subparsers(prog="topple", dest="command", help=argparse.SUPPRESS)
    return parser, {name: _add(verbs, name, command, whole) for name, command in found.items()}


def _group(found: Mapping[str, Command]) -> str:
    """Write what every command does, group by group."""
    width = max(map(len, found), default=0)
    lines = []
    for group, names in GROUPS.items():
        lines.append(f"{group}:")
        for name in filter(found.__contains__, names):
            about, *_ = (found[name].__doc__ or "").splitlines()
            lines.append(f"    {name:<{width}}  {about}")
    return "\n".join(lines)


def _add(
    verbs: argparse._SubParsersAction[Parser], name: str, command: Command, whole: bool
) -> argparse.ArgumentParser:
    """Add a command; without `whole`, only its name."""
    parser = verbs.add_parser(
        name,
        description=(command.__doc__ or "").strip(),
        epilog=f"examples:\n{command.EXAMPLES}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    if whole:
        command.arguments(parser)
    parser.add_argument("--json", action="store_true", help="print JSON for programs")
    return parser


def options(parser: argparse.ArgumentParser) -> list[str]:
    """Return the options of a command, those of its own commands included."""
    found = [flag for action in parser._actions for flag in action.option_strings]
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            found += [flag for each in action.choices.values() for flag in options(each)]
    return list(dict.fromkeys(found))


def _check_options(parser: argparse.ArgumentParser, words: Sequence[str]) -> None:
    """Refuse an unknown option; argparse would first ask for those that are missing."""
    known = options(parser)
    for word in words:
        name = word.partition("=")[0]
        if name.startswith("--") and name != "--" and name not in [*known, "--version"]:
            raise UnknownName("option", name, known, see=f"{parser.prog} --help")


if __name__ == "__main__":
    sys.exit(main())
