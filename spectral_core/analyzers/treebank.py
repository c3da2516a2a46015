"""The analyses that a treebank's words have, and guesses for words it does not have; for any language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from spectral_core.analyzers.features import remembered
from spectral_core.analyzers.vowels import as_printed, with_vowels
from spectral_core.brief import brief_repr
from spectral_core.data import EMPTY, Analysis, Segment, Sentence
from spectral_core.data.guessing import NUMBER, WORD, word_kind

if TYPE_CHECKING:
    from spectral_core.analyzers.guessing.guesser import Guesser

GUESSES = 30  # for a word that was not seen
GUESSES_SEEN = 8  # beside the analyses of a word that was


@dataclass(frozen=True, slots=True)
class TreebankAnalyser:
    """The lexicon of a treebank and what is guessed from it; make one with `learn` or `from_rows`. A seen word is
    guessed as if it were new, so that a model can be trained on guesses that are as good as those it will meet."""

    lexicon: Mapping[str, Mapping[Analysis, int]]  # the analyses of each word, the most frequent first
    most: int = GUESSES  # for a word that was not seen
    _guessers: list[Guesser] = field(default_factory=list, repr=False, compare=False)  # one, when it is asked for
    _known: dict[str, tuple[Analysis, ...]] = field(default_factory=dict, repr=False, compare=False)
    _bare: list[Mapping[str, Mapping[Analysis, int]]] = field(default_factory=list, repr=False, compare=False)
    _kinds: dict[str, tuple[tuple[str, str, str], ...]] = field(default_factory=dict, repr=False, compare=False)
    __repr__ = brief_repr

    @classmethod
    def learn(cls, sentences: Iterable[Sentence]) -> TreebankAnalyser:
        """The analyser of all words with a chosen analysis, or else with a lemma or a tag in their columns."""
        counts: dict[str, Counter[Analysis]] = {}
        made: dict[tuple[str, str, str, str], Analysis] = {}
        for sentence in sentences:
            chosen = sentence.analyses or (None,) * len(sentence)
            columns = zip(sentence.lemmas, sentence.upos, sentence.xpos, sentence.feats, strict=True)
            for index, (form, analysis, cells) in enumerate(zip(sentence.forms, chosen, columns, strict=True), 1):
                if analysis is None:
                    if cells == (EMPTY, EMPTY, EMPTY, EMPTY) or index in sentence.unanalysed:
                        continue
                    if (analysis := made.get(cells)) is None:
                        lemma, upos, xpos, feats = cells
                        analysis = made[cells] = Analysis(lemma, EMPTY, upos, xpos, feats)
                counts.setdefault(form, Counter())[analysis] += 1
        return cls({form: dict(counts[form].most_common()) for form in counts})

    @property
    def guesser(self) -> Guesser:
        """What guesses are made by: it follows from the lexicon, and is learnt from it when it is first asked for."""
        if not self._guessers:
            from spectral_core.analyzers.guessing.guesser import Guesser

            self._guessers.append(Guesser.learn(self.lexicon, dotted=any("ı" in form for form in self.lexicon)))
        return self._guessers[0]

    def analyse(self, word: str, transliterated: bool | None = None) -> tuple[Analysis, ...]:  # noqa: ARG002
        """Those the word was seen with, the most frequent first, then guesses, the likeliest first."""
        seen = self.seen(word)
        return tuple(dict.fromkeys((*seen, *self.guesses(word, min(GUESSES_SEEN, self.most) if seen else self.most))))

    def seen(self, word: str) -> Mapping[Analysis, int]:
        """How often the word was seen with each analysis, the most frequent first."""
        found = self.lexicon.get(word) or self.lexicon.get(as_printed(word))
        return self._vowelled().get(word, {}) if found is None else found

    def _vowelled(self) -> Mapping[str, Mapping[Analysis, int]]:
        """What was seen with vowels, by the word without them: each reading with the vowels it was seen with."""
        if not self._bare:
            counts: dict[str, Counter[Analysis]] = {}
            for form, analyses in self.lexicon.items():
                if (printed := as_printed(form)) != form:
                    spoken = {with_vowels(form, one): count for one, count in analyses.items()}
                    counts.setdefault(printed, Counter()).update(spoken)
            self._bare.append({form: dict(found.most_common()) for form, found in counts.items()})
        return self._bare[0]

    def guesses(self, word: str, most: int | None = None) -> tuple[Analysis, ...]:
        """At most so many guesses, the likeliest first; fewer asked for are the first of more."""
        if most is not None and most > self.most:
            return self._guessed(word, most)
        return remembered(self._known, word, lambda: self._guessed(word, self.most))[:most]

    def _guessed(self, word: str, most: int) -> tuple[Analysis, ...]:
        kind = word_kind(word) if word else WORD
        if kind in (WORD, NUMBER):
            found = tuple(self.guesser.guesses([word], most).of_words().analyses(0))
            if kind == NUMBER:
                found = tuple(each for each in found if each.upos in (NUMBER, EMPTY) or "NumType=" in each.feats)
            if found or kind == WORD:
                return found
        return tuple(Analysis(word, EMPTY, *tags) for tags in self._tags_of(kind)[:most])

    def _tags_of(self, kind: str) -> tuple[tuple[str, str, str], ...]:
        """The tags of what is no word, those of most such forms first: never those of words."""
        if kind not in self._kinds:
            counts: Counter[tuple[str, str, str]] = Counter()
            for form, analyses in self.lexicon.items():
                if word_kind(form) == kind:
                    counts.update((each.upos, each.xpos, each.feats) for each in analyses)
            found = [tags for tags, _ in counts.most_common() if tags[0] in (kind, EMPTY)]
            self._kinds[kind] = tuple(found) or ((kind, EMPTY, EMPTY),)
        return self._kinds[kind]

    def with_most(self, most: int) -> TreebankAnalyser:
        """The analyser with so many guesses for a word that was not seen."""
        return replace(self, most=most, _known={})

    def as_new(self) -> Guesses:
        """The guesses alone, to which every word is new: candidates for a model that counts the seen ones itself."""
        return Guesses(self)

    def rows(self) -> tuple[str, ...]:
        """The lexicon as lines of cells between tabs, for a model's file: the guesser is learnt again from it."""
        items = self.lexicon.items()
        return tuple("\t".join(_cells(form, *row)) for form, analyses in items for row in analyses.items())

    @classmethod
    def from_rows(cls, rows: Iterable[str]) -> TreebankAnalyser:
        """The analyser that `rows` were taken from; ValueError where one is not a row."""
        counts: dict[str, dict[Analysis, int]] = {}
        for row in rows:
            form, count, lemma, vocalised, upos, xpos, feats, gloss, *parts = row.split("\t")
            segments = tuple(map(Segment, parts[::2], parts[1::2]))
            counts.setdefault(form, {})[Analysis(lemma, vocalised, upos, xpos, feats, gloss, segments)] = int(count)
        return cls(counts)


@dataclass(frozen=True, slots=True)
class Guesses:
    """What an analyser guesses for a word, whether it was seen or not."""

    treebank: TreebankAnalyser
    __repr__ = brief_repr

    def analyse(self, word: str, transliterated: bool | None = None) -> tuple[Analysis, ...]:  # noqa: ARG002
        return self.treebank.guesses(word)


def _cells(form: str, analysis: Analysis, count: int) -> tuple[str, ...]:
    parts = (cell for segment in analysis.segments for cell in (segment.form, segment.tag))
    said = (analysis.lemma, analysis.vocalised, analysis.upos, analysis.xpos, analysis.feats, analysis.gloss)
    return (form, str(count), *said, *parts)
