"""The engine: the documents with their edits and the models that requests are about, and what was made of both."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

from spectral_core.data import Sentence, Treebank
from spectral_core.data.automaton import Automaton
from spectral_core.errors import DataError
from spectral_core.model import Model

_MOST_MODELS = 6  # held at a time: one that has learnt accepted sentences is another model each time


@dataclass(frozen=True, slots=True)
class DocumentShown:
    """A document as the window has it: its file and what was changed since, or the sentences themselves."""

    path: Path | None
    format: str
    edits: Mapping[int, Sentence]
    treebank: Treebank | None = None  # where no file holds it
    project: Path | None = None  # its folder, where the window has not opened the document: the journal is asked


class Clusters(Protocol):
    """A model's frequent prefixes in the order in which they cluster."""

    def cut(self, clusters: int = 10, evidence: float = 0.1) -> Automaton: ...


@dataclass(slots=True)
class Engine:
    """Holds what several requests are about, so that it is not sent with each of them."""

    documents: dict[str, DocumentShown] = field(default_factory=dict)
    read: dict[str, Treebank] = field(default_factory=dict)
    models: dict[Path, tuple[int, Model]] = field(default_factory=dict)  # with their files' times; the newest last
    sentences: dict[str, tuple[Sentence, ...]] = field(default_factory=dict)  # of the document last followed, read
    clusters: dict[tuple[object, ...], Clusters] = field(default_factory=dict)  # the newest last
    cuts: dict[tuple[Path, int, int], object] = field(default_factory=dict)  # models with fewer states; newest last
    states: dict[tuple[object, ...], object] = field(default_factory=dict)  # of the nodes of documents; newest last

    def model(self, path: Path) -> Model:
        """The model in a file, read when it is first asked for, and again after it was written anew."""
        from spectral_core import store

        try:
            written = path.stat().st_mtime_ns
        except OSError:
            written = -1  # the store says what is wrong
        held = self.models.pop(path, None)
        if held is None or held[0] != written:
            held = (written, store.load(path))
        self._hold(path, held)
        return held[1]

    def keep(self, model: Model, path: Path, compress: bool = True, learnt_from: Treebank | None = None) -> None:
        """Writes a model, with what tells which texts it fits where it is said what it was learnt from."""
        from spectral_core import library, store
        from spectral_core.files import shared_rights

        beside = None if learnt_from is None else library.label(library.reads_of(model, learnt_from))
        rights = shared_rights([path.parent], path.parent)  # of a project whose texts are private, it is as well
        store.save(model, path, compress, beside, rights)
        self._hold(path, (path.stat().st_mtime_ns, model))

    def _hold(self, path: Path, model: tuple[int, Model]) -> None:
        """Holds a model as the one used last, and of the others no more than so many."""
        self.models.pop(path, None)
        self.models[path] = model
        while len(self.models) > _MOST_MODELS:
            del self.models[next(iter(self.models))]

    def show(self, name: str, shown: DocumentShown | None) -> None:
        """Holds a document anew, or no longer."""
        self.read.pop(name, None)
        self.forget(name)
        if shown is None:
            self.documents.pop(name, None)
        else:
            self.documents[name] = shown

    def edit(self, name: str, edits: Mapping[int, Sentence]) -> None:
        shown = self.documents[name]
        self.documents[name] = replace(shown, edits={**shown.edits, **edits})
        self.forget(name)
        if name in self.read:
            for index, sentence in edits.items():
                self.read[name] = self.read[name].with_sentence(index, sentence)

    def forget(self, name: str) -> None:
        """Drops what was made of the sentences of a document."""
        self.sentences.pop(name, None)
        self.clusters = {key: made for key, made in self.clusters.items() if key[0] != name}
        self.states = {key: made for key, made in self.states.items() if key[0] != name}

    def treebank(self, name: str) -> Treebank:
        """The document of this name, read when it is first asked for."""
        if name not in self.read:
            from spectral_core.formats import load

            shown = self.documents.get(name)
            if shown is None:
                raise DataError(f"{name!r} is not open")
            treebank = shown.treebank
            if shown.project is not None:
                treebank = _opened(shown.project, name)
            if treebank is None:
                assert shown.path is not None
                treebank = load(shown.path, shown.format or None)
            self.read[name] = replace(treebank, edits={**treebank.edits, **shown.edits})
        return self.read[name]


def _opened(folder: Path, name: str) -> Treebank:
    """A document with what its journal holds, read beside the window, which goes on holding the project."""
    from spectral_core.project import Project

    project = Project.look(folder)
    try:
        return project.open_document(name).treebank
    finally:
        project.close()
