"""Conversion of a plain text to a document that can hold annotation, with edits and locks of the text rebased."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from spectral_core.data import EMPTY, UNCONSTRAINED, Constraints, Sentence, Treebank
from spectral_core.errors import DataError
from spectral_core.files import COMPRESSED_SUFFIXES, Location
from spectral_core.formats import FORMATS
from spectral_core.progress import Progress, Report, ignore_progress
from spectral_core.project.history import Change, Edit, LockChange

TEXT, CONLLU, BRACKETS = "text", "conllu", "brackets"  # format of the text, and the formats it can be converted to
SentenceLocks = tuple[tuple[str, ...], Constraints]  # the words of a sentence, and its locks
_FORMAT_SUFFIXES = tuple(ending for name in (CONLLU, BRACKETS) for ending in FORMATS[name].suffixes)
_BLOCK = 200  # sentences between two progress reports


@dataclass(frozen=True, slots=True)
class TextConversion:
    """A plain text and the contents of its converted files, by format."""

    treebank: Treebank  # the text
    content: Mapping[str, bytes]  # by format


def convert_text(treebank: Treebank, report: Report = ignore_progress) -> TextConversion:
    """Convert a plain text to CoNLL-U, and to brackets for annotating phrases. One that a model split has the comments
    of a CoNLL-U file already."""
    from spectral_core.formats.text.text_file import add_sentence_metadata

    pieces_by_format: dict[str, list[str]] = {CONLLU: [], BRACKETS: []}
    title = text_stem(treebank.path or Path(TEXT))
    sentences: Iterable[Sentence] = treebank if is_split_by_model(treebank) else add_sentence_metadata(treebank, title)
    for index, sentence in enumerate(sentences):
        if index % _BLOCK == 0:
            report(Progress("reading", index, len(treebank)))
        for name, pieces in pieces_by_format.items():
            pieces += (FORMATS[name].format_sentence(sentence), FORMATS[name].separator)
    return TextConversion(treebank, {name: "".join(pieces).encode() for name, pieces in pieces_by_format.items()})


def make_split_text(content: bytes, path: Location | None) -> Treebank:
    """Return a plain text with the sentences and words that a model split it into, given as CoNLL-U."""
    from spectral_core.formats import loads

    return replace(loads(content, None, CONLLU), path=None if path is None else Path(path), format=TEXT)


def is_split_by_model(treebank: Treebank) -> bool:
    """Return whether the sentences of a plain text are those of `make_split_text`, not those of its file."""
    from spectral_core.formats.conllu import parse_conllu_sentence

    return treebank.format == TEXT and getattr(treebank.sentences, "parse_sentence", None) is parse_conllu_sentence


def compose_companion(treebank: Treebank, format: str, report: Report = ignore_progress) -> bytes:
    """Compose a companion document for the other kind of tree, brackets or CoNLL-U: each sentence's words with their
    tags."""
    pieces: list[str] = []
    title = document_stem(treebank.path or Path(TEXT))
    for index, sentence in enumerate(treebank):
        if index % _BLOCK == 0:
            report(Progress("reading", index, len(treebank)))
        if not sentence.is_readable or not sentence.forms:
            raise DataError(f"sentence {index + 1} could not be read, so no parallel document can be made")
        if format == CONLLU:
            bare_sentence = Sentence.of(sentence.forms, upos=sentence.upos, xpos=sentence.xpos)
            bare_sentence = replace(
                bare_sentence, comments=(f"# sent_id = {title}-{index + 1}", f"# text = {sentence.text}")
            )
        else:  # brackets have one tag per word
            tags = [xpos if xpos != EMPTY else upos for xpos, upos in zip(sentence.xpos, sentence.upos, strict=True)]
            bare_sentence = Sentence.of(sentence.forms, xpos=tags)
        pieces += (FORMATS[format].format_sentence(bare_sentence), FORMATS[format].separator)
    return "".join(pieces).encode()


def document_stem(path: Path) -> str:
    """Return the name of a document without the suffixes of its format and compression."""
    return _strip_suffixes(path.name, (*COMPRESSED_SUFFIXES, *_FORMAT_SUFFIXES))


def text_stem(path: Path) -> str:
    """Return the name of a text without its suffixes."""
    return _strip_suffixes(path.name, (*COMPRESSED_SUFFIXES, ".txt"))


def _strip_suffixes(name: str, suffixes: tuple[str, ...]) -> str:
    """Return a file name without these suffixes, each removed once, in this order."""
    for suffix in suffixes:
        if name.lower().endswith(suffix) and len(name) > len(suffix):
            name = name[: -len(suffix)]
    return name


def find_free_path(folder: Path, stem: str, format: str) -> Path:
    """Return an unused path with this stem and the suffix of the format."""
    suffix = FORMATS[format].suffixes[0]
    path, number = folder / f"{stem}{suffix}", 1
    while path.exists():
        number += 1
        path = folder / f"{stem} ({number}){suffix}"
    return path


def target_format(edit: Edit) -> str:
    """Return the format to which a plain text must be converted for an edit: brackets if it concerns phrases, or else
    CoNLL-U."""
    return BRACKETS if any(change.after.tree is not None for change in edit.changes) else CONLLU


def rebase_locks(locks: Mapping[int, SentenceLocks], new_document: str, treebank: Treebank, step: str) -> Edit | None:
    """Rebase the locks of a text onto the converted document, as an edit; None where there are none."""
    lock_changes = [
        LockChange(new_document, index, treebank[index].forms, UNCONSTRAINED, locked)
        for index, (_, locked) in sorted(locks.items())
        if locked != UNCONSTRAINED
    ]
    return Edit(step, (), locks=tuple(lock_changes)) if lock_changes else None


def rebase_edit(edit: Edit, old_document: str, new_document: str, treebank: Treebank) -> Edit:
    """Rebase an edit of a text onto the document converted from it."""
    changes = [
        replace(
            change,
            document=new_document,
            before=treebank[change.index],
            after=_rebase_sentence(change, treebank[change.index], treebank.format),
        )
        if change.document == old_document
        else change
        for change in edit.changes
    ]
    efforts = [
        ((new_document if name == old_document else name, index, word), cost)
        for (name, index, word), cost in edit.efforts
    ]
    return replace(edit, changes=tuple(changes), efforts=tuple(efforts))


def _rebase_sentence(change: Change, base: Sentence, format: str) -> Sentence:
    """Return `base`, a sentence of the converted document, with a change made to the same sentence of the text."""
    before, after = change.before, change.after
    if format == BRACKETS:
        if after.tree is None:
            return base if after.xpos == before.xpos else replace(base, xpos=after.xpos, source=None)
        return base.with_tree(after.tree.with_leaves(base.forms, tuple(after.tree.tags())))
    misc = after.misc
    if len(after) == len(before) == len(base):
        columns = zip(base.misc, before.misc, after.misc, strict=True)
        misc = tuple(
            base_value if new_value == old_value else new_value for base_value, old_value, new_value in columns
        )
    new = (comment for comment in after.comments if comment not in before.comments)
    rebased = replace(after, misc=misc, comments=(*base.comments, *new), source=None)
    return base if rebased == base else rebased
