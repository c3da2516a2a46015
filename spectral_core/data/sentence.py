"""Sentences as columns of equal length, with their words, multiword tokens, trees and comments; frozen."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from operator import getitem
from typing import NamedTuple

from spectral_core.brief import brief_repr, shorten
from spectral_core.data.dependencies import find_crossing, find_cycle, find_roots, is_descendant, swap_heads
from spectral_core.data.problem import Problem, describe_word, make_problem, quote
from spectral_core.data.tree import Tree
from spectral_core.deprecated import old_members
from spectral_core.errors import EditError

EMPTY = "_"  # an empty value, in every column, as in CoNLL-U
COLUMNS = ("form", "lemma", "upos", "xpos", "feats", "deprel", "deps", "misc")  # the columns that hold strings
_EMPTY_COLUMNS: dict[int, tuple[str, ...]] = {}
_ESCAPED = re.compile("%([0-9A-F]{2})")
_MAX_DIGITS = 9  # of a word's number
VOCALISED, GLOSS, SEGMENTS = "Vform", "Gloss", "Seg"  # items of MISC that are parts of a reading
BasicArc = tuple[int | None, str]  # head of a word and its relation
_FIELD_BY_COLUMN = {name: name for name in COLUMNS} | {"form": "forms", "lemma": "lemmas", "deprel": "deprels"}


class Segment(NamedTuple):
    """A part of a word with its own tag: a prefix, a stem, a suffix."""

    form: str
    tag: str = EMPTY


class Analysis(NamedTuple):
    """One reading of a word, as an analyser offers it or the user chose it."""

    lemma: str = EMPTY  # identifies the lemma: differs between homographs
    vocalised: str = EMPTY  # the word with its vowels written
    upos: str = EMPTY
    xpos: str = EMPTY
    feats: str = EMPTY  # Name=Value|Name=Value
    gloss: str = EMPTY
    segments: tuple[Segment, ...] = ()

    def __repr__(self) -> str:
        filled = (f"{name}={value!r}" for name, value in self._asdict().items() if value not in (EMPTY, ()))
        return f"Analysis({', '.join(filled)})"


@dataclass(frozen=True, slots=True)
class MultiwordToken:
    """A multiword token of CoNLL-U: one orthographic token for words `first` to `last`."""

    first: int
    last: int
    form: str
    rest: tuple[str, ...] = (EMPTY,) * 8  # the columns after the form, as in the file
    __repr__ = brief_repr

    @property
    def misc(self) -> str:
        """The cell of the multiword token in the column MISC."""
        return self.rest[-1]


@dataclass(frozen=True, slots=True)
class EmptyNode:
    """An empty node of the enhanced graph: node `number` after word `after`."""

    after: int
    number: int
    columns: tuple[str, ...] = (EMPTY,) * 9  # all columns but the first
    __repr__ = brief_repr


@dataclass(frozen=True, slots=True)
class Token:
    """One word of a sentence; `index` counts from 1."""

    index: int
    form: str
    lemma: str
    upos: str
    xpos: str
    feats: str
    head: int | None
    deprel: str
    deps: str
    misc: str
    analysis: Analysis | None
    candidates: tuple[Analysis, ...]
    __repr__ = brief_repr


def empty_column(size: int) -> tuple[str, ...]:
    """Return a column of `size` empty values; one shared tuple per length."""
    if (column := _EMPTY_COLUMNS.get(size)) is None:
        column = _EMPTY_COLUMNS[size] = (EMPTY,) * size
    return column


class _UpdatedDepsCells(dict[BasicArc, str]):
    """DEPS cells of one word by its basic arc, each computed once: the trees of a k-best list share most arcs."""

    def __init__(self, cell: str, old_arc: BasicArc):
        self[old_arc] = self._cell = cell
        self._old_arc = old_arc

    def __missing__(self, new_arc: BasicArc) -> str:
        updated = self[new_arc] = _update_deps_cell(self._cell, self._old_arc, new_arc)
        return updated


def update_enhanced_arcs(
    deps: tuple[str, ...], old_arcs: Iterable[BasicArc], trees: Sequence[Iterable[BasicArc]]
) -> list[tuple[str, ...]]:
    """Return the cells of DEPS for each of several trees: the copy of the old basic arc is replaced by a copy of the
    new one.

    A sentence without an enhanced graph gets none; with one, a word that had no head gets its arc with its head.
    """
    if deps.count(EMPTY) == len(deps):
        return [deps] * len(trees)
    cells = list(map(_UpdatedDepsCells, deps, old_arcs))
    return [tuple(map(getitem, cells, new_arcs)) for new_arcs in trees]


def _update_deps_cell(cell: str, old_arc: BasicArc, new_arc: BasicArc) -> str:
    """Return a cell of DEPS in which the copy of a basic arc is replaced; unchanged where the graph has no copy."""
    arcs = [] if cell == EMPTY else cell.split("|")
    copy_index = next((index for index, arc in enumerate(arcs) if _is_copy_of(arc, old_arc)), None)
    had_full_arc = old_arc[0] is not None and old_arc[1] != EMPTY
    if copy_index is None and (had_full_arc or any(arc.partition(":")[0] == str(old_arc[0]) for arc in arcs)):
        return cell  # the graph differs from the tree on purpose
    head, relation = new_arc
    if copy_index is not None:
        enhanced_relation = arcs.pop(copy_index).partition(":")[2]
        if old_arc[1] != enhanced_relation and old_arc[1].partition(":")[0] == relation.partition(":")[0]:
            # keep the case that the label includes
            relation = enhanced_relation if old_arc[1] == relation else relation + enhanced_relation[len(old_arc[1]) :]
    if head is not None and relation != EMPTY and (arc := f"{head}:{relation}") not in arcs:
        arcs.append(arc)
    return "|".join(sorted(arcs, key=_arc_sort_key)) or EMPTY


def _is_copy_of(arc: str, basic_arc: BasicArc) -> bool:
    """Return whether an enhanced arc is that of the tree, maybe with a longer label: 3:obl:in for obl to 3."""
    head, _, relation = arc.partition(":")
    return head == str(basic_arc[0]) and (relation == basic_arc[1] or relation.startswith(f"{basic_arc[1]}:"))


def _arc_sort_key(arc: str) -> tuple[float, ...]:
    """Return the sort key of an enhanced arc: word and empty node of its head; infinity for an invalid head."""
    head = arc.partition(":")[0]
    word, _, node = head.partition(".")
    is_node = all(part.isdecimal() and len(part) <= _MAX_DIGITS for part in (word, node or "0"))
    return (int(word), int(node or 0)) if is_node else (float("inf"),)


@old_members(
    units="surface_tokens",
    crossing="find_crossing",
    with_trees="with_dependency_trees",
    with_readings="with_readings_from_columns",
    readable="is_readable",
    structural_problems="find_structural_problems",
)
@dataclass(frozen=True, slots=True)
class Sentence:
    """Words in columns, a dependency and a constituency tree, and the source lines until it is edited.

    Make one with `Sentence.of`, which fills missing columns.
    """

    forms: tuple[str, ...]
    lemmas: tuple[str, ...]
    upos: tuple[str, ...]
    xpos: tuple[str, ...]
    feats: tuple[str, ...]
    heads: tuple[int | None, ...]  # counted from 1; 0 is the root; None is no head
    deprels: tuple[str, ...]
    deps: tuple[str, ...]
    misc: tuple[str, ...]
    comments: tuple[str, ...] = ()  # whole lines, "#" included
    ranges: tuple[MultiwordToken, ...] = ()
    empty_nodes: tuple[EmptyNode, ...] = ()
    tree: Tree | None = None
    analyses: tuple[Analysis | None, ...] = ()  # the chosen reading of each word; () where none has one
    candidates: tuple[tuple[Analysis, ...], ...] = ()  # the readings offered for each word; () where there are none
    unanalysed: tuple[int, ...] = ()  # words, from 1, that the file marks as having no reading
    problems: tuple[Problem, ...] = field(default=(), compare=False)  # found while reading
    source: bytes | None = field(default=None, compare=False, repr=False)  # bytes in the file; None after an edit
    line: int = field(default=1, compare=False)  # its first line in the file

    @classmethod
    def of(
        cls,
        forms: Sequence[str],
        *,
        lemmas: Sequence[str] | None = None,
        upos: Sequence[str] | None = None,
        xpos: Sequence[str] | None = None,
        feats: Sequence[str] | None = None,
        heads: Sequence[int | None] | None = None,
        deprels: Sequence[str] | None = None,
        deps: Sequence[str] | None = None,
        misc: Sequence[str] | None = None,
        comments: Sequence[str] = (),
        ranges: Sequence[MultiwordToken] = (),
        empty_nodes: Sequence[EmptyNode] = (),
        tree: Tree | None = None,
        analyses: Sequence[Analysis | None] = (),
        candidates: Sequence[tuple[Analysis, ...]] = (),
        unanalysed: Sequence[int] = (),
        problems: Sequence[Problem] = (),
        source: bytes | None = None,
        line: int = 1,
    ) -> Sentence:
        """Make a sentence; missing columns are empty; ValueError for columns of unequal length."""
        size = len(forms)

        def column(values: Sequence[str] | None) -> tuple[str, ...]:
            return empty_column(size) if values is None else tuple(values)

        lemmas, upos, xpos, feats = (column(values) for values in (lemmas, upos, xpos, feats))
        deprels, deps, misc = (column(values) for values in (deprels, deps, misc))
        head_column = (None,) * size if heads is None else tuple(heads)
        if any(len(values) != size for values in (lemmas, upos, xpos, feats, head_column, deprels, deps, misc)):
            raise ValueError("every column of a sentence needs one value a word")
        if any(values and len(values) != size for values in (analyses, candidates)):
            raise ValueError("analyses and candidates need one entry a word, or none at all")
        annotations = (tuple(comments), tuple(ranges), tuple(empty_nodes), tree)
        readings = (tuple(analyses), tuple(candidates), tuple(unanalysed))
        columns = (tuple(forms), lemmas, upos, xpos, feats, head_column, deprels, deps, misc)
        return cls(*columns, *annotations, *readings, tuple(problems), source, line)

    def __len__(self) -> int:
        return len(self.forms)

    def __repr__(self) -> str:
        return f"<Sentence of {len(self.forms):,} words: {shorten(' '.join(self.forms))}>"

    def _repr_svg_(self) -> str | None:
        from spectral_core.notebook import sentence_svg, tree_svg

        has_no_heads = self.heads.count(None) == len(self.heads)
        return tree_svg(self.tree) if self.tree is not None and has_no_heads else sentence_svg(self)

    @property
    def is_readable(self) -> bool:
        """Whether every line could be read; an unreadable sentence is kept as it is and cannot be edited."""
        return not any(problem.unreadable for problem in self.problems)

    @property
    def tokens(self) -> tuple[Token, ...]:
        """The words of the sentence as tokens."""
        return tuple(self.token(index) for index in range(1, len(self.forms) + 1))

    def token(self, index: int) -> Token:
        """Return the word at `index`, counted from 1; IndexError outside the sentence."""
        if not 1 <= index <= len(self.forms):
            raise IndexError(f"word {index} of a sentence of {len(self.forms)}")
        offset = index - 1
        word = (self.forms[offset], self.lemmas[offset], self.upos[offset], self.xpos[offset], self.feats[offset])
        arc = (self.heads[offset], self.deprels[offset], self.deps[offset], self.misc[offset])
        readings = (
            self.analyses[offset] if self.analyses else None,
            self.candidates[offset] if self.candidates else (),
        )
        return Token(index, *word, *arc, *readings)

    def column(self, name: str) -> tuple[str, ...]:
        """Return a string column by its name in `COLUMNS`."""
        try:
            values: tuple[str, ...] = getattr(self, _FIELD_BY_COLUMN[name])
        except KeyError:
            raise ValueError(f"there is no column {name!r}; there are {', '.join(COLUMNS)}") from None
        return values

    def comment(self, key: str) -> str | None:
        """Return the value of the comment `# key = value`, or None."""
        for line in self.comments:
            name, equals, value = line.lstrip("#").partition("=")
            if equals and name.strip() == key:
                return value.strip()
        return None

    @property
    def text(self) -> str:
        """The running text: the `text` comment where there is one, otherwise the words with their spaces."""
        if (text := self.comment("text")) is not None:
            return text
        units = self.surface_tokens()
        return "".join(form if "SpaceAfter=No" in misc.split("|") else form + " " for _, _, form, misc in units).strip()

    def surface_tokens(self) -> Iterator[tuple[int, int, str, str]]:
        """Iterate over the surface tokens (words or multiword tokens) as first word, last word, form and MISC."""
        ranges = {range_.first: range_ for range_ in self.ranges}
        word = 1
        while word <= len(self.forms):
            multiword = ranges.get(word)
            form, misc = (
                (self.forms[word - 1], self.misc[word - 1]) if multiword is None else (multiword.form, multiword.misc)
            )
            last = word if multiword is None else max(multiword.last, word)
            yield word, last, form, misc
            word = last + 1

    def with_readings_from_columns(self) -> Sentence:
        """Return the sentence with `analyses` filled in from its columns, for the words without a chosen reading.

        Words in `unanalysed` get none. The vocalised form, the gloss and the segments are taken from MISC (`Vform=`,
        `Gloss=`, `Seg=`). No column changes.
        """
        chosen = self.analyses or (None,) * len(self.forms)
        columns = zip(chosen, self.lemmas, self.upos, self.xpos, self.feats, self.misc, strict=True)
        rows = enumerate(columns, 1)
        analyses = (
            analysis or (None if word in self.unanalysed else make_reading_from_columns(*cells))
            for word, (analysis, *cells) in rows
        )
        return replace(self, analyses=tuple(analyses))

    @property
    def has_heads(self) -> bool:
        """Whether every word has a head."""
        return bool(self.forms) and None not in self.heads

    def find_structural_problems(self) -> tuple[Problem, ...]:
        """Return the problems of the dependency tree: missing or invalid heads, a cycle, no root or several; none if no
        word has a head."""
        if self.heads.count(None) == len(self.heads):
            return ()
        size = len(self.forms)
        problems: list[Problem] = []
        for index, head in enumerate(self.heads, 1):
            if head is None:
                problems.append(make_problem(self, index, f"{describe_word(self, index)} has no head", "Attach it"))
            elif not 0 <= head <= size:
                message = f"{describe_word(self, index)} has head {head}, but the sentence has {size} words"
                problems.append(make_problem(self, index, message, f"Use a head from 0 to {size}"))
        root_words = find_roots(self.heads)
        if len(root_words) > 1:
            names = ", ".join(f"{index} {quote(self.forms[index - 1])}" for index in root_words[:5])
            message = (
                f"{len(root_words)} words are attached to the root ({names}{', ...' if len(root_words) > 5 else ''})"
            )
            problems.append(make_problem(self, root_words[1], message, "Exactly one word has head 0"))
        elif not root_words and not problems:
            problems.append(Problem(self.line, "no word is attached to the root", "Exactly one word has head 0"))
        if cycle_words := find_cycle(self.heads):
            links = [f"{index} {quote(self.forms[index - 1])}" for index in (*cycle_words[:8], cycle_words[0])]
            if len(cycle_words) > 8:
                links.insert(8, "...")
            message = f"heads run in a circle: {' -> '.join(links)}"
            problems.append(make_problem(self, cycle_words[0], message, "Give one of these words another head"))
        return tuple(problems)

    def line_of(self, index: int) -> int:
        """Return the line of word `index` in the file, or of the sentence where words have no lines."""
        rows = len(self.forms) + len(self.ranges) + len(self.empty_nodes)
        # without the source, the comments are all that is known to be above the words
        lines_above = len(self.comments) if self.source is None else self.source.count(b"\n") + 1 - rows
        if self.tree is not None or lines_above < 0:
            return self.line
        extra_lines = sum(range_.first <= index for range_ in self.ranges)
        extra_lines += sum(node.after < index for node in self.empty_nodes)
        return self.line + lines_above + extra_lines + index - 1

    def find_crossing(self) -> tuple[int, int] | None:
        """Return two words whose arcs cross, None for a projective tree."""
        return find_crossing(self.heads)

    def with_head(self, index: int, head: int | None, deprel: str | None = None) -> Sentence:
        """Attach word `index` to `head`; EditError for a head out of range or a cycle."""
        self._check_word_index(index)
        size = len(self.forms)
        if head is not None and not 0 <= head <= size:
            form = quote(self.forms[index - 1])
            raise EditError(f"{form} cannot have head {head}: use a number from 0 to {size}")
        if head and (head == index or is_descendant(self.heads, head, index)):
            form, head_form = quote(self.forms[index - 1]), quote(self.forms[head - 1])
            reason = "itself" if head == index else f"{head_form}, its descendant"
            raise EditError(f"{form} cannot be attached to {reason}: heads would run in a circle")
        changed = self._with_arcs((*self.heads[: index - 1], head, *self.heads[index:]), self.deprels)
        return changed if deprel is None else changed.with_value("deprel", index, deprel)

    def with_head_swapped(self, index: int, head: int, deprel: str | None = None) -> Sentence:
        """Attach word `index` to `head`, which takes over the head of `index` if it was its descendant.

        The labels are exchanged too: `head` gets the relation that `index` had, and `index` gets `deprel`, or else the
        relation that `head` had. Where `head` was no descendant of `index`, this is `with_head`. Two words of one
        cycle, each a descendant of the other, are refused with an EditError.
        """
        is_in_range = 1 <= index <= len(self.forms) and 1 <= head <= len(self.forms) and index != head
        is_above = is_in_range and is_descendant(self.heads, head, index)
        if not is_above or is_descendant(self.heads, index, head):
            return self.with_head(index, head, deprel)
        labels = list(self.deprels)
        labels[index - 1], labels[head - 1] = labels[head - 1], labels[index - 1]
        changed = self.with_heads(swap_heads(self.heads, index, head), labels)
        return changed if deprel is None else changed.with_value("deprel", index, deprel)

    def with_heads(self, heads: Sequence[int | None], deprels: Sequence[str] | None = None) -> Sentence:
        """Return the sentence with other heads and, if given, relations, such as those of a parse."""
        return self.with_dependency_trees([(heads, self.deprels if deprels is None else deprels)])[0]

    def with_dependency_trees(self, trees: Iterable[tuple[Sequence[int | None], Sequence[str]]]) -> list[Sentence]:
        """Return a copy of the sentence for each of several dependency trees (heads, relations), faster than singly."""
        self._check_editable()
        size, valid_labels = len(self.forms), set(self.deprels)
        pairs = [(tuple(heads), tuple(deprels)) for heads, deprels in trees]
        for heads, deprels in pairs:
            if len(heads) != size or len(deprels) != size:
                raise EditError(f"a structure of {len(heads)} words does not fit a sentence of {size}")
            if not valid_labels.issuperset(deprels):
                for label in set(deprels) - valid_labels:
                    _check_value("deprel", label)
                valid_labels.update(deprels)
        return self._with_arcs_of_trees(pairs)

    def with_value(self, column: str, index: int, value: str) -> Sentence:
        """Return the sentence with another value in a string column of word `index`."""
        self._check_word_index(index)
        _check_value(column, value)
        values = self.column(column)
        if column == "deprel":
            return self._with_arcs(self.heads, (*values[: index - 1], value, *values[index:]))
        fields = {_FIELD_BY_COLUMN[column]: (*values[: index - 1], value, *values[index:])}
        changed = replace(self, source=None, **fields)  # type: ignore[arg-type]
        if self.tree is None or column not in ("form", "xpos"):
            return changed
        if value == EMPTY and column == "xpos":
            raise EditError(f"{quote(self.forms[index - 1])} is part of a tree, so it needs a tag")
        tree = self.tree.with_leaves(changed.forms, changed.xpos)
        if column == "xpos" and tuple(tree.tags())[index - 1] != value:
            raise EditError(f"{quote(self.forms[index - 1])} has no tag of its own in the tree; change the tree")
        return replace(changed, tree=tree)

    def with_tree(self, tree: Tree) -> Sentence:
        """Return the sentence with another constituency tree over the same words."""
        self._check_editable()
        forms = tuple(tree.words())
        if forms != self.forms:
            raise EditError(f"this tree is over other words: {quote(' '.join(forms[:12]))}")
        return replace(self, tree=tree, xpos=tuple(tree.tags()), source=None)

    def with_analysis(self, index: int, analysis: Analysis) -> Sentence:
        """Choose a reading for word `index`; its lemma, tags and features are taken over."""
        self._check_word_index(index)
        analyses = self.analyses or (None,) * len(self.forms)
        analyses = (*analyses[: index - 1], analysis, *analyses[index:])
        unanalysed = tuple(word for word in self.unanalysed if word != index)
        changed = replace(self, analyses=analyses, unanalysed=unanalysed, source=None)
        columns = (analysis.lemma, analysis.upos, analysis.xpos, analysis.feats)
        for column, value in zip(("lemma", "upos", "xpos", "feats"), columns, strict=True):
            if value != EMPTY:
                changed = changed.with_value(column, index, value)
        return changed

    def __iter__(self) -> Iterator[Token]:
        return iter(self.tokens)

    def _with_arcs(self, heads: tuple[int | None, ...], deprels: tuple[str, ...]) -> Sentence:
        """Return the sentence with other arcs; their copies in the enhanced graph are updated."""
        return self._with_arcs_of_trees([(heads, deprels)])[0]

    def _with_arcs_of_trees(self, trees: Sequence[tuple[tuple[int | None, ...], tuple[str, ...]]]) -> list[Sentence]:
        """Return a copy of the sentence for each tree (heads, relations), with its enhanced graph updated."""
        old_arcs = zip(self.heads, self.deprels, strict=True)
        graphs = update_enhanced_arcs(self.deps, old_arcs, [zip(*tree, strict=True) for tree in trees])
        words = (self.forms, self.lemmas, self.upos, self.xpos, self.feats)
        annotations = (self.comments, self.ranges, self.empty_nodes, self.tree)
        readings = (self.analyses, self.candidates, self.unanalysed)  # three times as fast as `replace`
        source_facts = (self.problems, None, self.line)
        return [
            Sentence(*words, heads, deprels, deps, self.misc, *annotations, *readings, *source_facts)
            for (heads, deprels), deps in zip(trees, graphs, strict=True)
        ]

    def _check_editable(self) -> None:
        """Raise EditError if a line of the sentence could not be read."""
        if not self.is_readable:
            fault = next(problem for problem in self.problems if problem.unreadable)
            raise EditError(f"this sentence could not be read and is kept unchanged; correct the file first: {fault}")

    def _check_word_index(self, index: int) -> None:
        """Raise EditError if the sentence cannot be edited or has no word `index`, counted from 1."""
        self._check_editable()
        if not 1 <= index <= len(self.forms):
            raise EditError(f"there is no word {index} in a sentence of {len(self.forms)} words")


@lru_cache(maxsize=1000)  # parsers return the same relations repeatedly
def _check_value(column: str, value: str) -> None:
    """Raise EditError for a value that no cell can hold: empty, or with tabs, line breaks or NUL."""
    if value.splitlines() != [value] or "\t" in value or "\0" in value:
        message = f"{quote(value)} is not allowed in the column {column}"
        raise EditError(f"{message}: use '_' for nothing, no tabs, line breaks or NUL")


def make_reading_from_columns(lemma: str, upos: str, xpos: str, feats: str, misc: str) -> Analysis | None:
    """Return the reading in the columns of a word; None where lemma, tags and features are empty."""
    if lemma == upos == xpos == feats == EMPTY:
        return None
    if misc == EMPTY:
        return Analysis(lemma, EMPTY, upos, xpos, feats)
    items = parse_misc(misc)
    vocalised, gloss = (percent_decode(items.get(name, EMPTY)) or EMPTY for name in (VOCALISED, GLOSS))
    return Analysis(lemma, vocalised, upos, xpos, feats, gloss, _parse_misc_segments(items.get(SEGMENTS, "")))


def parse_misc(misc: str) -> dict[str, str]:
    """Return the items of a cell of MISC as name: value, still percent-encoded."""
    return dict(item.partition("=")[::2] for item in misc.split("|"))


def percent_decode(text: str) -> str:
    """Decode the percent-encoded characters in a value of MISC, such as %7C for a bar."""
    return _ESCAPED.sub(lambda match: chr(int(match[1], 16)), text) if "%" in text else text


def _parse_misc_segments(text: str) -> tuple[Segment, ...]:
    """Parse the value of the MISC item Seg, form/TAG+form/TAG; () if it has another notation."""
    segments = []
    for piece in text.split("+") if text else ():
        form, slash, tag = piece.partition("/")
        if not slash or "/" in tag:
            return ()
        segments.append(Segment(percent_decode(form), percent_decode(tag) or EMPTY))
    return tuple(segments)
