"""The turns of a model's run: every question by its hash, and its answer as it came.

`turns.jsonl` has one line per turn, written as soon as it is answered: a game that was stopped in
the middle has turns, but no attempt yet.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from topple.errors import RunError
from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome

if TYPE_CHECKING:
    from topple.prompting.exchange import Key

TURNS = "turns.jsonl"
TOOLS = "tools.jsonl"  # the simulated attempts that a model has asked for
LOST = (Outcome.UNREADABLE, Outcome.TRUNCATED, Outcome.REFUSED)  # turns that no move was read from
_MANY = 0.1  # the share of lost turns from which on a score says little about physics


@dataclass(frozen=True, slots=True)
class Readings:
    """Structured answers as they were read, and as the reader of free text reads the same ones.

    `solved` of them solve the task at once; None where an attempt has many turns.
    """

    answers: int
    read: int
    read_in_text: int
    same: int
    solved: int | None
    solved_in_text: int | None


@dataclass(frozen=True, slots=True)
class Asked:
    """What a run has asked so far, stopped games included; all zero for runs of agents."""

    turns: int = 0
    lost: Mapping[str, int] = field(default_factory=dict)  # turns without a move, by outcome
    tokens: int = 0
    cost_usd: float = 0.0
    in_games: bool = False  # whether attempts have many turns
    calls: int = 0  # simulated attempts that the model has asked for
    readings: Readings | None = None  # only structured answers have them

    @property
    def warning(self) -> str:
        """What to know before trusting a score, if many turns were lost."""
        lost = sum(self.lost.values())
        if lost <= _MANY * self.turns:
            return ""
        counts = ", ".join(f"{count:,} {name}" for name, count in self.lost.items() if count)
        cut = self.lost[Outcome.TRUNCATED]
        longer = "; a higher --max-tokens cuts off fewer" if cut else ""
        where = "any" if lost == self.turns else "many"
        return f"no action could be read in {where} of {self.turns:,} turns: {counts}{longer}"

    @property
    def lost_share(self) -> str:
        """The share of turns that no action was read from, in words, if there are many."""
        if not self.warning:
            return ""
        found = [name for name, count in self.lost.items() if count]
        share = 100 * sum(self.lost.values()) // self.turns
        return f"{share} % {found[0] if len(found) == 1 else 'without an action'}"


def count_asked(folder: Path) -> Asked:
    """Count the turns of a run, and what they cost."""
    found: Counter[str] = Counter()
    turns = tokens = 0
    cost, in_games = 0.0, False
    structured: list[dict[str, Any]] = []
    for turn in read_turns(folder):
        # A question without an answer cost nothing.
        if turn.get("outcome") == Outcome.FAILED:
            continue
        spent = turn["spent"]
        tokens += spent["tokens_in"] + spent["tokens_out"]
        cost += spent["cost_usd"]
        in_games |= turn["decision"] > 1
        # A turn that an attempt took over from a failed one was counted there.
        if not turn.get("taken_over"):
            turns += 1
            found[str(turn.get("outcome", ""))] += 1
            structured += [turn] if "in_text" in turn else []
    lost = {str(outcome): found[outcome] for outcome in LOST}
    calls = len(read_calls(folder))
    return Asked(turns, lost, tokens, cost, in_games, calls, _readings(structured))


def _readings(turns: Sequence[dict[str, Any]]) -> Readings | None:
    """Count how structured answers were read in both ways."""
    if not turns:
        return None
    pairs = [(turn["read"], turn["in_text"]["read"]) for turn in turns]
    played = [
        (turn["outcome"] == Outcome.SOLVED, turn["in_text"]["outcome"] == Outcome.SOLVED)
        for turn in turns
        if "outcome" in turn["in_text"]
    ]
    return Readings(
        len(turns),
        sum(read is not None for read, _ in pairs),
        sum(other is not None for _, other in pairs),
        sum(read == other for read, other in pairs if read is not None),
        sum(own for own, _ in played) if played else None,
        sum(other for _, other in played) if played else None,
    )


def read_calls(folder: Path) -> list[dict[str, Any]]:
    """Read the simulated attempts of a run; a truncated line is left out."""
    path = folder / TOOLS
    lines = path.read_bytes().splitlines(keepends=True) if path.exists() else []
    return [json.loads(line) for line in lines if line.endswith(b"\n")]


def read_turns(folder: Path) -> Iterator[dict[str, Any]]:
    """Read the turns of a run; lines that are no JSON were torn, and are left out."""
    path = folder / TURNS
    if not path.exists():
        return
    with path.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            try:
                found = json.loads(line)
            except (ValueError, RecursionError):
                continue
            if not is_turn(found):
                raise RunError(
                    f"{path}, line {number}: not a turn", "the file was changed by another program"
                )
            yield found


def is_turn(found: Any) -> bool:
    """Return whether data from a file has the fields of a turn that are shown or played again."""
    if not isinstance(found, dict) or not isinstance(found.get("spent"), dict):
        return False
    read, spent = found.get("read"), found["spent"]
    numbers = [spent.get(name) for name in ("tokens_in", "tokens_out", "cost_usd")]
    numbers += read if isinstance(read, list) else []
    return (
        all(isinstance(found.get(name), str) for name in ("task", "asked", "answer", "why"))
        and all(type(found.get(name)) is int for name in ("fold", "attempt", "decision"))
        and all(type(number) in (int, float) for number in numbers)
        and (read is None or isinstance(read, list))
        and isinstance(found.get("prediction"), dict)
    )


def turns_of(
    turns: Iterable[dict[str, Any]],
    attempts: Mapping[Key, Sequence[Attempt]],
    *,
    unfinished: bool = False,
) -> dict[Key, list[dict[str, Any]]]:
    """Return the turns of recorded attempts in order, or also those of attempts still in play.

    A turn that was asked again replaces the earlier one and all that followed it.
    """
    found: dict[Key, dict[tuple[int, int], dict[str, Any]]] = {}
    for turn in turns:
        key, place = (turn["fold"], turn["task"]), (turn["attempt"], turn["decision"])
        if place[0] > len(attempts.get(key, ())) + unfinished:
            continue
        own = found.setdefault(key, {})
        for other in [each for each in own if each[0] == place[0] and each >= place]:
            del own[other]
        own[place] = turn
    return {key: [own[place] for place in sorted(own)] for key, own in found.items()}
