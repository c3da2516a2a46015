"""Engine: documents with their edits, models, and caches that requests use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from spectral_core.data import Sentence, Treebank
from spectral_core.data.automaton import Automaton
from spectral_core.errors import DataError
from spectral_core.model import Model
from spectral_core.progress import Report

if TYPE_CHECKING:
    from spectral_core.training_text import TrainingText

_MAX_MODELS = 6  # cached at a time: a model updated with accepted sentences is another model each time
T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True, slots=True)
class DocumentState:
    """A document as the window has it: its file with later edits, or the sentences themselves."""

    path: Path | None
    format: str
    edits: Mapping[int, Sentence]
    treebank: Treebank | None = None  # if it is in no file
    project: Path | None = None  # its folder if the window has not opened the document: edits are read from the journal


class PrefixClusters(Protocol):
    """Hierarchical clustering of a model's frequent prefixes."""

    def extract_automaton(self, clusters: int = 10, evidence: float = 0.1) -> Automaton:
        """Return the automaton of the clustering with this number of clusters, with the transitions of each state's
        majority and those with at least the share `evidence` of the sequences."""
        ...


@dataclass(slots=True)
class Engine:
    """Documents, models and caches shared by requests, so that they are not sent with each of them."""

    documents: dict[str, DocumentState] = field(default_factory=dict)
    treebanks: dict[str, Treebank] = field(default_factory=dict)
    models: dict[Path, tuple[int, Model]] = field(default_factory=dict)  # with the mtime of their files; newest last
    sentences: dict[str, tuple[Sentence, ...]] = field(default_factory=dict)  # sentences of the latest document
    clusterings: dict[tuple[object, ...], PrefixClusters] = field(default_factory=dict)  # newest last
    # models with fewer states; newest last
    truncated_models: dict[tuple[Path, int, int], object] = field(default_factory=dict)
    node_states: dict[tuple[object, ...], object] = field(default_factory=dict)  # of nodes of documents; newest last

    def load_model(self, path: Path) -> Model:
        """Return the model in a file, loaded on demand and again after the file changed."""
        from spectral_core import store

        modified = read_modification_time(path)
        entry = self.models.pop(path, None)
        if entry is None or entry[0] != modified:
            entry = (modified, store.load(path))
        self._cache_model(path, entry)
        return entry[1]

    def save_model(self, model: Model, path: Path, text: TrainingText | None = None) -> None:
        """Save a model in the user's project, with what it was trained on if that is known. Its training text is kept
        where adding sentences needs it: it stays in the project, as the text does."""
        from spectral_core import store
        from spectral_core.files import compute_shared_permissions
        from spectral_core.training_text import save_trained_model

        # a private project's models are private too
        permissions = compute_shared_permissions([path.parent], path.parent)
        if text is None:
            store.save(model, path, permissions=permissions, keep_text=True)
        else:
            save_trained_model(model, path, text, permissions=permissions, keep_text=True)
        self._cache_model(path, (path.stat().st_mtime_ns, model))

    def save_updated_model(self, model: Model, path: Path, original: Path, added_sentences: int) -> None:
        """Save a model to which sentences were added."""
        from spectral_core.training_text import save_updated_model

        save_updated_model(model, path, original, added_sentences)
        self._cache_model(path, (path.stat().st_mtime_ns, model))

    def _cache_model(self, path: Path, model: tuple[int, Model]) -> None:
        """Cache a model as the most recently used, and drop the least recently used above the limit."""
        self.models.pop(path, None)
        self.models[path] = model
        while len(self.models) > _MAX_MODELS:
            del self.models[next(iter(self.models))]

    def set_document(self, name: str, document: DocumentState | None) -> None:
        """Set or replace a document, or remove it."""
        self.treebanks.pop(name, None)
        self.drop_caches(name)
        if document is None:
            self.documents.pop(name, None)
        else:
            self.documents[name] = document

    def apply_edits(self, name: str, edits: Mapping[int, Sentence]) -> None:
        """Replace edited sentences of a document and drop its caches."""
        document = self.documents[name]
        self.documents[name] = replace(document, edits={**document.edits, **edits})
        self.drop_caches(name)
        if name in self.treebanks:
            treebank = self.treebanks[name]
            self.treebanks[name] = replace(treebank, edits={**treebank.edits, **edits})

    def drop_caches(self, name: str) -> None:
        """Drop the caches of a document's sentences."""
        self.sentences.pop(name, None)
        self.clusterings = {key: cached for key, cached in self.clusterings.items() if key[0] != name}
        self.node_states = {key: cached for key, cached in self.node_states.items() if key[0] != name}

    def load_treebank(self, name: str) -> Treebank:
        """Return the document of this name, read on demand."""
        if name not in self.treebanks:
            from spectral_core.formats import load

            document = self.documents.get(name)
            if document is None:
                raise DataError(f"{name!r} is not open")
            treebank = document.treebank
            if document.project is not None:
                treebank = _read_from_project(document.project, name)
            if treebank is None:
                assert document.path is not None
                treebank = load(document.path, document.format or None)
            self.treebanks[name] = replace(treebank, edits={**treebank.edits, **document.edits})
        return self.treebanks[name]


def read_modification_time(path: Path) -> int:
    """Return when a file was last changed, to know whether what was read from it is current; -1 if it cannot be
    determined, so that reading it reports why."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return -1


def _read_from_project(folder: Path, name: str) -> Treebank:
    """Return a document with the edits of its journal, read while the window keeps the project open."""
    from spectral_core.project import Project

    project = Project.open_read_only(folder)
    try:
        return project.open_document(name).treebank
    finally:
        project.close()


class Request(Protocol[T_co]):
    """A request to the engine; it and its answer can be sent to other processes."""

    def run(self, engine: Engine, report: Report) -> T_co:
        """Return the answer; a SpectralError if there is none."""
        ...
