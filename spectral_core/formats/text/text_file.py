"""Text files and pasted text: layout detection, sentences as chunks, their metadata, and edited sentences as text."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Literal

from spectral_core.data import Problem, Sentence, Treebank
from spectral_core.errors import FormatError
from spectral_core.formats.lazy_sentences import LazySentences
from spectral_core.formats.text.sentence_splitter import split_sentences
from spectral_core.formats.text.tokeniser import MAX_SENTENCE_WORDS, tokenise_to_columns

TextLayout = Literal["tokenised", "lines", "wrapped"]

_SAMPLE_COUNT, _SAMPLE_BYTES = 8, 1 << 16
_MAX_WRAP_WIDTH = 160  # characters; text is never wrapped at more
_MIN_WRAP_WIDTH = 30  # characters; at less, a line break may be intended
_HAN = r"\u3400-\u4dbf\u4e00-\u9fff"
_SPACED_PUNCTUATION = re.compile(
    r"(?<!\S)(?:[,.،۔。，、]|``|''|-[LR][RCS]B-|n't|'(?:s|m|d|re|ve|ll))(?!\S)" rf"|(?<=[{_HAN}])[ ](?=[{_HAN}])"
)
_ATTACHED_PUNCTUATION = re.compile(
    rf"[^\W_][,،؛;?!؟](?!\S)|[^\W\d_][.۔][\"'”’»)]?$|[^\W_][，。、！？؟]|[{_HAN}]{{8}}", re.MULTILINE
)
_SPACED_MARKS = re.compile(r"(?<!\S)[?!:;؟\"()](?!\S)")
_SENTENCE_END = re.compile(r"[.!?…؟۔。！？:।][\"'”’»)\]]*$")
_LIST_ITEM = re.compile(r"\s*(?:[-*•‣◦▪–—]\s|\(?(?:\d{1,2}|[a-zA-Z])[.)]\s)")
_LIST_ENTRY = re.compile(r"[^\s.,;:!?،؛؟]+(?:\s+[^\s.,;:!?،؛؟]+){0,2}")  # list entry: up to three words
_UNFINISHED_LINE = re.compile(r"[,;،؛]$|[.!?؟][\"'”’»)\]]?\s++(?![a-z\d])")  # the sentence continues after the line
_FIRST_LETTER = re.compile(r"[^\W\d_]")
MAX_SENTENCE_BYTES = 100_000  # longer sentences are cut at a space: they could be neither shown nor used in training
_WINDOW_BYTES = 1 << 20  # bytes split at once: limits memory for a file of one line
_BOM = b"\xef\xbb\xbf"
_OTHER_BOMS = {"UTF-32": (b"\xff\xfe\x00\x00", b"\x00\x00\xfe\xff"), "UTF-16": (b"\xff\xfe", b"\xfe\xff")}
# "# doc = ca01" describes the sentences that follow and is not one of them
_METADATA_COMMENT = re.compile(
    rb"#[ \t]?(?:[A-Za-z_][\w.:-]*(?: id)?[ \t]+=(?:[ \t][^\n]*)?|new(?:doc|par)[ \t]*)\r?(?=\n|\Z)"
)
_NEXT_METADATA_COMMENT = re.compile(rb"\n" + _METADATA_COMMENT.pattern)
_LINE = re.compile(rb"\S[^\n]*")
_WHITE_SPACE = b" \t\r\n\v\f"
_NO_BREAK_SPACES = "\u00a0\u2007\u202f"  # white space inside a word
_WORD = re.compile(rf"\S+(?:[{_NO_BREAK_SPACES}]+\S+)*")

_MAX_NAME_WORDS = 5  # of a suggested file name
_NOT_IN_NAME = re.compile(r"[^\w.-]+")


def detect_text_layout(content: bytes, start: int = 0) -> TextLayout:
    """Detect the layout of `content` from `start` on. Tokenised text has commas and full stops set apart, and one
    sentence per line. In wrapped text lines are filled up to a width, or continue in lower case without being list
    entries."""
    samples = list(_take_samples(content, start))
    spaced = sum(len(_SPACED_PUNCTUATION.findall(sample)) for sample in samples)
    attached = sum(len(_ATTACHED_PUNCTUATION.findall(sample)) for sample in samples)
    if spaced + attached == 0:
        spaced = sum(len(_SPACED_MARKS.findall(sample)) for sample in samples)
    if spaced > 2 * attached:
        return "tokenised"
    return "wrapped" if spaced + attached and _is_wrapped(samples) else "lines"


def _take_samples(content: bytes, start: int) -> list[str]:
    """Return samples from all over the file as text, each from the beginning of a line where possible."""
    size = len(content) - start
    if size <= _SAMPLE_COUNT * _SAMPLE_BYTES:
        return [content[start:].decode("utf-8", "replace").replace("\r\n", "\n")]
    samples = []
    for number in range(_SAMPLE_COUNT):
        begin = start + number * (size - _SAMPLE_BYTES) // (_SAMPLE_COUNT - 1)
        end = begin + _SAMPLE_BYTES
        if number:
            begin = max(begin, content.find(b"\n", begin, end) + 1)
        if end < len(content):
            end = max(content.rfind(b"\n", begin, end), begin) or end
        samples.append(content[begin:end].decode("utf-8", "replace").replace("\r\n", "\n"))
    return samples


def _is_wrapped(samples: list[str]) -> bool:
    """Return whether the lines inside paragraphs are wrapped: they break only where they are full."""
    pairs = [
        (upper_line.strip(), lower_line.strip())
        for sample in samples
        for upper_line, lower_line in pairwise(sample.split("\n"))
        if upper_line.strip()
        and lower_line.strip()
        and not _LIST_ITEM.match(lower_line)
        and not lower_line.startswith("#")
    ]
    if not pairs:
        return True
    lengths = sorted(len(line) for pair in pairs for line in pair)
    width = lengths[len(lengths) * 19 // 20]
    if width > _MAX_WRAP_WIDTH:
        return False
    open_pairs = [(upper_line, lower_line) for upper_line, lower_line in pairs if not _SENTENCE_END.search(upper_line)]
    continued = sum(
        letter.group().islower() for _, lower_line in open_pairs if (letter := _FIRST_LETTER.search(lower_line))
    )
    ragged = sum(
        len(upper_line) <= width // 2 and bool(_LIST_ENTRY.fullmatch(upper_line)) for upper_line, _ in open_pairs
    )
    if ragged > 1 and 2 * ragged > continued:  # a list: its lines end long before they are full
        return False
    if continued * 4 > len(pairs):
        return width > _MIN_WRAP_WIDTH or any(_UNFINISHED_LINE.search(line) for pair in pairs for line in pair)
    if 2 * len(open_pairs) <= len(pairs):
        return False
    full = sum(
        len(upper_line) + 1 + len(lower_line.split(None, 1)[0]) >= 0.95 * width for upper_line, lower_line in pairs
    )
    return full >= 0.7 * len(pairs)


def index_sentences(content: bytes, path: Path | None) -> tuple[LazySentences, tuple[Problem, ...]]:
    """Index the sentences of a text file, and list the problems of the file as a whole. Tokenised text has one sentence
    per line and spaces between words; other text is split and tokenised. Lines `# key = value` are comments of the next
    sentence."""
    for name, boms in _OTHER_BOMS.items():
        if content.startswith(boms):
            raise FormatError(path, 1, f"this is {name} text", "Save it as UTF-8")
    first_byte = len(_BOM) if content.startswith(_BOM) else 0
    layout = detect_text_layout(content, first_byte)
    return _index_from_byte(content, 1, path, first_byte, layout == "tokenised", layout != "wrapped")


def index_piece(content: bytes, path: Path | None, line: int, layout: TextLayout) -> LazySentences:
    """Index the sentences of a piece of a text of known layout; `line` is the line number of its beginning."""
    for name, boms in _OTHER_BOMS.items():
        if line == 1 and content.startswith(boms):
            raise FormatError(path, 1, f"this is {name} text", "Save it as UTF-8")
    return _index_part(content, line, layout == "tokenised", layout != "wrapped")


def _index_part(content: bytes, line: int, is_tokenised: bool, by_lines: bool) -> LazySentences:
    """Index the sentences of a part of a file; `line` is the line number of its beginning."""
    return _index_from_byte(content, line, None, 0, is_tokenised, by_lines)[0]


def _index_from_byte(
    content: bytes, line: int, path: Path | None, first_byte: int, is_tokenised: bool, by_lines: bool
) -> tuple[LazySentences, tuple[Problem, ...]]:
    """Index the sentences from the byte `first_byte` on, and list the problems of the text."""
    starts, ends, lines = array("Q"), array("Q"), array("Q")
    problems: list[Problem] = []
    counted_to, comment_start, cut_end = 0, -1, -1
    for start, end, is_comment in _split_at_comments(content, first_byte):
        if is_comment:
            comment_start = start if comment_start < 0 else comment_start
            continue
        ranges = (
            _find_line_ranges(content, start, end)
            if is_tokenised
            else _find_sentence_ranges(content, start, end, by_lines)
        )
        for text_start, text_end in ranges:
            first_piece = len(lines)
            for piece_begin, piece_end in _split_long_range(content, text_start, text_end):
                begin = piece_begin if comment_start < 0 else comment_start
                comment_start = -1
                line += content.count(b"\n", counted_to, begin)
                counted_to = begin
                starts.append(begin)
                ends.append(piece_end)
                lines.append(line)
            if text_end - text_start > MAX_SENTENCE_BYTES:
                is_reported, cut_end = cut_end >= 0 and content.find(b"\n", cut_end, text_start) < 0, text_end
                if is_reported:  # on the same line, or the rest of the same sentence
                    continue
                message = f"a sentence of more than {MAX_SENTENCE_BYTES:,} bytes was cut into pieces"
                problems.append(
                    Problem(lines[first_piece], message, "Put each sentence on a line of its own", path=path)
                )
    parse, write_edited = (
        (_parse_tokenised_text, _format_tokenised_text) if is_tokenised else (_parse_running_text, _format_running_text)
    )
    index_sentences_in_part = partial(_index_part, is_tokenised=is_tokenised, by_lines=by_lines)
    return LazySentences(content, starts, ends, lines, parse, write_edited, index_sentences_in_part), tuple(problems)


def format_sentence(sentence: Sentence) -> str:
    """Return the running text of a sentence on one line."""
    return sentence.text.replace("\r", " ").replace("\n", " ")


def _split_at_comments(content: bytes, first_byte: int) -> Iterator[tuple[int, int, bool]]:
    """Yield (start, end, is_comment) of the metadata comments and of the text between them."""
    start = first_byte
    if comment := _METADATA_COMMENT.match(content, first_byte):
        yield first_byte, comment.end(), True
        start = comment.end()
    for comment in _NEXT_METADATA_COMMENT.finditer(content, start):
        yield start, comment.start(), False
        yield comment.start() + 1, comment.end(), True
        start = comment.end()
    yield start, len(content), False


def _find_line_ranges(content: bytes, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the byte ranges of the lines that are not blank."""
    for match in _LINE.finditer(content, start, end):
        begin, finish = match.span()
        if content[finish - 1] in _WHITE_SPACE:
            finish = begin + len(content[begin:finish].rstrip(_WHITE_SPACE))
        if 0x20 < content[begin] < 0x80 or not content[begin:finish].decode("utf-8", "replace").isspace():
            yield begin, finish


def _find_sentence_ranges(content: bytes, start: int, end: int, by_lines: bool) -> Iterator[tuple[int, int]]:
    """Yield the byte ranges of the sentences of running text, window by window."""
    while start < end:
        stop = end if end - start <= _WINDOW_BYTES else _align_to_character(content, start + _WINDOW_BYTES)
        ranges = _split_window_into_sentences(content, start, stop, by_lines)
        start = stop
        if stop < end and len(ranges) > 1:  # the last one may continue after the window
            start = ranges.pop()[0]
        elif stop < end and ranges:  # no sentence end in the window: read its last piece again
            *_, (start, _) = _split_long_range(content, *ranges[0])
            ranges = [(ranges[0][0], start)]
        yield from ranges


def _split_window_into_sentences(content: bytes, start: int, end: int, by_lines: bool) -> list[tuple[int, int]]:
    """Return the byte ranges of the sentences in a window of the file."""
    text = content[start:end].decode("utf-8", "surrogateescape")
    ranges = split_sentences(text, by_lines)
    if text.isascii():
        return [(start + first, start + last) for first, last in ranges]
    byte_ranges = []
    encoded_to, offset = 0, start
    for first, last in ranges:
        offset += len(text[encoded_to:first].encode("utf-8", "surrogateescape"))
        size = len(text[first:last].encode("utf-8", "surrogateescape"))
        byte_ranges.append((offset, offset + size))
        encoded_to, offset = last, offset + size
    return byte_ranges


def _split_long_range(content: bytes, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the range, or pieces of it that do not exceed MAX_SENTENCE_BYTES."""
    while end - start > MAX_SENTENCE_BYTES:
        stop = start + MAX_SENTENCE_BYTES
        cut = max(content.rfind(space, start + 1, stop) for space in (b" ", b"\n", b"\t"))
        if cut < 0:
            cut = _align_to_character(content, stop)
        if not content[start:cut].decode("utf-8", "replace").isspace():
            yield start, start + len(content[start:cut].rstrip(_WHITE_SPACE))
        start = cut
        while start < end and content[start] in _WHITE_SPACE:
            start += 1
    yield start, end


def _align_to_character(content: bytes, offset: int) -> int:
    """Return the last character boundary at or before this offset."""
    return next((offset - step for step in range(4) if content[offset - step] & 0xC0 != 0x80), offset)


def _parse_tokenised_text(raw: bytes, line: int) -> Sentence:
    """Parse a sentence of tokenised text, whose words are separated by spaces."""
    comments, text, problems = _decode_sentence(raw, line)
    forms = _WORD.findall(text) if any(space in text for space in _NO_BREAK_SPACES) else text.split()
    return Sentence.of(forms, comments=comments, problems=problems, source=raw, line=line)


def _parse_running_text(raw: bytes, line: int) -> Sentence:
    """Parse and tokenise a sentence of running text."""
    comments, text, problems = _decode_sentence(raw, line)
    forms, misc = tokenise_to_columns(text)
    return Sentence.of(forms, misc=misc, comments=comments, problems=problems, source=raw, line=line)


def _decode_sentence(raw: bytes, line: int) -> tuple[list[str], str, list[Problem]]:
    """Return the comments above a sentence, its text, and its decoding problems."""
    problems = []
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        text = raw.decode("utf-8", "replace")
        error_line = line + raw.count(b"\n", 0, error.start)
        message = f"the byte 0x{raw[error.start]:02x} is not UTF-8"
        problems.append(Problem(error_line, message, "Save the file as UTF-8", unreadable=True))
    if "\0" in text:
        error_line = line + text.count("\n", 0, text.index("\0"))
        message = "there is a NUL character, which no text has"
        problems.append(Problem(error_line, message, "Save the file as UTF-8 text", unreadable=True))
    comments = []
    while raw.startswith(b"#") and (match := _METADATA_COMMENT.match(raw)) and raw[match.end() :].strip():
        raw = raw[match.end() :].lstrip(_WHITE_SPACE)
        comment, _, text = text.partition("\n")
        comments.append(comment.rstrip("\r"))
        text = text.lstrip(" \t\r\n\v\f")
    return comments, text, problems


def _format_tokenised_text(sentence: Sentence) -> str:
    """Format an edited sentence as a line of its file, below its comments."""
    return "\n".join([*_filter_metadata_comments(sentence), " ".join(sentence.forms)])


def _format_running_text(sentence: Sentence) -> str:
    """Format an edited sentence as running text, below its comments."""
    return "\n".join([*_filter_metadata_comments(sentence), format_sentence(replace(sentence, comments=()))])


def _filter_metadata_comments(sentence: Sentence) -> list[str]:
    """Return the comments that a text file can hold."""
    return [comment for comment in sentence.comments if _METADATA_COMMENT.fullmatch(comment.encode("utf-8", "replace"))]


def can_be_split(content: bytes) -> bool:
    """Return whether a text is running text: its words are not set apart, and it has no metadata comments."""
    first_byte = len(_BOM) if content.startswith(_BOM) else 0
    has_comments = any(is_comment for _, _, is_comment in _split_at_comments(content, first_byte))
    return not has_comments and detect_text_layout(content, first_byte) != "tokenised"


def decode_text(content: bytes) -> str:
    """Return the text in a file without its byte order mark; FormatError if it is not UTF-8 text."""
    try:
        text = content.removeprefix(_BOM).decode()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise FormatError(
            None, line, f"the byte 0x{content[error.start]:02x} is not UTF-8", "Save it as UTF-8"
        ) from None
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise FormatError(None, line, "there is a NUL character, which no text has", "Save it as UTF-8 text")
    return text


def normalise_pasted_text(text: str) -> str:
    """Return a text from another program with line breaks as files have them, and without what no file can hold."""
    normalised = text.replace("\0", "").replace("\r\n", "\n").replace("\r", "\n")
    normalised = normalised.replace("\u2029", "\n\n").replace("\u2028", "\n")
    return normalised.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def split_pasted_text(text: str) -> list[Sentence]:
    """Split a text into tokenised sentences; a comment marks the beginning of a paragraph. Paragraphs begin after a
    blank line and, in text that is neither wrapped nor tokenised, at every line. Sentences are cut after
    MAX_SENTENCE_WORDS words: longer ones could be neither shown nor ranked."""
    content = normalise_pasted_text(text).encode()
    chunks, _ = index_sentences(content, None)
    paragraph_break = b"\n" if detect_text_layout(content) == "lines" else b"\n\n"
    sentences: list[Sentence] = []
    for position, sentence in enumerate(chunks):
        gap = content[chunks.ends[position - 1] if position else 0 : chunks.starts[position]]
        begins_paragraph = not position or paragraph_break in b"\n".join(line.strip() for line in gap.split(b"\n"))
        misc = sentence.misc
        if len(misc) and position + 1 < len(chunks) and chunks.ends[position] == chunks.starts[position + 1]:
            misc = (*misc[:-1], "SpaceAfter=No")
        for start in range(0, max(len(sentence), 1), MAX_SENTENCE_WORDS):
            piece = Sentence.of(
                sentence.forms[start : start + MAX_SENTENCE_WORDS], misc=misc[start : start + MAX_SENTENCE_WORDS]
            )
            paragraph_comment = ["# newpar"] if begins_paragraph and not start else []
            file_comments = sentence.comments if not start else ()
            comments = (
                *paragraph_comment,
                f"# sent_id = {len(sentences) + 1}",
                *file_comments,
                f"# text = {piece.text}",
            )
            sentences.append(replace(piece, comments=comments, problems=sentence.problems))
    return sentences


def make_document_name(title: str) -> str:
    """Return a title as the name of a document in the comments of its sentences."""
    return _NOT_IN_NAME.sub("-", title).strip("-") or "text"


def suggest_file_name(sentences: list[Sentence]) -> str:
    """Return the first words of a text as a file name; "" where there are none."""
    words = [form for sentence in sentences[:3] for form in sentence.forms if any(map(str.isalnum, form))]
    words = words[:_MAX_NAME_WORDS]
    return " ".join("".join(filter(_is_file_name_character, word)) for word in words)[:60].strip()


def _is_file_name_character(letter: str) -> bool:
    """Return whether a character may be in a suggested file name: letters, digits, Arabic marks, and - ' _."""
    return letter.isalnum() or letter in "-'_\u0640" or "\u0610" <= letter <= "\u0670"


def add_sentence_metadata(treebank: Treebank, title: str) -> Iterator[Sentence]:
    """Yield the sentences of a text file, one for one, with `sent_id`, `text`, `newdoc` and `newpar`, and
    `SpaceAfter=No` where no space follows. Existing comments with these keys are kept. FormatError if the file is not
    UTF-8."""
    chunks = treebank.sentences
    assert isinstance(chunks, LazySentences)
    content, document_name = chunks.content, make_document_name(title)
    paragraph_break = b"\n" if detect_text_layout(content) == "lines" else b"\n\n"
    for position, sentence in enumerate(treebank):
        if not sentence.is_readable or not len(sentence):
            message, remedy = "this sentence could not be read", "Save the file as UTF-8 text"
            problem = next(iter(sentence.problems), None)
            if problem is not None:
                message, remedy = problem.message, problem.remedy
            raise FormatError(treebank.path, sentence.line, message, remedy)
        gap = content[chunks.ends[position - 1] if position else 0 : chunks.starts[position]]
        begins_paragraph = not position or paragraph_break in b"\n".join(line.strip() for line in gap.split(b"\n"))
        misc = sentence.misc
        touches = position + 1 < len(chunks) and chunks.ends[position] == chunks.starts[position + 1]
        if touches and misc[-1] == "_":
            misc = (*misc[:-1], "SpaceAfter=No")
        file_comments = sentence.comments
        comment_keys = {comment.lstrip("# ").partition("=")[0].strip() for comment in file_comments}
        section_comments = []
        if not position and not comment_keys & {"newdoc", "newdoc id"}:
            section_comments.append(f"# newdoc id = {document_name}")
        if begins_paragraph and not comment_keys & {"newpar", "newpar id"}:
            section_comments.append("# newpar")
        id_comment = [] if "sent_id" in comment_keys else [f"# sent_id = {document_name}-{position + 1}"]
        text_comment = [] if "text" in comment_keys else [f"# text = {sentence.text}"]
        yield replace(
            sentence, misc=misc, comments=(*section_comments, *file_comments, *id_comment, *text_comment), source=None
        )
