"""A plain text that becomes a document with a place for decisions: what its file holds, and acts carried over to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from spectral_core.data import EMPTY, FREE, Constraints, Sentence, Treebank
from spectral_core.errors import DataError
from spectral_core.formats import FORMATS
from spectral_core.progress import Progress, Report, silent
from spectral_core.project.history import Act, Change, LockChange

TEXT, WORDS, TREES = "text", "conllu", "brackets"  # the format of what is begun with, and those that it may get
Held = tuple[tuple[str, ...], Constraints]  # what is locked, after the words that it is about
_PACKED = (".gz", ".xz")
_ENDINGS = tuple(ending for name in (WORDS, TREES) for ending in FORMATS[name].suffixes)
_BLOCK = 200  # sentences between two reports


@dataclass(frozen=True, slots=True)
class Beginning:
    """What the files of a text would hold that somebody begins to annotate."""

    treebank: Treebank  # the text
    content: Mapping[str, bytes]  # by format


def beginning_of(treebank: Treebank, report: Report = silent) -> Beginning:
    """The files of a text: CoNLL-U, and brackets for who wants phrases."""
    from spectral_core.formats.text.beginning import begun  # here, for its patterns take long to compile

    made: dict[str, list[str]] = {WORDS: [], TREES: []}
    title = stem_of(treebank.path or Path(TEXT))
    for at, sentence in enumerate(begun(treebank, title)):
        if at % _BLOCK == 0:
            report(Progress("reading", at, len(treebank)))
        for name, pieces in made.items():
            pieces += (FORMATS[name].write(sentence), FORMATS[name].between)
    return Beginning(treebank, {name: "".join(pieces).encode() for name, pieces in made.items()})


def words_beside(treebank: Treebank, format: str, report: Report = silent) -> bytes:
    """The words of a document, sentence by sentence with their tags, for the other kind of tree: as brackets, or as
    CoNLL-U."""
    pieces: list[str] = []
    title = plain_stem(treebank.path or Path(TEXT))
    for at, sentence in enumerate(treebank):
        if at % _BLOCK == 0:
            report(Progress("reading", at, len(treebank)))
        if not sentence.readable or not sentence.forms:
            raise DataError(f"sentence {at + 1} could not be read, so that no document can go beside this one")
        if format == WORDS:
            made = Sentence.of(sentence.forms, upos=sentence.upos, xpos=sentence.xpos)
            made = replace(made, comments=(f"# sent_id = {title}-{at + 1}", f"# text = {sentence.text}"))
        else:  # brackets have one tag a word
            tags = [own if own != EMPTY else upos for own, upos in zip(sentence.xpos, sentence.upos, strict=True)]
            made = Sentence.of(sentence.forms, xpos=tags)
        pieces += (FORMATS[format].write(made), FORMATS[format].between)
    return "".join(pieces).encode()


def plain_stem(path: Path) -> str:
    """The name of a document without the endings that its own format and packing have."""
    return _without(path.name, (*_PACKED, *_ENDINGS))


def stem_of(path: Path) -> str:
    """The name of a text without its endings."""
    return _without(path.name, (*_PACKED, ".txt"))


def _without(name: str, endings: tuple[str, ...]) -> str:
    for ending in endings:
        if name.lower().endswith(ending) and len(name) > len(ending):
            name = name[: -len(ending)]
    return name


def free_path(folder: Path, stem: str, format: str) -> Path:
    """A file of this name that is not there yet."""
    ending = FORMATS[format].suffixes[0]
    path, number = folder / f"{stem}{ending}", 1
    while path.exists():
        number += 1
        path = folder / f"{stem} ({number}){ending}"
    return path


def wanted(act: Act) -> str:
    """The format of the document in which an act is decided: brackets where it is about phrases."""
    return TREES if any(change.after.tree is not None for change in act.changes) else WORDS


def carried_locks(locks: Mapping[int, Held], new: str, begun: Treebank, step: str) -> Act | None:
    """What was locked in a text, as an act on the document that it becomes; None where nothing was."""
    rows = [
        LockChange(new, index, begun[index].forms, FREE, held)
        for index, (_, held) in sorted(locks.items())
        if held != FREE
    ]
    return Act(step, (), locks=tuple(rows)) if rows else None


def carried(act: Act, old: str, new: str, begun: Treebank) -> Act:
    """The act on a text as one on the document that it has become."""
    changes = [
        replace(one, document=new, before=begun[one.index], after=_decided(one, begun[one.index], begun.format))
        if one.document == old
        else one
        for one in act.changes
    ]
    taken = [((new if name == old else name, index, word), cost) for (name, index, word), cost in act.taken]
    return replace(act, changes=tuple(changes), taken=tuple(taken))


def _decided(change: Change, base: Sentence, format: str) -> Sentence:
    """What was decided of a sentence of the text, over the same sentence of its document."""
    before, after = change.before, change.after
    if format == TREES:
        if after.tree is None:
            return base if after.xpos == before.xpos else replace(base, xpos=after.xpos, source=None)
        return base.with_tree(after.tree.with_leaves(base.forms, tuple(after.tree.tags())))
    misc = after.misc
    if len(after) == len(before) == len(base):
        rows = zip(base.misc, before.misc, after.misc, strict=True)
        misc = tuple(own if now == then else now for own, then, now in rows)
    new = (comment for comment in after.comments if comment not in before.comments)
    made = replace(after, misc=misc, comments=(*base.comments, *new), source=None)
    return base if made == base else made
