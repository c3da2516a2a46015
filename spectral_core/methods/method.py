"""A row of METHODS: what a method is and needs, and what can be done with its family."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module

from spectral_core.data import Treebank
from spectral_core.data.structure import Structure
from spectral_core.errors import SettingsError
from spectral_core.methods.needs import needs_words
from spectral_core.model import Arrays, Counting, Family, Model, Settings, Statistics, Value, of_kind
from spectral_core.progress import Report, silent


@dataclass(frozen=True, slots=True)
class Method:
    """A row of METHODS."""

    name: str
    title: str
    paper: str
    why_not: Callable[[Treebank], str | None]  # a sentence that says what a treebank lacks
    structure: Structure | None = None  # that its models give a sentence
    explains: bool = False  # whether its models can be asked for automata
    has_states: bool = False  # whether they have hidden states at the nodes of trees
    reads_text: bool = False  # whether words tell it something that have no annotation it could learn from
    knows_words: bool = False  # whether they say which words go together
    can_be_stepped: bool = False  # whether their algorithms can be stepped through
    chance: tuple[str, tuple[str, ...]] | None = None  # a setting, and its values with which the seed decides something
    made: Callable[[], Family] | None = None  # where the family must be told of other methods

    def family(self) -> Family:
        """What the module of `models` with the method's name offers; it is imported now."""
        if self.made is not None:
            return self.made()
        return of_kind(Family, import_module(f"spectral_core.models.{self.name.replace('-', '_')}").FAMILY)

    @property
    def needs_structure(self) -> bool:
        """Whether it learns to parse from parsed sentences, and not from words alone."""
        return self.structure is not None and self.why_not is not needs_words

    @property
    def settings(self) -> type[Settings]:
        """The dataclass of its settings; making one without values gives the defaults."""
        return self.family().settings

    def by_chance(self, values: Mapping[str, Value]) -> bool:
        """Whether another seed gives another estimate, with all these settings."""
        if self.chance is None:
            return "seed" in values
        name, choices = self.chance
        return values[name] in choices

    def learn(
        self, treebank: Treebank, settings: Settings, report: Report = silent, dev: Treebank | None = None,
        watched: Treebank | None = None,
    ) -> Model:  # fmt: skip
        """A model learnt from `treebank`; without `dev`, a method that needs one holds out a seeded tenth. Some methods
        report on the way what the model is worth on `watched`, which nothing is learnt from or chosen by."""
        family = self.family()
        if watched is not None and family.watch is not None:
            return family.watch(treebank, settings, report, dev, watched)
        return family.learn(treebank, settings, report, dev)

    def restore(self, settings: Settings, arrays: Arrays) -> Model:
        """The model that gave these settings and arrays."""
        return self.family().restore(settings, arrays)

    @property
    def counts(self) -> bool:
        """Whether some of its estimators are functions of sums over the corpus: `solve` of `count` is `learn`."""
        return self.family().counting is not None

    def count(self, treebank: Treebank, settings: Settings, report: Report = silent) -> Statistics:
        """The sums over a treebank that the estimator is a function of; SettingsError where it is one of none."""
        return self._counting().count(treebank, settings, report)

    def join(self, first: Statistics, second: Statistics) -> Statistics:
        """The sums over both corpora, which were counted with the same settings."""
        self._counting()
        return first.joined(of_kind(type(first), second))

    def solve(self, statistics: Statistics, settings: Settings, report: Report = silent) -> Model:
        """The model of these sums alone; where that is none, SettingsError says which setting does without the rest."""
        return self._counting().solve(statistics, settings, report)

    def can_add(self, settings: Settings) -> bool:
        """Whether sentences can be added to a model that was learnt with these settings."""
        counting = self.family().counting
        return counting is not None and counting.can_add(settings)

    def add(self, model: Model, treebank: Treebank, report: Report = silent) -> Model:
        """The model of what it was learnt from and of `treebank`, whose sentences alone are counted. What is not a
        function of sums stays as it was learnt: weights, relations, a tagger inside, calibration."""
        if not self.can_add(model.settings):
            raise SettingsError(f"sentences cannot be added to this model of {self.name}; learn it again from all")
        return self._counting().add(model, treebank, report)

    def _counting(self) -> Counting[Settings]:
        counting = self.family().counting
        if counting is None:
            raise SettingsError(f"{self.name} is not learnt from sums over the corpus; learn it from all sentences")
        return counting
