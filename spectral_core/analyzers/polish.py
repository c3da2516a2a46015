"""Polish analyses by Morfeusz 2, where it is installed, with the tags and features of Universal Dependencies."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import product

from spectral_core.analyzers.features import named, remembered, table, written
from spectral_core.data import EMPTY, Analysis, Segment

_Interpretation = tuple[str, str, str, Sequence[str], Sequence[str]]  # form, lemma, tag, kinds of name, remarks
_Edge = tuple[int, int, _Interpretation]

# flexeme: universal tags, features it has by itself (http://nkjp.pl/poliqarp/help/ense2.html and UD's documentation)
_FLEXEMES = table("""
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
_VALUES = table(
    "sg:Number=Sing pl:Number=Plur nom:Case=Nom gen:Case=Gen dat:Case=Dat acc:Case=Acc inst:Case=Ins loc:Case=Loc "
    "voc:Case=Voc m1:Gender=Masc|Animacy=Hum m2:Gender=Masc|Animacy=Nhum m3:Gender=Masc|Animacy=Inan f:Gender=Fem "
    "n:Gender=Neut pri:Person=1 sec:Person=2 ter:Person=3 pos:Degree=Pos com:Degree=Cmp sup:Degree=Sup "
    "imperf:Aspect=Imp perf:Aspect=Perf aff:Polarity=Pos neg:Polarity=Neg akc:Variant=Long nakc:Variant=Short "
    "wok:Variant=Long nwok:Variant=Short praep:PrepCase=Pre npraep:PrepCase=Npr"
)
_NAMES = frozenset(("imię", "nazwisko", "nazwa_geograficzna", "nazwa_organizacji", "nazwa_własna"))


@dataclass(frozen=True, slots=True)
class Morfeusz:
    """The dictionary of Morfeusz 2; a word it does not know has no reading."""

    edges: Callable[[str], Iterable[_Edge]]  # of a word
    _known: dict[str, tuple[Analysis, ...]] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def open(cls) -> Morfeusz:
        import morfeusz2

        return cls(morfeusz2.Morfeusz().analyse)

    def analyse(self, word: str, transliterated: bool | None = None) -> tuple[Analysis, ...]:  # noqa: ARG002
        """Its readings, one for each value where a tag has several between full stops."""
        return remembered(self._known, word, lambda: self._readings(word))

    def _readings(self, word: str) -> Iterator[Analysis]:
        starts: dict[int, list[_Edge]] = {}
        for edge in self.edges(word):
            starts.setdefault(edge[0], []).append(edge)
        last = max((end for edges in starts.values() for _, end, _ in edges), default=0)
        for path in _paths(starts, 0, last):
            if "".join(form for form, *_ in path) == word and all(tag != "ign" for _, _, tag, *_ in path):
                yield from _analyses(path)


def _paths(starts: dict[int, list[_Edge]], at: int, last: int) -> Iterator[tuple[_Interpretation, ...]]:
    """Every way through the parts of a word."""
    if at == last:
        yield ()
        return
    for _, end, interpretation in starts.get(at, ()):
        for rest in _paths(starts, end, last):
            yield (interpretation, *rest)


def _analyses(path: tuple[_Interpretation, ...]) -> Iterator[Analysis]:
    """Those of a word whose parts are these: lemma, tag and features of the first, and all tags with + between."""
    _, lemma, tag, names, _ = path[0]
    lemma = lemma.partition(":")[0] or lemma
    behind = "".join("+" + part[2] for part in path[1:])
    segments = tuple(Segment(form, tag) for form, _, tag, *_ in path) if len(path) > 1 else ()
    for xpos in _single(tag):
        for upos, feats in _universal(xpos, lemma, not _NAMES.isdisjoint(names)):
            yield Analysis(lemma, EMPTY, upos, xpos + behind, feats, EMPTY, segments)


@cache
def _single(tag: str) -> tuple[str, ...]:
    """The tags with one value each that a tag with full stops stands for."""
    return tuple(":".join(values) for values in product(*(part.split(".") for part in tag.split(":"))))


@cache
def _universal(tag: str, lemma: str, name: bool) -> tuple[tuple[str, str], ...]:
    flexeme, *values = tag.split(":")
    kinds, _, own = _FLEXEMES.get(flexeme, "X").partition("|")
    features = named("|".join(_VALUES.get(value, "") for value in values))
    if flexeme == "prep":
        features.pop("Case", None)  # what it governs, not its own
    features |= named(own)
    if flexeme == "fin" and features.get("Aspect") == "Perf":
        features["Tense"] = "Fut"
    if name and flexeme == "subst":
        kinds = "PROPN"
    elif lemma in ("być", "zostać") and kinds == "VERB":
        kinds = "AUX+VERB"
    elif lemma == "by":
        kinds = f"AUX+{kinds}"
    return tuple((kind, written(features)) for kind in kinds.split("+"))
