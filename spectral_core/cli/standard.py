"""Files as arguments of commands; `-` is standard input or output."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from spectral_core.errors import FormatError, SettingsError, StoreError

if TYPE_CHECKING:
    from spectral_core.data import Treebank
    from spectral_core.model import Model

STANDARD = Path("-")  # a file of this name is ./-


def check_stdin_once(paths: Iterable[Path]) -> None:
    """Raise if standard input would be read twice."""
    if sum(path == STANDARD for path in paths) > 1:
        raise SettingsError("- is standard input, which can be read once; name a file for the other")


def load(path: Path, format: str | None = None, profile: str | None = None) -> Treebank:
    """Load a treebank from a file or standard input, which is plain text unless it shows another format or has tabs."""
    from spectral_core import formats

    if path != STANDARD:
        return formats.load(path, format, profile)
    content = _read_stdin()
    if format is None and profile is None and not _has_format(content) and b"\t" not in content:
        format = "text"
    return formats.loads(content, None, format, profile)


def _has_format(content: bytes) -> bool:
    from spectral_core.formats import detect_format

    try:
        detect_format("text", content)
    except FormatError:
        return False
    return True


def _read_stdin() -> bytes:
    """Read standard input to its end, and unpack it if it is packed."""
    from spectral_core.files import read

    with tempfile.TemporaryDirectory() as folder:
        try:
            return read(_spool_stdin(Path(folder)))
        except FormatError as error:
            raise FormatError(None, error.line, error.message, error.remedy) from None


def _spool_stdin(folder: Path) -> Path:
    """Copy standard input to a file."""
    path = folder / "standard-input"
    with path.open("wb") as file:
        while piece := sys.stdin.buffer.read(1 << 20):
            file.write(piece)
    return path


def save(
    treebank: Treebank, path: Path, format: str | None = None, drop: bool = False, texts: Iterable[Path] = ()
) -> None:
    """Save a treebank to a file, or to standard output: as brackets if it has trees alone, else as CoNLL-U. A new file
    is as private as the texts it comes from."""
    from spectral_core import formats
    from spectral_core.files import rights_of_copy

    if path != STANDARD:
        formats.save(treebank, path, format, drop, rights_of_copy(path, texts))
        return
    if format is None:
        first = next((sentence for sentence in treebank if len(sentence)), None)
        trees = first is not None and first.tree is not None and first.heads.count(None) == len(first)
        format = "brackets" if trees else "conllu"
    _write_stdout(b"".join(formats.compose_pieces(treebank, format, None, drop)))


def load_model(path: Path) -> Model:
    """Load a model from a file or standard input."""
    from spectral_core import store

    if path != STANDARD:
        return store.load(path)
    with tempfile.TemporaryDirectory() as folder:
        try:
            return store.load(_spool_stdin(Path(folder)))
        except StoreError as error:
            raise StoreError(STANDARD, error.message, error.remedy) from None


def save_model(model: Model, path: Path, texts: Iterable[Path]) -> None:
    """Save a model to a file or standard output."""
    from spectral_core import store
    from spectral_core.files import rights_of_copy

    if path != STANDARD:
        store.save(model, path, rights=rights_of_copy(path, texts))
        return
    with tempfile.TemporaryDirectory() as folder:
        store.save(model, Path(folder) / "model.npz")
        _write_stdout((Path(folder) / "model.npz").read_bytes())


def _write_stdout(content: bytes) -> None:
    sys.stdout.flush()
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()
