"""Readers: how many answers are read as a careful person reads them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

from tools.docs.reading import HALVES, READERS, Score, scores
from tools.docs.tables import table

_BEFORE = Path(__file__).parents[1] / "readers_before.json"
_INTRO = """\
# Readers: how well answers are read

`tests/answers` holds at least 300 answers for each form, in the styles that models use, and what a
careful person reads from each. They were written, and divided by a hash of the case into a seen and
an unseen half, before the rules of the readers; while the rules were written, only failures of the
seen half were looked at. Answers of style `odd` are all seen. One author wrote answers and rules,
so that models may still find ways to answer that are not here.

Failures of the unseen half were looked at once per form, at the end. Two cases were read wrongly
and mended: in the first four action forms, of two numbered actions the second was read; in `drive`,
a call with one argument too many was read without it. The reader of `yes_no` was rewritten after
its total over the unseen half had been seen, though no case of it was: its figures are those of a
half that was partly seen. The answers of `plan`, `call` and `drive` (I-PHYRE, rope, Kinetix) are
mostly those of `shot` with other actions; `drive` had its reader from the start.

One rule is younger than the answers: an action before `no:`, `no,` or `but no:` is rejected. It
came with the reader of `call` and holds in every action form; without it, all answers here are read
the same.

Later rules refuse actions of the past, descriptions and percentages of failure, convert units and
read more ways to write JSON, calls and tables. They came from answers outside this set. At first
they read five cases of the unseen half wrongly; these were looked at and mended (four like `so far
I tried A and B`, and `Success 40%, failure 60%`), so for these rules the half is partly seen.

- **wrong**: something was read that a careful person does not read;
- **precision**: of the answers from which something was read, the share that was read rightly;
- **recall**: of the answers from which a careful person reads something, the share read rightly.

A wrong reading plays an action that the model did not choose, so precision comes before recall. The
columns `before` show the readers that these replaced. Answers of style `cut off` end because the
model reached the longest answer allowed; they are never read.

`python -m tools.docs results readers` rebuilds this page in a few seconds. For the rules see
[about DeepPHY](../concepts/deepphy.md#reading-answers) and
[about PhysIQ](../concepts/physiq.md#how-answers-are-read).
"""
Scores = Mapping[tuple[str, str, str], Score]
Group = Callable[[tuple[str, str, str]], str]


def build(*, play: bool) -> str:
    """Read all answers and return the page."""
    before, after = _before(), scores()
    parts = [_INTRO, "\n## By form\n"]
    parts += [_half(half, before, after, "form", lambda key: key[0]) for half in HALVES]
    parts.append("\n## By style\n")
    parts += [_half(half, before, after, "style", lambda key: key[1]) for half in HALVES]
    parts.append("\n## By form and style, unseen half\n")
    for form in READERS:
        own = {key: score for key, score in after.items() if key[0] == form}
        parts.append(f"\n### {form}\n")
        parts.append(_half("unseen", before, own, "style", lambda key: key[1], title=False))
    return "".join(parts)


def _before() -> dict[tuple[str, str, str], Score]:
    rows = json.loads(_BEFORE.read_text())
    return {
        (row["form"], row["style"], row["half"]): Score(
            row["answers"], row["meant"], row["read"], row["right"]
        )
        for row in rows
    }


def _half(
    half: str, before: Scores, after: Scores, name: str, group: Group, *, title: bool = True
) -> str:
    found: dict[str, list[Score]] = {}
    for key, score in after.items():
        if key[2] == half:
            for each in (group(key), "all"):
                old, new = found.get(each, [Score(), Score()])
                found[each] = [old + before[key], new + score]
    found["all"] = found.pop("all")
    rows = [
        [each, str(new.answers), *_cells(old), *_cells(new)] for each, (old, new) in found.items()
    ]
    head = [name, "answers", *(f"{what} before" for what in _CELLS), *_CELLS]
    return (f"\nThe {half} half:\n" if title else "") + "\n" + table(head, rows)


_CELLS = ("wrong", "precision", "recall")


def _cells(score: Score) -> list[str]:
    return [
        str(score.wrong),
        f"{100 * score.right / score.read:.1f} %" if score.read else "-",
        f"{100 * score.right / score.meant:.1f} %" if score.meant else "-",
    ]
