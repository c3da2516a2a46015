"""Contents of a lexicon by number, as a guesser counts them; the frequency of a word plays no part."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from spectral_core.analyzers.edit_scripts import EditScript, find_script, to_lower
from spectral_core.analyzers.guessing.clues import Tags
from spectral_core.analyzers.guessing.compounds import Compounds
from spectral_core.analyzers.guessing.inherent import Lexeme
from spectral_core.data import Analysis
from spectral_core.inference.guessing.limits import MAX_WORD_LENGTH

_Item = TypeVar("_Item", bound=Hashable)


class Numbering(dict[_Item, int]):
    """Numbers of items, in the order in which they were first looked up."""

    def __missing__(self, item: _Item) -> int:
        number = self[item] = len(self)
        return number

    def add_all(self, items: Iterable[_Item]) -> None:
        """Number those that have no number yet."""
        for item in items:
            self.setdefault(item, len(self))


@dataclass(frozen=True, slots=True, eq=False)
class NumberedLexicon:
    """Lexicon as rows of numbers, one row a word, without repetitions; make it with `learn`."""

    compounds: Compounds
    words: dict[str, int]
    scripts: Numbering[EditScript]
    tags: Numbering[Tags]
    rules: Numbering[tuple[int, int]]  # script, tags
    lexemes: Numbering[Lexeme]
    lemmas: Numbering[str]  # with boundaries
    word_rules: list[list[int]]
    word_tags: list[list[int]]
    word_lexemes: list[dict[int, int]]  # with the length of the common prefix of word and lemma
    word_lemmas: list[list[int]]

    @classmethod
    def learn(cls, lexicon: Mapping[str, Iterable[Analysis]], turkic: bool) -> NumberedLexicon:
        """Number the analyses of each word; what is too long to be a word is left out."""
        words = {form: tuple(analyses) for form, analyses in lexicon.items() if len(form) <= MAX_WORD_LENGTH}
        lemmas = {form: dict.fromkeys(analysis.lemma for analysis in analyses) for form, analyses in words.items()}
        compounds = Compounds.learn((form, lemma) for form in words for lemma in lemmas[form])
        word_numbers = dict(zip(words, range(len(words)), strict=True))
        numbered = cls(
            compounds, word_numbers, Numbering(), Numbering(), Numbering(), Numbering(), Numbering(), [], [], [], []
        )
        for form, analyses in words.items():
            numbered._add(form, analyses, turkic)
        return numbered

    def _add(self, form: str, analyses: Iterable[Analysis], turkic: bool) -> None:
        lower = to_lower(form, turkic)
        rules: dict[int, None] = {}
        tags: dict[int, None] = {}
        lexemes: dict[int, int] = {}
        lemmas: dict[int, None] = {}
        for analysis in analyses:
            lemma = self.compounds.remove_boundaries(form, analysis.lemma)
            number = self.tags[analysis.upos, analysis.xpos, analysis.feats]
            rules[self.rules[self.scripts[find_script(form, lemma, turkic)], number]] = None
            tags[number] = None
            lexemes[self.lexemes[lemma, analysis.upos, analysis.xpos]] = _common_prefix_length(
                lower, to_lower(lemma, turkic)
            )
            lemmas[self.lemmas[analysis.lemma]] = None
        self.word_rules.append(list(rules))
        self.word_tags.append(list(tags))
        self.word_lexemes.append(lexemes)
        self.word_lemmas.append(list(lemmas))


def _common_prefix_length(first: str, second: str) -> int:
    limit = min(len(first), len(second))
    return next((index for index in range(limit) if first[index] != second[index]), limit)
