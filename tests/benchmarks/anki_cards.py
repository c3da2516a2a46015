"""What Anki's own library makes of the cards of the sample project and of awkward ones: pip install anki, then

python tests/benchmarks/anki_cards.py

Every file is imported twice, then once more with a word changed. A line that says no is a failure; so is the exit code.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from unicodedata import normalize

from anki.collection import Collection, ImportCsvRequest

from spectral_core.cli.input_output import print_table
from spectral_core.data import Treebank
from spectral_core.data.vocabulary import collect_vocabulary
from spectral_core.files import locate_assets
from spectral_core.formats import load
from spectral_core.formats.export.markup import is_right_to_left
from spectral_core.formats.export.tables import WordCard, words_to_anki
from spectral_core.progress import ignore_progress
from spectral_gui.state.reader import write_vocabulary

SAMPLES = ("arabic/written", "arabic/held_out", "english/written")
AWKWARD = (
    WordCard("tab", "ta\tb", 'said "', '"\nand\r\nleft', gloss="a\tb\n#c", tag="NOUN", source="my text", name="tab"),
    WordCard("hash", "#deck:Other", "", "", gloss="#separator:comma", source="#tags", name="hash"),
    WordCard("markup", "<b>&amp;", "1 < 2 & ", " > 0", gloss="<script>x</script>", tag='A"B', name="markup"),
    WordCard("don't", "don't", "I ", " know.", name="don't"),
    WordCard("أحد", "الأحد", "يوم ", "، «غدا»؛ ولا", "الْأَحَدُ", "Sunday", "NOUN", "Case=Nom|Number=Sing", name="أحد_1"),
    WordCard("أحد", "أحد", "لا ", " هنا", "أَحَدَ", "anybody", "PRON", source="نص", name="أحد_2"),
    WordCard("", "", "", "", name="empty"),
)


@dataclass(frozen=True, slots=True)
class Imported:
    """The counts that Anki gives of one import."""

    new: int
    updated: int
    unchanged: int
    by_front: int  # taken for a note with the same front: a word lost


@contextmanager
def collection() -> Iterator[tuple[Collection, Path]]:
    with tempfile.TemporaryDirectory() as folder:
        made = Collection(str(Path(folder) / "collection.anki2"))
        try:
            yield made, Path(folder) / "cards.txt"
        finally:
            made.close()


def imported(into: Collection, path: Path) -> Imported:
    """As the window of Anki does it with nothing changed."""
    metadata = into.get_csv_metadata(str(path), None)
    log = into.import_csv(ImportCsvRequest(path=str(path), metadata=metadata)).log
    return Imported(len(log.new), len(log.updated), len(log.duplicate), len(log.first_field_match))


def contents(of: Collection) -> list[tuple[str, ...]]:
    """Identifier, fields and tags of every note."""
    notes = map(of.get_note, of.find_notes(""))
    return sorted((note.guid, *note.fields, " ".join(sorted(note.tags))) for note in notes)


def checked(name: str, text: str) -> list[tuple[str, str, str]]:
    """What was looked at in one file, and whether it was as it should be."""
    rows: list[tuple[str, str, str]] = []

    def check(what: str, found: object, right: object) -> None:
        rows.append((name, what, "yes" if found == right else f"no: {found!r}, not {right!r}"[:300]))

    lines = text.split("\n")
    begin = sum(line.startswith("#") for line in lines)
    fields = [line.split("\t") for line in lines[begin:-1]]
    written = sorted((guid, front, back, " ".join(sorted(tags.split()))) for front, back, tags, guid in fields)
    with collection() as (notes, path):
        cloze = notes.models.by_name("Cloze")
        assert cloze is not None
        notes.models.set_current(cloze)  # as after a day of making other cards
        path.write_text(text, encoding="utf-8", newline="")
        check("every line a new note", imported(notes, path), Imported(len(fields), 0, 0, 0))
        first = contents(notes)
        check("fields and tags as written", first, [tuple(normalize("NFC", cell) for cell in row) for row in written])
        kinds = {notes.get_note(one).note_type()["name"] for one in notes.find_notes("")}
        check("Basic notes, a card each", (kinds, notes.card_count()), ({"Basic"}, len(fields)))
        check("a second time nothing is new", imported(notes, path), Imported(0, 0, len(fields), 0))
        check("nor other than it was", contents(notes), first)
        lines[begin] = f"<div>Another sentence.</div>{lines[begin]}"
        path.write_text("\n".join(lines), encoding="utf-8", newline="")
        check("another sentence changes one note", imported(notes, path), Imported(0, 1, len(fields) - 1, 0))
        check("and no other", len(set(contents(notes)) - set(first)), 1)
    return rows


def shown(cards: Sequence[WordCard]) -> list[tuple[str, str, str]]:
    """Whether what a reader sees of awkward cards is what was to be seen, and on which side it begins."""
    rows: list[tuple[str, str, str]] = []
    with collection() as (notes, path):
        path.write_text(words_to_anki(cards), encoding="utf-8", newline="")
        imported(notes, path)
        for card, number in zip(cards, sorted(notes.find_notes("")), strict=True):
            front, _ = notes.get_note(number).fields
            text = "".join(unescape(re.sub(r"<[^>]*>", "", front)).split())
            right = "".join(normalize("NFC", card.context).split())
            fine = text == right and front.startswith('<div dir="rtl">') == is_right_to_left([card.context])
            rows.append(("awkward", f"the front of {card.name!r} reads so", "yes" if fine else f"no: {front!r}"))
        found = len(notes.find_notes('"I don\'t know"'))
        rows.append(("awkward", "a sentence is found", "yes" if found == 1 else f"no: {found}"))
    return rows


def exported(sample: str, path: Path) -> str:
    """The words of a document of the sample project, as the window writes them."""
    treebank = Treebank.of(load(locate_assets() / "sample" / f"{sample}.conllu"))
    words = collect_vocabulary(treebank)
    while True:
        try:
            next(words)
        except StopIteration as done:
            write_vocabulary(done.value, treebank, frozenset(), f"{sample}.conllu", path, ignore_progress)
            return path.read_bytes().decode("utf-8")


def main() -> None:
    rows: list[tuple[str, str, str]] = []
    with tempfile.TemporaryDirectory() as folder:
        for sample in SAMPLES:
            rows += checked(sample, exported(sample, Path(folder) / "cards.txt"))
    rows += checked("awkward", words_to_anki(AWKWARD))
    rows += shown(AWKWARD)
    print_table("Cards in Anki", ["file", "what", "so"], rows)
    sys.exit(any(fine != "yes" for _, _, fine in rows))


if __name__ == "__main__":
    main()
