"""What a session offers for words: readings in order, which words are in doubt, and how one is taken."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from itertools import islice

from PySide6.QtCore import QObject, Signal

from spectral_core.analyzers.own_lexicon import FILE
from spectral_core.data import EMPTY, Analysis, Segment, Sentence
from spectral_core.data.guessing import guessed
from spectral_core.data.readings import (
    has_tag,
    is_decided,
    recognised,
    with_reading,
    with_reading_beside,
)
from spectral_core.errors import EditError, SpectralError
from spectral_core.project import Act, Change
from spectral_gui.jobs import ANSWERS, Job, Place, Rankings
from spectral_gui.session.effort import Effort, Taken
from spectral_gui.session.kept import Kept
from spectral_gui.session.ranked import Question, Readings, Row, SameWords, Why, added_reading, has_dictionary
from spectral_gui.session.rankers import Rankers
from spectral_gui.session.selection import Selection

HOLD_READINGS = ("", "conllu", "text", "table")  # formats of documents that keep lemma, tags and features
PARTS = ("lemma", "vocalised", "upos", "xpos", "feats", "gloss", "segments")  # of a reading
TAGS = {"upos", "xpos"}
_MOST_COMPARED = 20_000  # forms, for a guess
_LONGEST = 400  # words of a sentence that is ranked
_AT_ONCE = 12  # sentences of one question, where none of them is waited for
_MOST_KEPT = 400  # sentences whose ranking is remembered
_MOST_SAME = 100  # places that one act changes beside the one it was asked from: more would hold the window up
_ASK_AGAIN = 2.0  # seconds after which a sentence that could not be ranked is asked about again, when it is visited


class Ranking(Rankers):
    """Asks the active ranker, or the analyser alone, about the sentences that are looked at and those that come next;
    answers to old questions are shown until the new ones are there, and never taken for theirs."""

    rankings_changed = Signal(int)  # of a sentence: there is one, or another
    why_known = Signal(object)  # a Why
    same_found = Signal(object)  # SameWords
    advice_changed = Signal()  # what would make more words known
    effort_changed = Signal()
    readings_offered = Signal()  # there are any for the document shown, beside those that stand in it

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self.unsure_below = 0.3  # a word whose margin is smaller is in doubt
        self.advice = ""  # a sentence with the line that installs more; "" for nothing
        self.flag: tuple[float, float, float] | None = None  # a margin, recall and precision of what it underlines
        self.analyser = ""  # a name of the catalogue; "" for the one that suits the project and the document
        self.effort = Effort()
        self._rankings: dict[int, Readings] = {}
        self._complaints: dict[int, tuple[Question, str]] = {}  # what could not be ranked, and why
        self._complained: dict[int, float] = {}  # when
        self._kept = Kept()  # of readings, what the table shown has columns for
        self._wanted_rankings: dict[int, None] = {}  # sentences somebody has asked about, in order
        self._along = False  # whether readings are on screen
        self._offered = False  # whether that was said of the document shown
        self._edition = 0
        self._lexicon_seen: tuple[int, int] | None = None  # time and size of the file of readings that users added
        self._ranking: Job | None = None
        self._word_since = self._unread_since = time.monotonic()
        self.selection_changed.connect(self._follow_word)
        self.ranker_changed.connect(self._rank_anew)
        self.survey_changed.connect(self._look_for_readings)

    # What is offered

    def ranking(self, index: int) -> tuple[Row, ...] | None:
        """The readings of each word of a sentence, best first; None where they are not there yet: they are asked for,
        and `rankings_changed` says when they are.

        After a decision the ranking from before it is given until the new one is there.
        """
        question = self._ranking_question(index)
        if question is None:
            return None
        found = self._rankings.get(index)
        if found is None or found.asked != question:
            self._wanted_rankings.pop(index, None)
            self._wanted_rankings[index] = None
            self._pump_rankings()
        return found.rows if found is not None and found.asked.forms == question.forms else None

    def can_rank(self, index: int) -> bool:
        """Whether a sentence is of a kind that has readings, and not too long."""
        return self._ranking_question(index) is not None

    def read_along(self, wanted: bool) -> None:
        """Says whether readings are on screen: to accept a sentence then takes the first reading of its other words."""
        if wanted == self._along:
            return
        self._along = wanted
        now = time.monotonic()
        if wanted:
            self._word_since += now - max(self._word_since, self._unread_since)  # elsewhere nobody annotates
        else:
            self._unread_since = now
        if len(self.treebank):
            self.rankings_changed.emit(self.selection.sentence)  # words are underlined, or no longer

    def ranking_complaint(self, index: int) -> str:
        """Why a sentence has no ranking, in a sentence; "" where it has one or may get one."""
        asked, why = self._complaints.get(index, (None, ""))
        return why if why and asked == self._ranking_question(index) else ""

    def is_fresh(self, index: int) -> bool:
        """Whether the ranking of a sentence knows every decision in it."""
        found = self._rankings.get(index)
        return found is not None and found.asked == self._ranking_question(index)

    def unsure(self, index: int) -> frozenset[int]:
        """The words, from 1, that nobody decided and whose first reading is hardly before the second, or is none.

        Without a calibrated ranker, all undecided words that have not exactly one reading; none where no word has any.
        """
        found = self._rankings.get(index)
        if found is None or not 0 <= index < len(self.treebank):
            return frozenset()
        sentence = self.treebank[index]
        if found.asked.forms != sentence.forms or not any(found.rows):
            return frozenset()
        doubtful = set()
        for word, (row, margin) in enumerate(zip(found.rows, found.margins, strict=True), 1):
            close = len(row) != 1 if margin is None else margin < self.unsure_below
            if close and not is_decided(sentence, word):
                doubtful.add(word)
        return frozenset(doubtful)

    def in_doubt(self) -> tuple[int, ...]:
        """The words of the selected sentence that are underlined: of the tree proposed and of the readings shown."""
        readings = self.unsure(self.selection.sentence) if self._along else frozenset()
        return tuple(sorted(readings.union(self.doubtful())))

    def undecided(self, index: int) -> tuple[int, ...]:
        """The words, from 1, at which no reading stands yet."""
        sentence = self.treebank[index]
        return tuple(word for word in range(1, len(sentence) + 1) if not is_decided(sentence, word))

    def chosen(self, index: int, word: int) -> int | None:
        """The place, from 0, of the reading that stands at a word among those offered; None where none of them does."""
        rows = self.ranking(index)
        return None if rows is None else recognised(self.treebank[index], word, [one.value for one in rows[word - 1]])

    def unsure_under(self, margin: float) -> None:
        """Words are in doubt from now on whose margin is smaller."""
        if margin != self.unsure_below:
            self.unsure_below = margin
            self.rankings_changed.emit(self.selection.sentence)

    def use_analyser(self, name: str) -> None:
        """Lets another analyser offer readings: a name of the catalogue, "" for the one that suits the document."""
        if name != self.analyser:
            self.analyser = name
            self._rank_anew()

    def expect(self, indexes: Sequence[int]) -> None:
        """Asks ahead about the sentences that come next in the queue."""
        super().expect(indexes)
        self._pump_rankings()

    # What is decided

    def take_analysis(self, index: int, word: int, analysis: Analysis, rank: int | None = None, keys: int = 1) -> bool:
        """Whether a reading stands at a word now; `rank`, from 1, is its place in the list that was shown, `keys` how
        many were pressed for it."""
        taken = self._taken(word, rank, keys) if index == self.selection.sentence else None
        return self._take_analyses({index: (word,)}, analysis, rank, {} if taken is None else {(index, word): taken})

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

    def take_everywhere(self, analysis: Analysis, places: Sequence[tuple[int, int]], rank: int | None = None) -> bool:
        """Whether a reading stands at all these places (sentence, word) now, by one act."""
        by_sentence: dict[int, tuple[int, ...]] = {}
        for index, word in places[: _MOST_SAME + 1]:
            by_sentence[index] = (*by_sentence.get(index, ()), word)
        return self._take_analyses(by_sentence, analysis, rank, {})

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

    def why(self, index: int, word: int, first: Analysis, second: Analysis | None = None) -> Job | None:
        """Asks what the score of a reading is made of, or its lead over a second one; `why_known` with the answer."""
        self._fall_back_ranker()
        model = self._ranking_model
        if model is None:
            complaint = self.tr("No model ranks these readings: they stand in the order of the analyser.")
            self.why_known.emit(Why(index, word, first, second, (), complaint))
            return None
        job = self._jobs.start(ANSWERS, "why", model, self.treebank[index], word, first, second)
        job.finished.connect(lambda parts: self.why_known.emit(Why(index, word, first, second, parts)))
        job.failed.connect(lambda told: self.why_known.emit(Why(index, word, first, second, (), told)))
        job.broke.connect(self.broke.emit)
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

    def count_first_readings(self, index: int, before: Sentence) -> None:
        """Counts the words whose first reading was accepted with their sentence: one key for all of them."""
        words = [word for word in range(1, len(before) + 1) if not is_decided(before, word)]
        taken = [word for word in words if is_decided(self.treebank[index], word)]
        for word in taken:
            self.effort.add(self.document, index, word, Taken(1, int(word == taken[0]), 0))
        if taken:
            self.effort_changed.emit()

    # How it is done

    def _do(self, act: Act) -> bool:
        """Whether an act was journaled and shown; how, is for the whole session to say."""
        raise NotImplementedError

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
        efforts: Mapping[tuple[int, int], Taken],
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
        for (index, word), taken in efforts.items():
            self.effort.add(self.document, index, word, taken)
        if not self._do(Act(step, tuple(changes), milliseconds=self._spent(), rank=rank)):
            for index, word in efforts:
                self.effort.take_back(self.document, index, word)
            return False
        self._word_since = time.monotonic()
        if efforts:
            self.effort_changed.emit()
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

    def _ranking_question(self, index: int) -> Question | None:
        """What would be asked about a sentence now; None where nothing can be."""
        if not 0 <= index < len(self.treebank) or self.treebank.format not in HOLD_READINGS:
            return None
        one = self.treebank[index]
        if not one.readable or not 0 < len(one) <= _LONGEST:
            return None
        columns = (one.lemmas, one.upos, one.xpos, one.feats, one.misc, one.analyses, one.candidates)
        return Question(one.forms, columns, self._ranking_model, self.analyser, self._edition)

    def _lacks_ranking(self, index: int) -> bool:
        question = self._ranking_question(index)
        if question is None or self._complaints.get(index, (None, ""))[0] == question:
            return False
        found = self._rankings.get(index)
        return found is None or found.asked != question

    def _pump_rankings(self) -> None:
        """Asks about the selected sentence alone, or else about some of those that are wanted."""
        self._fall_back_ranker()
        if self._ranking is not None or not (self._along or self._wanted_rankings):
            return
        at = self.selection.sentence
        self._wanted_rankings = {index: None for index in self._wanted_rankings if self._lacks_ranking(index)}
        ahead = [index for index in self._expected if self._along and self._lacks_ranking(index)]
        first = self._along or at in self._wanted_rankings
        rest = list(dict.fromkeys((*ahead, *self._wanted_rankings)))[:_AT_ONCE]
        indexes = [at] if first and self._lacks_ranking(at) else rest
        questions = {index: question for index in indexes if (question := self._ranking_question(index)) is not None}
        if not questions:
            return
        for index in questions:
            if self.undecided(index):
                self._seen_unread.add((self.document, index))
        own = None if self.project is None else self.project.folder
        sentences = tuple(self.treebank[index] for index in questions)
        generation, model = self._generation, self._ranking_model
        job = self._jobs.start(ANSWERS, "rank", model, self.analyser, own, self.document, sentences)
        self._ranking = job

        def take(ranked: Rankings) -> None:
            self._ranking = None
            if generation == self._generation:
                for (index, question), rows in zip(questions.items(), ranked.rows, strict=True):
                    self._rankings.pop(index, None)
                    self._rankings[index] = Readings(question, rows)
                while len(self._rankings) > _MOST_KEPT:
                    del self._rankings[next(iter(self._rankings))]
                self.flag = ranked.doubt
                if ranked.advice != self.advice:
                    self.advice = ranked.advice
                    self.advice_changed.emit()
                for index in questions:
                    self.rankings_changed.emit(index)
            self._pump_rankings()

        def refuse(told: str) -> None:
            self._ranking = None
            if generation == self._generation and not self._fall_back_ranker():
                for index, question in questions.items():
                    self._complaints[index] = (question, told)
                    self._complained[index] = time.monotonic()
                    self.rankings_changed.emit(index)
            self._pump_rankings()

        def give_up(_: object = None) -> None:
            self._ranking = None

        job.finished.connect(take)
        job.failed.connect(refuse)
        job.cancelled.connect(give_up)
        job.broke.connect(lambda _: refuse(self.tr("This sentence could not be ranked.")))
        job.broke.connect(self.broke.emit)

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
        sentence = self.treebank[index]
        for word in self.effort.words_in(self.document, index):
            if not is_decided(sentence, word):
                self.effort.take_back(self.document, index, word)
                self.effort_changed.emit()
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
