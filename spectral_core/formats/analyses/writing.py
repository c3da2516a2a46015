"""Sentences written as rows: anew, or into the rows they were read from, so that only what was changed changes."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from spectral_core.data import EMPTY, Analysis, Segment, Sentence
from spectral_core.data.sentence import empty_column
from spectral_core.errors import FormatError
from spectral_core.formats.analyses.cells import (
    main_segment,
    ordered,
    read_segments,
    short,
    without_extras,
    write_candidates,
    write_features,
    write_segments,
)
from spectral_core.formats.analyses.layout import NEW, Layout, ranges
from spectral_core.formats.analyses.profiles import CHANGE
from spectral_core.formats.analyses.rows import name_comment, parse

_STRINGS = ("form", "lemma", "upos", "xpos", "feats", "deprel", "deps", "misc")
_NOTHING = Analysis()


@dataclass(frozen=True, slots=True, repr=False)
class Origin:
    """The file that sentences were read from: an edited one finds its rows again by its line."""

    content: bytes
    starts: array[int]  # (sentences,) as in Chunks
    ends: array[int]  # (sentences,)
    lines: array[int]  # (sentences,)
    path: Path | None = None

    def chunk(self, sentence: Sentence) -> bytes:
        """The bytes that stand where `sentence` was read; none where it was not read from this file."""
        index = bisect_left(self.lines, sentence.line)
        known = index < len(self.lines) and self.lines[index] == sentence.line
        return self.content[self.starts[index] : self.ends[index]] if known else b""


def write(sentence: Sentence, layout: Layout = NEW, origin: Origin | None = None) -> str:
    """The sentence as rows, without a last line break; cells that say what they said before stay as they were. What the
    table has no place for is refused, never dropped: what was written is read back and compared."""
    path = None if origin is None else origin.path
    if not len(sentence):
        raise _refusal(sentence, "it has no words", path)
    if origin is not None and (sentence.tree, sentence.ranges, sentence.empty_nodes) != (None, (), ()):
        raise _refusal(sentence, "a table has no place for trees, multiword ranges and empty nodes", path)
    chunk = b"" if origin is None else origin.chunk(sentence)
    before = parse(chunk, sentence.line, layout) if chunk else None
    if before is None or not before.readable or len(before) != len(sentence):
        settled = _settled(sentence, layout, fill=True)
        rows = zip(*_columns(settled, layout), strict=True)
        text = "\n".join([*_comment_lines(settled, layout), *map("\t".join, rows)])
    else:
        settled = _settled(sentence, layout, fill=False)
        text = _rewritten(settled, chunk.decode(), before, layout)
    _check(settled, text, layout, path)
    return text


def settle(sentence: Sentence, layout: Layout) -> Sentence:
    """Return an edited sentence with the chosen analyses that its rows will have when they are read again."""
    before = sentence.analyses or (None,) * len(sentence)
    analyses = list(before)
    rows = zip(sentence.lemmas, sentence.upos, sentence.xpos, sentence.feats, strict=True)
    for at, (lemma, upos, xpos, feats) in enumerate(rows):
        if before[at] is None and at + 1 not in sentence.unanalysed:
            analyses[at] = Analysis(lemma, upos=upos, xpos=xpos, feats=feats)
    settled = _settled(replace(sentence, analyses=tuple(analyses)), layout, fill=False)
    unanalysed = set(sentence.unanalysed)
    if layout.status is not None:  # a word that loses its analysis is marked so
        pairs = enumerate(zip(before, settled.analyses, strict=True), 1)
        unanalysed |= {word for word, (old, new) in pairs if old is not None and new is None}
    chosen = settled.analyses if any(settled.analyses) else ()
    if (chosen, len(unanalysed)) == (sentence.analyses, len(sentence.unanalysed)):
        return sentence
    return replace(sentence, analyses=chosen, unanalysed=tuple(sorted(unanalysed)))


def _settled(sentence: Sentence, layout: Layout, fill: bool) -> Sentence:
    """The sentence as a table says it: columns and chosen analyses agree, and the columns decide. With `fill`, an empty
    cell of lemma, tags or features takes what the chosen analysis says."""
    if not sentence.analyses:
        return sentence
    columns = [sentence.lemmas, sentence.upos, sentence.xpos, sentence.feats]
    if fill:
        for at, name in enumerate(("lemma", "upos", "xpos", "feats")):
            chosen = [EMPTY if analysis is None else str(getattr(analysis, name)) for analysis in sentence.analyses]
            pairs = zip(columns[at], chosen, strict=True)
            columns[at] = tuple([said if cell == EMPTY else cell for cell, said in pairs])
    analyses = []
    for analysis, *said in zip(sentence.analyses, *columns, strict=True):
        settled = None if analysis is None else _settled_analysis(analysis, said, layout)
        analyses.append(None if settled == _NOTHING else settled)
    lemmas, upos, xpos, feats = columns
    return replace(sentence, lemmas=lemmas, upos=upos, xpos=xpos, feats=feats, analyses=tuple(analyses))


def _settled_analysis(analysis: Analysis, said: Sequence[str], layout: Layout) -> Analysis:
    """The analysis with the word's own lemma, tags and features, and with what one cell says of vowels and segments."""
    lemma, upos, xpos, feats = said
    rule, segments, vocalised = layout.profile.segments, analysis.segments, analysis.vocalised
    if "segments" in layout.at and rule.vocalised and "vocalised" not in layout.at:
        if not segments and vocalised != EMPTY:
            segments = (Segment(vocalised),)
        elif vocalised == EMPTY:
            vocalised = "".join(segment.form for segment in segments) or EMPTY
    if "segments" in layout.at and rule.main and segments and "xpos" not in layout.at:
        main = main_segment(segments, rule)
        segments = (*segments[:main], segments[main]._replace(tag=xpos), *segments[main + 1 :])
    return Analysis(lemma, vocalised, upos, xpos, feats, analysis.gloss, segments)


def _columns(sentence: Sentence, layout: Layout) -> list[Sequence[str]]:
    """The cells of all words, a column at a time, in the one way we write them."""
    at, profile, size = layout.at, layout.profile, len(sentence)
    columns: list[Sequence[str]] = [empty_column(size)] * len(layout.names)
    misc: Sequence[str] = sentence.misc
    if layout.extras:
        names = [layout.names[where] for where in layout.extras]
        split = [without_extras(cell, names) for cell in misc]
        misc = [rest for rest, _ in split]
        for number, where in enumerate(layout.extras):
            columns[where] = [values[number] for _, values in split]
    chosen = sentence.analyses or (None,) * size
    ours: dict[str, Callable[[], Sequence[str]]] = {
        "form": lambda: sentence.forms,
        "lemma": lambda: sentence.lemmas,
        "upos": lambda: sentence.upos,
        "xpos": lambda: sentence.xpos,
        "feats": lambda: [write_features(cell, profile.features) for cell in sentence.feats],
        "head": lambda: [EMPTY if head is None else str(head) for head in sentence.heads],
        "deprel": lambda: sentence.deprels,
        "deps": lambda: sentence.deps,
        "misc": lambda: misc,
        "vocalised": lambda: [EMPTY if analysis is None else analysis.vocalised for analysis in chosen],
        "gloss": lambda: [EMPTY if analysis is None else analysis.gloss for analysis in chosen],
        "segments": lambda: [_segments_cell(sentence, place, layout, "") for place in range(size)],
        "candidates": lambda: [write_candidates(offered) for offered in sentence.candidates] or empty_column(size),
    }
    for name, where in at.items():
        columns[where] = ours[name]()
    if layout.status is not None:
        columns[layout.status] = [profile.unanalysed if analysis is None else profile.analysed for analysis in chosen]
    return columns


def _segments_cell(sentence: Sentence, place: int, layout: Layout, cell: str) -> str:
    """The segments of a word; those that its own `cell` has already stay as they stand there."""
    analysis, rule = sentence.analyses[place] if sentence.analyses else None, layout.profile.segments
    if analysis is None or not analysis.segments:
        return EMPTY
    if "lemma" not in rule.parts:
        return write_segments(analysis.segments, empty_column(len(analysis.segments)), rule)
    main = main_segment(analysis.segments, rule) if rule.main else None
    before, lemmas = read_segments(cell, rule)
    known = list(zip(before, lemmas, cell.split(rule.between), strict=False))
    pieces = []
    for at, segment in enumerate(analysis.segments):
        same = [other for other in known if other[0] == segment]
        lemma, piece = same[0][1:] if same else (segment.form, "")
        if same:
            known.remove(same[0])
        if at == main and sentence.lemmas[place] != lemma:
            lemma, piece = sentence.lemmas[place], ""
        pieces.append(piece or write_segments((segment,), (lemma,), rule))
    return rule.between.join(pieces)


def _rewritten(sentence: Sentence, text: str, before: Sentence, layout: Layout) -> str:
    """The lines of `text` with the cells that say something else now written anew."""
    same_comments = sentence.comments == before.comments
    lines = [] if same_comments else _comment_lines(sentence, layout)
    new = zip(*_columns(sentence, layout), strict=True)
    old = zip(*_columns(_settled(before, layout, fill=False), layout), strict=True)
    place = 0
    for line in text.replace("\r\n", "\n").split("\n"):
        if layout.is_comment(line):
            lines += [line] if same_comments else []
            continue
        now, then = next(new), next(old)
        if now != then:
            cells = line.split("\t")
            row = [cell if a == b else b for cell, a, b in zip(cells, then, now, strict=True)]
            if (where := layout.at.get("segments")) is not None and now[where] != then[where]:
                row[where] = _segments_cell(sentence, place, layout, cells[where])
            form = layout.at["form"]
            if layout.stand_in is not None and not row[form] and row[layout.stand_in] != cells[layout.stand_in]:
                row[form] = sentence.forms[place]  # what stood in for the word has changed; the word has not
            line = "\t".join(row)
        lines.append(line)
        place += 1
    return "\n".join(lines)


def _comment_lines(sentence: Sentence, layout: Layout) -> list[str]:
    """The comments that are lines of their own, without the one that stands for columns."""
    own = ""
    if layout.profile.sentences == CHANGE:
        own = name_comment(without_extras(sentence.misc[0], [layout.names[where] for where in layout.changing])[1])
    return [line for line in sentence.comments if line != own]


def _refusal(sentence: Sentence, what: str, path: Path | None) -> FormatError:
    remedy = "Save the treebank in another format, or as a table with all columns"
    return FormatError(path, sentence.line, f"this sentence cannot be written into its table: {what}", remedy)


def _check(sentence: Sentence, text: str, layout: Layout, path: Path | None) -> None:
    """Refuses `text` where it would not be read as `sentence`."""
    try:
        chunk = text.encode()
    except UnicodeEncodeError as error:
        raise _refusal(sentence, f"{short(text[error.start])} is no sign of Unicode text", path) from None
    after = parse(chunk, sentence.line, layout)
    for problem in after.problems:
        raise _refusal(sentence, problem.message, path)
    if len(after) != len(sentence) or [found for found, _ in ranges(chunk, 0, 1, layout)] != [(0, len(chunk), 1)]:
        raise _refusal(sentence, "its rows would not be read as one sentence", path)
    for name in _STRINGS:
        wanted: Sequence[object] = sentence.column(name)
        if name == "xpos" and "xpos" not in layout.at:
            wanted = tuple(ordered(tag, layout.profile.segments) for tag in sentence.xpos)
        _compare(name, wanted, after.column(name), sentence, path)
    _compare("head", sentence.heads, after.heads, sentence, path)
    none: tuple[tuple[Analysis, ...], ...] = ((),) * len(sentence)
    _compare("candidates", sentence.candidates or none, after.candidates or none, sentence, path)
    chosen = sentence.analyses or (None,) * len(sentence)
    read = after.analyses or (None,) * len(sentence)
    for name in ("vocalised", "gloss", "segments"):
        here = [_said(analysis, name, layout) for analysis in chosen]
        pairs = zip(chosen, read, strict=True)
        # without a column that says so, a table cannot tell a word without a chosen analysis from its columns
        there = [None if one is None and layout.status is None else _said(got, name, layout) for one, got in pairs]
        _compare(name, here, there, sentence, path)
    if lost := [line for line in sentence.comments if line not in after.comments]:
        raise _refusal(sentence, f"the comment {short(lost[0])} would not be read as one", path)


def _said(analysis: Analysis | None, name: str, layout: Layout) -> object:
    if analysis is None:
        return None
    if name == "segments" and layout.profile.segments.values:
        rule = layout.profile.segments
        return tuple(segment._replace(tag=ordered(segment.tag, rule)) for segment in analysis.segments)
    value: object = getattr(analysis, name)
    return value


def _compare(
    name: str, wanted: Sequence[object], found: Sequence[object], sentence: Sentence, path: Path | None
) -> None:
    if wanted == found:
        return
    for number, (want, got) in enumerate(zip(wanted, found, strict=True), 1):
        if want != got:
            form = short(sentence.forms[number - 1])
            what = f"it has no place for the {name} of word {number} {form}, or would change it"
            raise _refusal(sentence, what, path)
