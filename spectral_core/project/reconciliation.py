"""Reconciliation of edits with files changed outside: alignment of the sentences, and resolution of conflicts."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from pathlib import Path
from typing import TYPE_CHECKING

from spectral_core.data import Sentence, Treebank
from spectral_core.errors import FormatError
from spectral_core.formats.lazy_sentences import LazySentences
from spectral_core.project.document import NO_DIGEST, Conflict, Document, match_line_endings, with_appended_sentences
from spectral_core.project.journal import Journal, JournalEntry
from spectral_core.project.journal_tables import MergeBase
from spectral_core.project.sentence_merge import diff_sentences, merge_changes
from spectral_core.project.stored_texts import (
    StoredText,
    digest_sentence,
    digest_sentences,
    to_sentence,
    to_stored_text,
)

if TYPE_CHECKING:
    from spectral_core.project.document import Stamp

REMOVED = -1
_MAX_GAP_PAIRS = 1_000_000  # sentence pairs compared one by one in a gap between unchanged sentences
_WINDOW, _MIN_RUN_LENGTH = 64, 3  # lookahead in a larger gap, and consecutive sentences that must agree
_MAX_SCORED_PAIRS = 10_000  # pairs compared by their words
_MIN_SIMILARITY = 0.5  # of words, for two sentences to count as versions of one another
_MIN_MOVED_SIMILARITY = 0.8  # the same for sentences that moved
_MIN_GAP_SIMILARITY = 0.3  # minimum for two sentences in the same position

SimilarityFunction = Callable[[int, int], float | None]  # of an old and a new sentence; None if the old one is unknown

BOTH, LOCAL, EXTERNAL = "both", "mine", "theirs"


def align_sentences(
    old: Sequence[bytes],
    new: Sequence[bytes],
    similarity: SimilarityFunction,
    old_names: Callable[[int], bytes],
    new_names: Callable[[int], bytes],
) -> list[int]:
    """Return for each old sentence its index in the new file, or REMOVED, wherever it moved."""
    new_indices = [REMOVED] * len(old)
    head = 0
    while head < min(len(old), len(new)) and old[head] == new[head]:
        new_indices[head] = head
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        new_indices[len(old) - 1 - tail] = len(new) - 1 - tail
        tail += 1
    _match_by_patience_diff(old, new, (head, len(old) - tail), (head, len(new) - tail), new_indices)
    matched = set(new_indices)
    new_unmatched = [index for index in range(head, len(new) - tail) if index not in matched]
    old_unmatched = [index for index in range(head, len(old) - tail) if new_indices[index] == REMOVED]
    _match_unique_keys(
        old_unmatched,
        new_unmatched,
        [old[index] for index in old_unmatched],
        [new[index] for index in new_unmatched],
        new_indices,
    )
    new_unmatched, old_unmatched = _find_unmatched(old_unmatched, new_unmatched, new_indices)
    if old_unmatched and new_unmatched:
        names = [old_names(index) for index in old_unmatched]
        _match_unique_keys(
            old_unmatched, new_unmatched, names, [new_names(index) for index in new_unmatched], new_indices
        )
        new_unmatched, old_unmatched = _find_unmatched(old_unmatched, new_unmatched, new_indices)
        _match_within_gaps(old_unmatched, new_unmatched, new_indices, similarity)
        new_unmatched, old_unmatched = _find_unmatched(old_unmatched, new_unmatched, new_indices)
        _match_by_similarity(
            old_unmatched, new_unmatched, new_indices, similarity, _MIN_MOVED_SIMILARITY
        )  # both moved and changed
    return new_indices


def _find_unmatched(
    old_unmatched: list[int], new_unmatched: list[int], new_indices: list[int]
) -> tuple[list[int], list[int]]:
    """Return the new and, second, the old sentences that are still unmatched."""
    matched = {new_indices[index] for index in old_unmatched}
    return [index for index in new_unmatched if index not in matched], [
        index for index in old_unmatched if new_indices[index] == REMOVED
    ]


def _match_by_patience_diff(
    old: Sequence[bytes],
    new: Sequence[bytes],
    old_range: tuple[int, int],
    new_range: tuple[int, int],
    new_indices: list[int],
) -> None:
    """Match sentences that kept their order (patience diff): those that occur once are anchors, and the gaps between
    them are compared."""
    i, i_end = old_range
    j, j_end = new_range
    counts = Counter(old[i:i_end])
    new_counts = Counter(new[j:j_end])
    unique_new = {new[index]: index for index in range(j, j_end) if new_counts[new[index]] == 1}
    pairs = [
        (index, unique_new[old[index]])
        for index in range(i, i_end)
        if counts[old[index]] == 1 and old[index] in unique_new
    ]
    for a, b in [*_find_longest_increasing_subsequence(pairs), (i_end, j_end)]:
        while i < a and j < b and old[i] == new[j]:
            new_indices[i] = j
            i, j = i + 1, j + 1
        x, y = a, b
        while x > i and y > j and old[x - 1] == new[y - 1]:
            x, y = x - 1, y - 1
            new_indices[x] = y
        if (x - i) * (y - j) > _MAX_GAP_PAIRS:
            _match_long_gap(old, new, (i, x), (j, y), new_indices)
        elif i < x and j < y:
            for block in SequenceMatcher(None, old[i:x], new[j:y], autojunk=False).get_matching_blocks():
                for step in range(block.size):
                    new_indices[i + block.a + step] = j + block.b + step
        if a < i_end:
            new_indices[a] = b
        i, j = a + 1, b + 1


def _match_long_gap(
    old: Sequence[bytes],
    new: Sequence[bytes],
    old_range: tuple[int, int],
    new_range: tuple[int, int],
    new_indices: list[int],
) -> None:
    """Match a long gap of repeated sentences; where the two versions diverge, continue where they agree again."""
    (i, i_end), (j, j_end) = old_range, new_range
    while i < i_end and j < j_end:
        if old[i] == new[j]:
            new_indices[i] = j
            i, j = i + 1, j + 1
            continue
        window = _WINDOW
        while True:
            i_stop, j_stop = min(i + window, i_end), min(j + window, j_end)
            next_runs = {tuple(new[y : min(y + _MIN_RUN_LENGTH, j_end)]): y for y in range(j_stop - 1, j - 1, -1)}
            candidates = ((x, next_runs.get(tuple(old[x : min(x + _MIN_RUN_LENGTH, i_end)]))) for x in range(i, i_stop))
            meetings = [(x - i + y - j, x, y) for x, y in candidates if y is not None]
            if meetings or (i_stop == i_end and j_stop == j_end):
                break
            window *= 4
        if not meetings:
            return
        _, i, j = min(meetings)


def _find_longest_increasing_subsequence(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the longest increasing subsequence of pairs ordered by their first number (patience sorting)."""
    ends: list[int] = []  # smallest second number that a subsequence of each length ends with
    end_pairs: list[int] = []
    predecessors = [-1] * len(pairs)
    for number, (_, second) in enumerate(pairs):
        length = bisect_left(ends, second)
        if length == len(ends):
            ends.append(second)
            end_pairs.append(number)
        else:
            ends[length], end_pairs[length] = second, number
        predecessors[number] = end_pairs[length - 1] if length else -1
    run = []
    number = end_pairs[-1] if end_pairs else -1
    while number >= 0:
        run.append(pairs[number])
        number = predecessors[number]
    return run[::-1]


def _match_unique_keys(
    old_unmatched: Sequence[int],
    new_unmatched: Sequence[int],
    old_keys: Sequence[bytes],
    new_keys: Sequence[bytes],
    new_indices: list[int],
) -> None:
    """Match sentences with the same key if it occurs once on each side; empty keys do not count."""
    old_counts, new_counts = Counter(old_keys), Counter(new_keys)
    index_by_key = {
        key: index for key, index in zip(new_keys, new_unmatched, strict=True) if key and new_counts[key] == 1
    }
    for key, index in zip(old_keys, old_unmatched, strict=True):
        if old_counts[key] == 1 and key in index_by_key:
            new_indices[index] = index_by_key[key]


def _match_within_gaps(
    old_unmatched: list[int], new_unmatched: list[int], new_indices: list[int], similarity: SimilarityFunction
) -> None:
    """Match sentences in the gap between the same two unchanged sentences: by similarity, or one by one where no text
    is known. Where sentences moved, the nearest unmoved sentence before a gap identifies it."""
    gaps: dict[int, tuple[list[int], list[int]]] = {}
    ordered = _find_longest_increasing_subsequence(
        [(index, new_index) for index, new_index in enumerate(new_indices) if new_index != REMOVED]
    )
    old_anchors, new_anchors = [index for index, _ in ordered], [new_index for _, new_index in ordered]
    for index in old_unmatched:
        gaps.setdefault(bisect_left(old_anchors, index), ([], []))[0].append(index)
    for index in new_unmatched:
        gaps.setdefault(bisect_left(new_anchors, index), ([], []))[1].append(index)
    for old, new in gaps.values():
        _match_by_similarity(old, new, new_indices, similarity, _MIN_SIMILARITY)
        new, old = _find_unmatched(old, new, new_indices)
        if len(old) == len(new):
            for i, j in zip(old, new, strict=True):
                if (score := similarity(i, j)) is None or score >= _MIN_GAP_SIMILARITY:
                    new_indices[i] = j


def _match_by_similarity(
    old: list[int], new: list[int], new_indices: list[int], similarity: SimilarityFunction, threshold: float
) -> None:
    """Match sentences by their words, most similar first; skip a gap that is too large."""
    if len(old) * len(new) > _MAX_SCORED_PAIRS:
        return
    scores = ((similarity(i, j), i, j) for i in old for j in new)
    matched: set[int] = set()
    for _, i, j in sorted((-score, i, j) for score, i, j in scores if score is not None and score >= threshold):
        if new_indices[i] == REMOVED and j not in matched:
            new_indices[i] = j
            matched.add(j)


def find_nearest_merge_base(candidates: Sequence[MergeBase], file_digests: bytes) -> MergeBase:
    """Return the base that shares the most sentences with the file, out of those it may have held before it was changed
    outside; the first of equals."""
    present_digests = {file_digests[offset : offset + 8] for offset in range(0, len(file_digests), 8)}
    shared_counts = [
        sum(
            base.sentence_digests[offset : offset + 8] in present_digests
            for offset in range(0, len(base.sentence_digests), 8)
        )
        for base in candidates
    ]
    return candidates[shared_counts.index(max(shared_counts))]


class Reconciliation:
    """Reconciliation of a file that was changed outside with its previous version and the edits of that."""

    def __init__(
        self,
        name: str,
        path: Path,
        treebank: Treebank,
        base: MergeBase,
        journal: Journal,
        latest: Mapping[int, tuple[int, StoredText | None]],
    ) -> None:
        chunks = treebank.sentences
        assert isinstance(chunks, LazySentences)
        self.name, self.path, self.treebank, self.base, self.journal = name, path, treebank, base, journal
        self.file_sentences = chunks
        self.local_sentences = {number: to_sentence(text) for number, (_, text) in latest.items() if text is not None}
        self.local_texts = {number: text for number, (_, text) in latest.items() if text is not None}
        size = len(base.sentence_digests) // 8
        self.permanent_ids: Sequence[int] = range(size) if base.permanent_ids is None else base.permanent_ids
        self._old_sentences: dict[int, Sentence | None] = {}

    def _align_with_file(self, old_digests: list[bytes], new_digests: list[bytes]) -> list[int]:
        """Return the index in the new file of each sentence of the old one, or REMOVED."""
        saved_digests = self._compute_saved_digests(old_digests)
        if saved_digests == new_digests:  # saved by this program, which ended before recording it
            return list(range(len(new_digests)))
        present_digests = set(new_digests)
        expected_digests = [
            old if old in present_digests else saved for old, saved in zip(old_digests, saved_digests, strict=True)
        ]
        return align_sentences(
            expected_digests, new_digests, self._compute_similarity, self._read_old_sent_id, self._read_new_sent_id
        )

    def build_document(self, digest: bytes, stamp: Stamp) -> Document:
        """Return the document of the new file with the edits on the aligned sentences; a sentence changed on both sides
        is in conflict."""
        file_digests = digest_sentences(self.file_sentences)
        new_digests, old_digests = _split_digests(file_digests), _split_digests(self.base.sentence_digests)
        new_indices = self._align_with_file(old_digests, new_digests)
        numbers, next_id = self._assign_permanent_ids(new_indices)
        unsaved_sentences: dict[int, Sentence] = {}
        conflicts: list[Conflict] = []
        conflict_ids: list[int] = []
        appended: list[int] = []
        for old_index, number in enumerate(self.permanent_ids):
            if number not in self.local_sentences:
                continue
            index = new_indices[old_index]
            if self.local_texts[number].file_digest == old_digests[old_index]:  # unchanged since its old file
                if (
                    index != REMOVED and old_digests[old_index] != new_digests[index]
                    and self._was_saved_here(number, self.file_sentences[index])
                ):  # fmt: skip
                    unsaved_sentences[index] = self._get_local_sentence(number, index)
                continue
            if index == REMOVED and number in self.base.appended_ids:
                appended.append(number)
            elif index != REMOVED and (
                old_digests[old_index] == new_digests[index]
                or self.local_texts[number].file_digest == new_digests[index]
            ):
                if self.local_texts[number].file_digest != new_digests[index]:
                    unsaved_sentences[index] = self._get_local_sentence(number, index)
            else:
                conflict = self._find_conflict(number, index, old_digests[old_index])
                if (
                    conflict is not None
                    and index != REMOVED
                    and self._was_saved_here(number, self.file_sentences[index])
                ):
                    unsaved_sentences[index] = self._get_local_sentence(number, index)
                elif conflict is not None:
                    conflicts.append(conflict)
                    conflict_ids.append(number)
        treebank = with_appended_sentences(self.treebank, [self.local_texts[number] for number in appended])
        all_digests, numbers = file_digests + NO_DIGEST * len(appended), [*numbers, *appended]
        appended_ids = tuple(appended)
        base = MergeBase(
            self.name, self.journal.last_edit_id, "merged", digest, all_digests, array("I", numbers), next_id, (),
            appended_ids
        )  # fmt: skip
        conflict_fields = (tuple(conflicts), tuple(conflict_ids))
        document = Document(self.name, self.path, treebank, base, stamp, False, unsaved_sentences, *conflict_fields)
        for index, number in enumerate(appended, len(self.file_sentences)):
            if document.file_sentences[index] != self.local_sentences[number]:
                document.unsaved_sentences[index] = replace(
                    self.local_sentences[number], line=document.file_sentences.lines[index]
                )
        document.base = replace(base, unsaved_ids=document.list_unsaved_ids())
        return document

    def _get_local_sentence(self, number: int, index: int) -> Sentence:
        """Return a sentence as edited here, at its line in the new file."""
        return replace(self.local_sentences[number], line=self.file_sentences.lines[index])

    def _compute_saved_digests(self, old_digests: list[bytes]) -> list[bytes]:
        """Return the sentence digests of the file that saving would have written."""
        marks = list(old_digests)
        for index, number in enumerate(self.permanent_ids):
            if number in self.local_sentences and self.local_texts[number].file_digest != old_digests[index]:
                line = (
                    self.file_sentences.lines[index] if index < len(self.file_sentences) else 0
                )  # the line determines the row layout
                marks[index] = digest_sentence(
                    _compose_sentence_bytes(self.file_sentences, replace(self.local_sentences[number], line=line))
                )
        return marks

    def _assign_permanent_ids(self, new_indices: list[int]) -> tuple[list[int], int]:
        """Return the permanent ids of the new file's sentences, and the next free one."""
        numbers = [REMOVED] * len(self.file_sentences)
        for number, new_index in zip(self.permanent_ids, new_indices, strict=True):
            if new_index != REMOVED:
                numbers[new_index] = number
        next_number = self.base.next_id
        for index, number in enumerate(numbers):
            if number == REMOVED:
                numbers[index] = next_number
                next_number += 1
        return numbers, next_number

    def _was_saved_here(self, number: int, external: Sentence) -> bool:
        """Return whether `external` is an earlier state of a sentence: saved by this program, and edited again before a
        crash."""
        earlier = map(to_sentence, self.journal.read_sentence_texts_since(self.name, number, self.base.edit_id))
        return any(
            _compose_sentence_bytes(self.file_sentences, replace(sentence, line=external.line)) == external.source
            for sentence in earlier
        )

    def _find_conflict(self, number: int, new_index: int, base_digest: bytes) -> Conflict | None:
        """Return the conflict of a sentence changed on both sides; None if the file holds the edit."""
        local = self.local_sentences[number]
        external = None if new_index == REMOVED else self.file_sentences[new_index]
        is_saved = (
            external is not None
            and _compose_sentence_bytes(self.file_sentences, replace(local, line=external.line)) == external.source
        )
        if is_saved or external == local:  # saved, but the program ended before recording it
            return None
        text = None if base_digest == NO_DIGEST else self.journal.read_sentence_text(self.name, number, base_digest)
        base = None if text is None else to_sentence(text)
        merge = None if base is None or external is None else merge_changes(base, local, external)
        sentence, clashes = (None, ()) if merge is None else (merge.sentence, merge.clashes)
        return Conflict(self.name, new_index, base, local, external, sentence, clashes)

    def _read_old_sentence(self, index: int) -> Sentence | None:
        """Return a sentence of the old file, with its edits, from the journal; None if the journal does not have it."""
        if index not in self._old_sentences:
            number = self.permanent_ids[index]
            text = None if number in self.local_sentences else self.journal.read_sentence_text(self.name, number)
            self._old_sentences[index] = self.local_sentences.get(number) if text is None else to_sentence(text)
        return self._old_sentences[index]

    def _compute_similarity(self, old_index: int, new_index: int) -> float | None:
        """Return the similarity of the words of an old and a new sentence; None if the old one is unknown."""
        if (old_sentence := self._read_old_sentence(old_index)) is None:
            return None
        return SequenceMatcher(None, old_sentence.forms, self.file_sentences[new_index].forms, autojunk=False).ratio()

    def _read_old_sent_id(self, index: int) -> bytes:
        """Return the sent_id of a sentence of the old file; b"" if it has none or is unknown."""
        old_sentence = self._read_old_sentence(index)
        return b"" if old_sentence is None else (old_sentence.comment("sent_id") or "").encode()

    def _read_new_sent_id(self, index: int) -> bytes:
        """Return the sent_id of a sentence of the new file; b"" if it has none."""
        return (self.file_sentences[index].comment("sent_id") or "").encode(errors="replace")


def _split_digests(digests: bytes) -> list[bytes]:
    """Split joined sentence digests into those of each sentence, eight bytes long."""
    return [digests[start : start + 8] for start in range(0, len(digests), 8)]


def _compose_sentence_bytes(chunks: LazySentences, sentence: Sentence) -> bytes:
    """Return the bytes that saving writes for an edited sentence; b"" if the format cannot hold it."""
    if sentence.source is not None:
        return sentence.source
    try:
        return match_line_endings(chunks, chunks.format_sentence(sentence).encode())
    except (FormatError, UnicodeEncodeError):
        return b""


def resolve_conflict(conflict: Conflict, choice: str = BOTH) -> Sentence | None:
    """Return the sentence of a conflict after the choice BOTH, LOCAL or EXTERNAL; None if it stays removed."""
    if choice not in (BOTH, LOCAL, EXTERNAL):
        raise ValueError(f"a conflict is resolved by both, mine or theirs, not by {choice!r}")
    if choice == LOCAL or (choice == BOTH and conflict.external is None):
        return conflict.local
    return conflict.merged if choice == BOTH and conflict.merged is not None else conflict.external


def resolve_conflicts(document: Document, choices: Mapping[int, str]) -> tuple[Document, list[JournalEntry]]:
    """Return the document without conflicts, and the journal entries that keep the discarded versions."""
    entries: list[JournalEntry] = []
    results: list[tuple[int, Sentence | None]] = []
    kept_ids: list[int] = []
    appended: list[StoredText | None] = []
    for position, (number, conflict) in enumerate(zip(document.conflict_ids, document.conflicts, strict=True)):
        result = resolve_conflict(conflict, choices.get(position, BOTH))
        cells = () if result is None else diff_sentences(conflict.local, result)
        local_text = to_stored_text(conflict.local, document.treebank.format)
        other_texts = (
            None if sentence is None else _to_stored_text(document, conflict.index, sentence)
            for sentence in (result, conflict.external)
        )
        entry = JournalEntry(document.name, number, conflict.index, cells, local_text, *other_texts)
        entries.append(entry)
        results.append((number, result))
        if conflict.external is None and result is not None:
            kept_ids.append(number)
            appended.append(entry.after)
    treebank = with_appended_sentences(document.treebank, appended)
    numbers = document.base.permanent_ids
    assert numbers is not None  # a file changed outside has numbers of its own
    sentence_digests, all_appended = (
        document.base.sentence_digests + bytes(8 * len(kept_ids)),
        (*document.base.appended_ids, *kept_ids),
    )
    base = replace(
        document.base,
        sentence_digests=sentence_digests,
        permanent_ids=numbers + array("I", kept_ids),
        appended_ids=all_appended,
    )
    resolved = Document(
        document.name, document.path, treebank, base, document.stamp, False, dict(document.unsaved_sentences)
    )
    for number, result in results:
        index = resolved.index_of(number)
        if result is not None and index is not None and result != resolved.file_sentences[index]:
            resolved.unsaved_sentences[index] = replace(result, line=resolved.file_sentences.lines[index])
    resolved.base = replace(base, unsaved_ids=resolved.list_unsaved_ids())
    return resolved, entries


def merge_all_conflicts(document: Document) -> Treebank:
    """Return the document as a treebank, with every conflict resolved by BOTH; nothing is recorded."""
    return resolve_conflicts(document, {})[0].current_treebank() if document.conflicts else document.current_treebank()


def _to_stored_text(document: Document, index: int, sentence: Sentence) -> StoredText:
    """Return a sentence as the journal stores it; a negative `index` if it is no longer in its file."""
    return to_stored_text(sentence, document.treebank.format) if index < 0 else document.to_stored_text(index, sentence)
