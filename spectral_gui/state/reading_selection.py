"""Assignment of readings to words, and measurement of the annotation effort."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate

from PySide6.QtCore import QObject, Signal

from spectral_core.data import EMPTY, Analysis, Segment, Sentence
from spectral_core.data.readings import has_tag, is_decided, with_reading, with_table_reading
from spectral_core.engine import FindOccurrences, Occurrence
from spectral_core.errors import EditError, SpectralError
from spectral_core.formats import CHOSEN, READINGS, can_edit, can_hold
from spectral_core.project import Change, Edit, WordEffort
from spectral_core.project.history import WordPosition
from spectral_gui.jobs.jobs import QUERIES, Job
from spectral_gui.state.changes import ChangeKind, Changes
from spectral_gui.state.document_loading import LoadedDocument
from spectral_gui.state.notices import Done, Notices, Outcome, Refused, ReportingJobs, Unchanged
from spectral_gui.state.reading_rankings import ReadingRankings, WordOccurrences, add_to_user_lexicon
from spectral_gui.state.session import Session

_MOVING_AVERAGE_WORDS = 20  # words averaged in one point of a curve
_MAX_CURVE_POINTS = 400  # maximum number of points of a curve
_MAX_MILLISECONDS = 60_000  # a longer time counts as a pause
READING_PARTS = ("lemma", "vocalised", "upos", "xpos", "feats", "gloss", "segments")  # parts of a reading
TAG_PARTS = {"upos", "xpos"}
_MAX_CACHED_READINGS = 1_000  # readings
_MAX_OCCURRENCES = 100  # changed by one edit in addition to the selected word: more would block the window


class AnnotationEffort:
    """Totals of the annotation effort over the first decisions about the words of a project. Updated incrementally by
    edits and undo, as they are displayed after every keystroke."""

    def __init__(self) -> None:
        self._efforts_by_word: dict[
            WordPosition, list[WordEffort]
        ] = {}  # decisions about each word; only the first counts
        self._first_rank_sums = [0]  # cumulative sums, by number of words
        self._rank_counts: Counter[int | None] = Counter()
        self._key_count = self._milliseconds = 0

    @classmethod
    def from_decisions(cls, decisions: Iterable[tuple[WordPosition, WordEffort]]) -> AnnotationEffort:
        """Compute the totals of these decisions, ordered from the oldest."""
        effort = cls()
        for (document, sentence, word), word_effort in decisions:
            effort.add_decision(document, sentence, word, word_effort)
        return effort

    def add_decision(self, document: str, sentence: int, word: int, word_effort: WordEffort) -> None:
        """Count a decision, unless the word was decided before."""
        word_efforts = self._efforts_by_word.setdefault((document, sentence, word), [])
        word_efforts.append(word_effort)
        if len(word_efforts) == 1:
            self._first_rank_sums.append(self._first_rank_sums[-1] + (word_effort.rank == 1))
            self._add_to_totals(word_effort, 1)

    def remove_last_decision(self, document: str, sentence: int, word: int) -> None:
        """Remove the newest decision about a word, which was undone."""
        key = (document, sentence, word)
        word_efforts = self._efforts_by_word.get(key)
        if word_efforts is None:
            return
        removed = word_efforts.pop()
        if word_efforts:
            return
        is_newest = next(reversed(self._efforts_by_word)) == key
        del self._efforts_by_word[key]
        self._add_to_totals(removed, -1)
        if is_newest:
            self._first_rank_sums.pop()
        else:
            self._first_rank_sums = [0, *accumulate(choices[0].rank == 1 for choices in self._efforts_by_word.values())]

    def _add_to_totals(self, word_effort: WordEffort, sign: int) -> None:
        self._rank_counts[word_effort.rank] += sign
        self._key_count += sign * word_effort.keys
        self._milliseconds += sign * min(word_effort.milliseconds, _MAX_MILLISECONDS)

    @property
    def word_count(self) -> int:
        """Number of decided words."""
        return len(self._efforts_by_word)

    @property
    def keys_per_word(self) -> float:
        """Mean number of keystrokes per word."""
        return self._key_count / max(self.word_count, 1)

    @property
    def seconds_per_word(self) -> float:
        """Mean seconds per word without pauses: at most a minute per word."""
        return self._milliseconds / 1000 / max(self.word_count, 1)

    @property
    def rank_counts(self) -> Mapping[int | None, int]:
        """Number of words by the rank of the chosen reading; None if no offered reading was right."""
        return {rank: count for rank, count in self._rank_counts.items() if count}

    @property
    def first_reading_accuracy(self) -> float:
        """Share of decided words whose first-ranked reading was chosen; every word was ranked before it was decided."""
        return self._rank_counts[1] / max(self.word_count, 1)

    def compute_moving_accuracy(self, window: int = _MOVING_AVERAGE_WORDS) -> tuple[tuple[int, float], ...]:
        """Return the moving accuracy of the first reading as up to 400 points (number of words, accuracy over the last
        `window` words), including the newest."""
        first_end, sums = min(window, 5), self._first_rank_sums
        step = max(1, -(-self.word_count // _MAX_CURVE_POINTS))
        ends = range(self.word_count, first_end - 1, -step)
        return tuple((end, (sums[end] - sums[max(0, end - window)]) / min(end, window)) for end in reversed(ends))


class EffortTracker(QObject):
    """Updates the annotation effort of the open project as decisions are made and undone."""

    changed = Signal()

    def __init__(self, session: Session):
        super().__init__()
        self.effort = AnnotationEffort()
        session.changes.add_part("effort", self._on_changes, ChangeKind.EFFORT | ChangeKind.OPENED)
        session.project_closed.connect(self._on_project_closed)

    def _on_changes(self, changes: Changes) -> None:
        if changes.edit is not None:
            self._update_effort(changes.edit, changes.is_undo)
        if changes.has(ChangeKind.OPENED):
            self._read_effort(changes.loaded)

    def _update_effort(self, edit: Edit, is_undo: bool) -> None:
        for (document, index, word), word_effort in edit.efforts:
            if is_undo:
                self.effort.remove_last_decision(document, index, word)
            else:
                self.effort.add_decision(document, index, word, word_effort)
        if edit.efforts:
            self.changed.emit()

    def _read_effort(self, loaded: LoadedDocument | None) -> None:
        if loaded is not None:
            self.effort = AnnotationEffort.from_decisions(loaded.efforts)
            self.changed.emit()

    def _on_project_closed(self) -> None:
        self.effort = AnnotationEffort()
        self.changed.emit()


class ReadingSelection(QObject):
    """Assigns readings to words, and finds other occurrences of a word."""

    occurrences_found = Signal(object)

    def __init__(self, session: Session, readings: ReadingRankings, work: ReportingJobs, notices: Notices):
        super().__init__()
        self._session, self._readings, self._work, self._notices = session, readings, work, notices
        self._storable_reading_cache: dict[
            tuple[object, ...], Analysis
        ] = {}  # readings without the parts that the table has no columns for
        session.changes.add_part(
            "reading-selection", lambda _: self._storable_reading_cache.clear(), ChangeKind.DOCUMENT
        )

    def assign_reading(
        self, index: int, word: int, analysis: Analysis, rank: int | None = None, keys: int = 1
    ) -> Outcome:
        """Assign a reading to a word; `rank`, from 1, is its position in the list shown, `keys` the number of
        keystrokes."""
        effort = self._measure_effort(word, rank, keys) if index == self._session.selection.sentence else None
        return self._assign_to_words({index: (word,)}, analysis, rank, effort)

    def assign_custom_reading(self, index: int, word: int, analysis: Analysis, keys: int = 1) -> Outcome:
        """Assign a reading that is not among the candidates, and add it to them. A reading without a tag is refused:
        the word would not count as decided."""
        session = self._session
        if not has_tag(analysis) and self.find_storable_parts(index, word) & TAG_PARTS:
            reason = self.tr("Enter a tag as well: a word without a tag does not count as annotated.")
            return self._notices.report_refusal(reason)
        outcome = self.assign_reading(index, word, analysis, None, keys)
        project, form = session.project, session.treebank[index].forms[word - 1]
        if outcome and project is not None and not session.read_only_reason and has_tag(analysis):
            folder, description = project.folder, self.tr("Adding to the lexicon")
            job = self._work.run_in_thread(
                lambda report: add_to_user_lexicon(folder, form, analysis, report), description
            )
            job.finished.connect(lambda _: self._readings.rerank_with_added_readings())
        return outcome

    def assign_to_occurrences(
        self, analysis: Analysis, positions: Sequence[tuple[int, int]], rank: int | None = None, keys: int = 2
    ) -> Outcome:
        """Assign a reading at all these positions (sentence, word) in one edit. The effort is that of the first,
        selected word, as in `assign_reading`; the other words were not visited one by one and add neither words nor
        keystrokes."""
        by_sentence: dict[int, tuple[int, ...]] = {}
        for index, word in positions[: _MAX_OCCURRENCES + 1]:
            by_sentence[index] = (*by_sentence.get(index, ()), word)
        index, word = positions[0] if positions else (-1, 0)
        effort = self._measure_effort(word, rank, keys) if index == self._session.selection.sentence and word else None
        return self._assign_to_words(by_sentence, analysis, rank, effort)

    def find_storable_parts(self, index: int, word: int) -> frozenset[str]:
        """Return the names of the parts of a reading that the document can store."""
        sentence = self._session.treebank[index]
        form = sentence.forms[word - 1]
        full_reading = Analysis(form, form, "NOUN", "N", "Case=Nom", "thing", (Segment(form, "N"),))
        empty_reading = Analysis()
        storable = (
            self._drop_unstorable_parts(sentence, word, full_reading)
            if can_hold(self._session.treebank.format, CHOSEN)
            else full_reading
        )
        return frozenset(name for name in READING_PARTS if getattr(storable, name) != getattr(empty_reading, name))

    def find_occurrences(self, index: int, word: int) -> Job[tuple[tuple[Occurrence, ...], bool]]:
        """Find the other occurrences of a word form; emit `occurrences_found` when they are known."""
        session = self._session
        form = session.treebank[index].forms[word - 1]
        request = FindOccurrences(session.document, form, _MAX_OCCURRENCES)
        job = self._work.send(QUERIES, request, self.tr("Searching for the same word"))
        job.finished.connect(
            session.guard_by_document(lambda matches: self.occurrences_found.emit(WordOccurrences(form, *matches)))
        )
        return job

    def fill_first_readings(self, index: int, sentence: Sentence) -> Sentence:
        """Return the sentence with the first reading filled in for undecided words: all of them if a model ranks, else
        those with a single reading; none if readings are not on screen.

        Raises:
            SpectralError: if the document cannot store a reading.
        """
        readings = self._readings.get_shown_readings(index) if self._readings.are_visible else None
        if readings is None:
            return sentence
        filled, is_model_ranked = sentence, self._readings.model.active_run is not None
        for word, candidates in enumerate(readings, 1):
            if candidates and (is_model_ranked or len(candidates) == 1) and not is_decided(filled, word):
                filled = self._set_reading(filled, word, candidates[0].value)
        return filled

    def measure_first_reading_effort(
        self, index: int, sentence: Sentence, filled: Sentence
    ) -> tuple[tuple[WordPosition, WordEffort], ...]:
        """Return the effort of accepting the first readings of words with their sentence: one keystroke in total."""
        words = [
            word for word in range(1, len(sentence) + 1) if not is_decided(sentence, word) and is_decided(filled, word)
        ]
        name = self._session.document
        return tuple(((name, index, word), WordEffort(1, int(word == words[0]), 0)) for word in words)

    def _measure_effort(self, word: int, rank: int | None, keys: int) -> WordEffort | None:
        """Return the effort of a decision about a word of the selected sentence; None if it was decided before or is
        not ranked."""
        index = self._session.selection.sentence
        if self._readings.get_latest_ranking(index) is None or is_decided(self._session.treebank[index], word):
            return None  # the ranking cannot have influenced it
        return WordEffort(rank, keys, self._readings.word_milliseconds)

    def _assign_to_words(
        self,
        words_by_sentence: Mapping[int, Sequence[int]],
        analysis: Analysis,
        rank: int | None,
        effort: WordEffort | None,
    ) -> Outcome:
        """Assign a reading to words, grouped by sentence; `effort` is that for the first of them."""
        session, changes, form = self._session, [], ""
        for index, words in words_by_sentence.items():
            sentence = changed = session.treebank[index]
            form = sentence.forms[words[0] - 1]
            try:
                for word in words:
                    changed = self._set_reading(changed, word, analysis)
            except (EditError, SpectralError) as error:
                return self._notices.report_refusal(str(error))
            if changed != sentence:
                changes.append(Change(session.document, index, sentence, changed))
        if not changes:
            return Done() if words_by_sentence else Unchanged()  # the words have this reading already
        name = next((label for label in (analysis.lemma, analysis.xpos) if label != EMPTY), analysis.upos)
        undo_text = self.tr("Read \u2068{0}\u2069 as \u2068{1}\u2069").format(form, name)
        count = sum(map(len, words_by_sentence.values()))
        if len(changes) > 1 or len(next(iter(words_by_sentence.values()))) > 1:
            undo_text = self.tr("Read \u2068{0}\u2069 as \u2068{1}\u2069 in {2} places").format(form, name, count)
        index, words = next(iter(words_by_sentence.items()))
        efforts = () if effort is None else (((session.document, index, words[0]), effort),)
        outcome = session.apply_edit(
            Edit(
                undo_text, tuple(changes), milliseconds=session.milliseconds_since_last_edit, rank=rank, efforts=efforts
            )
        )
        if not isinstance(outcome, Refused):
            self._readings.restart_word_clock()
        return outcome

    def _set_reading(self, sentence: Sentence, word: int, analysis: Analysis) -> Sentence:
        """Return the sentence with a reading stored as its file format allows; in a token table, in the available
        columns."""
        format = self._session.treebank.format
        if not can_edit(format, READINGS):
            raise EditError(self.tr("This file format cannot store readings. Save as CoNLL-U."))
        if not can_hold(format, CHOSEN):
            return with_reading(sentence, word, analysis)
        return with_table_reading(sentence, word, self._drop_unstorable_parts(sentence, word, analysis))

    def _drop_unstorable_parts(self, sentence: Sentence, word: int, analysis: Analysis) -> Analysis:
        """Return the reading without the parts that the table has no columns for."""
        write_sentence: Callable[[Sentence], str] | None = getattr(
            self._session.treebank.sentences, "format_sentence", None
        )
        if write_sentence is None:
            return analysis
        key = _make_reading_cache_key(sentence, word, analysis)
        if key not in self._storable_reading_cache:
            if len(self._storable_reading_cache) >= _MAX_CACHED_READINGS:
                del self._storable_reading_cache[next(iter(self._storable_reading_cache))]
            self._storable_reading_cache[key] = _drop_unwritable_reading_parts(write_sentence, sentence, word, analysis)
        return self._storable_reading_cache[key]


def _drop_unwritable_reading_parts(
    write_sentence: Callable[[Sentence], str], sentence: Sentence, word: int, analysis: Analysis
) -> Analysis:
    """Return the reading without the parts that `write_sentence` refuses at a word (from 1); writes the sentence once
    per part."""
    empty_reading, reduced = Analysis(), analysis
    for name in READING_PARTS:
        if getattr(analysis, name) != getattr(empty_reading, name):
            single_part = empty_reading._replace(**{name: getattr(analysis, name)})
            try:
                write_sentence(with_table_reading(sentence, word, single_part))
            except SpectralError:
                reduced = reduced._replace(**{name: getattr(empty_reading, name)})
    return reduced


def _make_reading_cache_key(sentence: Sentence, word: int, analysis: Analysis) -> tuple[object, ...]:
    """Return the cache key of a reading of a word; readings with equal keys lose the same parts in a table."""
    position, target = word - 1, sentence
    columns = (target.forms, target.lemmas, target.upos, target.xpos, target.feats, target.misc)
    structure = (target.tree is None, not target.ranges, not target.empty_nodes)
    return (
        analysis,
        *(column[position] for column in columns),
        target.analyses[position] if target.analyses else None,
        structure,
    )
