"""Turkish analyses by Zeyrek, where it is installed, with the tags and features of Universal Dependencies."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from spectral_core.analyzers.features import named, remembered, table, written
from spectral_core.data import EMPTY, Analysis, Segment

_UNIVERSAL = table(
    "Noun:NOUN Verb:VERB Adj:ADJ Adv:ADV Pron:PRON Num:NUM Det:DET Conj:CCONJ Postp:ADP Interj:INTJ Punc:PUNCT "
    "Ques:AUX Dup:X Unk:X"
)
_VERB = "Aspect=Perf|Mood=Ind|Polarity=Pos|Tense=Pres"  # what a verb says where no suffix says otherwise
_FEATURES = table("""
A1sg:Number=Sing|Person=1 A2sg:Number=Sing|Person=2 A3sg:Number=Sing|Person=3
A1pl:Number=Plur|Person=1 A2pl:Number=Plur|Person=2 A3pl:Number=Plur|Person=3
P1sg:Number[psor]=Sing|Person[psor]=1 P2sg:Number[psor]=Sing|Person[psor]=2 P3sg:Number[psor]=Sing|Person[psor]=3
P1pl:Number[psor]=Plur|Person[psor]=1 P2pl:Number[psor]=Plur|Person[psor]=2 P3pl:Number[psor]=Plur|Person[psor]=3
Acc:Case=Acc Dat:Case=Dat Loc:Case=Loc Abl:Case=Abl Gen:Case=Gen Ins:Case=Ins Equ:Case=Equ
Past:Tense=Past Narr:Evident=Nfh|Tense=Past Prog1:Aspect=Prog|Polite=Infm Prog2:Aspect=Prog|Polite=Form
Aor:Aspect=Hab Fut:Tense=Fut Neg:Polarity=Neg Unable:Mood=Pot|Polarity=Neg
Able:Mood=Pot Imp:Mood=Imp Cond:Mood=Cnd Desr:Mood=Des Neces:Mood=Nec Opt:Mood=Opt Cop:Mood=Gen
Pass:Voice=Pass Caus:Voice=Cau Recip:Voice=Rcp Reflex:Voice=Rfl
Inf1:VerbForm=Vnoun Inf2:VerbForm=Vnoun Inf3:VerbForm=Vnoun
PresPart:VerbForm=Part PastPart:Tense=Past|VerbForm=Part FutPart:Tense=Fut|VerbForm=Part
NarrPart:Evident=Nfh|Tense=Past|VerbForm=Part AorPart:Aspect=Hab|VerbForm=Part
AfterDoingSo:VerbForm=Conv ByDoingSo:VerbForm=Conv While:VerbForm=Conv When:VerbForm=Conv
WithoutHavingDoneSo:Polarity=Neg|VerbForm=Conv WithoutBeingAbleToHaveDoneSo:Mood=Pot|Polarity=Neg|VerbForm=Conv
SinceDoingSo:VerbForm=Conv AsLongAs:VerbForm=Conv Adamantly:VerbForm=Conv
""")
_NEW_WORD = frozenset(("Become", "Acquire", "Zero"))  # make a verb of a noun or adjective
_Parse = tuple[str, str, list[tuple[str, str]]]  # lemma, secondary kind, name and surface of each morpheme


@dataclass(frozen=True, slots=True)
class Zeyrek:
    """The dictionary and the morphotactics of Zeyrek; a word they do not know has no reading."""

    parses: Callable[[str], Iterable[_Parse]]  # of a word in small letters
    _known: dict[str, tuple[Analysis, ...]] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def open(cls) -> Zeyrek:
        import zeyrek
        from zeyrek.lexicon import RootLexicon

        logging.getLogger("zeyrek").setLevel(logging.ERROR)  # it warns of every analysis that it finds
        lexicon = RootLexicon.default_text_dictionaries()
        # its own order is a set's, in which other stems are lost in every process
        lexicon.item_set = sorted(lexicon.id_dict.values(), key=lambda item: (len(item.lemma), item.id_))
        program = zeyrek.MorphAnalyzer(lexicon).analyzer

        def parses(word: str) -> Iterator[_Parse]:
            for parse in program.analyze(word):
                item, kind = parse.dict_item, parse.dict_item.secondary_pos
                morphemes = [(morpheme.id_, surface) for morpheme, surface in parse.morphemes]
                yield item.lemma, "" if kind is None else kind.value, morphemes

        return cls(parses)

    def analyse(self, word: str, transliterated: bool | None = None) -> tuple[Analysis, ...]:  # noqa: ARG002
        """Its readings; XPOS holds the names of its morphemes with + between."""
        return remembered(self._known, word, lambda: self._readings(word))

    def _readings(self, word: str) -> Iterator[Analysis]:
        small = word.translate({ord("İ"): "i", ord("I"): "ı", ord("'"): None, ord("’"): None}).lower()
        for lemma, kind, morphemes in self.parses(small):
            names = [name for name, _ in morphemes]
            if names[0] == "Verb":
                lemma = lemma.removesuffix("mek").removesuffix("mak") or lemma
            upos, feats = _universal(names, kind)
            segments = tuple(Segment(surface, name) for name, surface in morphemes if surface)
            xpos = "+".join([*names[:1], *([kind] if kind == "Prop" else []), *names[1:]])
            yield Analysis(lemma, EMPTY, upos, xpos, feats, EMPTY, segments if len(segments) > 1 else ())


def _universal(names: Sequence[str], kind: str) -> tuple[str, str]:
    """Tag and features of a word's morphemes: a verb stays one in its participles and verbal nouns."""
    upos = _UNIVERSAL.get(names[0], "X")
    features: dict[str, str] = {}
    if upos == "NOUN" and kind == "Prop":
        upos = "PROPN"
    elif upos == "PRON":
        features["PronType"] = {"Pers": "Prs", "Demons": "Dem", "Quant": "Ind", "Ques": "Int"}.get(kind, "")
        features["Reflex"] = "Yes" if kind == "Reflex" else ""
    elif upos == "NUM":
        features["NumType"] = {"Ord": "Ord", "Dist": "Dist"}.get(kind, "Card")
    if names[0] == "Verb":
        features.update(named(_VERB))
    for name in names[1:]:
        if name in _NEW_WORD:
            upos = "VERB"
            features = named(_VERB)
        elif name in ("Noun", "Adj", "Adv") and "VerbForm" not in features:
            upos = _UNIVERSAL[name]
            features = {}
        elif name == "Past" and features.get("Evident") == "Nfh":
            features.pop("Evident")
            features["Tense"] = "Pqp"
        else:
            features.update(named(_FEATURES.get(name, "")))
    if "VerbForm" in features:
        for name in ("Number", "Person"):
            features.pop(name, None)
    nominal = upos in ("NOUN", "PROPN", "PRON") or features.get("VerbForm") == "Vnoun"
    if nominal and "Case" not in features:
        features["Case"] = "Nom"
    return upos, written({name: value for name, value in features.items() if value})
