"""One sentence as columns of equal length, with what stands between and around its words; frozen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from spectral_core.data.dependencies import crossing, cycle, hangs_below, roots, swapped
from spectral_core.data.problem import Problem, quoted
from spectral_core.data.tree import Tree
from spectral_core.data.words import COLUMNS, EMPTY, Analysis, EmptyNode, Range, Segment, Token, blank
from spectral_core.errors import EditError

__all__ = ["COLUMNS", "EMPTY", "Analysis", "EmptyNode", "Range", "Segment", "Sentence", "Token", "blank"]

_FIELDS = {
    "form": "forms",
    "lemma": "lemmas",
    "upos": "upos",
    "xpos": "xpos",
    "feats": "feats",
    "deprel": "deprels",
    "deps": "deps",
    "misc": "misc",
}


@dataclass(frozen=True, slots=True)
class Sentence:
    """Words in columns, a dependency and a constituency structure, and the lines it was read from until it is edited.

    Make one with `Sentence.of`, which fills the columns that are not given.
    """

    forms: tuple[str, ...]
    lemmas: tuple[str, ...]
    upos: tuple[str, ...]
    xpos: tuple[str, ...]
    feats: tuple[str, ...]
    heads: tuple[int | None, ...]  # counted from 1; 0 is the root; None is open
    deprels: tuple[str, ...]
    deps: tuple[str, ...]
    misc: tuple[str, ...]
    comments: tuple[str, ...] = ()  # whole lines, "#" included
    ranges: tuple[Range, ...] = ()
    empty_nodes: tuple[EmptyNode, ...] = ()
    tree: Tree | None = None
    analyses: tuple[Analysis | None, ...] = ()  # the chosen reading of each word; () where none has one
    candidates: tuple[tuple[Analysis, ...], ...] = ()  # the readings offered for each word; () where there are none
    unanalysed: tuple[int, ...] = ()  # words, from 1, whose columns are no reading: so the file itself says
    problems: tuple[Problem, ...] = field(default=(), compare=False)  # found while reading
    source: bytes | None = field(default=None, compare=False, repr=False)  # as it stood in the file
    line: int = field(default=1, compare=False)  # of the file, where it begins

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
        ranges: Sequence[Range] = (),
        empty_nodes: Sequence[EmptyNode] = (),
        tree: Tree | None = None,
        analyses: Sequence[Analysis | None] = (),
        candidates: Sequence[tuple[Analysis, ...]] = (),
        unanalysed: Sequence[int] = (),
        problems: Sequence[Problem] = (),
        source: bytes | None = None,
        line: int = 1,
    ) -> Sentence:
        """A sentence whose missing columns are empty; columns of unequal length are refused."""
        size = len(forms)

        def column(values: Sequence[str] | None) -> tuple[str, ...]:
            return blank(size) if values is None else tuple(values)

        made = cls(
            tuple(forms),
            column(lemmas),
            column(upos),
            column(xpos),
            column(feats),
            (None,) * size if heads is None else tuple(heads),
            column(deprels),
            column(deps),
            column(misc),
            tuple(comments),
            tuple(ranges),
            tuple(empty_nodes),
            tree,
            tuple(analyses),
            tuple(candidates),
            tuple(unanalysed),
            tuple(problems),
            source,
            line,
        )
        columns = (made.lemmas, made.upos, made.xpos, made.feats, made.heads, made.deprels, made.deps, made.misc)
        if any(len(values) != size for values in columns):
            raise ValueError("every column of a sentence needs one value a word")
        if any(values and len(values) != size for values in (made.analyses, made.candidates)):
            raise ValueError("analyses and candidates need one entry a word, or none at all")
        return made

    def __len__(self) -> int:
        return len(self.forms)

    @property
    def readable(self) -> bool:
        """Whether every line of it could be read; the others are kept as they stand and cannot be edited."""
        return not any(problem.unreadable for problem in self.problems)

    @property
    def tokens(self) -> tuple[Token, ...]:
        return tuple(self.token(index) for index in range(1, len(self.forms) + 1))

    def token(self, index: int) -> Token:
        """The word at `index`, counted from 1."""
        if not 1 <= index <= len(self.forms):
            raise IndexError(f"word {index} of a sentence of {len(self.forms)}")
        at = index - 1
        return Token(
            index,
            self.forms[at],
            self.lemmas[at],
            self.upos[at],
            self.xpos[at],
            self.feats[at],
            self.heads[at],
            self.deprels[at],
            self.deps[at],
            self.misc[at],
            self.analyses[at] if self.analyses else None,
            self.candidates[at] if self.candidates else (),
        )

    def column(self, name: str) -> tuple[str, ...]:
        """One string column by its name in `COLUMNS`."""
        try:
            values: tuple[str, ...] = getattr(self, _FIELDS[name])
        except KeyError:
            raise ValueError(f"there is no column {name!r}; there are {', '.join(COLUMNS)}") from None
        return values

    def comment(self, key: str) -> str | None:
        """The value of the comment `# key = value`, or None."""
        for line in self.comments:
            name, equals, value = line.lstrip("#").partition("=")
            if equals and name.strip() == key:
                return value.strip()
        return None

    @property
    def text(self) -> str:
        """The running text: the `text` comment where there is one, otherwise the words with their spaces."""
        given = self.comment("text")
        if given is not None:
            return given
        pieces: list[str] = []
        ranges = {range_.first: range_ for range_ in self.ranges}
        index = 1
        while index <= len(self.forms):
            range_ = ranges.get(index)
            form, misc = (self.forms[index - 1], self.misc[index - 1]) if range_ is None else (range_.form, range_.misc)
            pieces.append(form if "SpaceAfter=No" in misc.split("|") else form + " ")
            index = index + 1 if range_ is None else max(range_.last, index) + 1
        return "".join(pieces).strip()

    def with_readings(self) -> Sentence:
        """The sentence whose words without a chosen analysis take the one that their columns spell out, if any; not
        those that are `unanalysed`.

        The vowelled form and the gloss are those of MISC (`Vform=`, `Gloss=`). Nothing that is written changes.
        """
        chosen = self.analyses or (None,) * len(self.forms)
        columns = zip(chosen, self.lemmas, self.upos, self.xpos, self.feats, self.misc, strict=True)
        found = [
            known or (None if index in self.unanalysed else _reading(*cells))
            for index, (known, *cells) in enumerate(columns, 1)
        ]
        return replace(self, analyses=tuple(found))

    @property
    def has_heads(self) -> bool:
        """Whether every word has a head."""
        return bool(self.forms) and None not in self.heads

    def structural_problems(self) -> tuple[Problem, ...]:
        """What is wrong with its dependency structure; a sentence without heads has none."""
        if self.heads.count(None) == len(self.heads):
            return ()
        size = len(self.forms)
        found = [
            self._problem(index, f"word {index} {quoted(self.forms[index - 1])} has no head", "Attach it")
            if head is None
            else self._problem(
                index,
                f"word {index} {quoted(self.forms[index - 1])} has head {head}, but the sentence has {size} words",
                f"Use a head from 0 to {size}",
            )
            for index, head in enumerate(self.heads, 1)
            if head is None or not 0 <= head <= size
        ]
        tops = roots(self.heads)
        if len(tops) > 1:
            named = ", ".join(f"{index} {quoted(self.forms[index - 1])}" for index in tops[:5])
            what = f"{len(tops)} words hang from the root ({named}{', ...' if len(tops) > 5 else ''})"
            found.append(self._problem(tops[1], what, "Exactly one word has head 0"))
        elif not tops and not found:
            found.append(Problem(self.line, "no word hangs from the root", "Exactly one word has head 0"))
        circle = cycle(self.heads)
        if circle:
            named = " -> ".join(f"{index} {quoted(self.forms[index - 1])}" for index in (*circle[:8], circle[0]))
            what = f"heads run in a circle: {named}"
            found.append(self._problem(circle[0], what, "Give one of these words another head"))
        return tuple(found)

    def _problem(self, index: int, what: str, remedy: str) -> Problem:
        return Problem(self.line_of(index), what, remedy, word=index)

    def line_of(self, index: int) -> int:
        """The line of the file with word `index`, where words stand one a line; else that where the sentence begins."""
        if self.tree is not None:
            return self.line
        above = sum(range_.first <= index for range_ in self.ranges) + sum(
            node.after < index for node in self.empty_nodes
        )
        return self.line + len(self.comments) + above + index - 1

    def crossing(self) -> tuple[int, int] | None:
        """Two words whose arcs cross, or None where the structure is projective."""
        return crossing(self.heads)

    def with_head(self, index: int, head: int | None, deprel: str | None = None) -> Sentence:
        """The sentence with word `index` attached to `head`; heads out of range and circles are refused."""
        self._check_editable()
        size = len(self.forms)
        if not 1 <= index <= size:
            raise EditError(f"there is no word {index} in a sentence of {size} words")
        if head is not None and not 0 <= head <= size:
            form = quoted(self.forms[index - 1])
            raise EditError(f"{form} cannot have head {head}: use a number from 0 to {size}")
        heads = (*self.heads[: index - 1], head, *self.heads[index:])
        circle = cycle(heads)
        if circle and index in circle and head is not None:
            form, above = quoted(self.forms[index - 1]), quoted(self.forms[head - 1]) if head else "the root"
            reason = "itself" if head == index else f"{above}, which hangs from it"
            raise EditError(f"{form} cannot be attached to {reason}: heads would run in a circle")
        changed = replace(self, heads=heads, source=None)
        return changed if deprel is None else changed.with_value("deprel", index, deprel)

    def with_head_swapped(self, index: int, head: int, deprel: str | None = None) -> Sentence:
        """The sentence with word `index` attached to `head`, which takes over the head of `index` if it hung below it.

        With the upper place goes the upper label: `head` gets the relation that `index` had, and `index` gets `deprel`,
        or else the relation that `head` had. Where `head` was not below `index`, this is `with_head`.
        """
        if not (1 <= index <= len(self.forms) and 1 <= head <= len(self.forms) and index != head):
            return self.with_head(index, head, deprel)
        if not hangs_below(self.heads, head, index):
            return self.with_head(index, head, deprel)
        labels = list(self.deprels)
        labels[index - 1], labels[head - 1] = labels[head - 1], labels[index - 1]
        changed = self.with_heads(swapped(self.heads, index, head), labels)
        return changed if deprel is None else changed.with_value("deprel", index, deprel)

    def with_heads(self, heads: Sequence[int | None], deprels: Sequence[str] | None = None) -> Sentence:
        """The sentence with another dependency structure, as a parser gives it."""
        self._check_editable()
        if len(heads) != len(self.forms) or (deprels is not None and len(deprels) != len(self.forms)):
            raise EditError(f"a structure of {len(heads)} words does not fit a sentence of {len(self.forms)}")
        new = self.deprels if deprels is None else tuple(deprels)
        return replace(self, heads=tuple(heads), deprels=new, source=None)

    def with_value(self, column: str, index: int, value: str) -> Sentence:
        """The sentence with another value in a string column of word `index`."""
        self._check_editable()
        if not value or any(mark in value for mark in "\t\n\r"):
            raise EditError(
                f"{value!r} cannot stand in the column {column}: use '_' for nothing, no tabs or line breaks"
            )
        values = self.column(column)
        if not 1 <= index <= len(values):
            raise EditError(f"there is no word {index} in a sentence of {len(values)} words")
        fields = {_FIELDS[column]: (*values[: index - 1], value, *values[index:])}
        changed = replace(self, source=None, **fields)  # type: ignore[arg-type]
        if self.tree is None or column not in ("form", "xpos"):
            return changed
        if value == EMPTY and column == "xpos":
            raise EditError(f"{self.forms[index - 1]!r} stands in a tree and needs a tag there")
        tree = self.tree.with_leaves(changed.forms, changed.xpos)
        if column == "xpos" and tuple(tree.tags())[index - 1] != value:
            raise EditError(f"{self.forms[index - 1]!r} stands in the tree without a tag of its own; change the tree")
        return replace(changed, tree=tree)

    def with_tree(self, tree: Tree) -> Sentence:
        """The sentence with another constituency tree over the same words."""
        self._check_editable()
        forms = tuple(tree.words())
        if forms != self.forms:
            raise EditError(f"this tree is over other words: {' '.join(forms[:12])}")
        return replace(self, tree=tree, xpos=tuple(tree.tags()), source=None)

    def with_analysis(self, index: int, analysis: Analysis) -> Sentence:
        """The sentence with `analysis` chosen for word `index`; its lemma, tags and features are taken over."""
        self._check_editable()
        if not 1 <= index <= len(self.forms):
            raise EditError(f"there is no word {index} in a sentence of {len(self.forms)} words")
        analyses = self.analyses or (None,) * len(self.forms)
        analyses = (*analyses[: index - 1], analysis, *analyses[index:])
        still = tuple(word for word in self.unanalysed if word != index)
        changed = replace(self, analyses=analyses, unanalysed=still, source=None)
        for column, value in (
            ("lemma", analysis.lemma),
            ("upos", analysis.upos),
            ("xpos", analysis.xpos),
            ("feats", analysis.feats),
        ):
            if value != EMPTY:
                changed = changed.with_value(column, index, value)
        return changed

    def __iter__(self) -> Iterator[Token]:
        return iter(self.tokens)

    def _check_editable(self) -> None:
        if not self.readable:
            first = next(problem for problem in self.problems if problem.unreadable)
            raise EditError(f"this sentence could not be read and is kept as it stands; mend the file first: {first}")


def _reading(lemma: str, upos: str, xpos: str, feats: str, misc: str) -> Analysis | None:
    if {lemma, upos, xpos, feats} == {EMPTY}:
        return None
    named = dict(pair.partition("=")[::2] for pair in misc.split("|"))
    return Analysis(lemma, named.get("Vform", EMPTY), upos, xpos, feats, named.get("Gloss", EMPTY))
