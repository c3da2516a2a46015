"""Learnt tokeniser and sentence splitter: a chain CRF over the characters of running text, and the expansion of
multiword tokens."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import ClassVar, Self

import numpy as np

from spectral_core.arrays import Indexes, Keys, NamedArrays, Singles
from spectral_core.brief import brief_repr
from spectral_core.data import EMPTY, MultiwordToken, Sentence, Treebank
from spectral_core.errors import DataError
from spectral_core.formats.text import detect_text_layout, find_paragraphs, join_sentences
from spectral_core.formats.text.running_text import NO_SPACE, SPACES_BEFORE, describe_spaces, escape_spaces
from spectral_core.model import (
    MAX_SEED,
    Arrays,
    Family,
    Settings,
    add_prefix,
    select_part,
    setting,
    validate_settings,
)
from spectral_core.models.linear_chain import NO_LABEL, CrfHyperparameters, FeatureSequences, LinearChainCrf
from spectral_core.models.tokeniser.characters import (
    INSIDE,
    SENTENCE_END,
    SPLIT,
    WORD_END,
    GoldToken,
    SegmentLexicon,
    cut_paragraphs,
    extract_feature_keys,
    label_characters,
    list_gold_tokens,
)
from spectral_core.models.tokeniser.expansion import Expander
from spectral_core.progress import Progress, Report, ignore_progress, track_progress

_TRAINING_LENGTH = 30  # characters of a sequence in training: the steps of longer ones are too large
_SEQUENCE_LENGTH = 1000  # characters of a sequence in decoding
_BATCH_LENGTH = 1 << 16  # characters of text that are labelled at once
_MAX_PARAGRAPH = 1 << 20  # characters of a streamed paragraph after which its sentences are given out
_TRUST = 6.0  # weight from which the answers of the rules start
_MARGIN = 6.0  # labels whose local score is further below the best are pruned
_WHITE_SPACE = re.compile(r"\s+")
_BLOCK_SIZE = 1000  # sentences between progress reports
_NEWPAR = "# newpar"


@validate_settings("tokeniser")
@dataclass(frozen=True, slots=True)
class TokeniserSettings:
    """Training settings of a tokeniser."""

    epochs: int = setting(10, "Training epochs", "Number of passes over the training text.", low=1, high=200)
    dropout: float = setting(
        0.4,
        "Dropout",
        "Share of features that each update leaves out at random, so that the tokeniser does not rely on single "
        "features; 0 uses all.",
        low=0,
        high=0.9,
    )
    minimum: int = setting(2, "Minimum feature count", "Features that occur less often are ignored.", low=1, high=100)
    seed: int = setting(0, "Seed", "Seed of the random number generator.", low=0, high=MAX_SEED)


@dataclass(frozen=True, slots=True)
class _TextPart:
    """A part of a text that is tokenised at once."""

    text: str
    continues: bool = False  # whether it begins inside a paragraph
    is_continued: bool = False  # whether it ends inside one
    is_last: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class ChainTokeniser:
    """Splits running text into sentences and words as its treebank does, and expands multiword tokens."""

    method: ClassVar[str] = "tokeniser"
    settings: TokeniserSettings
    expander: Expander
    chain: LinearChainCrf
    lexicon: SegmentLexicon  # empty if all words are separated by spaces
    __repr__ = brief_repr

    def tokenise(self, text: str, by_lines: bool | None = None) -> list[Sentence]:
        """Return the sentences of a text; `join_sentences` gives the text back, with all its white space.

        Args:
            text: Running text.
            by_lines: Whether every line break ends a sentence, as blank lines always do. By default this is so unless
                the text is wrapped to a width.
        """
        if by_lines is None:
            by_lines = detect_text_layout(text.encode("utf-8", "replace")) != "wrapped"
        return self._tokenise_part(_TextPart(text), by_lines, 0)

    def tokenise_lines(self, lines: Iterable[str], by_lines: bool = False) -> Iterator[Sentence]:
        """Yield the sentences of a text of any length, which are those of the whole text.

        Args:
            lines: The lines of an open file, or other parts of a text that end where a line does.
            by_lines: Whether every line break ends a sentence, as blank lines always do.
        """
        number, begun = 0, ""  # sentences so far, and the text of one that continues in the next part
        for part in _gather_paragraphs(lines, by_lines):
            complete = replace(part, text=begun + part.text)
            sentences = self._tokenise_part(complete, by_lines, number)
            begun = ""
            if part.is_continued and len(sentences) > 1:
                begun = complete.text[complete.text.rindex(join_sentences([sentences.pop()]).strip()) :]
            number += len(sentences)
            yield from sentences

    def _tokenise_part(self, part: _TextPart, by_lines: bool, number: int) -> list[Sentence]:
        """Return the sentences of a part of a text after `number` other sentences."""
        paragraphs = (part.text[begin:end].split() for begin, end in find_paragraphs(part.text, by_lines))
        stream = "".join(" ".join(chunks) + "\n" for chunks in paragraphs if chunks)
        return [] if not stream else _SentenceBuilder(self.expander, part, stream, number).build(self._label(stream))

    def _label(self, stream: str) -> Indexes:
        """Return the label of each character that is not white space; the last of a paragraph ends a sentence."""
        labels: list[Indexes] = []
        begin = 0
        while begin < len(stream):
            end = len(stream)
            if end - begin > _BATCH_LENGTH:
                end = stream.find("\n", begin + _BATCH_LENGTH) + 1
            labels.append(self._label_batch(stream[begin:end]))
            begin = end
        return np.concatenate(labels)

    def _label_batch(self, stream: str) -> Indexes:
        keys, positions = extract_feature_keys(stream, self.lexicon)
        codes = np.frombuffer(bytearray(stream.encode("utf-32-le", "surrogatepass")), dtype=np.uint32)
        ends = np.flatnonzero(codes[positions + 1] == ord("\n")) + 1
        starts = cut_paragraphs(ends.tolist(), _SEQUENCE_LENGTH)  # the same for every division into batches
        fixed = np.full(len(positions), NO_LABEL, dtype=np.int32)
        fixed[ends - 1] = SENTENCE_END
        sequences = FeatureSequences(keys, starts)
        return self.chain.posteriors(sequences, fixed, _MARGIN)[0][:, 0]

    def arrays(self) -> NamedArrays:
        return {
            **add_prefix("chain_", self.chain.arrays()),
            **add_prefix("multiword_", self.expander.arrays()),
            "lexicon": self.lexicon.keys,
        }

    @classmethod
    def from_arrays(cls, settings: Settings, arrays: Arrays) -> Self:
        if not isinstance(settings, TokeniserSettings):
            raise TypeError("these are the settings of another method")
        expander = Expander.from_arrays(select_part(arrays, "multiword_"))
        chain = LinearChainCrf.from_arrays(select_part(arrays, "chain_"), expander.labels)
        return cls(settings, expander, chain, SegmentLexicon.from_keys(arrays["lexicon"].astype(np.uint64)))


class _SentenceBuilder:
    """Builds the sentences of a labelled text."""

    def __init__(self, expander: Expander, part: _TextPart, stream: str, number: int) -> None:
        self._expander = expander
        self._stream = stream  # with single spaces, and a line break after each paragraph
        self._number = number  # sentences before
        self._last_end = len(stream) - 1 if part.is_last else -1  # of the last token, if the text ends with it
        self._continues = part.continues
        first = len(part.text) - len(part.text.lstrip())
        self._before = part.text[:first]
        self._gaps = [*_WHITE_SPACE.findall(part.text, first), ""]
        self._gap = 0  # number of the next gap
        self._begin = 0  # of the next token

    def build(self, labels: Indexes) -> list[Sentence]:
        """Return the sentences with these labels of the characters that are not white space."""
        stream = self._stream
        codes = np.frombuffer(bytearray(stream.encode("utf-32-le", "surrogatepass")), dtype=np.uint32)
        offsets = np.flatnonzero((codes != ord(" ")) & (codes != ord("\n")))
        gaps = np.flatnonzero(offsets[1:] - offsets[:-1] > 1)
        is_single = np.array([gap == " " for gap in self._gaps[: len(gaps)]], dtype=np.bool_)
        at_gaps = labels[gaps]  # a word contains a single space or none, and its pieces none
        labels = labels.copy()
        labels[gaps] = np.where((at_gaps >= SPLIT) | ((at_gaps == INSIDE) & ~is_single), WORD_END, at_gaps)
        marked = np.flatnonzero(labels != INSIDE)
        sentences: list[Sentence] = []
        tokens: list[int] = []  # ends
        splits: dict[int, list[tuple[int, int]]] = {}
        token_splits: list[tuple[int, int]] = []
        for end, label in zip((offsets[marked] + 1).tolist(), labels[marked].tolist(), strict=True):
            if label >= SPLIT:
                token_splits.append((end, label))
                continue
            tokens.append(end)
            if token_splits:
                splits[end], token_splits = token_splits, []
            if label == SENTENCE_END:
                sentences.append(self._build_sentence(tokens, splits))
                tokens = []
        return sentences

    def _build_sentence(self, tokens: list[int], splits: dict[int, list[tuple[int, int]]]) -> Sentence:
        """Return the sentence of the tokens with these ends; `splits` has offsets and labels by the end of a token."""
        stream, unsplit = self._stream, self._expander.unsplit
        first = begin = self._begin
        forms: list[str] = []
        misc: list[str] = []
        ranges: list[MultiwordToken] = []
        for end in tokens:
            form = stream[begin:end]
            self._gap += form.count(" ")
            begin, spaces = end, EMPTY
            if stream[end] in " \n":
                begin += 1
                gap = self._gaps[self._gap]
                self._gap += 1
                if gap != " " or end == self._last_end:
                    spaces = describe_spaces(gap, end == self._last_end)
            else:
                spaces = NO_SPACE
            if self._before:
                leading = SPACES_BEFORE + escape_spaces(self._before)
                spaces, self._before = leading if spaces == EMPTY else f"{leading}|{spaces}", ""
            if end in splits or form in unsplit:
                words = self._expand(form, end, splits.get(end, []))
                ranges.append(MultiwordToken(len(forms) + 1, len(forms) + len(words), form, (*[EMPTY] * 7, spaces)))
                forms += words
                misc += [EMPTY] * len(words)
            else:
                forms.append(form)
                misc.append(spaces)
        begins_paragraph = not self._continues if first == 0 else stream[first - 1] == "\n"
        self._begin = begin
        self._number += 1
        comments = [f"# sent_id = {self._number}", f"# text = {stream[first : tokens[-1]]}"]
        return Sentence.of(
            forms, misc=misc, comments=[_NEWPAR, *comments] if begins_paragraph else comments, ranges=ranges
        )

    def _expand(self, form: str, end: int, splits: list[tuple[int, int]]) -> tuple[str, ...]:
        """Return the words of a multiword token that ends at `end`."""
        bounds = [0, *(offset - end + len(form) for offset, _ in splits), len(form)]
        pieces = ["".join(form[left:right].split()) for left, right in pairwise(bounds)]
        return self._expander.expand(pieces, [label for _, label in splits])


def _gather_paragraphs(lines: Iterable[str], by_lines: bool) -> Iterator[_TextPart]:
    """Yield the text of the lines in parts of about a batch, which begin with a line that is not blank. They end with a
    paragraph unless that is very long."""
    part: list[str] = []
    size = 0
    has_words = continues = ends_paragraph = False
    for line in lines:
        is_blank = not line.strip()
        if not is_blank and has_words and size >= (_BATCH_LENGTH if ends_paragraph else _MAX_PARAGRAPH):
            yield _TextPart("".join(part), continues, not ends_paragraph, is_last=False)
            part, size, continues = [], 0, not ends_paragraph
        part.append(line)
        size += len(line)
        has_words = has_words or not is_blank
        ends_paragraph = is_blank or (by_lines and line.endswith("\n"))
    if part:
        yield _TextPart("".join(part), continues)


def learn(
    treebank: Treebank,
    settings: TokeniserSettings,
    report: Report = ignore_progress,
    dev: Treebank | None = None,  # noqa: ARG001 - nothing is tuned
) -> ChainTokeniser:
    """Train a tokeniser on the running text of a treebank. Sentences that occur several times count as often."""
    report(Progress("count", 0, len(treebank)))
    tokens: list[GoldToken] = []
    for sentence in track_progress(treebank, "count", len(treebank), report, _BLOCK_SIZE):
        if sentence.is_readable:
            tokens += list_gold_tokens(sentence)
    if not tokens:
        raise DataError("this treebank has no words; open one with at least one sentence")
    report(Progress("count", len(treebank), len(treebank)))
    expander = Expander.learn(tokens)
    locate_splits = {token: expander.locate_splits(token) for token in set(tokens) if len(token.words) > 1}
    labelled = label_characters(treebank, locate_splits, _TRAINING_LENGTH)
    lexicon = SegmentLexicon.learn(token.characters for token in tokens)
    keys, _ = extract_feature_keys(labelled.text, lexicon)

    def on_epoch(epoch: int, likelihood: float, accuracy: float) -> None:
        """Report the measures of an epoch."""
        report(Progress("train", epoch, settings.epochs, {"log_likelihood": likelihood, "accuracy": 100 * accuracy}))

    hyperparameters = CrfHyperparameters(settings.epochs, settings.dropout, settings.minimum, settings.seed)
    sequences = FeatureSequences(keys, labelled.starts)
    chain = LinearChainCrf.learn(
        sequences, labelled.labels, expander.labels, hyperparameters, on_epoch, _trust_rules(expander.labels)
    )
    return ChainTokeniser(settings, expander, chain, lexicon)


def _trust_rules(labels: int) -> tuple[Keys, Singles]:
    """Return the keys of what the rules say of a character, and weights in favour of the same label."""
    from spectral_core.structured.boundary_features import rule_feature_key

    rules = (INSIDE, WORD_END, SENTENCE_END)
    return (
        np.array([rule_feature_key(rule) for rule in rules], dtype=np.uint64),
        (_TRUST * np.eye(len(rules), labels)).astype(np.float32),
    )


FAMILY = Family.from_functions(TokeniserSettings, learn, ChainTokeniser.from_arrays)
