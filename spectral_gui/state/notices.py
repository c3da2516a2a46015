"""Messages to the user, and jobs that report their failures as messages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from spectral_core.engine import Request
from spectral_core.errors import SpectralError
from spectral_core.progress import Report
from spectral_gui.jobs.jobs import QUERIES, TRAINING, Job, Jobs

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Done:
    """The edit was journaled and is shown."""


@dataclass(frozen=True, slots=True)
class Unchanged:
    """There was nothing to do: the document is already as requested."""

    def __bool__(self) -> bool:
        return False


@dataclass(frozen=True, slots=True)
class Refused:
    """The edit was not made, and the user was told why."""

    reason: str

    def __bool__(self) -> bool:
        return False


Outcome = Done | Unchanged | Refused


class Notices(QObject):
    """Messages to the user, and errors that are open until a later success of the same action."""

    notified = Signal(str)
    refused = Signal(str)  # reason for a refused edit, for the status line
    failed = Signal(str)  # error, for the message bar
    resolved = Signal(str)  # an earlier error no longer applies
    crashed = Signal(str)  # traceback of a bug

    def __init__(self) -> None:
        super().__init__()
        self._unresolved_errors: dict[str, list[str]] = {}  # by name of the action that failed

    def notify(self, message: str) -> None:
        """Show a message in the status line."""
        self.notified.emit(message)

    def report_refusal(self, reason: str) -> Refused:
        """Show why an edit was not made, and return that outcome."""
        self.refused.emit(reason)
        return Refused(reason)

    def report_error(self, reason: str, action: str = "") -> Refused:
        """Show an error and return that outcome; with an action name, the error stays until that action succeeds."""
        if action:
            self._unresolved_errors.setdefault(action, []).append(reason)
        self.failed.emit(reason)
        return Refused(reason)

    def resolve_errors(self, action: str) -> None:
        """Report the success of an action, which resolves its earlier errors."""
        for reason in self._unresolved_errors.pop(action, ()):
            self.resolved.emit(reason)

    @contextmanager
    def report_file_written(self, path: Path, message: str = "") -> Iterator[None]:
        """Show the path of the file that the `with` block writes, or `message`; report the error if writing fails."""
        try:
            yield
        except (SpectralError, OSError) as error:
            self.report_error(str(error))
        else:
            self.notify(message or self.tr("Written to {0}").format(path))

    def report_bug(self, trace: str) -> None:
        """Show the traceback of a bug."""
        self.crashed.emit(trace)


class ReportingJobs(Jobs):
    """Runs jobs and shows their errors to the user; bugs are always reported."""

    busy_changed = Signal(str)  # description of the current job; "" when idle

    def __init__(self, notices: Notices):
        super().__init__()
        self._notices = notices
        self._descriptions: dict[int, str] = {}  # of the running jobs
        self.responsiveness_changed.connect(self._on_silence_changed)

    def send(self, queue_name: str, request: Request[T], description: str = "", report_errors: bool = True) -> Job[T]:
        """Send a request to the engine.

        Args:
            description: text to show while it runs; errors are shown only if there is one.
            report_errors: whether to show why it failed. Requests to the training process without it are background
                work, which yields to others.
        """
        background = queue_name == TRAINING and not report_errors
        return self._report_outcome(self.submit(queue_name, request, background), description, report_errors)

    def run_in_thread(self, function: Callable[[Report], T], description: str = "") -> Job[T]:
        """Run work in a thread; arguments as for `send`."""
        return self._report_outcome(super().run_in_thread(function), description)

    def get_process_ids(self) -> dict[str, int | None]:
        """Return the process ids of the engine, by queue; None for one that has not started."""
        return {name: self.get_process_id(name) for name in (QUERIES, TRAINING)}

    def restart_engine(self) -> None:
        """Replace the engine's processes, even if they are busy."""
        self.restart_processes(self.tr("The engine was restarted."))
        self._notices.notify(self.tr("The engine was restarted."))

    def _on_silence_changed(self, silent: bool) -> None:
        """Show an error while the training process does not respond."""
        action = self.tr("Training")
        if silent:
            reason = self.tr("The training process does not respond. Stop it, or choose Model › Restart the engine.")
            self._notices.report_error(reason, action)
        else:
            self._notices.resolve_errors(action)

    def _report_outcome(self, job: Job[T], description: str, report_errors: bool = True) -> Job[T]:
        """Show the errors of a job when they occur, and its description while it runs; return the job."""
        job.crashed.connect(self._notices.report_bug)
        if description and report_errors:
            job.failed.connect(lambda reason: self._notices.report_error(reason, description))
            job.finished.connect(lambda _: self._notices.resolve_errors(description))
        if description:
            self._descriptions[job.number] = description
            self.busy_changed.emit(description)
            job.when_ended(lambda: self._on_job_ended(job.number))
        return job

    def _on_job_ended(self, number: int) -> None:
        self._descriptions.pop(number, None)
        self.busy_changed.emit(next(reversed(self._descriptions.values()), ""))
