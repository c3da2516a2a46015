"""Small made-up corpora in which one thing alone decides what is right, for tests of rankers."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from spectral_core.data import Analysis, Sentence


@dataclass(frozen=True)
class LemmaAndCase:
    """A scheme of two elements."""

    name: str = "lemma-and-case"
    element_names: tuple[str, ...] = ("lemma", "case")

    def label(self, form: str, analysis: Analysis) -> tuple[str, ...]:  # noqa: ARG002 - the protocol has it
        return analysis.lemma, analysis.feats

    def to_text(self) -> str:
        return self.name


def _sentence(
    document: int, words: Sequence[tuple[str, tuple[Analysis, ...], Analysis | None]], number: int
) -> Sentence:
    return Sentence.of(
        [form for form, _, _ in words],
        analyses=[gold for _, _, gold in words],
        candidates=[offered for _, offered, _ in words],
        comments=[f"# newdoc id = {document}"] if not number else [],
    )


def _plain(form: str) -> tuple[str, tuple[Analysis, ...], Analysis | None]:
    """A word that nobody has to decide."""
    return form, (), None


def by_the_word_before(seed: int, documents: int = 60, sentences: int = 15) -> Iterator[Sentence]:
    """Each ambiguous word has two lemmas; the word before it, one of four, says which is right."""
    draw = random.Random(seed)
    for document in range(documents):
        for number in range(sentences):
            form = f"w{draw.randrange(5)}"
            offered = (Analysis(f"{form}.one"), Analysis(f"{form}.two"))
            which = draw.randrange(2)
            before = draw.choice((("this", "that"), ("some", "many"))[which])
            yield _sentence(
                document, [_plain(before), (form, offered, offered[which]), _plain(draw.choice("xyz"))], number
            )


def by_both_neighbours(
    seed: int, fresh: bool, only_fresh: bool = False, documents: int = 40, sentences: int = 15
) -> Iterator[Sentence]:
    """The case is that of the word before, the lemma that of the first letter of the word after.

    One lemma and case of each form do not come together, unless `fresh`; where `only_fresh`, nobody has decided the
    other words.
    """
    draw = random.Random(seed)
    for document in range(documents):
        for number in range(sentences):
            kind = draw.randrange(6)
            form = f"w{kind}"
            lemma, case = draw.randrange(3), draw.randrange(2)
            is_fresh = (lemma, case) == (kind % 3, kind % 2)
            if is_fresh and not fresh:
                case = 1 - case
            offered = tuple(Analysis(f"{form}.{each}", feats=f"Case={name}") for each in "abc" for name in "NG")
            gold = offered[2 * lemma + case]
            before = draw.choice((("this", "that"), ("some", "many"))[case])
            after = "abc"[lemma] + draw.choice("xyz")
            known = None if only_fresh and not is_fresh else gold
            yield _sentence(document, [_plain(before), (form, offered, known), _plain(after)], number)


def by_the_topic(seed: int, documents: int = 60, sentences: int = 12) -> Iterator[Sentence]:
    """The lemma of the ambiguous words of a document is that of its topic, of which other sentences speak."""
    draw = random.Random(seed)
    topics = [[f"t{topic}{at}" for at in range(12)] for topic in range(2)]
    for document in range(documents):
        topic = draw.randrange(2)
        for number in range(sentences):
            form = f"w{draw.randrange(5)}"
            offered = (Analysis(f"{form}.one"), Analysis(f"{form}.two"))
            middle = [_plain(draw.choice("xyz")), (form, offered, offered[topic]), _plain(draw.choice("xyz"))]
            yield _sentence(document, [*middle, *(_plain(draw.choice(topics[topic])) for _ in range(4))], number)


def by_the_case_before(seed: int, documents: int = 40, sentences: int = 15) -> Iterator[Sentence]:
    """The lemma of the second word goes with the case of the first, which nothing but chance decides."""
    draw = random.Random(seed)
    first = (Analysis("u", feats="Case=N"), Analysis("u", feats="Case=G"))
    second = (Analysis("v.one"), Analysis("v.two"))
    for document in range(documents):
        for number in range(sentences):
            which = draw.randrange(2)
            yield _sentence(document, [("u", first, first[which]), ("v", second, second[which])], number)
