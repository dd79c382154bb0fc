"""How a protocol is put to models: everything that decides what they are shown and asked."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, cast

from topple.errors import BadInput
from topple.vlm.history import History
from topple.vlm.prompts import FORMATS, Format, Wording

_MOST_PICTURES = 1000


@dataclass(frozen=True, slots=True)
class Setup:
    """Settings of a question.

    `form` is how actions are written, `history` what is told of earlier attempts. A question has at
    most `pictures` pictures, without limit at 0: moments of the oldest attempts go first, the scene
    never. `classic` keeps the habits of the original that moved its numbers.
    """

    form: str
    format: str = "vla"
    history: str = "5x5"
    parameters: bool = False
    pictures: int = 0
    classic: bool = False

    def __post_init__(self) -> None:
        if self.format not in FORMATS:
            raise BadInput(f"no format `{self.format[:40]}`", f"give {' or '.join(FORMATS)}")
        if not 0 <= self.pictures <= _MOST_PICTURES:
            raise BadInput(f"at most {self.pictures} pictures", f"give 0 to {_MOST_PICTURES}")
        History.parse(self.history)

    @property
    def wording(self) -> Wording:
        return Wording(cast(Format, self.format), self.parameters, self.classic)

    @property
    def variant(self) -> str:
        """Name all that makes scores comparable or not."""
        parts = [self.form, self.format.upper(), f"history {self.history}"]
        parts += ["parameters"] if self.parameters else []
        parts += [f"at most {self.pictures} pictures"] if self.pictures else []
        return ", ".join(parts)

    @property
    def prompt(self) -> str:
        """Name the version of the words."""
        return self.wording.version

    def data(self) -> dict[str, Any]:
        """Give the settings as plain data."""
        return asdict(self)
