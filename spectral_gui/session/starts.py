"""Learning from several random starts: the same settings with one seed after the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from spectral_core.model import Value
from spectral_gui.jobs import Job
from spectral_gui.session.learning import Learning

SEED = "seed"  # the setting that sets two starts apart


class Starts(Learning):
    """Learns one run for each seed; together they are a group."""

    starts_left = 0  # runs that are still to begin

    def learn_starts(
        self,
        method: str,
        settings: Mapping[str, Value],
        starts: int,
        documents: Sequence[str] = (),
        measured_on: str = "",
    ) -> Job:
        """Learns `starts` models whose seeds count up from that of the settings. Stopping one stops those after it,
        and so does one that fails, for the next would fail alike."""
        seed = settings.get(SEED, 0)
        first = seed if isinstance(seed, int) else 0
        names, measured = tuple(documents) or (self.document,), measured_on
        project, generation = self.project, self._generation

        def begin(number: int) -> Job:
            self.starts_left = starts - number - 1
            job = self.learn(method, {**settings, SEED: first + number}, names, measured)
            job.finished.connect(lambda _: go_on(number + 1))
            job.cancelled.connect(stop)
            job.failed.connect(stop)
            job.broke.connect(stop)
            return job

        def go_on(number: int) -> None:
            same = project is self.project and (project is not None or generation == self._generation)
            if number < starts and same and not self.learning:
                begin(number)
            else:
                stop()

        def stop(_: object = None) -> None:
            self.starts_left = 0

        return begin(0)
