"""The command line: results to stdout, progress and complaints to stderr; exits with 0, 1 (failure) or 2 (usage)."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from types import TracebackType
from typing import Annotated

import typer
from typer.main import get_command

from spectral_core.cli import (
    analysing,
    automata,
    comparing,
    desktop,
    figures,
    finding,
    getting,
    learning,
    measuring,
    projects,
    ranking,
    reference,
    showing,
    states,
    steps,
    sweeping,
    treebanks,
    words,
)
from spectral_core.errors import SettingsError, SpectralError

app = typer.Typer(
    name="spectral",
    help="Learn models of language from treebanks, and parse, rank, score and compare with them.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
_PARTS = (
    learning, sweeping, ranking, measuring, comparing, treebanks, getting, finding, analysing, figures, automata,
    showing, states, words, steps, reference, desktop,
)  # fmt: skip
for part in _PARTS:
    for command in part.COMMANDS:
        app.command(command.__name__.replace("_", "-"))(command)
app.add_typer(projects.app, name="project")


def _version(asked: bool) -> None:
    if asked:
        from spectral_core import __version__

        print(f"spectral {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say which this is.")
    ] = False,
    unpack: Annotated[
        int,
        typer.Option(min=0, help="Gigabytes that may be made of any packed file; 0 for what treebanks may need."),
    ] = 0,
    verbose: Annotated[
        int,
        typer.Option(
            "--verbose", "-v", count=True, help="Write the log to stderr, and to command.log; twice for more."
        ),
    ] = 0,
) -> None:
    """Learn models of language from treebanks, and parse, rank, score and compare with them."""
    del version  # its callback did the work
    if verbose:
        from spectral_core import logs

        logs.start_logging("command", logs.LogSetup(logs.log_folder(), verbose))
    if unpack:
        from spectral_core.files import set_unpack_allowance

        set_unpack_allowance(unpack)


_INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs one command and exits."""
    sys.excepthook = _excepthook
    for library in ("OMP", "OPENBLAS", "MKL"):  # before numpy loads: threads only cost here, and figures would vary
        os.environ.setdefault(f"{library}_NUM_THREADS", "1")
    for stream in (sys.stdout, sys.stderr):  # the words of a treebank are not always in the terminal's encoding
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="replace")
    try:
        command = get_command(app)  # calling `app` would put typer's own hook for exceptions in the place of ours
        command(args=None if arguments is None else list(arguments), prog_name="spectral")
    except SpectralError as error:
        print(error, file=sys.stderr)
        sys.exit(2 if isinstance(error, SettingsError) else 1)
    except KeyboardInterrupt:
        print("Stopped; nothing was written.", file=sys.stderr)
        sys.exit(1)
    except SystemExit as exit:
        if exit.code == _INTERRUPTED:  # typer's own answer to Ctrl+C, which says nothing
            print("Stopped; nothing was written.", file=sys.stderr)
        raise
    except MemoryError:
        print("This needs more memory than the machine has; use a smaller corpus or fewer states.", file=sys.stderr)
        sys.exit(1)
    except BrokenPipeError:  # `spectral ... | head`
        sys.stderr.close()
        sys.exit(0)
    except OSError as error:  # of the terminal or what it was redirected to: files have complaints of their own
        _without_output()
        print(f"The results could not be written: {error.strerror or error}.", file=sys.stderr)
        sys.exit(1)


def _without_output() -> None:
    """Keeps Python from writing what it still holds for stdout, which would fail again."""
    with open(os.devnull, "wb") as nowhere:  # noqa: PTH123 - a descriptor is wanted, not a path
        os.dup2(nowhere.fileno(), sys.stdout.fileno())


def _excepthook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    import logging
    import traceback

    from spectral_core import logs

    if logs.active_setup().folder is None:
        logs.start_logging("command", logs.LogSetup(logs.log_folder()))
    logging.getLogger(__name__).critical("unexpected exception", exc_info=(kind, error, trace))
    print("".join(traceback.format_exception(kind, error, trace)), file=sys.stderr)
    message = str(error).split("\n", 1)[0]
    print(
        f"This is a bug in spectral ({kind.__name__}: {message}). Please report it with the lines above.",
        file=sys.stderr,
    )
