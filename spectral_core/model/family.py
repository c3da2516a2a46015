"""Family: the train, restore and count functions of a `models` module, as METHODS lists them. Each rejects settings,
statistics and models of another method."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
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
    """Sufficient statistics of a corpus for an estimator; only their own family knows the fields."""

    def merge(self, statistics: Self) -> Self:
        """Return the statistics of both corpora, identical to counting them as one.

        Args:
            statistics: Statistics of the other corpus, counted with the same settings.
        """
        ...


T = TypeVar("T", bound=Statistics)


def require_type(kind: type[K], value: object) -> K:
    """Return `value` unchanged if it is an instance of `kind`.

    Raises:
        TypeError: if it is not.
    """
    if not isinstance(value, kind):
        raise TypeError(f"{type(value).__name__} is of another method, which has {kind.__name__}")
    return value


@old_members(of="from_functions")
@dataclass(frozen=True, slots=True)
class Counting(Generic[S]):
    """Functions of a family with an estimator on additive statistics, in addition to training in one call."""

    count: Callable[[Treebank, S, Report], Statistics]
    solve: Callable[[Statistics, S, Report], Model]  # without companions trained separately, such as a tagger
    add: Callable[[Model, Treebank, Report], Model]  # separately trained companions are kept
    can_add: Callable[[S], bool]  # whether models with these settings keep all the statistics they depend on

    @classmethod
    def from_functions(
        cls, statistics: type[T], model: type[M], count: Callable[[Treebank, S, Report], T],
        solve: Callable[[T, S, Report], Model], add: Callable[[M, Treebank, Report], Model],
        can_add: Callable[[S], bool] | None = None,
    ) -> Counting[S]:  # fmt: skip
        """Wrap the functions of a family so that they reject statistics and models of another method.

        Args:
            can_add: Whether models with these settings keep all the statistics they depend on; by default always.
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
    """Functions of a `models` module, exported as FAMILY."""

    settings: type[Settings]
    learn: Callable[[Treebank, Settings, Report, Treebank | None], Model]
    restore: Callable[[Settings, Arrays], Model]
    counting: Counting[Settings] | None = None
    learn_monitored: Callable[[Treebank, Settings, Report, Treebank | None, Treebank], Model] | None = (
        None  # see `Method.learn`
    )
    learn_stream: Callable[[Iterable[Sequence[str]], Settings, Report], Model] | None = (
        None  # see `Method.learn_stream`
    )

    @classmethod
    @old_keywords(watch="learn_monitored")
    def from_functions(
        cls, settings: type[S], learn: Callable[[Treebank, S, Report, Treebank | None], Model],
        restore: Callable[[Settings, Arrays], Model], counting: Counting[S] | None = None,
        learn_monitored: Callable[[Treebank, S, Report, Treebank | None, Treebank], Model] | None = None,
        learn_stream: Callable[[Iterable[Sequence[str]], S, Report], Model] | None = None,
    ) -> Family:  # fmt: skip
        """Wrap the functions of a family so that they reject settings of another method.

        Args:
            learn: Takes the training treebank, settings, a progress callback and an optional development treebank.
            restore: Restores a model from its settings and arrays.
            counting: Functions of an estimator on additive statistics, if there is one.
            learn_monitored: Like `learn`, with a treebank used only for monitoring; see `Method.learn`.
            learn_stream: Like `learn`, from sentences that are not held in memory; see `Method.learn_stream`.
        """

        def require_settings(values: Settings) -> S:
            return require_type(settings, values)

        typed_counting: Counting[Settings] | None = None
        monitored: Callable[[Treebank, Settings, Report, Treebank | None, Treebank], Model] | None = None
        if counting is not None:
            typed_counting = Counting(
                lambda treebank, values, report: counting.count(treebank, require_settings(values), report),
                lambda statistics, values, report: counting.solve(statistics, require_settings(values), report),
                counting.add,
                lambda values: counting.can_add(require_settings(values)),
            )
        if learn_monitored is not None:
            monitored = lambda treebank, values, *rest: learn_monitored(treebank, require_settings(values), *rest)  # noqa: E731
        typed_learn = lambda treebank, values, *rest: learn(treebank, require_settings(values), *rest)  # noqa: E731
        stream: Callable[[Iterable[Sequence[str]], Settings, Report], Model] | None = None
        if learn_stream is not None:
            stream = lambda texts, values, report: learn_stream(texts, require_settings(values), report)  # noqa: E731
        return cls(settings, typed_learn, restore, typed_counting, monitored, stream)
