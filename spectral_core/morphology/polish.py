"""Polish analyses by Morfeusz 2, if it is installed, with the tags and features of Universal Dependencies."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import product

from spectral_core.data import EMPTY, Analysis, Segment
from spectral_core.morphology.features import format_features, get_cached, parse_features, parse_table

_Interpretation = tuple[str, str, str, Sequence[str], Sequence[str]]  # form, lemma, tag, kinds of name, remarks
_Edge = tuple[int, int, _Interpretation]

# flexeme: universal tags, features it has by itself (http://nkjp.pl/poliqarp/help/ense2.html and UD's documentation)
_FLEXEMES = parse_table("""
subst:NOUN depr:NOUN|Polite=Depr ger:NOUN|VerbForm=Vnoun adj:ADJ adja:ADJ|Hyph=Yes adjp:ADJ|PrepCase=Pre
adjc:ADJ|Variant=Short pact:ADJ|VerbForm=Part|Voice=Act ppas:ADJ|VerbForm=Part|Voice=Pass adv:ADV num:NUM|NumForm=Word
ppron12:PRON|PronType=Prs ppron3:PRON|PronType=Prs siebie:PRON|PronType=Prs|Reflex=Yes
fin:VERB|Mood=Ind|Tense=Pres|VerbForm=Fin|Voice=Act bedzie:AUX|Mood=Ind|Tense=Fut|VerbForm=Fin aglt:AUX
praet:VERB|Mood=Ind|Tense=Past|VerbForm=Fin|Voice=Act impt:VERB|Mood=Imp|VerbForm=Fin|Voice=Act
imps:VERB|Mood=Ind|Person=0|Tense=Past|VerbForm=Fin|Voice=Act inf:VERB|VerbForm=Inf|Voice=Act
pcon:VERB|Tense=Pres|VerbForm=Conv|Voice=Act pant:VERB|Tense=Past|VerbForm=Conv|Voice=Act
winien:VERB|Mood=Ind|Tense=Pres|VerbForm=Fin|VerbType=Mod|Voice=Act
pred:VERB|Mood=Ind|Tense=Pres|VerbForm=Fin|VerbType=Quasi prep:ADP|AdpType=Prep conj:CCONJ comp:SCONJ part:PART
interj:INTJ brev:NOUN+PROPN+ADV+ADJ|Abbr=Yes interp:PUNCT dig:X|NumForm=Digit romandig:X|NumForm=Roman sym:SYM frag:X
ign:X
""")
_VALUES = parse_table(
    "sg:Number=Sing pl:Number=Plur nom:Case=Nom gen:Case=Gen dat:Case=Dat acc:Case=Acc inst:Case=Ins loc:Case=Loc "
    "voc:Case=Voc m1:Gender=Masc|Animacy=Hum m2:Gender=Masc|Animacy=Nhum m3:Gender=Masc|Animacy=Inan f:Gender=Fem "
    "n:Gender=Neut pri:Person=1 sec:Person=2 ter:Person=3 pos:Degree=Pos com:Degree=Cmp sup:Degree=Sup "
    "imperf:Aspect=Imp perf:Aspect=Perf aff:Polarity=Pos neg:Polarity=Neg akc:Variant=Long nakc:Variant=Short "
    "wok:Variant=Long nwok:Variant=Short praep:PrepCase=Pre npraep:PrepCase=Npr"
)
_NAME_KINDS = frozenset(("imię", "nazwisko", "nazwa_geograficzna", "nazwa_organizacji", "nazwa_własna"))


@dataclass(frozen=True, slots=True)
class Morfeusz:
    """Dictionary of Morfeusz 2; an unknown word has no reading."""

    edges: Callable[[str], Iterable[_Edge]]  # of a word
    _cache: dict[str, tuple[Analysis, ...]] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def open(cls) -> Morfeusz:
        import morfeusz2

        return cls(morfeusz2.Morfeusz().analyse)

    def analyse(self, word: str, transliterated: bool | None = None) -> tuple[Analysis, ...]:  # noqa: ARG002
        """Return the readings of a word, one for each value of a tag with several between full stops."""
        return get_cached(self._cache, word, lambda: self._analyse_word(word))

    def _analyse_word(self, word: str) -> Iterator[Analysis]:
        starts: dict[int, list[_Edge]] = {}
        for edge in self.edges(word):
            starts.setdefault(edge[0], []).append(edge)
        last = max((end for edges in starts.values() for _, end, _ in edges), default=0)
        for path in _find_paths(starts, 0, last):
            if "".join(form for form, *_ in path) == word and all(tag != "ign" for _, _, tag, *_ in path):
                yield from _make_analyses(path)


def _find_paths(starts: dict[int, list[_Edge]], node: int, last: int) -> Iterator[tuple[_Interpretation, ...]]:
    """Iterate over all paths through the parts of a word."""
    if node == last:
        yield ()
        return
    for _, end, interpretation in starts.get(node, ()):
        for continuation in _find_paths(starts, end, last):
            yield (interpretation, *continuation)


def _make_analyses(path: tuple[_Interpretation, ...]) -> Iterator[Analysis]:
    """Iterate over the analyses of a word with these parts: lemma, tag and features of the first, and all tags with +
    between."""
    _, lemma, tag, names, _ = path[0]
    lemma = lemma.partition(":")[0] or lemma
    further_tags = "".join("+" + part[2] for part in path[1:])
    segments = tuple(Segment(form, tag) for form, _, tag, *_ in path) if len(path) > 1 else ()
    for xpos in _expand_tag(tag):
        for upos, feats in _to_universal(xpos, lemma, not _NAME_KINDS.isdisjoint(names)):
            yield Analysis(lemma, EMPTY, upos, xpos + further_tags, feats, EMPTY, segments)


@cache
def _expand_tag(tag: str) -> tuple[str, ...]:
    """Return the tags with one value each that a tag with full stops stands for."""
    return tuple(":".join(values) for values in product(*(part.split(".") for part in tag.split(":"))))


@cache
def _to_universal(tag: str, lemma: str, is_name: bool) -> tuple[tuple[str, str], ...]:
    flexeme, *values = tag.split(":")
    upos_choices, _, own_features = _FLEXEMES.get(flexeme, "X").partition("|")
    features = parse_features("|".join(_VALUES.get(value, "") for value in values))
    if flexeme == "prep":
        features.pop("Case", None)  # what it governs, not its own
    features |= parse_features(own_features)
    if flexeme == "fin" and features.get("Aspect") == "Perf":
        features["Tense"] = "Fut"
    if is_name and flexeme == "subst":
        upos_choices = "PROPN"
    elif lemma in ("być", "zostać") and upos_choices == "VERB":
        upos_choices = "AUX+VERB"
    elif lemma == "by":
        upos_choices = f"AUX+{upos_choices}"
    return tuple((upos, format_features(features)) for upos in upos_choices.split("+"))
