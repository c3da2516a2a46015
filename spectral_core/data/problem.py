"""What is wrong in a file, where, and what would be right."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong; an `unreadable` one keeps its sentence out of learning, others are the annotator's to mend."""

    line: int  # counted from 1 in the file
    what: str
    remedy: str
    unreadable: bool = False
    path: Path | None = None

    def __str__(self) -> str:
        place = f"line {self.line}" if self.path is None else f"{self.path}, line {self.line}"
        return f"{place}: {self.what}. {self.remedy}"
