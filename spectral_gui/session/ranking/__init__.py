"""What a session offers for words: readings in order, which words are in doubt, and how one is taken."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from itertools import islice

from PySide6.QtCore import QObject, Signal

from spectral_core.analyzers.own_lexicon import FILE
from spectral_core.data import EMPTY, Analysis, Segment, Sentence
from spectral_core.data.guessing import guessed
from spectral_core.data.readings import has_tag, is_decided, with_reading, with_reading_beside
from spectral_core.errors import EditError, SpectralError
from spectral_core.project import Act, Change, Taken
from spectral_core.project.history import Word
from spectral_gui.jobs import ANSWERS, Job, Place
from spectral_gui.session.kept import Kept
from spectral_gui.session.ranked import SameWords, added_reading, has_dictionary
from spectral_gui.session.ranking.asking import HOLD_READINGS, Asking
from spectral_gui.session.selection import Selection

__all__ = ["HOLD_READINGS", "Ranking"]

PARTS = ("lemma", "vocalised", "upos", "xpos", "feats", "gloss", "segments")  # of a reading
TAGS = {"upos", "xpos"}
_MOST_COMPARED = 20_000  # forms, for a guess
_MOST_SAME = 100  # places that one act changes beside the one it was asked from: more would hold the window up
_ASK_AGAIN = 2.0  # seconds after which a sentence that could not be ranked is asked about again, when it is visited


class Ranking(Asking):
    """Takes readings, and keeps up with what changes them: words, documents, models, and what users add."""

    same_found = Signal(object)  # SameWords
    readings_offered = Signal()  # there are any for the document shown, beside those that stand in it

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self._kept = Kept()  # of readings, what the table shown has columns for
        self._offered = False  # whether it was said that there are readings for the document shown
        self._lexicon_seen: tuple[int, int] | None = None  # time and size of the file of readings that users added
        self.selection_changed.connect(self._follow_word)
        self.ranker_changed.connect(self._rank_anew)
        self.survey_changed.connect(self._look_for_readings)

    def use_analyser(self, name: str) -> None:
        """Lets another analyser offer readings: a name of the catalogue, "" for the one that suits the document."""
        if name != self.analyser:
            self.analyser = name
            self._rank_anew()

    def take_analysis(self, index: int, word: int, analysis: Analysis, rank: int | None = None, keys: int = 1) -> bool:
        """Whether a reading stands at a word now; `rank`, from 1, is its place in the list that was shown, `keys` how
        many were pressed for it."""
        taken = self._taken(word, rank, keys) if index == self.selection.sentence else None
        return self._take_analyses({index: (word,)}, analysis, rank, taken)

    def take_own(self, index: int, word: int, analysis: Analysis, keys: int = 1) -> bool:
        """Whether a reading that was not offered stands at a word now; from now on it is offered for this word.

        One without a tag is refused: nobody could tell later that the word was decided.
        """
        if not has_tag(analysis) and self.kept_parts(index, word) & TAGS:
            self.refused.emit(self.tr("Write a tag as well: without one, the word does not count as decided."))
            return False
        if not self.take_analysis(index, word, analysis, None, keys):
            return False
        project, form = self.project, self.treebank[index].forms[word - 1]
        if project is not None and not self.read_only and has_tag(analysis):
            job = self._reading(self.tr("Adding to the lexicon"), added_reading, project.folder, form, analysis)
            job.finished.connect(self._follow_lexicon)
        return True

    def kept_parts(self, index: int, word: int) -> frozenset[str]:
        """The parts of a reading, by their names, that the document has a place for."""
        sentence = self.treebank[index]
        form = sentence.forms[word - 1]
        every = Analysis(form, form, "NOUN", "N", "Case=Nom", "thing", (Segment(form, "N"),))
        nothing = Analysis()
        kept = self._kept_by_table(sentence, word, every) if self.treebank.format == "table" else every
        return frozenset(name for name in PARTS if getattr(kept, name) != getattr(nothing, name))

    def guess(self, index: int, word: int) -> Analysis:
        """What to begin with where nothing is offered for a word: the tags of words that look like it, decided in the
        document, or first in the rankings known so far."""
        form = self.treebank[index].forms[word - 1]
        known = [
            (other, Analysis(*tags[:1], EMPTY, *tags[1:]))
            for other, readings in islice(self.inventory.readings.items(), _MOST_COMPARED)
            for tags in readings[:1]
        ]
        known += [
            (other, row[0].value)
            for found in self._rankings.values()
            for other, row in zip(found.asked.forms, found.rows, strict=False)
            if row
        ]
        return guessed(form, known)

    def take_everywhere(
        self, analysis: Analysis, places: Sequence[tuple[int, int]], rank: int | None = None, keys: int = 2
    ) -> bool:
        """Whether a reading stands at all these places (sentence, word) now, by one act.

        The first of them is the word in hand: what it cost is counted as in `take_analysis`. The others were not looked
        at one by one, and count neither as words nor in keys.
        """
        by_sentence: dict[int, tuple[int, ...]] = {}
        for index, word in places[: _MOST_SAME + 1]:
            by_sentence[index] = (*by_sentence.get(index, ()), word)
        index, word = places[0] if places else (-1, 0)
        taken = self._taken(word, rank, keys) if index == self.selection.sentence and word else None
        return self._take_analyses(by_sentence, analysis, rank, taken)

    def find_same(self, index: int, word: int) -> Job:
        """Looks for the places where a word is written so; `same_found` when they are known."""
        form = self.treebank[index].forms[word - 1]
        doing = self.tr("Looking for the same word")
        job = self._working(doing, ANSWERS, "same_words", self.document, form, _MOST_SAME)
        generation = self._generation

        def take(found: tuple[tuple[Place, ...], bool]) -> None:
            if generation == self._generation:
                self.same_found.emit(SameWords(form, *found))

        job.finished.connect(take)
        return job

    def with_first_readings(self, index: int, sentence: Sentence) -> tuple[Sentence, int]:
        """The sentence with the first reading of each undecided word, and how many these are: all of them where a model
        ranks, else those of words with only one; none where readings are not on screen."""
        found = self._rankings.get(index)
        if not self._along or found is None or found.asked.forms != sentence.forms:
            return sentence, 0
        changed, count = sentence, 0
        for word, row in enumerate(found.rows, 1):
            if row and (self.ranker is not None or len(row) == 1) and not is_decided(changed, word):
                try:
                    changed = self._with_reading(changed, word, row[0].value)
                except (EditError, SpectralError) as error:
                    self.refused.emit(str(error))
                    return sentence, 0
                count += 1
        return changed, count

    def first_readings_taken(self, index: int, before: Sentence, after: Sentence) -> tuple[tuple[Word, Taken], ...]:
        """What it costs to accept the first readings of words with their sentence: one key for all of them."""
        words = [word for word in range(1, len(before) + 1) if not is_decided(before, word) and is_decided(after, word)]
        return tuple(((self.document, index, word), Taken(1, int(word == words[0]), 0)) for word in words)

    # How it is done

    def _taken(self, word: int, rank: int | None, keys: int) -> Taken | None:
        index = self.selection.sentence
        if self._rankings.get(index) is None or is_decided(self.treebank[index], word):
            return None  # it was known already when it was ranked
        return Taken(rank, keys, round(1000 * (time.monotonic() - self._word_since)))

    def _take_analyses(
        self,
        places: Mapping[int, Sequence[int]],
        analysis: Analysis,
        rank: int | None,
        taken: Taken | None = None,  # what the first of these words cost
    ) -> bool:
        changes = []
        form = ""
        for index, words in places.items():
            before = after = self.treebank[index]
            form = before.forms[words[0] - 1]
            try:
                for word in words:
                    after = self._with_reading(after, word, analysis)
            except (EditError, SpectralError) as error:
                self.refused.emit(str(error))
                return False
            if after != before:
                changes.append(Change(self.document, index, before, after))
        if not changes:
            return bool(places)  # it stands there already
        name = analysis.lemma if analysis.lemma != "_" else (analysis.xpos if analysis.xpos != "_" else analysis.upos)
        step = self.tr("Read \u2068{0}\u2069 as \u2068{1}\u2069").format(form, name)
        if len(changes) > 1 or len(next(iter(places.values()))) > 1:
            count = sum(map(len, places.values()))
            step = self.tr("Read \u2068{0}\u2069 as \u2068{1}\u2069 in {2} places").format(form, name, count)
        index, words = next(iter(places.items()))
        cost = () if taken is None else (((self.document, index, words[0]), taken),)
        if not self._do(Act(step, tuple(changes), milliseconds=self._spent(), rank=rank, taken=cost)):
            return False
        self._word_since = time.monotonic()
        return True

    def _with_reading(self, sentence: Sentence, word: int, analysis: Analysis) -> Sentence:
        """The sentence with a reading where its file keeps one: in a table in those of its own columns that it has."""
        if self.treebank.format not in HOLD_READINGS:
            raise EditError(self.tr("A file of this kind has no place for readings; save it as CoNLL-U."))
        if self.treebank.format != "table":
            return with_reading(sentence, word, analysis)
        return with_reading_beside(sentence, word, self._kept_by_table(sentence, word, analysis))

    def _kept_by_table(self, sentence: Sentence, word: int, analysis: Analysis) -> Analysis:
        """As much of a reading as the table has columns for: what it would refuse to write is left out."""
        write: Callable[[Sentence], str] | None = getattr(self.treebank.sentences, "write", None)
        if write is None:
            return analysis
        return self._kept.of(write, sentence, word, analysis)

    # What happens elsewhere

    def _follow_word(self, now: Selection, before: Selection) -> None:
        if (now.sentence, now.word) != (before.sentence, before.word):
            self._word_since = time.monotonic()
        if now.sentence != before.sentence:
            self._swap_ranker()
            self._follow_lexicon_file()
            if time.monotonic() - self._complained.get(now.sentence, 0.0) > _ASK_AGAIN:
                self._complaints.pop(now.sentence, None)
            self._pump_rankings()

    def _follow_change(self, index: int) -> None:
        super()._follow_change(index)
        self._follow_read(index)
        self._pump_rankings()

    def _look_for_readings(self) -> None:
        """Finds out once of a document whether there are readings for its words, before the engine has to be asked."""
        if self._offered or not len(self.treebank) or self.treebank.format not in HOLD_READINGS:
            return
        generation = self._generation

        def take(found: bool) -> None:
            if found and generation == self._generation and not self._offered:
                self._offered = True
                self.readings_offered.emit()

        if self.ranker is not None:
            take(True)
        else:
            self._jobs.read(has_dictionary, self.treebank).finished.connect(take)

    def _follow_lexicon(self, _: object) -> None:
        """What is offered has grown."""
        self._lexicon_seen = self._lexicon_stamp()
        self._edition += 1
        self._rank_anew()

    def _follow_lexicon_file(self) -> None:
        """What is offered is another where the file of added readings was changed by hand."""
        stamp = self._lexicon_stamp()
        if stamp != self._lexicon_seen:
            self._lexicon_seen = stamp
            self._edition += 1

    def _lexicon_stamp(self) -> tuple[int, int] | None:
        """The time and size of the file of readings that users added; None where there is none."""
        if self.project is None:
            return None
        try:
            status = (self.project.folder / FILE).stat()
        except OSError:
            return None
        return status.st_mtime_ns, status.st_size

    def _rank_anew(self) -> None:
        """Another model or analyser: what is shown is asked for anew."""
        self._complaints.clear()
        if self.ranker is not None and self.surveyed:
            self._look_for_readings()
        self._pump_rankings()
        self.rankings_changed.emit(self.selection.sentence)

    def _forget_proposals(self) -> None:
        super()._forget_proposals()
        for held in (self._rankings, self._complaints, self._complained, self._wanted_rankings, self._kept):
            held.clear()
        self._lexicon_seen = self._lexicon_stamp()
        self._offered = False
        self.advice = ""
        self.advice_changed.emit()
