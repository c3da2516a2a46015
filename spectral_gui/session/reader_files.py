"""Files of the reader: pasted texts and word lists, written in threads; plain values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from spectral_core import formats
from spectral_core.data import Sentence, Treebank
from spectral_core.data.vocabulary import VocabularyEntry, context_of, display_lemma
from spectral_core.errors import DataError
from spectral_core.files import PRIVATE, make_private_folder, replace_atomically, rights_of_copy
from spectral_core.formats.export.words import WordCard, words_to_anki, words_to_csv
from spectral_core.progress import Progress, Report
from spectral_core.project import Project, ProjectError

_BLOCK = 500  # words between two reports
READINGS = "reading"  # the folder of the project with texts that were pasted where no project was open


@dataclass(frozen=True, slots=True)
class SavedText:
    """Location of a pasted text: the folder of a project, and the document in it."""

    folder: Path
    document: str
    notice: str = ""  # what the user must be told of the project, as that of `Project`


def save_text(text: str, project: Project | None, store: Path | None, annotator: str, report: Report) -> SavedText:
    """Save a text as CoNLL-U: in `project`, or in the project for texts below `store`."""
    report(Progress("reading", 0))
    from spectral_core.formats.text.pasting import split_pasted_text  # here, for its patterns take long to compile

    sentences = split_pasted_text(text)
    if not sentences:
        raise DataError("there are no words in this text; copy some first")
    if project is not None:
        saved = _add_to_project(project, sentences, project.rights)
        return replace(saved, notice="")  # it was told when the project was opened
    assert store is not None
    folder = store / READINGS
    make_private_folder(store)
    is_new = not (folder / "project.json").exists()
    with (
        Project.create(folder, (), "Reading", annotator) if is_new else Project.open(folder, annotator) as text_project
    ):
        return _add_to_project(text_project, sentences, PRIVATE)


def _add_to_project(project: Project, sentences: Sequence[Sentence], rights: int) -> SavedText:
    if project.read_only:
        raise ProjectError(project.read_only)
    from spectral_core.formats.text.pasting import make_title

    path = _find_free_path(project.folder, make_title(list(sentences)) or "text")
    formats.save(Treebank.of(sentences), path, "conllu", rights=rights)
    return SavedText(project.folder, project.add_document(path), project.notice)


def write_words(
    entries: Sequence[VocabularyEntry],
    treebank: Treebank,
    known_lemmas: frozenset[str],
    document: str,
    path: Path,
    report: Report,
) -> int:
    """Write words to a file, each with the sentence of its first occurrence; return how many."""
    cards = []
    for number, entry in enumerate(entries):
        if number % _BLOCK == 0:
            report(Progress("writing", number, len(entries)))
        cards.append(_make_card(entry, treebank, entry.lemma in known_lemmas, document))
    text = words_to_csv(cards) if path.suffix.lower() == ".csv" else words_to_anki(cards)
    rights = rights_of_copy(path, [treebank.path])
    replace_atomically(path, [text.encode("utf-8", "replace")], rights=rights)
    return len(cards)


def _make_card(entry: VocabularyEntry, treebank: Treebank, is_known: bool, document: str) -> WordCard:
    index, word = entry.occurrences[0]
    reading = entry.reading
    left, form, right = context_of(treebank[index], word)
    tag = reading.value("upos") or reading.value("xpos")
    details = (reading.value("vocalised"), reading.value("gloss"), tag, reading.value("feats"))
    position = (Path(document).name.removesuffix(".conllu"), index + 1)
    lemma, counts = display_lemma(entry.lemma), (entry.count, is_known, bool(reading.suggested))
    return WordCard(lemma, form, left, right, *details, *counts, *position, entry.lemma)


def _find_free_path(folder: Path, title: str) -> Path:
    """Return a path for this title at which there is no file yet."""
    path, number = folder / f"{title}.conllu", 1
    while path.exists():
        number += 1
        path = folder / f"{title} ({number}).conllu"
    return path
