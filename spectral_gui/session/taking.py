"""How readings are taken: written to the columns that the file has, by one act, with what it cost."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QObject, Signal

from spectral_core.data import EMPTY, Analysis, Segment, Sentence
from spectral_core.data.readings import has_tag, is_decided, with_reading, with_reading_beside
from spectral_core.engine import FindSame, SamePlace
from spectral_core.errors import EditError, SpectralError
from spectral_core.formats import CHOSEN, READINGS, holds, keeps
from spectral_core.project import Act, Change, Taken
from spectral_core.project.history import Word
from spectral_gui.jobs import ANSWERS, Job
from spectral_gui.session.added_readings import added_reading
from spectral_gui.session.notices import Done, Nothing, Notices, Outcome, Refused
from spectral_gui.session.ranked import SameWords
from spectral_gui.session.readings import Readings
from spectral_gui.session.session import Session
from spectral_gui.session.work import Work

PARTS = ("lemma", "vocalised", "upos", "xpos", "feats", "gloss", "segments")  # of a reading
TAGS = {"upos", "xpos"}
_MOST_KEPT = 1_000  # readings of which it is remembered what a table keeps
_MOST_SAME = 100  # places that one act changes beside the one it was asked from: more would hold the window up


class Taking(QObject):
    """Takes readings for words, and looks where else a word stands."""

    same_found = Signal(object)  # SameWords

    def __init__(self, session: Session, readings: Readings, work: Work, notices: Notices):
        super().__init__()
        self._session, self._readings, self._work, self._notices = session, readings, work, notices
        self._kept: dict[tuple[object, ...], Analysis] = {}  # of readings, what the table shown has columns for
        session.treebank_changed.connect(lambda: self._kept.clear())

    def take(self, index: int, word: int, analysis: Analysis, rank: int | None = None, keys: int = 1) -> Outcome:
        """What became of putting a reading at a word; `rank`, from 1, is its place in the list that was shown, `keys`
        how many were pressed for it."""
        taken = self._taken(word, rank, keys) if index == self._session.selection.sentence else None
        return self._take({index: (word,)}, analysis, rank, taken)

    def take_own(self, index: int, word: int, analysis: Analysis, keys: int = 1) -> Outcome:
        """What became of putting a reading that was not offered at a word; from now on it is offered for this word. One
        without a tag is refused: nobody could tell later that the word was decided."""
        session = self._session
        if not has_tag(analysis) and self.kept_parts(index, word) & TAGS:
            why = self.tr("Write a tag as well: without one, the word does not count as decided.")
            return self._notices.refuse(why)
        outcome = self.take(index, word, analysis, None, keys)
        project, form = session.project, session.treebank[index].forms[word - 1]
        if outcome and project is not None and not session.read_only and has_tag(analysis):
            folder, doing = project.folder, self.tr("Adding to the lexicon")
            job = self._work.read(lambda report: added_reading(folder, form, analysis, report), doing)
            job.finished.connect(lambda _: self._readings.offer_added())
        return outcome

    def take_everywhere(
        self, analysis: Analysis, places: Sequence[tuple[int, int]], rank: int | None = None, keys: int = 2
    ) -> Outcome:
        """What became of putting a reading at all these places (sentence, word) by one act. The first of them is the
        word in hand: what it cost is counted as in `take`. The others were not looked at one by one, and count neither
        as words nor in keys."""
        by_sentence: dict[int, tuple[int, ...]] = {}
        for index, word in places[: _MOST_SAME + 1]:
            by_sentence[index] = (*by_sentence.get(index, ()), word)
        index, word = places[0] if places else (-1, 0)
        taken = self._taken(word, rank, keys) if index == self._session.selection.sentence and word else None
        return self._take(by_sentence, analysis, rank, taken)

    def kept_parts(self, index: int, word: int) -> frozenset[str]:
        """The parts of a reading, by their names, that the document has a place for."""
        sentence = self._session.treebank[index]
        form = sentence.forms[word - 1]
        every = Analysis(form, form, "NOUN", "N", "Case=Nom", "thing", (Segment(form, "N"),))
        nothing = Analysis()
        kept = self._kept_by_table(sentence, word, every) if holds(self._session.treebank.format, CHOSEN) else every
        return frozenset(name for name in PARTS if getattr(kept, name) != getattr(nothing, name))

    def find_same(self, index: int, word: int) -> Job[tuple[tuple[SamePlace, ...], bool]]:
        """Looks for the places where a word is written so; `same_found` when they are known."""
        session = self._session
        form = session.treebank[index].forms[word - 1]
        request = FindSame(session.document, form, _MOST_SAME)
        job = self._work.ask(ANSWERS, request, self.tr("Looking for the same word"))
        job.finished.connect(session.while_shown(lambda found: self.same_found.emit(SameWords(form, *found))))
        return job

    def with_first_readings(self, index: int, sentence: Sentence) -> tuple[Sentence, int]:
        """The sentence with the first reading of each undecided word, and how many these are: all of them where a model
        ranks, else those of words with only one; none where readings are not on screen."""
        found = self._readings.known(index)
        if not self._readings.along or found is None or found.asked.forms != sentence.forms:
            return sentence, 0
        changed, count, ranked = sentence, 0, self._readings.model.run is not None
        for word, row in enumerate(found.rows, 1):
            if row and (ranked or len(row) == 1) and not is_decided(changed, word):
                try:
                    changed = self._with_reading(changed, word, row[0].value)
                except (EditError, SpectralError) as error:
                    self._notices.refuse(str(error))
                    return sentence, 0
                count += 1
        return changed, count

    def first_readings_taken(self, index: int, before: Sentence, after: Sentence) -> tuple[tuple[Word, Taken], ...]:
        """What it costs to accept the first readings of words with their sentence: one key for all of them."""
        words = [word for word in range(1, len(before) + 1) if not is_decided(before, word) and is_decided(after, word)]
        name = self._session.document
        return tuple(((name, index, word), Taken(1, int(word == words[0]), 0)) for word in words)

    def _taken(self, word: int, rank: int | None, keys: int) -> Taken | None:
        index = self._session.selection.sentence
        if self._readings.known(index) is None or is_decided(self._session.treebank[index], word):
            return None  # it was known already when it was ranked
        return Taken(rank, keys, self._readings.word_spent)

    def _take(
        self, places: Mapping[int, Sequence[int]], analysis: Analysis, rank: int | None, taken: Taken | None
    ) -> Outcome:
        """What became of it; `taken` is what the first of these words cost."""
        session, changes, form = self._session, [], ""
        for index, words in places.items():
            before = after = session.treebank[index]
            form = before.forms[words[0] - 1]
            try:
                for word in words:
                    after = self._with_reading(after, word, analysis)
            except (EditError, SpectralError) as error:
                return self._notices.refuse(str(error))
            if after != before:
                changes.append(Change(session.document, index, before, after))
        if not changes:
            return Done() if places else Nothing()  # it stands there already
        name = next((one for one in (analysis.lemma, analysis.xpos) if one != EMPTY), analysis.upos)
        step = self.tr("Read \u2068{0}\u2069 as \u2068{1}\u2069").format(form, name)
        count = sum(map(len, places.values()))
        if len(changes) > 1 or len(next(iter(places.values()))) > 1:
            step = self.tr("Read \u2068{0}\u2069 as \u2068{1}\u2069 in {2} places").format(form, name, count)
        index, words = next(iter(places.items()))
        cost = () if taken is None else (((session.document, index, words[0]), taken),)
        outcome = session.do(Act(step, tuple(changes), milliseconds=session.spent, rank=rank, taken=cost))
        if not isinstance(outcome, Refused):
            self._readings.begin_word()
        return outcome

    def _with_reading(self, sentence: Sentence, word: int, analysis: Analysis) -> Sentence:
        """The sentence with a reading where its file keeps one: in a table in those of its own columns that it has."""
        format = self._session.treebank.format
        if not keeps(format, READINGS):
            raise EditError(self.tr("A file of this kind has no place for readings; save it as CoNLL-U."))
        if not holds(format, CHOSEN):
            return with_reading(sentence, word, analysis)
        return with_reading_beside(sentence, word, self._kept_by_table(sentence, word, analysis))

    def _kept_by_table(self, sentence: Sentence, word: int, analysis: Analysis) -> Analysis:
        """As much of a reading as the table has columns for: what it would refuse to write is left out."""
        write: Callable[[Sentence], str] | None = getattr(self._session.treebank.sentences, "write", None)
        if write is None:
            return analysis
        alike = _stands(sentence, word, analysis)
        if alike not in self._kept:
            if len(self._kept) >= _MOST_KEPT:
                del self._kept[next(iter(self._kept))]
            self._kept[alike] = _asked(write, sentence, word, analysis)
        return self._kept[alike]


def _asked(write: Callable[[Sentence], str], sentence: Sentence, word: int, analysis: Analysis) -> Analysis:
    """The reading without what `write` refuses to put at a word, counted from 1: it writes the sentence once a part."""
    nothing, kept = Analysis(), analysis
    for name in PARTS:
        if getattr(analysis, name) != getattr(nothing, name):
            alone = nothing._replace(**{name: getattr(analysis, name)})
            try:
                write(with_reading_beside(sentence, word, alone))
            except SpectralError:
                kept = kept._replace(**{name: getattr(nothing, name)})
    return kept


def _stands(sentence: Sentence, word: int, analysis: Analysis) -> tuple[object, ...]:
    """What a table is asked when a reading is to stand at a word: where it is alike, so is the answer."""
    at, one = word - 1, sentence
    columns = (one.forms, one.lemmas, one.upos, one.xpos, one.feats, one.misc)
    whole = (one.tree is None, not one.ranges, not one.empty_nodes)
    return (analysis, *(column[at] for column in columns), one.analyses[at] if one.analyses else None, whole)
