"""Method: a row of METHODS, with its requirements and the functions of its family."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module

from spectral_core.data import Treebank
from spectral_core.data.structure import Structure
from spectral_core.errors import SettingsError
from spectral_core.methods.needs import check_words
from spectral_core.model import Arrays, Counting, Family, Model, Settings, Statistics, Value, require_type
from spectral_core.progress import Report, ignore_progress

_logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Method:
    """Row of METHODS."""

    name: str
    title: str
    paper: str
    check_treebank: Callable[[Treebank], str | None]  # a sentence that says what a treebank lacks
    structure: Structure | None = None  # that its models give a sentence
    explains: bool = False  # whether its models can be asked for automata
    has_states: bool = False  # whether they have hidden states at the nodes of trees
    reads_text: bool = False  # whether words tell it something that have no annotation it could learn from
    knows_words: bool = False  # whether they say which words go together
    can_be_stepped: bool = False  # whether their algorithms can be stepped through
    random_if: tuple[str, tuple[str, ...]] | None = (
        None  # a setting, and its values with which the seed decides something
    )
    make_family: Callable[[], Family] | None = None  # where the family must be told of other methods

    def family(self) -> Family:
        """Import the module of `models` with the method's name and return its family."""
        if self.make_family is not None:
            return self.make_family()
        return require_type(Family, import_module(f"spectral_core.models.{self.name.replace('-', '_')}").FAMILY)

    @property
    def needs_structure(self) -> bool:
        """Whether it learns from annotated structures, and not from words alone."""
        return self.structure is not None and self.check_treebank is not check_words

    @property
    def settings(self) -> type[Settings]:
        """Dataclass of its settings; constructed without values, it has the defaults."""
        return self.family().settings

    def depends_on_seed(self, values: Mapping[str, Value]) -> bool:
        """Return whether the estimate depends on the seed, given all settings."""
        if self.random_if is None:
            return "seed" in values
        name, choices = self.random_if
        return values[name] in choices

    def learn(
        self, treebank: Treebank, settings: Settings, report: Report = ignore_progress, dev: Treebank | None = None,
        monitor: Treebank | None = None,
    ) -> Model:  # fmt: skip
        """Learn a model.

        Args:
            treebank: The training sentences.
            settings: Settings of this method.
            report: Receives the progress.
            dev: Development sentences; without them, a method that needs some holds out a seeded tenth.
            monitor: Sentences to measure on while learning; nothing is learnt from or chosen by them.
        """
        family, started = self.family(), time.perf_counter()
        _logger.info("learning %s from %d sentences", self.name, len(treebank))
        if monitor is not None and family.learn_monitored is not None:
            model = family.learn_monitored(treebank, settings, report, dev, monitor)
        else:
            model = family.learn(treebank, settings, report, dev)
        _logger.info("learnt %s in %.2f s", self.name, time.perf_counter() - started)
        return model

    def restore(self, settings: Settings, arrays: Arrays) -> Model:
        """Restore a model from its settings and arrays."""
        return self.family().restore(settings, arrays)

    @property
    def has_counting(self) -> bool:
        """Whether some of its estimators are functions of sums over the corpus: `solve` of `count` equals `learn`."""
        return self.family().counting is not None

    def count(self, treebank: Treebank, settings: Settings, report: Report = ignore_progress) -> Statistics:
        """Return the sums over a treebank that the estimator is a function of; SettingsError if there is none."""
        return self._require_counting().count(treebank, settings, report)

    def merge(self, first: Statistics, second: Statistics) -> Statistics:
        """Merge the sums over two corpora, counted with the same settings."""
        self._require_counting()
        return first.merge(require_type(type(first), second))

    def solve(self, statistics: Statistics, settings: Settings, report: Report = ignore_progress) -> Model:
        """Return the model of these sums alone; SettingsError names the settings that need more than sums."""
        return self._require_counting().solve(statistics, settings, report)

    def can_add(self, settings: Settings) -> bool:
        """Return whether sentences can be added to a model learnt with these settings."""
        counting = self.family().counting
        return counting is not None and counting.can_add(settings)

    def add(self, model: Model, treebank: Treebank, report: Report = ignore_progress) -> Model:
        """Return the model of its training text and `treebank`, of which only the latter is counted. Parts that are not
        functions of sums stay as learnt: weights, relations, the tagger inside, calibration."""
        if not self.can_add(model.settings):
            raise SettingsError(f"sentences cannot be added to this model of {self.name}; learn it again from all")
        return self._require_counting().add(model, treebank, report)

    def _require_counting(self) -> Counting[Settings]:
        counting = self.family().counting
        if counting is None:
            raise SettingsError(f"{self.name} is not learnt from sums over the corpus; learn it from all sentences")
        return counting
