"""Rewrites the tables of the measurements pages by the commands that their markers name.

python tests/benchmarks/tables.py                          list the tables and their commands
python tests/benchmarks/tables.py "bench sequences"        rewrite the tables whose command has this in it
python tests/benchmarks/tables.py --all [--data DIR]       rewrite all: hours of CPU time

A table stands between `<!-- table: COMMAND -->` and `<!-- end of table -->`. The command is one of `spectral bench`;
DATA in it is the folder of treebanks. A table that was put together by hand begins with
`<!-- table by hand: COMMAND; COMMAND -->` and is left alone.
"""

from __future__ import annotations

import argparse
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from spectral_core.bench.measurement import locate_treebanks
from spectral_core.files import locate_assets, replace_atomically

PAGES = locate_assets() / "developing" / "measurements"
END = "<!-- end of table -->"
_MARKED = re.compile(rf"^<!-- table(?P<by_hand> by hand)?: (?P<commands>.+) -->\n(?P<rows>(?:\|.*\n)+){END}$", re.M)


@dataclass(frozen=True, slots=True)
class Table:
    """A marked table of a page."""

    page: Path
    commands: tuple[str, ...]
    by_hand: bool
    rows: str

    def run(self, data: Path) -> str:
        """Return the rows that the command prints."""
        words = [str(data) if word == "DATA" else word for word in shlex.split(self.commands[0])]
        command = [sys.executable, "-m", "spectral_core", *words[1:], "--markdown"]
        return subprocess.run(command, stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout

    def replace(self, rows: str) -> None:
        """Write the page with these rows in place of the table's, as the page is now."""
        opening = f"<!-- table: {self.commands[0]} -->\n"
        before, marker, rest = self.page.read_text(encoding="utf-8").partition(opening)
        if not marker:
            raise SystemExit(f"{self.page}: the marker of {self.commands[0]} is gone")
        _, end, after = rest.partition(END)
        replace_atomically(self.page, [f"{before}{marker}{rows}{end}{after}".encode()])


def read_tables(page: Path) -> list[Table]:
    """Return the marked tables of a page, in its order."""
    return [
        Table(page, tuple(match["commands"].split("; ")), match["by_hand"] is not None, match["rows"])
        for match in _MARKED.finditer(page.read_text(encoding="utf-8"))
    ]


def main() -> int:
    """List or rewrite tables; 1 where a command failed, whose table is left as it was."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help="a part of the command of a table")
    parser.add_argument("--all", action="store_true", help="rewrite every table")
    parser.add_argument("--data", type=Path, help="the folder of treebanks; else SPECTRAL_DATA")
    given = parser.parse_args()
    tables = [table for page in sorted(PAGES.glob("*.md")) for table in read_tables(page)]
    if not given.parts and not given.all:
        for table in tables:
            print(f"{table.page.name}{' (by hand)' if table.by_hand else ''}: {'; '.join(table.commands)}")
        return 0
    chosen = [
        table
        for table in tables
        if not table.by_hand and (given.all or any(part in table.commands[0] for part in given.parts))
    ]
    if not chosen:
        parser.error(f"no table is written by a command with {' or '.join(given.parts)} in it")
    data = locate_treebanks(given.data).resolve()
    failed = 0
    for table in chosen:
        print(f"{table.page.name}: {table.commands[0]}", flush=True)
        try:
            table.replace(table.run(data))
        except subprocess.CalledProcessError as error:
            print(f"{table.page.name}: the command ended with {error.returncode}, its table is left", file=sys.stderr)
            failed = 1
    return failed


if __name__ == "__main__":
    sys.exit(main())
