"""Job queue of an engine process with its unsent document updates."""

from __future__ import annotations

import logging
import math
import multiprocessing
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from spectral_core.data import Sentence
from spectral_core.engine import DocumentState, Request
from spectral_core.files import get_unpack_allowance
from spectral_core.progress import Progress
from spectral_gui.jobs.engine_channel import EngineChannel, describe_start_error, make_process_context
from spectral_gui.jobs.job import emit_progress
from spectral_gui.jobs.worker import JobResult
from spectral_gui.text_display import make_translator

if TYPE_CHECKING:
    from multiprocessing.context import ForkServerProcess, SpawnProcess

    from spectral_gui.jobs.job import Job

T = TypeVar("T")
_logger = logging.getLogger(__name__)
RESEND_SECONDS = 3.0  # a request sent this recently to a process that died is sent again
SILENCE_LIMIT = 20.0  # seconds without a message after which a working process counts as hung
STARTUP_LIMIT = 90.0  # the same before its first message: loading from a slow disk takes time
CANCEL_LIMIT = 5.0  # the same after its job was cancelled
_MAX_SILENCE_STEP = 0.5  # seconds counted per poll: while the machine sleeps, silence means nothing
_tr = make_translator("Jobs")
DocumentUpdate = DocumentState | Mapping[int, Sentence] | None  # of a document that was opened, edited or closed


class JobQueue:
    """Job queue of one engine process, with the document updates that the process has not received. Only
    `join_processes` blocks."""

    def __init__(
        self, name: str, wake_window: Callable[[], object], cancel_timeout: float = math.inf, low_priority: bool = False
    ) -> None:
        """Create a queue without a process; `wake_window` asks for a poll from any thread."""
        self._wake_window = wake_window
        self._name = f"engine-{name}"  # of its process, for the log
        self._cancel_timeout, self._has_low_priority = cancel_timeout, low_priority
        self._kill_deadline = math.inf  # when the process of a cancelled job is killed
        self._is_job_cancelled = False
        self.has_start_failed = False  # the last process could not be started
        self._silent_seconds = 0.0  # seconds without a message from the running job
        self._last_poll = time.monotonic()
        self._has_responded = False  # whether this process has sent a message
        self._context = make_process_context()
        self._channel: EngineChannel | None = None
        self._ending_channels: list[EngineChannel] = []  # discarded channels whose threads have not ended
        self.waiting_jobs: deque[tuple[Job[Any], Request[Any]]] = deque()
        self.running_job: Job[Any] | None = None
        self._unanswered_request: tuple[float, Request[Any]] | None = (
            None  # running request and its start time, until the process responds
        )
        self._is_request_sent = False  # the running request was given to the channel
        self._retried_job: Job[Any] | None = None  # job sent again to a new process
        self._documents: dict[str, DocumentState] = {}  # current state of each document, for a new process
        self._unsent_updates: list[tuple[str, DocumentUpdate]] = []  # updates not yet sent to this process

    @property
    def process(self) -> ForkServerProcess | SpawnProcess | None:
        """The engine process; None until it has started."""
        return None if self._channel is None else self._channel.process

    @property
    def needs_polling(self) -> bool:
        """Whether threads are working for it, so that it must be polled even without a job."""
        return bool(self._ending_channels) or (self._channel is not None and not self._channel.is_idle)

    @property
    def is_busy(self) -> bool:
        """Whether a job is running or waiting."""
        return self.running_job is not None or bool(self.waiting_jobs)

    @property
    def is_silent(self) -> bool:
        """Whether the process is busy and has sent nothing for a long time."""
        return self.running_job is not None and self._silent_seconds > (
            SILENCE_LIMIT if self._has_responded else STARTUP_LIMIT
        )

    def update_document(self, document: str, update: DocumentUpdate) -> None:
        """Record an update of a document: its state, its edits, or None if it was closed; sent to the process before
        its next job."""
        if isinstance(update, DocumentState):
            self._documents[document] = update
            self._unsent_updates = [unsent for unsent in self._unsent_updates if unsent[0] != document]
        elif update is None:
            self._documents.pop(document, None)
        elif document in self._documents:
            edits = self._documents[document].edits
            assert isinstance(edits, dict)  # the session's own dict: updating it in place is cheap
            edits.update(update)
        else:
            return
        if self._channel is not None:
            self._unsent_updates.append((document, update))

    def add_job(self, job: Job[T], request: Request[T]) -> None:
        self.waiting_jobs.append((job, request))

    def cancel_job(self, job: Job[T]) -> None:
        """Cancel a job: remove a waiting one, or ask the process to stop the running one."""
        if job is self.running_job and not self._is_request_sent:
            if self.is_silent:  # the next job would wait in vain as well
                self._discard_channel()
            self.running_job = self._unanswered_request = None
            job.set_result(JobResult())
        elif job is self.running_job and self._channel is not None:
            self._channel.cancel_flag.set()
            self._unanswered_request = None  # a cancelled request is not sent again
            self._is_job_cancelled = True
            self._kill_deadline = min(self._kill_deadline, time.monotonic() + self._cancel_timeout)
        elif job in (queued_job for queued_job, _ in self.waiting_jobs):
            self.waiting_jobs = deque(entry for entry in self.waiting_jobs if entry[0] is not job)
            job.set_result(JobResult())

    def set_paused(self, paused: bool) -> None:
        """Pause the running job at its next report, or resume it."""
        if self._channel is not None and paused != self._channel.pause_flag.is_set():
            self._channel.pause_flag.set() if paused else self._channel.pause_flag.clear()

    def poll(self) -> None:
        """Start the next job, pass on messages of the process, and replace a process that died or hangs."""
        self._ending_channels = [channel for channel in self._ending_channels if not channel.finish_if_ended()]
        if self.running_job is None and self.waiting_jobs:
            self._start_job(*self.waiting_jobs.popleft())
        self._measure_silence()
        channel, job = self._channel, self.running_job
        if channel is None or self._deliver_messages(channel, job):
            return
        if channel.process is not None:
            self.has_start_failed = False
        if job is None:
            return
        if channel.error_traceback:
            self._end_process_and_job(JobResult(error_traceback=channel.error_traceback))
        elif channel.start_error is not None:
            self._end_unstarted_job(job, channel.start_error)
        elif channel.is_connection_lost:
            self._end_process_and_job()
        elif time.monotonic() > self._kill_deadline or (self._is_job_cancelled and self._silent_seconds > CANCEL_LIMIT):
            self._end_process_and_job(JobResult())
        elif self.is_silent and (job.is_background or not self._has_low_priority):
            _logger.error("%s has not responded for %.0f s", self._name, self._silent_seconds)
            reason = _tr("The engine did not respond for {0} seconds and was restarted. Try again.")
            self.replace_process(reason.format(round(self._silent_seconds)))
        elif not self._is_request_sent:
            self._send_request(channel, job)
        else:
            channel.start_receiving()

    def _deliver_messages(self, channel: EngineChannel, job: Job[Any] | None) -> bool:
        """Pass messages of the process on to the job's listeners; return whether one of them ended the job."""
        newest: Progress | None = None
        measured_reports: list[Progress] = []  # reports with measurements are kept, others replaced by newer ones
        for number, message in channel.take_messages():
            if job is None or number != job.number:
                continue
            self._unanswered_request, self._silent_seconds, self._has_responded = None, 0.0, True
            if message is None:
                continue
            if isinstance(message, JobResult):
                self.running_job = None
                emit_progress(job, newest, measured_reports)
                job.set_result(message)
                return True
            newest = message
            if message.measures:
                measured_reports.append(message)
        if job is not None:
            emit_progress(job, newest, measured_reports)
        return False

    def replace_process(self, reason: str) -> None:
        """Kill the process even if busy; its job fails, and the next one gets a new process."""
        if self.running_job is not None:
            self.running_job.has_lost_process = True
            self._end_process_and_job(JobResult(error_message=reason))
        else:
            self._discard_channel()

    def _start_job(self, job: Job[T], request: Request[T]) -> None:
        """Run a job, starting a process if there is none."""
        if self._channel is not None and not self._channel.is_usable:
            self._discard_channel()
        if self._channel is None:
            try:
                self._channel = EngineChannel(self._context, self._name, self._has_low_priority, self._wake_window)
            except OSError as error:
                self._end_unstarted_job(job, error)
                return
            self._has_responded = False
            self._unsent_updates = list(self._documents.items())
            self._silent_seconds, self._last_poll = 0.0, time.monotonic()
        self.running_job, self._kill_deadline, self._is_job_cancelled, self._is_request_sent = (
            job,
            math.inf,
            False,
            False,
        )
        self._unanswered_request = (time.monotonic(), request)
        self._send_request(self._channel, job)

    def _send_request(self, channel: EngineChannel, job: Job[Any]) -> None:
        """Send the request of the running job if the process has started; otherwise later."""
        if not channel.is_idle or channel.process is None or self._unanswered_request is None:
            return
        _, request = self._unanswered_request
        channel.cancel_flag.clear()
        updates = [(name, _copy_update(update)) for name, update in self._unsent_updates]
        channel.send((job.number, updates, request, get_unpack_allowance()))
        self._is_request_sent, self._unsent_updates, self._unanswered_request = True, [], (time.monotonic(), request)
        self._silent_seconds, self._last_poll = 0.0, time.monotonic()

    def _end_unstarted_job(self, job: Job[Any], error: OSError | EOFError) -> None:
        """End a job whose process could not be started, with the system's reason."""
        _logger.error("%s could not be started", self._name, exc_info=error)
        self._discard_channel()
        self.running_job, self._unanswered_request, self.has_start_failed, job.has_lost_process = None, None, True, True
        remedy = _tr("Close other programs, then try again or choose Model › Restart the engine.")
        reason = describe_start_error(error)
        job.set_result(JobResult(error_message=_tr("The engine could not be started: {0}. {1}").format(reason, remedy)))

    def _measure_silence(self) -> None:
        """Add the time since the last poll to the seconds without a message."""
        now = time.monotonic()
        self._silent_seconds += min(now - self._last_poll, _MAX_SILENCE_STEP)
        self._last_poll = now

    def _end_process_and_job(self, result: JobResult[Any] | None = None) -> None:
        """End the process and its job, with this result or as a failure; the next job gets a new process. A request
        sent while the process was dying is sent again."""
        job, self.running_job = self.running_job, None
        unanswered, self._unanswered_request = self._unanswered_request, None
        process = self.process
        self._discard_channel()
        if process is not None:
            level, event = (logging.ERROR, "crashed") if result is None else (logging.INFO, "was ended")
            work = "no job" if job is None else f"job {job.number} {job.name}"
            pid, code = process.pid, process.exitcode
            _logger.log(level, "%s (process %s, exit code %s) %s with %s", self._name, pid, code, event, work)
        if job is not None and result is None and job is not self._retried_job and unanswered is not None:
            sent_at, request = unanswered
            if time.monotonic() - sent_at < RESEND_SECONDS:
                self._retried_job = job
                self.waiting_jobs.appendleft((job, request))
                return
        if job is not None:
            job.has_lost_process = job.has_lost_process or result is None
            job.set_result(
                result or JobResult(error_message=_tr("The engine stopped unexpectedly and was restarted. Try again."))
            )

    def _discard_channel(self) -> None:
        """Kill the process without waiting for its end; the next job starts another."""
        channel, self._channel = self._channel, None
        if channel is None:
            return
        if channel.is_starting:  # the fork server does not respond: start the next process without it
            self._context = multiprocessing.get_context("spawn")
        channel.kill_process()
        self._ending_channels.append(channel)

    def cancel_all_jobs(self) -> None:
        """Cancel all jobs and close the connection, which ends the process."""
        self.set_paused(False)
        for job in (*(job for job, _ in self.waiting_jobs), *((self.running_job,) if self.running_job else ())):
            job.set_result(JobResult())
        self.waiting_jobs.clear()
        self.running_job = None
        if self._channel is not None:
            self._channel.cancel_flag.set()
            self._channel.close()
            self._ending_channels.append(self._channel)
            self._channel = None

    def join_processes(self) -> None:
        """Wait for the ending processes, and kill those that do not end in time."""
        self._ending_channels = [channel for channel in self._ending_channels if not channel.join_process()]
        self._unsent_updates = []


def _copy_update(update: DocumentUpdate) -> DocumentUpdate:
    """Return a copy of an update that is safe to send from a thread; later edits are sent after it."""
    return replace(update, edits=dict(update.edits)) if isinstance(update, DocumentState) else update
