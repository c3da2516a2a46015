"""Optional third-party analysers (pymorphy3, morfeusz2, zeyrek), mapped to Universal Dependencies; simplemma for
lemmas."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import islice, product

from spectral_core.data import EMPTY, Analysis, Segment
from spectral_core.errors import SettingsError
from spectral_core.morphology.analyser import get_or_compute_analyses
from spectral_core.morphology.features import format_features, invert_mapping, parse_features, parse_key_values

OPENCORPORA_UPOS = invert_mapping(
    {
        "NOUN": "NOUN",
        "ADJ": "ADJF ADJS",
        "ADJ ADV": "COMP",
        "VERB": "VERB INFN PRTF PRTS GRND",
        "NUM": "NUMR NUMB ROMN",
        "ADV": "ADVB",
        "PRON": "NPRO",
        "ADV VERB": "PRED",
        "ADP": "PREP",
        "CCONJ SCONJ": "CONJ",
        "PART": "PRCL",
        "INTJ": "INTJ",
        "PUNCT": "PNCT",
        "X": "LATN",
    }
)
_NAME_GRAMMEMES = frozenset(("Name", "Surn", "Patr", "Geox", "Orgn", "Trad"))
_RUSSIAN_COORDINATORS = frozenset(("и", "а", "но", "или", "да", "либо", "ни", "однако", "зато", "ибо", "также", "тоже"))
OPENCORPORA_FEATURES = parse_key_values(
    "anim:Animacy=Anim inan:Animacy=Inan masc:Gender=Masc femn:Gender=Fem neut:Gender=Neut sing:Number=Sing "
    "plur:Number=Plur nomn:Case=Nom gent:Case=Gen gen1:Case=Gen gen2:Case=Par datv:Case=Dat accs:Case=Acc "
    "acc2:Case=Acc ablt:Case=Ins loct:Case=Loc loc1:Case=Loc loc2:Case=Loc voct:Case=Voc perf:Aspect=Perf "
    "impf:Aspect=Imp 1per:Person=1 2per:Person=2 3per:Person=3 pres:Tense=Pres past:Tense=Past futr:Tense=Fut "
    "indc:Mood=Ind impr:Mood=Imp actv:Voice=Act pssv:Voice=Pass Supr:Degree=Sup Abbr:Abbr=Yes LATN:Foreign=Yes"
)
_OPENCORPORA_FORMS = parse_key_values(
    "VERB:VerbForm=Fin INFN:VerbForm=Inf PRTF:VerbForm=Part PRTS:VerbForm=Part|Variant=Short GRND:VerbForm=Conv "
    "ADJF:Degree=Pos ADJS:Degree=Pos|Variant=Short ADVB:Degree=Pos COMP:Degree=Cmp NUMR:NumType=Card NUMB:NumType=Card"
)


_Parses = Callable[[str], Iterable[tuple[frozenset[str], str]]]  # grammemes and lemma of each reading
_UKRAINIAN_UPOS = {**OPENCORPORA_UPOS, "ADVB": "ADV", "PRED": "ADV", "CONJ": "CCONJ SCONJ"}
_UKRAINIAN_AUXILIARIES = {"бути": "VERB", "б": "PART", "би": "PART"}
_TENSES = ("pres", "past", "futr")
_MorfeuszReading = tuple[str, str, str, Sequence[str], Sequence[str]]  # form, lemma, tag, kinds of name, remarks
_Edge = tuple[int, int, _MorfeuszReading]
_MAX_PATHS = 1 << 12  # of a word; a web address of ten ambiguous parts has millions
# flexeme: universal tags, inherent features (http://nkjp.pl/poliqarp/help/ense2.html and UD's documentation)
_FLEXEMES = parse_key_values("""
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
_NKJP_FEATURES = parse_key_values(
    "sg:Number=Sing pl:Number=Plur nom:Case=Nom gen:Case=Gen dat:Case=Dat acc:Case=Acc inst:Case=Ins loc:Case=Loc "
    "voc:Case=Voc m1:Gender=Masc|Animacy=Hum m2:Gender=Masc|Animacy=Nhum m3:Gender=Masc|Animacy=Inan f:Gender=Fem "
    "n:Gender=Neut pri:Person=1 sec:Person=2 ter:Person=3 pos:Degree=Pos com:Degree=Cmp sup:Degree=Sup "
    "imperf:Aspect=Imp perf:Aspect=Perf aff:Polarity=Pos neg:Polarity=Neg akc:Variant=Long nakc:Variant=Short "
    "wok:Variant=Long nwok:Variant=Short praep:PrepCase=Pre npraep:PrepCase=Npr"
)
_POLISH_AUXILIARIES = ("być", "zostać", "by")
_NAME_KINDS = frozenset(("imię", "nazwisko", "nazwa_geograficzna", "nazwa_organizacji", "nazwa_własna"))
_ZEYREK_UPOS = parse_key_values(
    "Noun:NOUN Verb:VERB Adj:ADJ Adv:ADV Pron:PRON Num:NUM Det:DET Conj:CCONJ Postp:ADP Interj:INTJ Punc:PUNCT "
    "Ques:AUX Dup:X Unk:X"
)
_VERB_DEFAULTS = "Aspect=Perf|Mood=Ind|Polarity=Pos|Tense=Pres"  # of a verb without further suffixes
_ZEYREK_FEATURES = parse_key_values("""
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
_VERBALISERS = frozenset(("Become", "Acquire", "Zero"))  # derive a verb from a noun or adjective
# lemma, secondary part of speech, name and surface of each morpheme
_ZeyrekParse = tuple[str, str, list[tuple[str, str]]]


@dataclass(frozen=True, slots=True)
class Pymorphy:
    """Dictionary of pymorphy3 with its guesses for unknown words; most probable reading first."""

    parse: _Parses
    map_grammemes: Callable[[frozenset[str], str], Iterator[tuple[str, str, bool]]]
    _cache: dict[str, tuple[Analysis, ...]] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def open_russian(cls) -> Pymorphy:
        """Open pymorphy3 with its Russian dictionary."""
        return cls(_load_pymorphy("ru"), _map_russian_reading)

    @classmethod
    def open_ukrainian(cls) -> Pymorphy:
        """Open pymorphy3 with its Ukrainian dictionary."""
        return cls(_load_pymorphy("uk"), map_ukrainian_reading)

    def analyse(self, word: str, transliterated: bool | None = None) -> tuple[Analysis, ...]:  # noqa: ARG002
        """Return the readings of a word with universal tags; XPOS is empty, as no treebank uses OpenCorpora tags."""
        return get_or_compute_analyses(self._cache, word, lambda: self._analyse_word(word))

    def _analyse_word(self, word: str) -> Iterator[Analysis]:
        """Iterate over the readings of a word, not cached."""
        for grammemes, lemma in self.parse(word):
            for upos, feats, is_name in self.map_grammemes(grammemes, lemma):
                yield Analysis(lemma[:1].upper() + lemma[1:] if is_name else lemma, EMPTY, upos, EMPTY, feats)


def _load_pymorphy(language: str) -> _Parses:
    """Load pymorphy3 for a language; return a function from a word to the grammemes and the lemma of each parse."""
    import pymorphy3

    program = pymorphy3.MorphAnalyzer(lang=language)
    return lambda word: [(parse.tag.grammemes, parse.normal_form) for parse in program.parse(word)]


@cache
def _map_russian_grammemes(grammemes: frozenset[str]) -> tuple[tuple[str, str], ...]:
    """Return the pairs of UPOS and FEATS that the OpenCorpora grammemes of a Russian word map to."""
    part = next((name for name in OPENCORPORA_UPOS if name in grammemes), "")
    value_text = "|".join(OPENCORPORA_FEATURES.get(sign, "") for sign in sorted(grammemes))
    features = parse_features(_OPENCORPORA_FORMS.get(part, "")) | parse_features(value_text)
    if part in ("VERB", "INFN", "GRND"):
        features.setdefault("Voice", "Act")
    if part == "NPRO" or "Apro" in grammemes:
        features.pop("Degree", None)
        if part == "NPRO" and not {"1per", "2per", "3per"}.isdisjoint(grammemes):
            features["PronType"] = "Prs"
    upos_choices = OPENCORPORA_UPOS.get(part, "X").split()
    if "Apro" in grammemes:
        upos_choices = ["DET", "PRON"]
    elif part == "NOUN" and not _NAME_GRAMMEMES.isdisjoint(grammemes):
        upos_choices = ["PROPN"]
    genders = ("Masc", "Fem") if "ms-f" in grammemes or "Ms-f" in grammemes else (features.get("Gender", ""),)
    without_gender = {name: value for name, value in features.items() if name != "Gender"}
    if part in ("ADJF", "PRTF") and "Case" in features and features["Case"] != "Acc":
        without_gender.pop("Animacy", None)
    feats = [format_features({**without_gender, "Gender": gender} if gender else without_gender) for gender in genders]
    return tuple((upos, feats_choice) for upos in upos_choices for feats_choice in feats)


def _map_russian_reading(grammemes: frozenset[str], lemma: str) -> Iterator[tuple[str, str, bool]]:
    """Iterate over UPOS, FEATS and whether the lemma is a name, for each universal reading that Russian grammemes map
    to."""
    for upos, feats in _map_russian_grammemes(grammemes):
        if (upos == "CCONJ" and lemma not in _RUSSIAN_COORDINATORS) or (
            upos == "SCONJ" and lemma in _RUSSIAN_COORDINATORS
        ):
            continue
        if lemma in ("быть", "бы") and upos in ("VERB", "PART"):
            yield "AUX", feats, False
        if upos == "VERB" and "Voice=Act" in feats and lemma.endswith(("ся", "сь")):
            yield upos, feats.replace("Voice=Act", "Voice=Mid"), False
        yield upos, feats, upos == "PROPN"


def map_ukrainian_reading(grammemes: frozenset[str], lemma: str) -> Iterator[tuple[str, str, bool]]:
    """Iterate over UPOS, FEATS and whether the lemma is a name, for each universal reading that Ukrainian grammemes map
    to."""
    for upos, feats in _map_ukrainian_grammemes(grammemes):
        if _UKRAINIAN_AUXILIARIES.get(lemma) == upos:
            yield "AUX", feats, False
        yield upos, feats, upos == "PROPN"


@cache
def _map_ukrainian_grammemes(grammemes: frozenset[str]) -> tuple[tuple[str, str], ...]:
    """Return the pairs of UPOS and FEATS that the OpenCorpora grammemes of a Ukrainian word map to."""
    part = next((name for name in _UKRAINIAN_UPOS if name in grammemes), "")
    features = dict(OPENCORPORA_FEATURES[sign].split("=") for sign in sorted(grammemes) if sign in OPENCORPORA_FEATURES)
    upos_choices = _UKRAINIAN_UPOS.get(part, "X").split()
    if "Case" in features and part != "PREP":
        features.setdefault("Number", "Sing")  # omitted by the dictionary
    match part:
        case "NOUN" if grammemes & {"Name", "Surn", "Patr"}:
            upos_choices = ["PROPN"]
        case "ADJF" | "COMP":
            features |= _map_ukrainian_adjective(grammemes)
        case "VERB":
            features |= _map_ukrainian_verb(grammemes, features)
        case "GRND":
            features["VerbForm"] = "Conv"
        case "NPRO" if grammemes & {"pers", "1per", "2per", "3per"}:
            features["PronType"] = "Prs"
        case "NPRO":
            is_determiner = "Gender" in features or "plur" in grammemes
            upos_choices = ["DET"] if is_determiner else ["PRON"] if "Case" in features else ["ADV"]
        case "CONJ" if grammemes & {"coord", "subord"}:
            upos_choices = ["CCONJ" if "coord" in grammemes else "SCONJ"]
        case "NUMR" | "NUMB":
            features["NumType"] = "Card"
    return tuple((upos, format_features(features)) for upos in upos_choices)


def _map_ukrainian_adjective(grammemes: frozenset[str]) -> dict[str, str]:
    """Return the feature VerbForm of a participle or Degree of any other adjective."""
    if grammemes & {"actv", "pssv"}:
        return {"VerbForm": "Part"}
    return {"Degree": "Sup" if "Supr" in grammemes else "Cmp" if "COMP" in grammemes else "Pos"}


def _map_ukrainian_verb(grammemes: frozenset[str], features: dict[str, str]) -> dict[str, str]:
    """Return VerbForm, Mood, Person and Number of a verb; the dictionary marks some infinitives and no finite form."""
    if "impr" not in grammemes and "Impe" not in grammemes and grammemes.isdisjoint(_TENSES):
        return {"VerbForm": "Inf"}
    verb_features = {"Mood": features.get("Mood", "Ind"), "VerbForm": "Fin"}
    if "Impe" in grammemes:
        verb_features["Person"] = "0"
    elif "Gender" in features:
        verb_features["Number"] = "Sing"
    return verb_features


@dataclass(frozen=True, slots=True)
class Morfeusz:
    """Dictionary of Morfeusz 2; unknown words have no reading."""

    edges: Callable[[str], Iterable[_Edge]]  # lattice edges of a word
    _cache: dict[str, tuple[Analysis, ...]] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def open(cls) -> Morfeusz:
        """Open Morfeusz 2 with its default dictionary."""
        import morfeusz2

        return cls(morfeusz2.Morfeusz().analyse)

    def analyse(self, word: str, transliterated: bool | None = None) -> tuple[Analysis, ...]:  # noqa: ARG002
        """Return the readings of a word, one for each combination of values in tags that list several."""
        return get_or_compute_analyses(self._cache, word, lambda: self._analyse_word(word))

    def _analyse_word(self, word: str) -> Iterator[Analysis]:
        """Iterate over the readings of all lattice paths that spell the word, not cached."""
        starts: dict[int, list[_Edge]] = {}
        for start, end, interpretation in self.edges(word):
            if interpretation[2] != "ign":
                starts.setdefault(start, []).append((start, end, interpretation))
        last = max((end for edges in starts.values() for _, end, _ in edges), default=0)
        for path in islice(_find_lattice_paths(starts, 0, last), _MAX_PATHS):
            if path and "".join(form for form, *_ in path) == word:
                yield from _analyse_lattice_path(path)


def _find_lattice_paths(starts: dict[int, list[_Edge]], node: int, last: int) -> Iterator[tuple[_MorfeuszReading, ...]]:
    """Iterate over all paths from `node` to `last` through the lattice of a word, each as its Morfeusz readings."""
    if node == last:
        yield ()
        return
    for _, end, interpretation in starts.get(node, ()):
        for continuation in _find_lattice_paths(starts, end, last):
            yield (interpretation, *continuation)


def _analyse_lattice_path(path: tuple[_MorfeuszReading, ...]) -> Iterator[Analysis]:
    """Iterate over the analyses of a path: lemma, tag and features of its first part, and all tags joined by +."""
    _, lemma, tag, names, _ = path[0]
    lemma = lemma.partition(":")[0] or lemma
    further_tags = "".join("+" + part[2] for part in path[1:])
    segments = tuple(Segment(form, tag) for form, _, tag, *_ in path) if len(path) > 1 else ()
    special_lemma = lemma if lemma in _POLISH_AUXILIARIES else ""  # the only lemmas on which the mapping depends
    for xpos in _expand_tag(tag):
        for upos, feats in _map_morfeusz_tag(xpos, special_lemma, not _NAME_KINDS.isdisjoint(names)):
            yield Analysis(lemma, EMPTY, upos, xpos + further_tags, feats, EMPTY, segments)


@cache
def _expand_tag(tag: str) -> tuple[str, ...]:
    """Expand a tag with alternatives separated by full stops into single-valued tags."""
    return tuple(":".join(values) for values in product(*(part.split(".") for part in tag.split(":"))))


@cache
def _map_morfeusz_tag(tag: str, lemma: str, is_name: bool) -> tuple[tuple[str, str], ...]:
    """Return the pairs of UPOS and FEATS that a single-valued NKJP tag maps to; `lemma` is "" unless it is one of
    `_POLISH_AUXILIARIES`."""
    flexeme, *values = tag.split(":")
    upos_choices, _, own_features = _FLEXEMES.get(flexeme, "X").partition("|")
    features = parse_features("|".join(_NKJP_FEATURES.get(value, "") for value in values))
    if flexeme == "prep":
        features.pop("Case", None)  # the case it governs, not its own
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


@dataclass(frozen=True, slots=True)
class Zeyrek:
    """Dictionary and morphotactics of Zeyrek; unknown words have no reading."""

    parse: Callable[[str], Iterable[_ZeyrekParse]]  # of a lower-cased word
    _cache: dict[str, tuple[Analysis, ...]] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def open(cls) -> Zeyrek:
        """Open Zeyrek with its default lexicon, in a fixed order of its items."""
        import zeyrek
        from zeyrek.lexicon import RootLexicon

        logging.getLogger("zeyrek").setLevel(logging.ERROR)  # zeyrek logs a warning for each analysis
        lexicon = RootLexicon.default_text_dictionaries()
        # zeyrek iterates over a set: its order differs between processes and drops different stems
        lexicon.item_set = sorted(lexicon.id_dict.values(), key=lambda item: (len(item.lemma), item.id_))
        program = zeyrek.MorphAnalyzer(lexicon).analyzer

        def parse_word(word: str) -> Iterator[_ZeyrekParse]:
            for parse in program.analyze(word):
                item, secondary_kind = parse.dict_item, parse.dict_item.secondary_pos
                morphemes = [(morpheme.id_, surface) for morpheme, surface in parse.morphemes]
                yield item.lemma, "" if secondary_kind is None else secondary_kind.value, morphemes

        return cls(parse_word)

    def analyse(self, word: str, transliterated: bool | None = None) -> tuple[Analysis, ...]:  # noqa: ARG002
        """Return the readings of a word; XPOS is its morpheme names joined by +."""
        return get_or_compute_analyses(self._cache, word, lambda: self._analyse_word(word))

    def _analyse_word(self, word: str) -> Iterator[Analysis]:
        """Iterate over the readings of a word, lower-cased as in Turkish, not cached."""
        lower = word.translate({ord("İ"): "i", ord("I"): "ı", ord("'"): None, ord("’"): None}).lower()
        for lemma, secondary_kind, morphemes in self.parse(lower):
            names = [name for name, _ in morphemes]
            if names[0] == "Verb":
                lemma = lemma.removesuffix("mek").removesuffix("mak") or lemma
            upos, feats = _map_zeyrek_morphemes(names, secondary_kind)
            segments = tuple(Segment(surface, name) for name, surface in morphemes if surface)
            xpos = "+".join([*names[:1], *([secondary_kind] if secondary_kind == "Prop" else []), *names[1:]])
            yield Analysis(lemma, EMPTY, upos, xpos, feats, EMPTY, segments if len(segments) > 1 else ())


def _map_zeyrek_morphemes(names: Sequence[str], secondary_kind: str) -> tuple[str, str]:
    """Return the UPOS and FEATS of a sequence of Zeyrek morphemes; participles and verbal nouns are tagged as verbs."""
    upos = _ZEYREK_UPOS.get(names[0], "X")
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
            upos = _ZEYREK_UPOS[name]
            features = {}
        elif name == "Past" and features.get("Evident") == "Nfh":
            features.pop("Evident")
            features["Tense"] = "Pqp"
        else:
            features.update(parse_features(_ZEYREK_FEATURES.get(name, "")))
    if "VerbForm" in features:
        for name in ("Number", "Person"):
            features.pop(name, None)
    is_nominal = upos in ("NOUN", "PROPN", "PRON") or features.get("VerbForm") == "Vnoun"
    if is_nominal and "Case" not in features:
        features["Case"] = "Nom"
    return upos, format_features({name: value for name, value in features.items() if value})


@dataclass(frozen=True, slots=True)
class Simplemma:
    """Lemmas of simplemma's word lists; an unknown word has no reading."""

    lemmatise: Callable[[str], str]
    is_known: Callable[[str], bool]
    _cache: dict[str, tuple[Analysis, ...]] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def open(cls, language: str) -> Simplemma:
        """Open the word list of a language; SettingsError lists the languages if there is none."""
        import simplemma
        from simplemma.strategies.dictionaries.dictionary_factory import SUPPORTED_LANGUAGES

        if language not in SUPPORTED_LANGUAGES:
            codes = ", ".join(sorted(SUPPORTED_LANGUAGES))
            message = f"simplemma={language}" if language else "the analyser simplemma"
            raise SettingsError(f"{message} needs the code of a language that simplemma has: {codes}")
        return cls(
            lambda word: str(simplemma.lemmatize(word, lang=language)),
            lambda word: bool(simplemma.is_known(word, lang=language)),
        )

    def analyse(self, word: str, transliterated: bool | None = None) -> tuple[Analysis, ...]:  # noqa: ARG002
        """Return a reading with the lemma of a word alone, without tags; () for an unknown word."""
        return get_or_compute_analyses(self._cache, word, lambda: self._analyse_word(word))

    def _analyse_word(self, word: str) -> Iterator[Analysis]:
        """Iterate over the reading of a word, not cached."""
        lemma = self.lemmatise(word) if word.strip() else word
        if lemma != word or (word.strip() and self.is_known(word)):
            yield Analysis(lemma)
