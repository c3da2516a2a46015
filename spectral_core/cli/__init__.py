"""Command line: results on stdout, progress and errors on stderr; exit codes 0, 1 (failure) and 2 (usage)."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from types import TracebackType
from typing import Annotated

import typer
from typer.main import get_command

from spectral_core.cli import (
    annotation,
    api_page,
    corpora,
    desktop,
    evaluation,
    figures,
    inspection,
    models,
    projects,
    readings,
)
from spectral_core.errors import SettingsError, SpectralError

app = typer.Typer(
    name="spectral",
    help="Train models on treebanks, and parse, rank, score and compare with them.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
_COMMAND_MODULES = (annotation, models, readings, evaluation, corpora, figures, inspection, desktop, api_page)
for part in _COMMAND_MODULES:
    for command in part.COMMANDS:
        app.command(command.__name__.replace("_", "-"))(command)
app.add_typer(projects.app, name="project")
_SIGINT_EXIT_CODE = 130


def _print_version(requested: bool) -> None:
    """Print the version and exit if it was requested (callback of --version)."""
    if requested:
        from spectral_core import __version__

        print(f"spectral {__version__}")
        raise typer.Exit


@app.callback()
def set_global_options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
    unpack: Annotated[
        int | None,
        typer.Option(min=0, help="Limit in gigabytes for unpacking a compressed file; 0 for the default."),
    ] = None,
    verbose: Annotated[
        int,
        typer.Option(
            "--verbose", "-v", count=True, help="Write the log to stderr, and to command.log; twice for more."
        ),
    ] = 0,
) -> None:
    """Train models on treebanks, and parse, rank, score and compare with them."""
    del version  # handled by its callback
    if verbose:
        from spectral_core import logs

        logs.start_logging("command", logs.LogSetup(logs.get_log_folder(), verbose))
    if unpack is not None:
        from spectral_core.files import set_unpack_allowance

        set_unpack_allowance(unpack)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command and exit; an expected failure is one line on stderr and exit code 1, or 2 for wrong usage."""
    sys.excepthook = _report_bug
    for library in ("OMP", "OPENBLAS", "MKL"):  # before numpy loads: threads are slower here, and results vary
        os.environ.setdefault(f"{library}_NUM_THREADS", "1")
    for stream in (sys.stdout, sys.stderr):  # treebanks may have characters outside the terminal's encoding
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="replace")
    try:
        command = get_command(app)  # calling `app` would install typer's exception hook in place of ours
        typed = tuple(sys.argv[1:] if arguments is None else arguments)
        command(args=list(typed), prog_name="spectral", obj=typed)  # models say by which command they were trained
    except SpectralError as error:
        print(error, file=sys.stderr)
        sys.exit(2 if isinstance(error, SettingsError) else 1)
    except KeyboardInterrupt:
        print("Stopped; nothing was written.", file=sys.stderr)
        sys.exit(1)
    except SystemExit as exit:
        if exit.code == _SIGINT_EXIT_CODE:  # typer's exit code for Ctrl+C, without a message
            print("Stopped; nothing was written.", file=sys.stderr)
        raise
    except MemoryError:
        print("This needs more memory than the machine has; use a smaller corpus or fewer states.", file=sys.stderr)
        sys.exit(1)
    except BrokenPipeError:  # `spectral ... | head`
        sys.stderr.close()
        sys.exit(0)
    except OSError as error:  # of stdout or its redirection: other files raise their own errors
        _silence_stdout()
        print(f"The results could not be written: {error.strerror or error}.", file=sys.stderr)
        sys.exit(1)


def _silence_stdout() -> None:
    """Redirect stdout to the null device: Python flushes it at exit, and that would fail again with the same error."""
    with open(os.devnull, "wb") as null_device:  # noqa: PTH123 - a descriptor is wanted, not a path
        os.dup2(null_device.fileno(), sys.stdout.fileno())


def _report_bug(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Log an unexpected exception, and print it on stderr with the request to report it (`sys.excepthook`)."""
    import logging
    import traceback

    from spectral_core import logs

    if logs.get_active_log_setup().folder is None:
        logs.start_logging("command", logs.LogSetup(logs.get_log_folder()))
    logging.getLogger(__name__).critical("unexpected exception", exc_info=(kind, error, trace))
    print("".join(traceback.format_exception(kind, error, trace)), file=sys.stderr)
    message = str(error).split("\n", 1)[0]
    print(
        f"This is a bug in spectral ({kind.__name__}: {message}). Please report it with the lines above.",
        file=sys.stderr,
    )
