"""Family: the functions of a module of `models` behind its row of METHODS. Each refuses settings, statistics and models
of another method."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Protocol, Self, TypeVar

from spectral_core.data import Treebank
from spectral_core.deprecated import old_keywords, old_members
from spectral_core.model.packing import Arrays
from spectral_core.model.protocols import Model
from spectral_core.model.settings import Settings
from spectral_core.progress import Report

K = TypeVar("K")
M = TypeVar("M", bound=Model)
S = TypeVar("S", bound=Settings)


class Statistics(Protocol):
    """Sums over a corpus that an estimator is a function of; only their family knows their fields."""

    def merge(self, statistics: Self) -> Self:
        """Return the sums over both corpora, the same as if they had been counted as one.

        Args:
            statistics: Sums over the other corpus, counted with the same settings.
        """
        ...


T = TypeVar("T", bound=Statistics)


def require_type(kind: type[K], value: object) -> K:
    """Return `value` unchanged.

    Raises:
        TypeError: if it is not an instance of `kind`.
    """
    if not isinstance(value, kind):
        raise TypeError(f"{type(value).__name__} is of another method, which has {kind.__name__}")
    return value


@old_members(of="from_functions")
@dataclass(frozen=True, slots=True)
class Counting(Generic[S]):
    """Functions of a family whose estimator is a function of sums over the corpus, beside learning in one call."""

    count: Callable[[Treebank, S, Report], Statistics]
    solve: Callable[[Statistics, S, Report], Model]  # without what is trained beside the estimator, such as a tagger
    add: Callable[[Model, Treebank, Report], Model]  # what is trained beside the estimator stays as it was learnt
    can_add: Callable[[S], bool]  # whether models with these settings keep all the sums that they are a function of

    @classmethod
    def from_functions(
        cls, statistics: type[T], model: type[M], count: Callable[[Treebank, S, Report], T],
        solve: Callable[[T, S, Report], Model], add: Callable[[M, Treebank, Report], Model],
        can_add: Callable[[S], bool] | None = None,
    ) -> Counting[S]:  # fmt: skip
        """Wrap the functions of a family so that they refuse statistics and models of another method.

        Args:
            can_add: Whether models with these settings keep all the sums they depend on; without it, they always do.
        """
        return cls(
            count,
            lambda statistics_value, settings, report: solve(
                require_type(statistics, statistics_value), settings, report
            ),
            lambda model_value, treebank, report: add(require_type(model, model_value), treebank, report),
            can_add or (lambda _: True),
        )


@old_members(watch="learn_monitored", of="from_functions")
@dataclass(frozen=True, slots=True)
class Family:
    """Functions of a module of `models`, by the name FAMILY."""

    settings: type[Settings]
    learn: Callable[[Treebank, Settings, Report, Treebank | None], Model]
    restore: Callable[[Settings, Arrays], Model]
    counting: Counting[Settings] | None = None
    learn_monitored: Callable[[Treebank, Settings, Report, Treebank | None, Treebank], Model] | None = (
        None  # see `Method.learn`
    )

    @classmethod
    @old_keywords(watch="learn_monitored")
    def from_functions(
        cls, settings: type[S], learn: Callable[[Treebank, S, Report, Treebank | None], Model],
        restore: Callable[[Settings, Arrays], Model], counting: Counting[S] | None = None,
        learn_monitored: Callable[[Treebank, S, Report, Treebank | None, Treebank], Model] | None = None,
    ) -> Family:  # fmt: skip
        """Wrap the functions of a family so that they refuse settings of another method.

        Args:
            learn: Takes the training treebank, settings, a progress callback and an optional development treebank.
            restore: Makes a model again from its settings and arrays.
            counting: The functions of an estimator over sums, where there is one.
            watch: As `learn`, with a treebank that is only measured on; see `Method.learn`.
        """

        def check(values: Settings) -> S:
            return require_type(settings, values)

        typed_counting: Counting[Settings] | None = None
        monitored: Callable[[Treebank, Settings, Report, Treebank | None, Treebank], Model] | None = None
        if counting is not None:
            typed_counting = Counting(
                lambda treebank, values, report: counting.count(treebank, check(values), report),
                lambda statistics, values, report: counting.solve(statistics, check(values), report),
                counting.add,
                lambda values: counting.can_add(check(values)),
            )
        if learn_monitored is not None:
            monitored = lambda treebank, values, *rest: learn_monitored(treebank, check(values), *rest)  # noqa: E731
        typed_learn = lambda treebank, values, *rest: learn(treebank, check(values), *rest)  # noqa: E731
        return cls(settings, typed_learn, restore, typed_counting, monitored)
