"""One sentence as columns of equal length, with what stands between and around its words; frozen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from spectral_core.brief import cut
from spectral_core.data.basic_arcs import following
from spectral_core.data.dependencies import crossing, cycle, hangs_below, roots, swapped
from spectral_core.data.problem import Problem, problem_at, quoted, word_named
from spectral_core.data.tree import Tree
from spectral_core.data.words import COLUMNS, EMPTY, Analysis, EmptyNode, Range, Segment, Token, blank
from spectral_core.errors import EditError

__all__ = ["COLUMNS", "EMPTY", "Analysis", "EmptyNode", "Range", "Segment", "Sentence", "Token", "blank"]

_FIELDS = {name: name for name in COLUMNS} | {"form": "forms", "lemma": "lemmas", "deprel": "deprels"}


@dataclass(frozen=True, slots=True)
class Sentence:
    """Words in columns, a dependency and a constituency structure, and the lines it was read from until it is edited.
    Make one with `Sentence.of`, which fills the columns that are not given."""

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

        lemmas, upos, xpos, feats = (column(values) for values in (lemmas, upos, xpos, feats))
        deprels, deps, misc = (column(values) for values in (deprels, deps, misc))
        above = (None,) * size if heads is None else tuple(heads)
        if any(len(values) != size for values in (lemmas, upos, xpos, feats, above, deprels, deps, misc)):
            raise ValueError("every column of a sentence needs one value a word")
        if any(values and len(values) != size for values in (analyses, candidates)):
            raise ValueError("analyses and candidates need one entry a word, or none at all")
        around = (tuple(comments), tuple(ranges), tuple(empty_nodes), tree)
        offered = (tuple(analyses), tuple(candidates), tuple(unanalysed))
        columns = (tuple(forms), lemmas, upos, xpos, feats, above, deprels, deps, misc)
        return cls(*columns, *around, *offered, tuple(problems), source, line)

    def __len__(self) -> int:
        return len(self.forms)

    def __repr__(self) -> str:
        return f"<Sentence of {len(self.forms):,} words: {cut(' '.join(self.forms))}>"

    def _repr_svg_(self) -> str | None:
        from spectral_core.notebook import sentence_svg, tree_svg

        bare = self.heads.count(None) == len(self.heads)
        return tree_svg(self.tree) if self.tree is not None and bare else sentence_svg(self)

    @property
    def readable(self) -> bool:
        """Whether every line of it could be read; the others are kept as they stand and cannot be edited."""
        return not any(problem.unreadable for problem in self.problems)

    @property
    def tokens(self) -> tuple[Token, ...]:
        """Its words, each seen by itself."""
        return tuple(self.token(index) for index in range(1, len(self.forms) + 1))

    def token(self, index: int) -> Token:
        """The word at `index`, counted from 1."""
        if not 1 <= index <= len(self.forms):
            raise IndexError(f"word {index} of a sentence of {len(self.forms)}")
        at = index - 1
        word = (self.forms[at], self.lemmas[at], self.upos[at], self.xpos[at], self.feats[at])
        arc = (self.heads[at], self.deprels[at], self.deps[at], self.misc[at])
        readings = (self.analyses[at] if self.analyses else None, self.candidates[at] if self.candidates else ())
        return Token(index, *word, *arc, *readings)

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
        if (given := self.comment("text")) is not None:
            return given
        units = self.units()
        return "".join(form if "SpaceAfter=No" in misc.split("|") else form + " " for _, _, form, misc in units).strip()

    def units(self) -> Iterator[tuple[int, int, str, str]]:
        """What is written as one, a word or a range: its first and its last word, its form and its MISC."""
        ranges = {range_.first: range_ for range_ in self.ranges}
        word = 1
        while word <= len(self.forms):
            one = ranges.get(word)
            form, misc = (self.forms[word - 1], self.misc[word - 1]) if one is None else (one.form, one.misc)
            last = word if one is None else max(one.last, word)
            yield word, last, form, misc
            word = last + 1

    def with_readings(self) -> Sentence:
        """The sentence whose words without a chosen analysis take the one that their columns spell out, if any; not
        those that are `unanalysed`. The vowelled form and the gloss are those of MISC (`Vform=`, `Gloss=`). Nothing
        that is written changes."""
        chosen = self.analyses or (None,) * len(self.forms)
        columns = zip(chosen, self.lemmas, self.upos, self.xpos, self.feats, self.misc, strict=True)
        rows = enumerate(columns, 1)
        found = (known or (None if word in self.unanalysed else _reading(*cells)) for word, (known, *cells) in rows)
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
        found: list[Problem] = []
        for index, head in enumerate(self.heads, 1):
            if head is None:
                found.append(problem_at(self, index, f"{word_named(self, index)} has no head", "Attach it"))
            elif not 0 <= head <= size:
                what = f"{word_named(self, index)} has head {head}, but the sentence has {size} words"
                found.append(problem_at(self, index, what, f"Use a head from 0 to {size}"))
        tops = roots(self.heads)
        if len(tops) > 1:
            named = ", ".join(f"{index} {quoted(self.forms[index - 1])}" for index in tops[:5])
            what = f"{len(tops)} words hang from the root ({named}{', ...' if len(tops) > 5 else ''})"
            found.append(problem_at(self, tops[1], what, "Exactly one word has head 0"))
        elif not tops and not found:
            found.append(Problem(self.line, "no word hangs from the root", "Exactly one word has head 0"))
        if circle := cycle(self.heads):
            named = " -> ".join(f"{index} {quoted(self.forms[index - 1])}" for index in (*circle[:8], circle[0]))
            what = f"heads run in a circle: {named}"
            found.append(problem_at(self, circle[0], what, "Give one of these words another head"))
        return tuple(found)

    def line_of(self, index: int) -> int:
        """The line of the file with word `index`, where words stand one a line; else that where the sentence begins."""
        if self.tree is not None:
            return self.line
        above = sum(range_.first <= index for range_ in self.ranges)
        above += sum(node.after < index for node in self.empty_nodes)
        return self.line + len(self.comments) + above + index - 1

    def crossing(self) -> tuple[int, int] | None:
        """Two words whose arcs cross, or None where the structure is projective."""
        return crossing(self.heads)

    def with_head(self, index: int, head: int | None, deprel: str | None = None) -> Sentence:
        """The sentence with word `index` attached to `head`; heads out of range and circles are refused."""
        self._check_word(index)
        size = len(self.forms)
        if head is not None and not 0 <= head <= size:
            form = quoted(self.forms[index - 1])
            raise EditError(f"{form} cannot have head {head}: use a number from 0 to {size}")
        heads = (*self.heads[: index - 1], head, *self.heads[index:])
        if (circle := cycle(heads)) and index in circle and head is not None:
            form, above = quoted(self.forms[index - 1]), quoted(self.forms[head - 1]) if head else "the root"
            reason = "itself" if head == index else f"{above}, which hangs from it"
            raise EditError(f"{form} cannot be attached to {reason}: heads would run in a circle")
        changed = self._hung(heads, self.deprels)
        return changed if deprel is None else changed.with_value("deprel", index, deprel)

    def with_head_swapped(self, index: int, head: int, deprel: str | None = None) -> Sentence:
        """The sentence with word `index` attached to `head`, which takes over the head of `index` if it hung below it.
        With the upper place goes the upper label: `head` gets the relation that `index` had, and `index` gets `deprel`,
        or else the relation that `head` had. Where `head` was not below `index`, this is `with_head`."""
        inside = 1 <= index <= len(self.forms) and 1 <= head <= len(self.forms) and index != head
        if not inside or not hangs_below(self.heads, head, index):
            return self.with_head(index, head, deprel)
        labels = list(self.deprels)
        labels[index - 1], labels[head - 1] = labels[head - 1], labels[index - 1]
        changed = self.with_heads(swapped(self.heads, index, head), labels)
        return changed if deprel is None else changed.with_value("deprel", index, deprel)

    def with_heads(self, heads: Sequence[int | None], deprels: Sequence[str] | None = None) -> Sentence:
        """The sentence with another dependency structure, as a parser gives it."""
        return self.with_trees([(heads, self.deprels if deprels is None else deprels)])[0]

    def with_trees(self, trees: Iterable[tuple[Sequence[int | None], Sequence[str]]]) -> list[Sentence]:
        """As `with_heads` for several structures, heads and relations of each: in less time the more they share."""
        self._check_editable()
        size, checked = len(self.forms), set(self.deprels)
        pairs = [(tuple(heads), tuple(deprels)) for heads, deprels in trees]
        for heads, deprels in pairs:
            if len(heads) != size or len(deprels) != size:
                raise EditError(f"a structure of {len(heads)} words does not fit a sentence of {size}")
            if not checked.issuperset(deprels):
                for label in set(deprels) - checked:
                    _check_value("deprel", label)
                checked.update(deprels)
        return self._hung_as(pairs)

    def with_value(self, column: str, index: int, value: str) -> Sentence:
        """The sentence with another value in a string column of word `index`."""
        self._check_word(index)
        _check_value(column, value)
        values = self.column(column)
        if column == "deprel":
            return self._hung(self.heads, (*values[: index - 1], value, *values[index:]))
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
        self._check_word(index)
        analyses = self.analyses or (None,) * len(self.forms)
        analyses = (*analyses[: index - 1], analysis, *analyses[index:])
        still = tuple(word for word in self.unanalysed if word != index)
        changed = replace(self, analyses=analyses, unanalysed=still, source=None)
        said = (analysis.lemma, analysis.upos, analysis.xpos, analysis.feats)
        for column, value in zip(("lemma", "upos", "xpos", "feats"), said, strict=True):
            if value != EMPTY:
                changed = changed.with_value(column, index, value)
        return changed

    def __iter__(self) -> Iterator[Token]:
        return iter(self.tokens)

    def _hung(self, heads: tuple[int | None, ...], deprels: tuple[str, ...]) -> Sentence:
        """The sentence with other arcs; in its enhanced graph, those that stood for them follow."""
        return self._hung_as([(heads, deprels)])[0]

    def _hung_as(self, trees: Sequence[tuple[tuple[int | None, ...], tuple[str, ...]]]) -> list[Sentence]:
        before = zip(self.heads, self.deprels, strict=True)
        graphs = following(self.deps, before, [zip(*tree, strict=True) for tree in trees])
        words = (self.forms, self.lemmas, self.upos, self.xpos, self.feats)
        around = (self.comments, self.ranges, self.empty_nodes, self.tree)
        offered = (self.analyses, self.candidates, self.unanalysed)  # in a third of the time that `replace` takes
        more = (self.problems, None, self.line)
        return [
            Sentence(*words, heads, deprels, deps, self.misc, *around, *offered, *more)
            for (heads, deprels), deps in zip(trees, graphs, strict=True)
        ]

    def _check_editable(self) -> None:
        if not self.readable:
            first = next(problem for problem in self.problems if problem.unreadable)
            raise EditError(f"this sentence could not be read and is kept as it stands; mend the file first: {first}")

    def _check_word(self, index: int) -> None:
        self._check_editable()
        if not 1 <= index <= len(self.forms):
            raise EditError(f"there is no word {index} in a sentence of {len(self.forms)} words")


@lru_cache(maxsize=1000)  # parsers give the same relations again and again
def _check_value(column: str, value: str) -> None:
    if value.splitlines() != [value] or "\t" in value or "\0" in value:
        what = f"{value!r} cannot stand in the column {column}"
        raise EditError(f"{what}: use '_' for nothing, no tabs, line breaks or NUL")


def _reading(lemma: str, upos: str, xpos: str, feats: str, misc: str) -> Analysis | None:
    if {lemma, upos, xpos, feats} == {EMPTY}:
        return None
    named = dict(pair.partition("=")[::2] for pair in misc.split("|"))
    return Analysis(lemma, named.get("Vform", EMPTY), upos, xpos, feats, named.get("Gloss", EMPTY))
