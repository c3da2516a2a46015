"""Training text of a model: what a model's file says of it, and the one way in which trained models are saved."""

from __future__ import annotations

import dataclasses
import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from spectral_core import library, store
from spectral_core.data import EMPTY, Sentence, Treebank
from spectral_core.data.dependencies import is_tree
from spectral_core.data.tree import strip_function_tags
from spectral_core.errors import SpectralError
from spectral_core.files import DEFAULT_MODE, Location, compute_shared_permissions
from spectral_core.formats import compose_file_pieces
from spectral_core.formats.lazy_sentences import LazySentences
from spectral_core.model import DescribesColumns, Model
from spectral_core.model.provenance import (
    CONSTITUENTS,
    DEPENDENCIES,
    READINGS,
    TAGS,
    WINDOW,
    WORDS,
    Provenance,
    TrainingSource,
    strip_folders,
)
from spectral_core.registry import get_method

if TYPE_CHECKING:
    from spectral_core.formats.text import TextStream
    from spectral_core.treebanks.catalogue import CatalogueEntry

_TAG_COLUMNS = ("upos", "xpos")
_NAME_END = re.compile(r"[-.]")  # after the name of the treebank in that of a file
_OPEN_LICENCE = re.compile(r"CC BY(-SA)? [\d.]+|CC0.*|PD|GNU .*|LGPL.*", re.IGNORECASE)  # sharing is allowed to all


@dataclass(frozen=True, slots=True)
class TrainingText:
    """Training sentences and the files that they come from."""

    treebank: Treebank
    sources: tuple[TrainingSource, ...]  # without their numbers of sentences
    sizes: tuple[int, ...]  # number of sentences of each source, which follow one another at the start of the treebank
    command: str = WINDOW  # the command line, as `format_command` returns it
    counts: tuple[int, ...] = ()  # sentences of each source, where the treebank is a sample of a stream of text

    @classmethod
    def from_streams(cls, streams: Sequence[TextStream], command: str = WINDOW) -> TrainingText:
        """Make the training text of texts that were read as streams; its treebank is their first sentences."""
        sources = tuple(TrainingSource(stream.path.name, stream.sha256) for stream in streams)
        sample = Treebank.of(sentence for stream in streams for sentence in stream.sample)
        sizes = tuple(len(stream.sample) for stream in streams)
        return cls(sample, sources, sizes, command, tuple(stream.sentence_count for stream in streams))

    @classmethod
    def from_treebanks(cls, treebanks: Sequence[tuple[str, Treebank]], command: str = WINDOW) -> TrainingText:
        """Make the training text of whole treebanks with the names of their files."""
        parts = [treebank for _, treebank in treebanks]
        sources = tuple(make_source(name, treebank) for name, treebank in treebanks)
        return cls(Treebank.concatenate(parts), sources, tuple(map(len, parts)), command)


def save_trained_model(
    model: Model, path: Location, text: TrainingText, compress: bool = True, permissions: int = DEFAULT_MODE,
    keep_text: bool = False,
) -> Provenance:  # fmt: skip
    """Save a model with what it was trained on and a profile of its training text; return the former. The window and
    the command line store models by this function alone."""
    provenance, profile = describe_training(model, text), library.make_training_profile(model, text.treebank)
    language = getattr(model.settings, "language", "") or find_language(text.sources) or profile.language
    if not language and model.method == "clusters":  # a wrong guess would only leave them unused
        from spectral_core.cluster_library import find_language_by_name  # loads models

        language = find_language_by_name(PurePath(text.sources[0].name)) if text.sources else ""
    provenance = replace(provenance, script=profile.script, language=language or "")
    store.save(model, path, compress, library.pack_profile(profile), permissions, provenance, keep_text)
    return provenance


def save_updated_model(model: Model, path: Location, original: Location, added_sentences: int) -> None:
    """Save a model to which sentences were added, without its training text; it says of its training what the file of
    the original says."""
    provenance = store.read_provenance(original)
    provenance = replace(provenance, added_sentences=provenance.added_sentences + added_sentences)
    permissions = compute_shared_permissions([Path(path).parent], Path(path).parent)
    profile_arrays = library.read_profile_arrays(original)
    store.save(model, path, False, profile_arrays, permissions, provenance)  # it only carries it to another process


def describe_training(model: Model, text: TrainingText) -> Provenance:
    """Return what a model was trained on, except for the language and the script."""
    import spectral_core

    method = get_method(model.method)
    settings = {
        name: strip_folders(value) if isinstance(value, str) else value
        for name, value in dataclasses.asdict(model.settings).items()
    }
    parts = model.describe_columns() if isinstance(model, DescribesColumns) else None
    column = settings.get("column") if parts is None else parts.column
    column = column if isinstance(column, str) else ""
    tally = _TrainingTally(method.annotation, column)
    skipped = getattr(model, "skipped", None)
    if text.counts:
        counts = list(text.counts)
    elif text.sizes == (len(text.treebank),) and isinstance(skipped, Mapping):  # the model says how many it left out
        counts = [len(text.treebank) - sum(skipped.values())]
        if tally.has_labels:
            tally.count_labels(text.treebank)
    else:
        sentences = iter(text.treebank)
        counts = [tally.count_labels(islice(sentences, size)) for size in text.sizes]
    provenance = Provenance(
        structure=method.annotation,
        column=column,
        tags=tuple(tag for tag, _ in tally.tags.most_common()),
        labels=tuple(label for label, _ in tally.labels.most_common()),
        sources=tuple(replace(source, sentences=count) for source, count in zip(text.sources, counts, strict=True)),
        version=spectral_core.__version__,
        command=text.command,
        date=datetime.now(UTC).isoformat(timespec="seconds"),
        settings=settings,
        clusters=getattr(model, "cluster_source", ""),
    )
    if parts is None:
        return provenance
    return replace(
        provenance,
        # in the order of their frequency in the training text
        tags=tuple(sorted(parts.tags, key=lambda tag: (-tally.tags[tag], tag))),
        labels=tuple(sorted(parts.labels, key=lambda label: (-tally.labels[label], label))),
        reads=parts.reads,
        writes=parts.writes,
        readings=parts.readings,
        clusters=parts.clusters,
    )


@dataclass(slots=True)
class _TrainingTally:
    """Counts of the tags and labels of training sentences."""

    annotation: str
    column: str
    tags: Counter[str] = field(default_factory=Counter)
    labels: Counter[str] = field(default_factory=Counter)

    @property
    def has_labels(self) -> bool:
        """Whether the model reads or predicts tags or labels."""
        return self.annotation != WORDS or self.column in _TAG_COLUMNS

    def count_labels(self, sentences: Iterable[Sentence]) -> int:
        """Count the tags and labels of sentences; return the number of those that have the required annotation."""
        used = 0
        for sentence in sentences:
            if not sentence.is_readable or not sentence.forms:
                continue
            if self.annotation == CONSTITUENTS:
                used += sentence.tree is not None
                for node in sentence.tree.nodes() if sentence.tree is not None else ():
                    if node.is_tag:
                        self.tags[node.label] += 1
                    else:
                        self.labels[strip_function_tags(node.label)] += 1
                continue
            used += self._is_used(sentence)
            if self.column in _TAG_COLUMNS:
                self.tags.update(sentence.column(self.column))
            elif self.annotation == READINGS:
                pairs = zip(sentence.xpos, sentence.upos, strict=True)
                self.tags.update(upos if xpos == EMPTY else xpos for xpos, upos in pairs)
            if self.annotation == DEPENDENCIES:
                self.labels.update(sentence.deprels)
        for counts in (self.tags, self.labels):
            counts.pop(EMPTY, None)
            counts.pop("", None)
        return used

    def _is_used(self, sentence: Sentence) -> bool:
        """Test whether a sentence has the annotation that the model is trained on."""
        if self.annotation == DEPENDENCIES:
            return is_tree(sentence.heads)
        if self.annotation == READINGS:
            return any(sentence.with_readings_from_columns().analyses)
        return self.annotation != TAGS or EMPTY not in sentence.column(self.column)


def make_source(name: str, treebank: Treebank) -> TrainingSource:
    """Return the name of a treebank and the checksum of its file with the edits made to it; without a checksum if it is
    in no file."""
    digest = hashlib.sha256()
    try:
        if not treebank.format or not isinstance(treebank.sentences, LazySentences):
            return TrainingSource(PurePath(name).name)
        for piece in compose_file_pieces(treebank, treebank.format, treebank.path):
            digest.update(piece)
    except SpectralError:  # an edit that the file cannot hold
        return TrainingSource(PurePath(name).name)
    return TrainingSource(PurePath(name).name, digest.hexdigest())


def find_sharing_limits(sources: Iterable[TrainingSource]) -> tuple[str, ...]:
    """Return the treebanks among these files whose licence forbids some sharing, with their licences, such as
    'UD_Arabic-PADT (CC BY-NC-SA 3.0)'."""
    entries = dict.fromkeys(filter(None, map(_find_catalogue_entry, sources)))
    return tuple(f"{entry.name} ({entry.licence})" for entry in entries if not _OPEN_LICENCE.fullmatch(entry.licence))


def find_language(sources: Sequence[TrainingSource]) -> str:
    """Return the language of treebanks of the catalogue; "" if they are not known or differ."""
    languages = {"" if entry is None else entry.code for entry in map(_find_catalogue_entry, sources)}
    return languages.pop() if len(languages) == 1 else ""


def _find_catalogue_entry(source: TrainingSource) -> CatalogueEntry | None:
    """Return the treebank of the catalogue that a file is part of, by its checksum or its name."""
    from spectral_core.treebanks.catalogue import load_catalogue

    name = _NAME_END.split(source.name.lower())[0]  # tr_imst-ud-train.conllu, ud_turkish_imst-train.conllu.xz
    for entry in load_catalogue().entries:
        names = f"{entry.code}_{entry.treebank.lower()}", entry.name.lower().replace("-", "_")
        if name in names or (source.sha256 and source.sha256 in entry.pins):
            return entry
    return None
