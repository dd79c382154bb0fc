"""Run a study of people in the browser, from one file to tables and a run folder.

`check` reads the file, `serve` lets people take part, `status` counts them, `export` writes tables,
a Psych-DS dataset and a run folder, `delete` removes one person or all. STUDY is a TOML file, or
the name of a study that comes with Topple: phyq or phyre.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from topple.cli._console import say, show_json
from topple.cli._types import whole

if TYPE_CHECKING:
    from topple.web.study.plan import Study
    from topple.web.study.store import Store

GROUP = "evaluate"
EXAMPLES = """\
  topple study check phyre
  topple study serve phyq --data phyq.db
  topple study status phyq --data phyq.db
  topple study export phyq --data phyq.db --out phyq
  topple study delete phyq --data phyq.db --person 593214807
"""

_LOOPBACK = "127.0.0.1"


def arguments(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    for verb, about in _VERBS.items():
        own = verbs.add_parser(verb, help=about, description=about, allow_abbrev=False)
        own.add_argument("study", metavar="STUDY", help="a TOML file, or phyq or phyre")
        if verb != "check":
            own.add_argument("--data", help="a file, or postgresql://...; NAME.db by default")
        own.add_argument(
            "--json", action="store_true", default=argparse.SUPPRESS, help="print JSON for programs"
        )
        if verb == "serve":
            own.add_argument("--host", default=_LOOPBACK, help="address to listen on")
            own.add_argument("--port", type=whole(0, 65_535), default=8644, help="8644 by default")
            own.add_argument(
                "--public", metavar="NAME", help="host name under which others reach the study"
            )
        elif verb == "export":
            own.add_argument("-o", "--out", type=Path, required=True, help="folder to write")
            own.add_argument(
                "--with-ids", action="store_true", help="also write the ids of recruiting sites"
            )
        elif verb == "delete":
            whom = own.add_mutually_exclusive_group(required=True)
            whom.add_argument(
                "--person", help="number of a person, or the id that a recruiting site gave"
            )
            whom.add_argument(
                "--expired", action="store_true", help="everyone, once `retain_until` has passed"
            )
            own.add_argument("--yes", action="store_true", help="delete without asking")


_VERBS = {
    "check": "Read the file of a study and say what people will do.",
    "serve": "Let people take part, until Ctrl-C; run it again to resume.",
    "status": "Count the people of a study by what comes next for them.",
    "export": "Write tables, a Psych-DS dataset and a run folder.",
    "delete": "Delete everything that is stored about one person, or about all.",
}


def run(args: argparse.Namespace) -> int:
    from topple.web.study.store import Store

    study = _study(args.study)
    if args.verb == "check":
        return _check(study, args)
    store = Store(args.data or f"{study.name}.db", study.name, make=args.verb == "serve")
    say(f"database: {store.address}")
    try:
        verbs = {"serve": _serve, "status": _status, "export": _export, "delete": _delete}
        return verbs[args.verb](study, store, args)
    finally:
        store.close()


def _study(name: str) -> Study:
    from topple.web.study.read import read_study
    from topple.web.study.ready import path_of

    return read_study(path_of(name))


def _check(study: Study, args: argparse.Namespace) -> int:
    facts = {
        "study": study.name,
        "title": study.title,
        "tasks": len(study.tasks),
        "practice": len(study.rehearsed),
        "attempts": study.attempts,
        "checks": len(study.checks),
        "blocks": len(study.blocks),
        "order": ", ".join(block.order for block in study.blocks),
        "questions": len(study.questions),
        "texts": ", ".join(study.texts),
        "codes": ", ".join(study.codes),
        "protocols": ", ".join(part.protocol.name for part in study.parts()),
        "kept until": study.retain_until or "ever",
    }
    if args.json:
        show_json(facts)
        return 0
    for name, value in facts.items():
        print(f"{name:10} {value}")
    if study.expired:
        say(f"`serve` will refuse to start: data may be kept until {study.retain_until}")
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
