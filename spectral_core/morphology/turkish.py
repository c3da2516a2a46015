"""Turkish analyses by Zeyrek, if it is installed, with the tags and features of Universal Dependencies."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from spectral_core.data import EMPTY, Analysis, Segment
from spectral_core.morphology.features import format_features, get_cached, parse_features, parse_table

_UNIVERSAL = parse_table(
    "Noun:NOUN Verb:VERB Adj:ADJ Adv:ADV Pron:PRON Num:NUM Det:DET Conj:CCONJ Postp:ADP Interj:INTJ Punc:PUNCT "
    "Ques:AUX Dup:X Unk:X"
)
_VERB_DEFAULTS = "Aspect=Perf|Mood=Ind|Polarity=Pos|Tense=Pres"  # of a verb without other suffixes
_FEATURES = parse_table("""
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
_VERBALISERS = frozenset(("Become", "Acquire", "Zero"))  # make a verb of a noun or adjective
_Parse = tuple[str, str, list[tuple[str, str]]]  # lemma, secondary kind, name and surface of each morpheme


@dataclass(frozen=True, slots=True)
class Zeyrek:
    """Dictionary and morphotactics of Zeyrek; an unknown word has no reading."""

    parse: Callable[[str], Iterable[_Parse]]  # of a word in lower case
    _cache: dict[str, tuple[Analysis, ...]] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def open(cls) -> Zeyrek:
        import zeyrek
        from zeyrek.lexicon import RootLexicon

        logging.getLogger("zeyrek").setLevel(logging.ERROR)  # it logs a warning for every analysis
        lexicon = RootLexicon.default_text_dictionaries()
        # zeyrek keeps a set, whose order differs between processes and drops different stems
        lexicon.item_set = sorted(lexicon.id_dict.values(), key=lambda item: (len(item.lemma), item.id_))
        program = zeyrek.MorphAnalyzer(lexicon).analyzer

        def parse_word(word: str) -> Iterator[_Parse]:
            for parse in program.analyze(word):
                item, secondary_kind = parse.dict_item, parse.dict_item.secondary_pos
                morphemes = [(morpheme.id_, surface) for morpheme, surface in parse.morphemes]
                yield item.lemma, "" if secondary_kind is None else secondary_kind.value, morphemes

        return cls(parse_word)

    def analyse(self, word: str, transliterated: bool | None = None) -> tuple[Analysis, ...]:  # noqa: ARG002
        """Return the readings of a word; XPOS holds the names of its morphemes with + between."""
        return get_cached(self._cache, word, lambda: self._analyse_word(word))

    def _analyse_word(self, word: str) -> Iterator[Analysis]:
        lower = word.translate({ord("İ"): "i", ord("I"): "ı", ord("'"): None, ord("’"): None}).lower()
        for lemma, secondary_kind, morphemes in self.parse(lower):
            names = [name for name, _ in morphemes]
            if names[0] == "Verb":
                lemma = lemma.removesuffix("mek").removesuffix("mak") or lemma
            upos, feats = _to_universal(names, secondary_kind)
            segments = tuple(Segment(surface, name) for name, surface in morphemes if surface)
            xpos = "+".join([*names[:1], *([secondary_kind] if secondary_kind == "Prop" else []), *names[1:]])
            yield Analysis(lemma, EMPTY, upos, xpos, feats, EMPTY, segments if len(segments) > 1 else ())


def _to_universal(names: Sequence[str], secondary_kind: str) -> tuple[str, str]:
    """Return tag and features of a word's morphemes: a verb stays one in its participles and verbal nouns."""
    upos = _UNIVERSAL.get(names[0], "X")
    features: dict[str, str] = {}
    if upos == "NOUN" and secondary_kind == "Prop":
        upos = "PROPN"
    elif upos == "PRON":
        features["PronType"] = {"Pers": "Prs", "Demons": "Dem", "Quant": "Ind", "Ques": "Int"}.get(secondary_kind, "")
        features["Reflex"] = "Yes" if secondary_kind == "Reflex" else ""
    elif upos == "NUM":
        features["NumType"] = {"Ord": "Ord", "Dist": "Dist"}.get(secondary_kind, "Card")
    if names[0] == "Verb":
        features.update(parse_features(_VERB_DEFAULTS))
    for name in names[1:]:
        if name in _VERBALISERS:
            upos = "VERB"
            features = parse_features(_VERB_DEFAULTS)
        elif name in ("Noun", "Adj", "Adv") and "VerbForm" not in features:
            upos = _UNIVERSAL[name]
            features = {}
        elif name == "Past" and features.get("Evident") == "Nfh":
            features.pop("Evident")
            features["Tense"] = "Pqp"
        else:
            features.update(parse_features(_FEATURES.get(name, "")))
    if "VerbForm" in features:
        for name in ("Number", "Person"):
            features.pop(name, None)
    is_nominal = upos in ("NOUN", "PROPN", "PRON") or features.get("VerbForm") == "Vnoun"
    if is_nominal and "Case" not in features:
        features["Case"] = "Nom"
    return upos, format_features({name: value for name, value in features.items() if value})
