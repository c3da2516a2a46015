"""What the words of a lexicon teach a guesser, each thing by its number: how often a word was seen plays no part."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from spectral_core.analyzers.edit_scripts import Script, script_of, small_letters
from spectral_core.analyzers.guessing.clues import Tags
from spectral_core.analyzers.guessing.compounds import Compounds
from spectral_core.analyzers.guessing.inherent import Lexeme
from spectral_core.data import Analysis
from spectral_core.inference.guessing.limits import LONGEST_WORD

_Thing = TypeVar("_Thing", bound=Hashable)


class Numbers(dict[_Thing, int]):
    """Things by number, in the order in which they were first looked up."""

    def __missing__(self, thing: _Thing) -> int:
        number = self[thing] = len(self)
        return number

    def meet(self, things: Iterable[_Thing]) -> None:
        """Numbers those that have no number yet."""
        for thing in things:
            self.setdefault(thing, len(self))


@dataclass(frozen=True, slots=True, eq=False)
class KnownTypes:
    """Rows of numbers, one row a word; make it with `learn`. No number stands twice in a row."""

    compounds: Compounds
    words: dict[str, int]
    scripts: Numbers[Script]
    tags: Numbers[Tags]
    rules: Numbers[tuple[int, int]]  # script, tags
    lexemes: Numbers[Lexeme]
    lemmas: Numbers[str]  # with their joints
    of_rules: list[list[int]]
    of_tags: list[list[int]]
    of_lexemes: list[dict[int, int]]  # with how many letters word and lemma begin alike
    of_lemmas: list[list[int]]

    @classmethod
    def learn(cls, lexicon: Mapping[str, Iterable[Analysis]], dotted: bool) -> KnownTypes:
        """From the analyses of each word; what is too long to be a word teaches nothing."""
        words = {form: tuple(analyses) for form, analyses in lexicon.items() if len(form) <= LONGEST_WORD}
        lemmas = {form: dict.fromkeys(each.lemma for each in analyses) for form, analyses in words.items()}
        compounds = Compounds.learn((form, lemma) for form in words for lemma in lemmas[form])
        places = dict(zip(words, range(len(words)), strict=True))
        known = cls(compounds, places, Numbers(), Numbers(), Numbers(), Numbers(), Numbers(), [], [], [], [])
        for form, analyses in words.items():
            known._add(form, analyses, dotted)
        return known

    def _add(self, form: str, analyses: Iterable[Analysis], dotted: bool) -> None:
        small = small_letters(form, dotted)
        rules: dict[int, None] = {}
        tags: dict[int, None] = {}
        lexemes: dict[int, int] = {}
        lemmas: dict[int, None] = {}
        for each in analyses:
            lemma = self.compounds.plain(form, each.lemma)
            number = self.tags[each.upos, each.xpos, each.feats]
            rules[self.rules[self.scripts[script_of(form, lemma, dotted)], number]] = None
            tags[number] = None
            lexemes[self.lexemes[lemma, each.upos, each.xpos]] = _alike(small, small_letters(lemma, dotted))
            lemmas[self.lemmas[each.lemma]] = None
        self.of_rules.append(list(rules))
        self.of_tags.append(list(tags))
        self.of_lexemes.append(lexemes)
        self.of_lemmas.append(list(lemmas))


def _alike(first: str, second: str) -> int:
    most = min(len(first), len(second))
    return next((at for at in range(most) if first[at] != second[at]), most)
