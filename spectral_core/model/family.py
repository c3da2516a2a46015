"""What a module of `models` offers for its row of METHODS, and for every row alike: functions that refuse what is of
another method."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Protocol, Self, TypeVar

from spectral_core.data import Treebank
from spectral_core.model.packing import Arrays
from spectral_core.model.protocols import Model
from spectral_core.model.settings import Settings
from spectral_core.progress import Report


class Statistics(Protocol):
    """Sums over a corpus; what they are sums of, only their family knows."""

    def joined(self, other: Self) -> Self:
        """The sums over both corpora, the same as if they had been counted as one."""
        ...


K = TypeVar("K")
M = TypeVar("M", bound=Model)
S = TypeVar("S", bound=Settings)
T = TypeVar("T", bound=Statistics)


def of_kind(kind: type[K], given: object) -> K:
    """`given` itself; TypeError where it is of another kind."""
    if not isinstance(given, kind):
        raise TypeError(f"{type(given).__name__} is of another method, which has {kind.__name__}")
    return given


@dataclass(frozen=True, slots=True)
class Counting(Generic[S]):
    """What a family has whose estimator is a function of sums over the corpus, beside learning in one go."""

    count: Callable[[Treebank, S, Report], Statistics]
    solve: Callable[[Statistics, S, Report], Model]  # without what is trained beside the estimator, such as a tagger
    add: Callable[[Model, Treebank, Report], Model]  # what is trained beside the estimator stays as it was learnt
    can_add: Callable[[S], bool]  # whether models with these settings keep all the sums that they are a function of

    @classmethod
    def of(
        cls, statistics: type[T], model: type[M], count: Callable[[Treebank, S, Report], T],
        solve: Callable[[T, S, Report], Model], add: Callable[[M, Treebank, Report], Model],
        can_add: Callable[[S], bool] | None = None,
    ) -> Counting[S]:  # fmt: skip
        """The functions of a family for its own statistics and model; without `can_add`, it always can."""
        return cls(
            count,
            lambda sums, given, report: solve(of_kind(statistics, sums), given, report),
            lambda old, treebank, report: add(of_kind(model, old), treebank, report),
            can_add or (lambda _: True),
        )


@dataclass(frozen=True, slots=True)
class Family:
    """What a module of `models` gives to its row, by the name FAMILY."""

    settings: type[Settings]
    learn: Callable[[Treebank, Settings, Report, Treebank | None], Model]
    restore: Callable[[Settings, Arrays], Model]
    counting: Counting[Settings] | None = None
    watch: Callable[[Treebank, Settings, Report, Treebank | None, Treebank], Model] | None = None  # see `Method.learn`

    @classmethod
    def of(
        cls, settings: type[S], learn: Callable[[Treebank, S, Report, Treebank | None], Model],
        restore: Callable[[Settings, Arrays], Model], counting: Counting[S] | None = None,
        watch: Callable[[Treebank, S, Report, Treebank | None, Treebank], Model] | None = None,
    ) -> Family:  # fmt: skip
        """The family whose functions take settings of its own kind only."""

        def own(given: Settings) -> S:
            return of_kind(settings, given)

        own_counting: Counting[Settings] | None = None
        own_watch: Callable[[Treebank, Settings, Report, Treebank | None, Treebank], Model] | None = None
        if counting is not None:
            own_counting = Counting(
                lambda treebank, given, report: counting.count(treebank, own(given), report),
                lambda statistics, given, report: counting.solve(statistics, own(given), report),
                counting.add,
                lambda given: counting.can_add(own(given)),
            )
        if watch is not None:
            own_watch = lambda treebank, given, *rest: watch(treebank, own(given), *rest)  # noqa: E731
        own_learn = lambda treebank, given, *rest: learn(treebank, own(given), *rest)  # noqa: E731
        return cls(settings, own_learn, restore, own_counting, own_watch)
