"""Texts pasted and word lists written, for threads; plain values, nothing of the session's state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from spectral_core import formats
from spectral_core.data import Sentence, Treebank
from spectral_core.data.vocabulary import Entry, context_of, shown_lemma
from spectral_core.errors import DataError
from spectral_core.files import PRIVATE, make_private_folder, replace_atomically, shared_rights
from spectral_core.formats.export.words import WordCard, anki_text, words_csv
from spectral_core.progress import Progress, Report
from spectral_core.project import Project, ProjectError

_BLOCK = 500  # words between two reports
READINGS = "reading"  # the folder of the project with texts that were pasted where no project was open


@dataclass(frozen=True, slots=True)
class TextKept:
    """Where a pasted text is: the folder of a project, and the document in it."""

    folder: Path
    document: str
    notice: str = ""  # what the user must be told of the project, as that of `Project`


def kept_text(text: str, project: Project | None, store: Path | None, annotator: str, report: Report) -> TextKept:
    """Where a text is kept from now on, as CoNLL-U: in `project`, or in the one for texts below `store`."""
    report(Progress("reading", 0))
    from spectral_core.formats.text.pasting import pasted  # here, for its patterns take long to compile

    sentences = pasted(text)
    if not sentences:
        raise DataError("there are no words in this text; copy some first")
    if project is not None:
        kept = _kept_in(project, sentences, project.rights)
        return replace(kept, notice="")  # it was told when the project was opened
    assert store is not None
    folder = store / READINGS
    make_private_folder(store)
    made = not (folder / "project.json").exists()
    with Project.create(folder, (), "Reading", annotator) if made else Project.open(folder, annotator) as there:
        return _kept_in(there, sentences, PRIVATE)


def _kept_in(project: Project, sentences: Sequence[Sentence], rights: int) -> TextKept:
    if project.read_only:
        raise ProjectError(project.read_only)
    from spectral_core.formats.text.pasting import title_of

    path = _free_name(project.folder, title_of(list(sentences)) or "text")
    formats.save(Treebank.of(sentences), path, "conllu", rights=rights)
    return TextKept(project.folder, project.add_document(path), project.notice)


def written_words(
    entries: Sequence[Entry], treebank: Treebank, known: frozenset[str], document: str, path: Path, report: Report
) -> int:
    """How many words were written to a file, each with the place where it stands first."""
    cards = []
    for done, entry in enumerate(entries):
        if done % _BLOCK == 0:
            report(Progress("writing", done, len(entries)))
        cards.append(_card(entry, treebank, entry.lemma in known, document))
    text = words_csv(cards) if path.suffix.lower() == ".csv" else anki_text(cards)
    sources = [] if treebank.path is None else [treebank.path]
    rights = shared_rights(sources, path.resolve().parent, reached=False)
    replace_atomically(path, [text.encode("utf-8", "replace")], rights=rights)
    return len(cards)


def _card(entry: Entry, treebank: Treebank, known: bool, document: str) -> WordCard:
    index, word = entry.places[0]
    reading = entry.reading
    before, form, after = context_of(treebank[index], word)
    tag = reading.says("upos") or reading.says("xpos")
    said = (reading.says("vocalised"), reading.says("gloss"), tag, reading.says("feats"))
    place = (Path(document).name.removesuffix(".conllu"), index + 1)
    lemma, counts = shown_lemma(entry.lemma), (entry.count, known, bool(reading.guessed))
    return WordCard(lemma, form, before, after, *said, *counts, *place, entry.lemma)


def _free_name(folder: Path, title: str) -> Path:
    """A file of this title that is not there yet."""
    path, number = folder / f"{title}.conllu", 1
    while path.exists():
        number += 1
        path = folder / f"{title} ({number}).conllu"
    return path
