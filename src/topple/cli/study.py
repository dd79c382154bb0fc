"""Run a study of people in the browser, from one file to tables and a run folder.

`check` reads the file, `preview` lets you try it, `serve` lets people take part, `status` counts
them, `export` writes tables, a Psych-DS dataset and a run folder, `delete` removes one person or
all. STUDY is a TOML file, or the name of a study that comes with Topple: phyq or phyre.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from topple.cli._console import say, show_json
from topple.cli._types import whole
from topple.cli._verbs import Verb, add_verbs, run_verb

if TYPE_CHECKING:
    from topple.web.study.plan import Study
    from topple.web.study.store import Store

EXAMPLES = """\
  topple study check phyre
  topple study preview mine.toml
  topple study serve phyq --data phyq.db
  topple study status phyq --data phyq.db
  topple study export phyq --data phyq.db --out phyq
  topple study delete phyq --data phyq.db --person 593214807
"""

_LOOPBACK = "127.0.0.1"


def arguments(parser: argparse.ArgumentParser) -> None:
    add_verbs(parser, _VERBS, EXAMPLES)


def run(args: argparse.Namespace) -> int:
    return run_verb(args)


def _add_study(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("study", metavar="STUDY", help="a TOML file, or phyq or phyre")


def _add_data(parser: argparse.ArgumentParser) -> None:
    _add_study(parser)
    parser.add_argument("--data", help="a file, or postgresql://...; NAME.db by default")


def _add_preview(parser: argparse.ArgumentParser) -> None:
    _add_study(parser)
    parser.add_argument("--port", type=whole(0, 65_535), default=8644, help="8644 by default")


def _add_serve(parser: argparse.ArgumentParser) -> None:
    _add_data(parser)
    parser.add_argument("--host", default=_LOOPBACK, help="address to listen on")
    parser.add_argument("--port", type=whole(0, 65_535), default=8644, help="8644 by default")
    parser.add_argument(
        "--public", metavar="NAME", help="host name under which others reach the study"
    )


def _add_export(parser: argparse.ArgumentParser) -> None:
    _add_data(parser)
    parser.add_argument("-o", "--out", type=Path, required=True, help="folder to write")
    parser.add_argument(
        "--with-ids", action="store_true", help="also write the ids of recruiting sites"
    )


def _add_delete(parser: argparse.ArgumentParser) -> None:
    _add_data(parser)
    whom = parser.add_mutually_exclusive_group(required=True)
    whom.add_argument("--person", help="number of a person, or the id that a recruiting site gave")
    whom.add_argument(
        "--expired", action="store_true", help="everyone, once `retain_until` has passed"
    )
    parser.add_argument("--yes", action="store_true", help="delete without asking")


def _on_data(
    act: Callable[[Study, Store, argparse.Namespace], int],
) -> Callable[[argparse.Namespace], int]:
    """Open the database of a study around an action; only `serve` may create one."""

    def carry_out(args: argparse.Namespace) -> int:
        from topple.web.study.store import Store

        study = _study(args.study)
        store = Store(args.data or f"{study.name}.db", study.name, make=act is _serve)
        say(f"database: {store.address}")
        try:
            return act(study, store, args)
        finally:
            store.close()

    return carry_out


def _study(name: str) -> Study:
    from topple.web.study.read import read_study
    from topple.web.study.ready import path_of

    return read_study(path_of(name))


def _check(args: argparse.Namespace) -> int:
    from topple.web.study.told import facts_of, lines_of

    study = _study(args.study)
    if args.json:
        show_json(facts_of(study))
        return 0
    for line in lines_of(study):
        print(line)
    if study.expired:
        say(f"`serve` will refuse to start: data may be kept until {study.retain_until}")
    return 0


def _preview(args: argparse.Namespace) -> int:
    from tempfile import TemporaryDirectory

    from topple.web.serve import listen, serve
    from topple.web.study.app import StudyApp
    from topple.web.study.store import Store

    study = _study(args.study)
    with TemporaryDirectory() as folder, listen(_LOOPBACK, args.port) as opened:
        store = Store(Path(folder) / "preview.db", study.name, make=True)
        say(f"preview: http://{_LOOPBACK}:{opened.getsockname()[1]}/; Ctrl-C ends, nothing is kept")
        try:
            serve(StudyApp(study, store, preview=True).app(), opened)
        finally:
            store.close()
    return 0


def _serve(study: Study, store: Store, args: argparse.Namespace) -> int:
    from topple.errors import BadInput
    from topple.web import safety
    from topple.web.serve import listen, serve
    from topple.web.study.admin import draw_token
    from topple.web.study.app import StudyApp
    from topple.web.study.store import hash_token

    if study.expired:
        raise BadInput(
            f"the data of {study.name} may be kept until {study.retain_until}",
            f"`topple study delete {args.study} --expired` deletes them",
        )
    if args.host != _LOOPBACK and not args.public:
        raise BadInput(
            f"{args.host} can be reached from outside",
            "say --public NAME, the host name that people will see, and serve it by https",
        )
    token = draw_token() if args.public else ""
    hosts = (*safety.LOOPBACK, *([args.public] if args.public else []))
    with listen(args.host, args.port) as opened:
        say(f"{study.title}: http://{args.host}:{opened.getsockname()[1]}/; Ctrl-C ends")
        if args.public:
            say(f"the page /admin shows counts for this token, new at every start: {token}")
        serve(StudyApp(study, store, token and hash_token(token)).app(hosts), opened)
    return _status(study, store, args)


def _status(study: Study, store: Store, args: argparse.Namespace) -> int:
    from topple.web.study.admin import count_people

    facts = count_people(store)
    if args.json:
        show_json({"database": store.address, **facts})
        return 0
    people = "person" if facts["people"] == 1 else "people"
    print(f"{facts['people']} {people}, {facts['attempts']} attempts")
    for stage, count in facts["stages"].items():
        print(f"  {count:5} {stage}")
    return 0


def _export(study: Study, store: Store, args: argparse.Namespace) -> int:
    from topple.web.study.export import export

    made = export(study, store, args.out, with_ids=args.with_ids)
    if args.json:
        show_json({"files": [str(path) for path in made]})
    for path in [] if args.json else made:
        print(path)
    return 0


def _delete(study: Study, store: Store, args: argparse.Namespace) -> int:
    from topple.errors import BadInput
    from topple.web.study.export import describe_person, find_person

    if args.expired and not study.expired:
        raise BadInput(f"the data of {study.name} may be kept until {study.retain_until or 'ever'}")
    if args.expired:
        people = [row["id"] for row in store.rows("people")]
        what = f"all data of {study.name}: {len(people)} people"
    else:
        people = [find_person(store, args.person)]
        what = describe_person(store, people[0])
    if not args.yes and not _confirms(f"delete {what}? [y/N] "):
        say("nothing was deleted; --yes deletes without asking")
        return 1
    for person in people:
        store.delete(person)
    say(f"deleted {what}")
    return 0


def _confirms(question: str) -> bool:
    """Ask a person; nobody there is a no."""
    try:
        return input(question).strip().lower() in ("y", "yes")
    except EOFError:
        return False


_VERBS = {
    "check": Verb(
        "Read the file of a study and say what people will read and do.", _add_study, _check
    ),
    "preview": Verb(
        "Try a study yourself: nothing is kept, and nobody's place is used.", _add_preview, _preview
    ),
    "serve": Verb(
        "Let people take part, until Ctrl-C; run it again to resume.", _add_serve, _on_data(_serve)
    ),
    "status": Verb(
        "Count the people of a study by what comes next for them.", _add_data, _on_data(_status)
    ),
    "export": Verb(
        "Write tables, a Psych-DS dataset and a run folder.", _add_export, _on_data(_export)
    ),
    "delete": Verb(
        "Delete everything that is stored about one person, or about all.",
        _add_delete,
        _on_data(_delete),
    ),
}
