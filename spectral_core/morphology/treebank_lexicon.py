"""Lexicon of a treebank: the attested analyses of its words, and guesses for unknown words; for any language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from spectral_core.brief import brief_repr
from spectral_core.data import EMPTY, Analysis, Segment, Sentence
from spectral_core.data.readings import NUMBER_KIND, WORD_KIND, classify_form
from spectral_core.morphology.analyser import get_or_compute_analyses
from spectral_core.morphology.arabic.spelling import add_written_vowels, to_unvowelled

if TYPE_CHECKING:
    from spectral_core.morphology.guesser import Guesser

MAX_GUESSES = 30  # guesses for an unknown word
MAX_EXTRA_GUESSES = 8  # guesses in addition to the analyses of a known word


@dataclass(frozen=True, slots=True)
class TreebankAnalyser:
    """Lexicon of a treebank with a guesser trained on it; build with `learn` or `from_rows`. Known words are guessed
    leave-one-out, so that a model is trained on guesses as good as those for unknown words."""

    lexicon: Mapping[str, Mapping[Analysis, int]]  # analyses of each word with counts, most frequent first
    max_guesses: int = MAX_GUESSES  # for an unknown word
    _guessers: list[Guesser] = field(default_factory=list, repr=False, compare=False)  # empty or one: made on first use
    _cache: dict[str, tuple[Analysis, ...]] = field(default_factory=dict, repr=False, compare=False)
    _unvowelled: list[Mapping[str, Mapping[Analysis, int]]] = field(default_factory=list, repr=False, compare=False)
    _symbol_tags: dict[str, tuple[tuple[str, str, str], ...]] = field(default_factory=dict, repr=False, compare=False)
    __repr__ = brief_repr

    @classmethod
    def learn(cls, sentences: Iterable[Sentence]) -> TreebankAnalyser:
        """Learn from all words with a gold analysis, or else with a lemma or tag in their columns."""
        counts: dict[str, Counter[Analysis]] = {}
        analyses: dict[tuple[str, str, str, str], Analysis] = {}
        for sentence in sentences:
            chosen_analyses = sentence.analyses or (None,) * len(sentence)
            columns = zip(sentence.lemmas, sentence.upos, sentence.xpos, sentence.feats, strict=True)
            for index, (form, analysis, cells) in enumerate(
                zip(sentence.forms, chosen_analyses, columns, strict=True), 1
            ):
                if analysis is None:
                    if cells == (EMPTY, EMPTY, EMPTY, EMPTY) or index in sentence.unanalysed:
                        continue
                    if (analysis := analyses.get(cells)) is None:
                        lemma, upos, xpos, feats = cells
                        analysis = analyses[cells] = Analysis(lemma, EMPTY, upos, xpos, feats)
                counts.setdefault(form, Counter())[analysis] += 1
        return cls({form: dict(counts[form].most_common()) for form in counts})

    @property
    def guesser(self) -> Guesser:
        """Guesser of unknown words, trained on the lexicon on first use."""
        if not self._guessers:
            from spectral_core.morphology.guesser import Guesser

            self._guessers.append(Guesser.learn(self.lexicon, turkic=any("ı" in form for form in self.lexicon)))
        return self._guessers[0]

    def analyse(self, word: str, transliterated: bool | None = None) -> tuple[Analysis, ...]:  # noqa: ARG002
        """Return the attested analyses of the word, most frequent first, then guesses, most probable first."""
        attested = self.get_attested_counts(word)
        return tuple(
            dict.fromkeys(
                (
                    *attested,
                    *self.guess(word, min(MAX_EXTRA_GUESSES, self.max_guesses) if attested else self.max_guesses),
                )
            )
        )

    def get_attested_counts(self, word: str) -> Mapping[Analysis, int]:
        """Return the analyses of the word in the treebank with their frequencies, most frequent first; empty for an
        unknown word."""
        analyses = self.lexicon.get(word) or self.lexicon.get(to_unvowelled(word))
        return self._build_unvowelled_lexicon().get(word, {}) if analyses is None else analyses

    def _build_unvowelled_lexicon(self) -> Mapping[str, Mapping[Analysis, int]]:
        """Return the readings of vowelled words with their counts by unvowelled word; built at the first call."""
        if not self._unvowelled:
            counts: dict[str, Counter[Analysis]] = {}
            for form, analyses in self.lexicon.items():
                if (unvowelled := to_unvowelled(form)) != form:
                    vowelled = {add_written_vowels(form, analysis): count for analysis, count in analyses.items()}
                    counts.setdefault(unvowelled, Counter()).update(vowelled)
            self._unvowelled.append({form: dict(readings.most_common()) for form, readings in counts.items()})
        return self._unvowelled[0]

    def guess(self, word: str, limit: int | None = None) -> tuple[Analysis, ...]:
        """Return at most `limit` guesses for a word, known or not, most probable first."""
        if limit is not None and limit > self.max_guesses:
            return self._make_guesses(word, limit)
        return get_or_compute_analyses(self._cache, word, lambda: self._make_guesses(word, self.max_guesses))[:limit]

    def _make_guesses(self, word: str, limit: int) -> tuple[Analysis, ...]:
        """Guess the analyses of a word; numbers, symbols and punctuation only get tags of their kind."""
        form_kind = classify_form(word) if word else WORD_KIND
        if form_kind in (WORD_KIND, NUMBER_KIND):
            guesses = tuple(self.guesser.guess([word], limit).drop_symbol_tags().iterate_analyses(0))
            if form_kind == NUMBER_KIND:
                guesses = tuple(
                    guess for guess in guesses if guess.upos in (NUMBER_KIND, EMPTY) or "NumType=" in guess.feats
                )
            if guesses or form_kind == WORD_KIND:
                return guesses
        return tuple(Analysis(word, EMPTY, *tags) for tags in self._find_symbol_tags(form_kind)[:limit])

    def _find_symbol_tags(self, form_kind: str) -> tuple[tuple[str, str, str], ...]:
        """Return the tags that symbols, numbers or punctuation marks (`form_kind`) have in the treebank, most frequent
        first; never word tags."""
        if form_kind not in self._symbol_tags:
            counts: Counter[tuple[str, str, str]] = Counter()
            for form, analyses in self.lexicon.items():
                if classify_form(form) == form_kind:
                    counts.update((analysis.upos, analysis.xpos, analysis.feats) for analysis in analyses)
            tag_list = [tags for tags, _ in counts.most_common() if tags[0] in (form_kind, EMPTY)]
            self._symbol_tags[form_kind] = tuple(tag_list) or ((form_kind, EMPTY, EMPTY),)
        return self._symbol_tags[form_kind]

    def with_max_guesses(self, max_guesses: int) -> TreebankAnalyser:
        """Return a copy with another maximum number of guesses per unknown word."""
        return replace(self, max_guesses=max_guesses, _cache={})

    def to_guessing_analyser(self) -> GuessingAnalyser:
        """Return an analyser that only guesses and treats each word as unknown, for models that count known words
        themselves."""
        return GuessingAnalyser(self)

    def to_rows(self) -> tuple[str, ...]:
        """Serialise the lexicon for a model file as tab-separated lines; the guesser is retrained when it is loaded."""
        items = self.lexicon.items()
        return tuple(
            "\t".join(_format_row_cells(form, *analysis_count))
            for form, analyses in items
            for analysis_count in analyses.items()
        )

    @classmethod
    def from_rows(cls, rows: Iterable[str]) -> TreebankAnalyser:
        """Restore the analyser from the output of `to_rows`; ValueError if a row is malformed."""
        counts: dict[str, dict[Analysis, int]] = {}
        for row in rows:
            form, count, lemma, vocalised, upos, xpos, feats, gloss, *parts = row.split("\t")
            segments = tuple(Segment(*pair) for pair in zip(parts[::2], parts[1::2], strict=True))
            counts.setdefault(form, {})[Analysis(lemma, vocalised, upos, xpos, feats, gloss, segments)] = int(count)
        return cls(counts)


@dataclass(frozen=True, slots=True)
class GuessingAnalyser:
    """Analyser that returns guesses for every word, known or not."""

    treebank: TreebankAnalyser
    __repr__ = brief_repr

    def analyse(self, word: str, transliterated: bool | None = None) -> tuple[Analysis, ...]:  # noqa: ARG002
        """Return guesses for the word, as if it were unknown."""
        return self.treebank.guess(word)


def _format_row_cells(form: str, analysis: Analysis, count: int) -> tuple[str, ...]:
    """Return the cells of a row of `to_rows`."""
    parts = (cell for segment in analysis.segments for cell in (segment.form, segment.tag))
    fields = (analysis.lemma, analysis.vocalised, analysis.upos, analysis.xpos, analysis.feats, analysis.gloss)
    return (form, str(count), *fields, *parts)
