"""Inflectional paradigms of Arabic that Buckwalter's tables leave open, and closed-class words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from spectral_core.morphology.arabic.padt import make_positional_tag
from spectral_core.morphology.arabic.spelling import SUN_LETTERS
from spectral_core.morphology.features import invert_mapping, parse_key_values

# lemmas of all personal and all relative pronouns in PADT
PERSONAL_PRONOUN_LEMMA, RELATIVE_PRONOUN_LEMMA = "huwa", "Aal~a*iy"
PROXIMAL_DEMONSTRATIVE_LEMMA, DISTAL_DEMONSTRATIVE_LEMMA = "h`*aA", "*`lika"
_NUMERALS = {
    "QI": "wAHid:waAHid",
    "QU": "Aivn:AivnaAn AivnAni:AivnaAn Aivnayni:AivnaAn",
    "QV": "valAv:valaAvap AarbaE:>arbaEap xams:xamsap sit~:sit~ap sabE:sabEap vamAniy:vamaAniyap tisE:tisEap",
    "QX": "Ea$r:Ea$arap Ea$ar:Ea$arap Ea$arap:Ea$arap",
    "QC": "mi}ap:mi}ap",
    "QM": "Aalf:>alf milyuwn:milyuwn milyAr:milyaAr bilyuwn:bilyuwn triylyuwn:triylyuwn",
}
NUMERALS = {key: (kind, lemma) for kind, lemmas in _NUMERALS.items() for key, lemma in parse_key_values(lemmas).items()}
GENDERED_NUMERALS = ("QI", "QU", "QV", "QX")  # numerals that agree in gender and have no number

PREPOSITIONS = frozenset(  # without case
    (
        *("fiy", "min", "EalaY", "AilaY", "Ean", "li", "bi", "ka", "Hat~aY", "mun*u", "mu*", "HawAlaY"),
        *("ladaY", "jar~A'", "siwaY", "EadA", "xalA", "HA$A", "ladun", "rub~a"),
    )
)
ADVERBIAL_PREPOSITIONS = frozenset(  # accusative nouns that govern a genitive; they may take case
    (
        *("maEa", "bayna", "xilAla", "baEda", "qabla", "AamAma", "naHwa", "duwna", "Hawla", "mivla", "Einda", "Did~a"),
        *("muqAbila", "taHta", "dAxila", "xArija", "Eabra", "Dimna", "ragma", "wifqa", "AavnA'a", "fawqa", "Aivra"),
        *("Hiyna", "Hasaba", "warA'a", "tujAha", "qurba", "qayda", "wasTa", "HiyAla", "AizA'a", "Eaqiba", "qubAlapa"),
        *("qurAbapa", "TiwAla", "xalfa", "qubayla", "buEayda", "ladun", "TiylaTa", "Hi*A'a", "jarA'a", "gibba"),
    )
)
_PARTICLES = {
    "C": "Aan~a Aan Aaw kamA lAkin~a lAkin wa fa Ai*A Ai* liAan~a Hayvu vum~a bal EindamA mim~A fiymA likay kay "
    "baEdamA Ain~amA law lawlA baynamA bayda Aay HasabamA Aam mivlamA kul~amA li*Alika mahmA lam~A li*A HiynamA "
    "qablamA rayvamA TAlamA Aim~A kayfamA AaynamA HayvumA wAlaw liAan",
    "F": "lam qad hal lan Ail~A sawfa sa rub~amA Aam~A naEam Eal~a laEal~a yA AayuhA Aal~A layta kal~A balaY",
    "S": "man Aayna mA*A kam mataY kayfa",
    "D": "Aamsi Aams hunAka AayDFA faqaT ka*Alika maEFA hunA vam~apa vam~a hunAlika Hasb badalFA surEAna "
    "Ai*an qaT~u AabadFA",
}
_AMBIGUOUS = {"Ain~a": "CF", "Ain": "CF", "mA": "SF", "lA": "F", "Hat~aY": "CD", "Aal": "F"}
PARTICLES = _AMBIGUOUS | invert_mapping(_PARTICLES)

PARTICLE_LEMMAS = {"Aams": ">amsi", "Ai*an": "<i*an"}  # lemmas of particles in PADT
PADT_LEMMAS = parse_key_values(  # nouns and adjectives whose lemmas differ between the two dictionaries
    "AuxraY:|xar AuwlaY:>aw~al kubraY:>akbar SugraY:>aSgar EuZmaY:>aEZam wusTaY:>awsaT quSwaY:>aqSaY EulyA:>aElaY "
    "dawliy~:duwaliy~ jiniyh:junayh Aamriykiy~:>amiyrikiy~ Auwrub~iy~:>uwruwbiy~ diymuwqrATiy~:diymuqraATiy~"
)
ALLAH_LEMMA = "Aall~aAh"  # the only name whose article is not a separate segment in the tables
_CASES = ("1", "2", "4")
_CASE_NAMES = {"1": "NOM", "2": "GEN", "4": "ACC"}
_DEFINITE_ENDINGS = {"1": "u", "2": "i", "4": "a"}
_INDEFINITE_ENDINGS = {"1": "N", "2": "K", "4": "F"}
_DIPTOTE_ENDINGS = {"1": "u", "2": "a", "4": "a"}
_SOUND_FEMININE_ENDINGS = {"1": "u", "2": "i", "4": "i"}
_INDEFINITE_SOUND_FEMININE_ENDINGS = {"1": "N", "2": "K", "4": "K"}
_MOOD_ENDINGS = {"I": "u", "S": "a", "J": "o"}
_VERB_LEMMAS = {"rAwand": "ra>aY"}  # verbs without a lemma line in the tables, which would inherit the one above
_SHORT_VOWELS = "aiu"
_ADJECTIVE_PATTERN = re.compile(  # lemma shapes of possible adjectives; the tables tag all of them as nouns
    "(?P<nisba>.*iy~)|(?P<participle>mu.*|ma..uw.|maw.uw.|.A.i.|.A.iy|A.i.|A.iy|.A.~)"
    "|(?P<quality>.a.iy.|.a.iy~|.a.i.|.a.uw.|.a.~A.)|(?P<elative>Aa(?!y..).{2,4}|Aay~|A.a.)"
)
_DIPTOTE_PATTERN = re.compile("Aa..a.|Aa.a.~|Axar")  # comparatives and colours; so are most names without an article


def get_demonstrative_lemma(stem: str) -> str:
    """Return the lemma of a demonstrative: the proximal one, or the distal one in k."""
    if stem == "*A":
        return "*aA"
    if stem.startswith("*Ak"):
        return "*aAka"
    return DISTAL_DEMONSTRATIVE_LEMMA if "k" in stem else PROXIMAL_DEMONSTRATIVE_LEMMA


class Inflection(NamedTuple):
    """One inflection compatible with the tags of the tables."""

    tag: str  # positional tag
    ending: str = ""  # the unwritten vowel, in Buckwalter transliteration
    ending_tag: str = ""
    passive: bool = False  # the verb has passive vowels
    lemma: str = ""  # if not that of the tables, in Buckwalter transliteration


@lru_cache(maxsize=1 << 15)
def list_inflections(
    before: tuple[str, ...],
    stem: str,
    after: tuple[str, ...],
    category: str,
    vowelled_stem: str,
    lemma_key: str,
    numbers: str = "SP",
) -> tuple[Inflection, ...]:
    """Return the inflections of a stem with the tag `stem` between the tags of prefix and suffix. `vowelled_stem` is
    its form and `lemma_key` its normalised lemma; `category` is its inflection class in the tables; `numbers` are the
    grammatical numbers it may have without a suffix."""
    suffix = next((tag for tag in after if tag.startswith("NSUFF")), "")
    is_possessed = suffix.endswith("_POSS") or any("PRON_" in tag for tag in after)
    word = _StemContext(
        before, stem, after, category, vowelled_stem, lemma_key, numbers, suffix, "DET" in before, is_possessed
    )
    if stem == "NOUN_PROP":
        return tuple(_inflect_name(word))
    if stem.startswith("VERB_"):
        return tuple(_inflect_verb(word, stem))
    if stem.startswith("DEM_PRON"):
        return tuple(_inflect_demonstrative(word, stem.removeprefix("DEM_PRON_")))
    if stem.startswith("PRON_"):
        person, gender, number = _parse_agreement_code(stem.removeprefix("PRON_"))
        return (
            Inflection(make_positional_tag("SP", "-", "-", person, gender, number, "1"), lemma=PERSONAL_PRONOUN_LEMMA),
        )
    if stem == "REL_PRON" and vowelled_stem.startswith(("Al", "ll")):
        return tuple(_inflect_relative(vowelled_stem))
    inflections: list[Inflection] = []
    if stem in ("NOUN", "ADJ") or category.startswith("N") or lemma_key == "Aay~":
        inflections.extend(_inflect_noun(word, stem == "ADJ" or bool(_ADJECTIVE_PATTERN.fullmatch(lemma_key))))
    if stem not in ("NOUN", "ADJ"):
        inflections.extend(_inflect_function_word(word, stem))
    if stem == "NEG_PART" and any(tag.startswith("PVSUFF") for tag in after):
        person, gender, number = _parse_agreement_code(_find_subject_code(after))
        inflections.append(
            Inflection(make_positional_tag("VP", "-", "A", person, gender, number), lemma=lemma_key.removesuffix("a"))
        )
    return tuple(inflections)


class _StemContext(NamedTuple):
    """Stem with its tag, the tags around it, and its inflection class."""

    before: tuple[str, ...]
    stem: str
    after: tuple[str, ...]
    category: str
    written: str
    key: str
    numbers: str
    suffix: str  # tag that marks number and case of a noun
    is_definite: bool
    is_possessed: bool


def _inflect_function_word(word: _StemContext, stem: str) -> Iterator[Inflection]:
    """Iterate over the inflections of a preposition, conjunction, particle, adverb or interjection."""
    lemma = PARTICLE_LEMMAS.get(word.key, "")
    if stem == "INTERJ":
        yield Inflection(make_positional_tag("I"))
    if stem == "ABBREV":
        yield Inflection(make_positional_tag("Y"))
        return
    is_preposition = word.key in PREPOSITIONS
    is_adverbial = word.key in ADVERBIAL_PREPOSITIONS
    if is_preposition or (stem == "PREP" and not is_adverbial):
        yield Inflection(make_positional_tag("P"))
    if is_adverbial or (stem == "PREP" and not is_preposition):
        yield from _inflect_adverbial_preposition(word, "")
    if stem != "PREP" or word.key in PARTICLES:
        yield from (Inflection(make_positional_tag(pos), lemma=lemma) for pos in PARTICLES.get(word.key, "CFSD"))
    if stem == "ADV" and word.written.endswith("u") and f"{word.key[:-1]}a" in ADVERBIAL_PREPOSITIONS:
        yield Inflection(make_positional_tag("PI", case="1"), lemma=f"{word.key[:-1]}a")
    if stem in ("ADV", "PREP") and word.key.endswith("FA"):
        yield Inflection(make_positional_tag("N", number="S", case="4", state="I"), lemma=word.key.removesuffix("FA"))
    elif stem == "ADV" and word.key.endswith("pF"):
        yield Inflection(make_positional_tag("N", number="S", case="4", state="I"), lemma=word.key.removesuffix("F"))


def _inflect_adverbial_preposition(word: _StemContext, lemma: str) -> Iterator[Inflection]:
    """Iterate over the inflections for case of an adverbial preposition; a final vowel in the tables determines the
    case."""
    written_case = {"u": "1", "i": "2", "a": "4"}.get(word.written[-1:])
    cases = ("2",) if "PREP" in word.before else ("2", "4") if written_case != "1" else ("1", "2", "4")
    for case in cases:
        ending = "" if written_case else _DEFINITE_ENDINGS[case]
        yield Inflection(
            make_positional_tag("PI", case=case), ending, f"CASE_DEF_{_CASE_NAMES[case]}" if ending else "", lemma=lemma
        )


def _inflect_name(word: _StemContext) -> Iterator[Inflection]:
    """Iterate over the inflections of a proper name, which PADT tags as noun, adjective, name or foreign word."""
    kinds = ("N", "A") if word.key.endswith("iy~") else ("N",)
    yield from _inflect_nominal(word, kinds)
    if word.key.startswith("All~"):
        tags = (make_positional_tag("N", number="S", case=case, state="D") for case in _list_cases(word))
        yield from (Inflection(tag, lemma=ALLAH_LEMMA) for tag in tags)
    if word.is_definite:  # PADT includes the article in the lemma of a name that always has it
        yield from (
            inflection._replace(lemma=_add_article(word.written)) for inflection in _inflect_nominal(word, ("N",))
        )
    yield Inflection(make_positional_tag("Z"))
    yield Inflection(make_positional_tag("X"))


def _inflect_noun(word: _StemContext, adjective: bool) -> Iterator[Inflection]:
    """Iterate over the inflections of a noun, an adjective or a numeral."""
    numeral = NUMERALS.get(word.key)
    if word.category == "Numb":
        numeral = ("QL", f"{word.written}uwn")
    if numeral is not None:
        pos, lemma = numeral
        yield from (inflection._replace(lemma=lemma) for inflection in _inflect_nominal(word, (pos,)))
        if pos == "QU":
            yield from (inflection._replace(lemma=lemma) for inflection in _inflect_nominal(word, ("N",)))
        if pos in ("QL", "QM", "QC", "QV"):
            return
    yield from _inflect_nominal(word, ("N", "A") if adjective else ("N",))
    if f"{word.key}a" in ADVERBIAL_PREPOSITIONS and not word.is_definite and not word.suffix:
        yield from _inflect_adverbial_preposition(word, f"{word.key}a")


def _inflect_nominal(word: _StemContext, kinds: tuple[str, ...]) -> Iterator[Inflection]:
    """Iterate over the inflections of a noun, adjective, numeral or name for number, gender, case and state, for each
    part of speech in `kinds`."""
    is_mine = any(tag.endswith("_1S") for tag in word.after)  # the i of "my" replaces the case ending
    for pos in kinds:
        for number, gender in _list_numbers_and_genders(word, pos):
            for lemma in _list_lemmas(word, pos, number):
                for case in _list_cases(word):
                    for state in _list_states(word):
                        ending = "" if is_mine else _get_case_ending(word, case, state)
                        tag = make_positional_tag(pos, gender=gender, number=number, case=case, state=state)
                        ending_tag = f"CASE_{'INDEF' if state == 'I' else 'DEF'}_{_CASE_NAMES[case]}" if ending else ""
                        yield Inflection(tag, ending, ending_tag, lemma=lemma)


def _list_lemmas(word: _StemContext, pos: str, number: str) -> tuple[str, ...]:
    """Return the possible lemmas of a noun: in PADT a noun in ta marbuta has its own lemma, an adjective does not."""
    suffix = word.suffix
    if (padt_lemma := PADT_LEMMAS.get(word.key)) is not None:
        return (padt_lemma, "")
    if pos != "N" or "FEM" not in suffix or word.key.endswith(("ap", "Ap")):
        return ("",)
    feminine = f"{word.written}ap"
    if "_PL" not in suffix:
        return ("",) if number == "P" else (feminine,)
    if word.category.startswith(("NAt", "NduAt", "N/At")):
        return ("",)
    return (feminine, "") if word.category.startswith("Nall") else (feminine,)


def _list_numbers_and_genders(word: _StemContext, pos: str) -> list[tuple[str, str]]:
    """Return the possible pairs of number and gender; in PADT nouns have number only, small numerals gender only."""
    suffix = word.suffix
    if pos in GENDERED_NUMERALS:
        return [("-", "M" if ("FEM" in suffix) == (pos in ("QV", "QX")) else "F")]
    if pos == "QL":
        return [("-", "-")]
    if "_DU" in suffix:
        numbers_genders = [("D", "F" if "FEM" in suffix else "M")]
    elif "_PL" in suffix:
        numbers_genders = [("P", "F" if "FEM" in suffix else "M")]
    elif "FEM_SG" in suffix:
        numbers_genders = [("S", "F"), ("P", "M")] if pos == "N" and "P" in word.numbers else [("S", "F")]
    else:
        numbers_genders = [(number, "M") for number in word.numbers]
        if pos == "A" and word.written.endswith(("Y", "A'", "A")):
            numbers_genders.append(("S", "F"))
    return numbers_genders if pos == "A" else list(dict.fromkeys((number, "-") for number, _ in numbers_genders))


def _list_cases(word: _StemContext) -> tuple[str, ...]:
    """Return the cases that the suffix, the spelling and a preceding preposition allow."""
    suffix, category, last = word.suffix, word.category, word.written[-1:]
    cases: tuple[str, ...] = _CASES
    if "ACCGEN" in suffix:
        cases = ("2", "4")
    elif "NOM" in suffix:
        cases = ("1",)
    elif "ACC_INDEF" in suffix:
        cases = ("4",)
    elif category.startswith("NK"):
        cases = ("1", "2")
    elif category.startswith("Nh") and last in "}&":
        cases = ("2",) if last == "}" else ("1",)
    return ("2",) if "PREP" in word.before and "2" in cases else cases


def _list_states(word: _StemContext) -> tuple[str, ...]:
    """Return the states (definite, indefinite, construct) that article, pronoun and suffix allow."""
    if "ACC_INDEF" in word.suffix:
        return ("I",)
    if word.is_definite:
        return ("D",)
    if word.is_possessed:
        return ("R",)
    return ("I",) if word.category.startswith("NK") or "_DU" in word.suffix or "MASC_PL" in word.suffix else ("I", "R")


def _get_case_ending(word: _StemContext, case: str, state: str) -> str:
    """Return the unwritten ending of a case and state; '' if the suffix includes it or the stem takes none."""
    suffix, category, written = word.suffix, word.category, word.written
    if "_DU" in suffix or "MASC_PL" in suffix or "ACC_INDEF" in suffix or category == "Numb":
        return ""
    if "FEM_PL" in suffix:
        return (_INDEFINITE_SOUND_FEMININE_ENDINGS if state == "I" else _SOUND_FEMININE_ENDINGS)[case]
    if not suffix:
        if category.startswith("NK"):
            return "K"
        if written.endswith(("Y", "A", "uw")):
            return ""
        if written.endswith("iy"):
            return "" if case != "4" else "a" if state != "I" else "F"
        if state == "I" and (word.stem == "NOUN_PROP" or "dip" in category or _DIPTOTE_PATTERN.fullmatch(word.key)):
            return _DIPTOTE_ENDINGS[case]
    return (_INDEFINITE_ENDINGS if state == "I" else _DEFINITE_ENDINGS)[case]


def _add_article(written: str) -> str:
    """Return a name with its article in PADT's lemma spelling."""
    first = written[:1]
    return f"Aal{first}~{written[1:]}" if first in SUN_LETTERS else f"Aal{written}"


def _parse_agreement_code(code: str) -> tuple[str, str, str]:
    """Return person, gender and number of codes such as 3MS, 2D, MP; PADT marks the first person as masculine."""
    person = code[0] if code[0] in "123" else "-"
    number = code[-1]
    gender = code[-2] if len(code) > 1 and code[-2] in "MF" else "M"
    return person, gender, number


def _find_subject_code(after: tuple[str, ...]) -> str:
    """Return the agreement code of the subject suffix, such as 3MS; '' without one."""
    return next((tag.split("SUBJ:")[1].split("_MOOD")[0] for tag in after if "SUBJ:" in tag), "")


def _list_voices(category: str) -> tuple[str, ...]:
    """Return the voices that a verb's class in the tables allows."""
    return ("P",) if "Pass" in category else ("A",) if "intr" in category else ("A", "P")


def _inflect_verb(word: _StemContext, stem: str) -> Iterator[Inflection]:
    """Iterate over the inflections of a verb by its aspect."""
    lemma = _VERB_LEMMAS.get(word.key, "")
    if not lemma and len(word.key) > 3 and word.key.endswith("a"):
        lemma = word.key[:-1]
    inflect = {
        "VERB_PERFECT": _inflect_perfect,
        "VERB_IMPERFECT": _inflect_imperfect,
        "VERB_IMPERATIVE": _inflect_imperative,
    }.get(stem)
    if inflect is not None:
        yield from (inflection._replace(lemma=lemma) for inflection in inflect(word))


def _inflect_perfect(word: _StemContext) -> Iterator[Inflection]:
    """Iterate over the inflections of a perfect verb for voice; none without a subject suffix."""
    if subject := _find_subject_code(word.after):
        for voice in _list_voices(word.category):
            person, gender, number = _parse_agreement_code(subject)
            yield Inflection(make_positional_tag("VP", "-", voice, person, gender, number), passive=voice == "P")


def _inflect_imperfect(word: _StemContext) -> Iterator[Inflection]:
    """Iterate over the inflections of an imperfect verb for mood and voice; none without a person prefix."""
    code = next((tag[2:] for tag in word.before if tag.startswith("IV")), "")
    if not code:
        return
    person, gender, number = _parse_agreement_code(code)
    subject = next((tag for tag in word.after if "SUBJ:" in tag), "")
    for mood in _list_moods(word, subject):
        ending = "" if subject else _get_mood_ending(word.written, mood)
        for voice in _list_voices(word.category):
            tag = make_positional_tag("VI", mood, voice, person, gender, number)
            yield Inflection(tag, ending, f"IVSUFF_MOOD:{mood}" if ending else "", passive=voice == "P")


def _list_moods(word: _StemContext, subject: str) -> str:
    """Return the moods that the suffix, a preceding particle and the spelling allow."""
    if "MOOD:SJ" in subject:
        return "SJ"
    if "MOOD:I" in subject or "FUT" in word.before:
        return "I"
    if subject:
        return "ISJ"
    if "SUBJUNC" in word.before:
        return "SJ"
    if word.category.startswith("IV_C"):
        return "J"
    if word.written.endswith(("iy", "uw", "Y", "A")):
        return "IS"
    return "IS" if word.category.startswith("IV_V") and not word.written.endswith("~") else "ISJ"


def _get_mood_ending(written: str, mood: str) -> str:
    """Return the unwritten mood ending of an imperfect verb; '' if it has none."""
    if written.endswith(("iy", "uw")):
        return "a" if mood == "S" else ""
    if written.endswith("~") and mood == "J":
        return "a"  # two adjacent sukuns are not allowed
    return "" if written[-1:] in ("Y", "A", *_SHORT_VOWELS) else _MOOD_ENDINGS[mood]


def _inflect_imperative(word: _StemContext) -> Iterator[Inflection]:
    """Yield the inflection of an imperative verb."""
    _, gender, number = _parse_agreement_code(_find_subject_code(word.after) or "2MS")
    yield Inflection(make_positional_tag("VC", "J", gender=gender, number=number))


def _inflect_demonstrative(word: _StemContext, code: str) -> Iterator[Inflection]:
    """Iterate over the inflections of a demonstrative pronoun for case; `code` has its gender and number."""
    _, gender, number = _parse_agreement_code(code + "S" if code[-1:] in ("M", "F") else code)
    for case in ("2",) if "PREP" in word.before else _CASES:
        tag = make_positional_tag("SD", gender=gender, number=number, case=case)
        yield Inflection(tag, lemma=get_demonstrative_lemma(word.written))


def _inflect_relative(written: str) -> Iterator[Inflection]:
    """Iterate over the inflections of a relative pronoun for gender, number and case, by its ending."""
    for end, gender, number, cases in (
        ("*iyna", "M", "P", _CASES),
        ("*iy", "M", "S", _CASES),
        ("atiy", "F", "S", _CASES),
        ("*Ani", "M", "D", ("1",)),
        ("*ayoni", "M", "D", ("2", "4")),
        ("tAni", "F", "D", ("1",)),
        ("tayoni", "F", "D", ("2", "4")),
        ("Atiy", "F", "P", _CASES),
    ):
        if written.endswith(end):
            for case in cases:
                yield Inflection(
                    make_positional_tag("SR", gender=gender, number=number, case=case), lemma=RELATIVE_PRONOUN_LEMMA
                )
            return


def make_passive(prefix: str, stem: str, perfect: bool) -> tuple[str, str] | None:
    """Return prefix and stem with passive vowels; None if the letters change. The perfect has u, and i before its last
    consonant (kutib); the imperfect has u in the prefix, then a (yukotab)."""
    vowels = [index for index, character in enumerate(stem) if character in _SHORT_VOWELS]
    if not vowels or "A" in stem[1:] or stem[-1:] in ("Y", "y", "w"):
        return None
    last = vowels[-1]
    if stem[last + 1 : last + 2] in ("w", "y") and stem[last + 2 : last + 3] not in ("~", *_SHORT_VOWELS):
        return None  # long vowel
    if perfect:
        changed = "".join("u" if character in _SHORT_VOWELS else character for character in stem[:last])
        return prefix, changed + "i" + stem[last + 1 :]
    return (prefix[:-1] + "u" if prefix[-1:] in _SHORT_VOWELS else prefix), stem[:last] + "a" + stem[last + 1 :]
