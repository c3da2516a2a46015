"""What Buckwalter's tags leave open, filled in by grammar: case, state, number, mood and voice as positional tags."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from spectral_core.analyzers import closed_classes
from spectral_core.analyzers.padt import positional
from spectral_core.analyzers.transliteration import SUN_LETTERS

_CASES = ("1", "2", "4")
_NAMES = {"1": "NOM", "2": "GEN", "4": "ACC"}
_DEFINITE = {"1": "u", "2": "i", "4": "a"}
_INDEFINITE = {"1": "N", "2": "K", "4": "F"}
_DIPTOTE = {"1": "u", "2": "a", "4": "a"}
_SOUND_FEMININE = {"1": "u", "2": "i", "4": "i"}
_SOUND_FEMININE_INDEFINITE = {"1": "N", "2": "K", "4": "K"}
_MOOD_ENDINGS = {"I": "u", "S": "a", "J": "o"}
_VERBS = {"rAwand": "ra>aY"}  # lemmas of verbs where the tables leave them out, so that they get the one above
_SHORT = "aiu"
_ADJECTIVE = re.compile(  # the forms of lemmas that can be adjectives where the tables call all of them nouns
    "(?P<nisba>.*iy~)|(?P<participle>mu.*|ma..uw.|maw.uw.|.A.i.|.A.iy|A.i.|A.iy|.A.~)"
    "|(?P<quality>.a.iy.|.a.iy~|.a.i.|.a.uw.|.a.~A.)|(?P<elative>Aa(?!y..).{2,4}|Aay~|A.a.)"
)
_DIPTOTES = re.compile("Aa..a.|Aa.a.~|Axar")  # comparatives and colours; most names without an article are, too


class Shape(NamedTuple):
    """One way to read what the tags leave open."""

    tag: str  # positional
    ending: str = ""  # the vowel that is not written, in Buckwalter's transliteration
    ending_tag: str = ""
    passive: bool = False  # the vowels of the verb are those of the passive
    lemma: str = ""  # where it is not that of the tables, in Buckwalter's transliteration


@lru_cache(maxsize=1 << 15)
def shapes(
    before: tuple[str, ...],
    stem: str,
    after: tuple[str, ...],
    category: str,
    written: str,
    key: str,
    numbers: str = "SP",
) -> tuple[Shape, ...]:
    """The ways to read a stem between the tags of prefix and suffix. `written` is the stem with its vowels, `key` that
    of its lemma; `category` is what the tables call its inflection; `numbers` are those that it may have without a
    suffix."""
    suffix = next((tag for tag in after if tag.startswith("NSUFF")), "")
    possessed = suffix.endswith("_POSS") or any("PRON_" in tag for tag in after)
    word = _TaggedStem(before, stem, after, category, written, key, numbers, suffix, "DET" in before, possessed)
    if stem == "NOUN_PROP":
        return tuple(_name(word))
    if stem.startswith("VERB_"):
        return tuple(_verb(word, stem))
    if stem.startswith("DEM_PRON"):
        return tuple(_demonstratives(word, stem.removeprefix("DEM_PRON_")))
    if stem.startswith("PRON_"):
        person, gender, number = _persons(stem.removeprefix("PRON_"))
        return (Shape(positional("SP", "-", "-", person, gender, number, "1"), lemma=closed_classes.PERSONAL),)
    if stem == "REL_PRON" and written.startswith(("Al", "ll")):
        return tuple(_relatives(written))
    found: list[Shape] = []
    if stem in ("NOUN", "ADJ") or category.startswith("N") or key == "Aay~":
        found.extend(_noun(word, stem == "ADJ" or bool(_ADJECTIVE.fullmatch(key))))
    if stem not in ("NOUN", "ADJ"):
        found.extend(_function_word(word, stem))
    if stem == "NEG_PART" and any(tag.startswith("PVSUFF") for tag in after):
        person, gender, number = _persons(_subject(after))
        found.append(Shape(positional("VP", "-", "A", person, gender, number), lemma=key.removesuffix("a")))
    return tuple(found)


class _TaggedStem(NamedTuple):
    """What the tables say of a word around the tag of its stem."""

    before: tuple[str, ...]
    stem: str
    after: tuple[str, ...]
    category: str
    written: str
    key: str
    numbers: str
    suffix: str  # the tag that says number and case of a noun
    definite: bool
    possessed: bool


def _function_word(word: _TaggedStem, stem: str) -> Iterator[Shape]:
    lemma = closed_classes.LEMMAS.get(word.key, "")
    if stem == "INTERJ":
        yield Shape(positional("I"))
    if stem == "ABBREV":
        yield Shape(positional("Y"))
        return
    plain = word.key in closed_classes.PREPOSITIONS
    cased = word.key in closed_classes.ADVERBIAL_PREPOSITIONS
    if plain or (stem == "PREP" and not cased):
        yield Shape(positional("P"))
    if cased or (stem == "PREP" and not plain):
        yield from _adverbial(word, "")
    if stem != "PREP" or word.key in closed_classes.PARTICLES:
        yield from (Shape(positional(kind), lemma=lemma) for kind in closed_classes.PARTICLES.get(word.key, "CFSD"))
    if stem == "ADV" and word.written.endswith("u") and f"{word.key[:-1]}a" in closed_classes.ADVERBIAL_PREPOSITIONS:
        yield Shape(positional("PI", case="1"), lemma=f"{word.key[:-1]}a")
    if stem in ("ADV", "PREP") and word.key.endswith("FA"):
        yield Shape(positional("N", number="S", case="4", state="I"), lemma=word.key.removesuffix("FA"))
    elif stem == "ADV" and word.key.endswith("pF"):
        yield Shape(positional("N", number="S", case="4", state="I"), lemma=word.key.removesuffix("F"))


def _adverbial(word: _TaggedStem, lemma: str) -> Iterator[Shape]:
    """The prepositions that may take case, by the vowel in which the tables have them, if any."""
    told = {"u": "1", "i": "2", "a": "4"}.get(word.written[-1:])
    cases = ("2",) if "PREP" in word.before else ("2", "4") if told != "1" else ("1", "2", "4")
    for case in cases:
        ending = "" if told else _DEFINITE[case]
        yield Shape(positional("PI", case=case), ending, f"CASE_DEF_{_NAMES[case]}" if ending else "", lemma=lemma)


def _name(word: _TaggedStem) -> Iterator[Shape]:
    kinds = ("N", "A") if word.key.endswith("iy~") else ("N",)
    yield from _nominal(word, kinds)
    if word.key.startswith("All~"):
        tags = (positional("N", number="S", case=case, state="D") for case in _cases(word))
        yield from (Shape(tag, lemma=closed_classes.GOD) for tag in tags)
    if word.definite:  # PADT has the article in the lemma of a name that is never without it
        yield from (shape._replace(lemma=_with_article(word.written)) for shape in _nominal(word, ("N",)))
    yield Shape(positional("Z"))
    yield Shape(positional("X"))


def _noun(word: _TaggedStem, adjective: bool) -> Iterator[Shape]:
    numeral = closed_classes.NUMERALS.get(word.key)
    if word.category == "Numb":
        numeral = ("QL", f"{word.written}uwn")
    if numeral is not None:
        kind, lemma = numeral
        yield from (shape._replace(lemma=lemma) for shape in _nominal(word, (kind,)))
        if kind == "QU":
            yield from (shape._replace(lemma=lemma) for shape in _nominal(word, ("N",)))
        if kind in ("QL", "QM", "QC", "QV"):
            return
    yield from _nominal(word, ("N", "A") if adjective else ("N",))
    if f"{word.key}a" in closed_classes.ADVERBIAL_PREPOSITIONS and not word.definite and not word.suffix:
        yield from _adverbial(word, f"{word.key}a")


def _nominal(word: _TaggedStem, kinds: tuple[str, ...]) -> Iterator[Shape]:
    mine = any(tag.endswith("_1S") for tag in word.after)  # the i of my stands in the place of the case
    for kind in kinds:
        for number, gender in _numbers(word, kind):
            for lemma in _lemmas(word, kind, number):
                for case in _cases(word):
                    for state in _states(word):
                        ending = "" if mine else _case_ending(word, case, state)
                        tag = positional(kind, gender=gender, number=number, case=case, state=state)
                        named = f"CASE_{'INDEF' if state == 'I' else 'DEF'}_{_NAMES[case]}" if ending else ""
                        yield Shape(tag, ending, named, lemma=lemma)


def _lemmas(word: _TaggedStem, kind: str, number: str) -> tuple[str, ...]:
    """The lemmas that a noun may have; a noun in ta marbuta has one of its own in PADT, an adjective has not."""
    suffix = word.suffix
    if (other := closed_classes.OTHER_LEMMAS.get(word.key)) is not None:
        return (other, "")
    if kind != "N" or "FEM" not in suffix or word.key.endswith(("ap", "Ap")):
        return ("",)
    feminine = f"{word.written}ap"
    if "_PL" not in suffix:
        return ("",) if number == "P" else (feminine,)
    if word.category.startswith(("NAt", "NduAt", "N/At")):
        return ("",)
    return (feminine, "") if word.category.startswith("Nall") else (feminine,)


def _numbers(word: _TaggedStem, kind: str) -> list[tuple[str, str]]:
    """Number and gender; of nouns PADT says the number alone, of small numerals the gender alone."""
    suffix = word.suffix
    if kind in closed_classes.GENDERED:
        return [("-", "M" if ("FEM" in suffix) == (kind in ("QV", "QX")) else "F")]
    if kind == "QL":
        return [("-", "-")]
    if "_DU" in suffix:
        found = [("D", "F" if "FEM" in suffix else "M")]
    elif "_PL" in suffix:
        found = [("P", "F" if "FEM" in suffix else "M")]
    elif "FEM_SG" in suffix:
        found = [("S", "F"), ("P", "M")] if kind == "N" and "P" in word.numbers else [("S", "F")]
    else:
        found = [(number, "M") for number in word.numbers]
        if kind == "A" and word.written.endswith(("Y", "A'", "A")):
            found.append(("S", "F"))
    return found if kind == "A" else list(dict.fromkeys((number, "-") for number, _ in found))


def _cases(word: _TaggedStem) -> tuple[str, ...]:
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


def _states(word: _TaggedStem) -> tuple[str, ...]:
    if "ACC_INDEF" in word.suffix:
        return ("I",)
    if word.definite:
        return ("D",)
    if word.possessed:
        return ("R",)
    return ("I",) if word.category.startswith("NK") or "_DU" in word.suffix or "MASC_PL" in word.suffix else ("I", "R")


def _case_ending(word: _TaggedStem, case: str, state: str) -> str:
    suffix, category, written = word.suffix, word.category, word.written
    if "_DU" in suffix or "MASC_PL" in suffix or "ACC_INDEF" in suffix or category == "Numb":
        return ""
    if "FEM_PL" in suffix:
        return (_SOUND_FEMININE_INDEFINITE if state == "I" else _SOUND_FEMININE)[case]
    if not suffix:
        if category.startswith("NK"):
            return "K"
        if written.endswith(("Y", "A", "uw")):
            return ""
        if written.endswith("iy"):
            return "" if case != "4" else "a" if state != "I" else "F"
        if state == "I" and (word.stem == "NOUN_PROP" or "dip" in category or _DIPTOTES.fullmatch(word.key)):
            return _DIPTOTE[case]
    return (_INDEFINITE if state == "I" else _DEFINITE)[case]


def _with_article(written: str) -> str:
    """A name with its article as PADT writes lemmas."""
    first = written[:1]
    return f"Aal{first}~{written[1:]}" if first in SUN_LETTERS else f"Aal{written}"


def _persons(code: str) -> tuple[str, str, str]:
    """Person, gender and number of 3MS, 2D, MP; PADT calls the first person masculine."""
    person = code[0] if code[0] in "123" else "-"
    number = code[-1]
    gender = code[-2] if len(code) > 1 and code[-2] in "MF" else "M"
    return person, gender, number


def _subject(after: tuple[str, ...]) -> str:
    return next((tag.split("SUBJ:")[1].split("_MOOD")[0] for tag in after if "SUBJ:" in tag), "")


def _voices(category: str) -> tuple[str, ...]:
    return ("P",) if "Pass" in category else ("A",) if "intr" in category else ("A", "P")


def _verb(word: _TaggedStem, stem: str) -> Iterator[Shape]:
    lemma = _VERBS.get(word.key, "")
    if not lemma and len(word.key) > 3 and word.key.endswith("a"):
        lemma = word.key[:-1]
    made = {"VERB_PERFECT": _perfect, "VERB_IMPERFECT": _imperfect, "VERB_IMPERATIVE": _imperative}.get(stem)
    if made is not None:
        yield from (shape._replace(lemma=lemma) for shape in made(word))


def _perfect(word: _TaggedStem) -> Iterator[Shape]:
    if subject := _subject(word.after):
        for voice in _voices(word.category):
            person, gender, number = _persons(subject)
            yield Shape(positional("VP", "-", voice, person, gender, number), passive=voice == "P")


def _imperfect(word: _TaggedStem) -> Iterator[Shape]:
    code = next((tag[2:] for tag in word.before if tag.startswith("IV")), "")
    if not code:
        return
    person, gender, number = _persons(code)
    subject = next((tag for tag in word.after if "SUBJ:" in tag), "")
    for mood in _moods(word, subject):
        ending = "" if subject else _mood_ending(word.written, mood)
        for voice in _voices(word.category):
            tag = positional("VI", mood, voice, person, gender, number)
            yield Shape(tag, ending, f"IVSUFF_MOOD:{mood}" if ending else "", passive=voice == "P")


def _moods(word: _TaggedStem, subject: str) -> str:
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


def _mood_ending(written: str, mood: str) -> str:
    if written.endswith(("iy", "uw")):
        return "a" if mood == "S" else ""
    if written.endswith("~") and mood == "J":
        return "a"  # two sukuns cannot meet
    return "" if written[-1:] in ("Y", "A", *_SHORT) else _MOOD_ENDINGS[mood]


def _imperative(word: _TaggedStem) -> Iterator[Shape]:
    _, gender, number = _persons(_subject(word.after) or "2MS")
    yield Shape(positional("VC", "J", gender=gender, number=number))


def _demonstratives(word: _TaggedStem, code: str) -> Iterator[Shape]:
    _, gender, number = _persons(code + "S" if code[-1:] in ("M", "F") else code)
    for case in ("2",) if "PREP" in word.before else _CASES:
        tag = positional("SD", gender=gender, number=number, case=case)
        yield Shape(tag, lemma=closed_classes.demonstrative(word.written))


def _relatives(written: str) -> Iterator[Shape]:
    """The relative pronouns that have gender and number, by their end."""
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
                yield Shape(positional("SR", gender=gender, number=number, case=case), lemma=closed_classes.RELATIVE)
            return


def passive(prefix: str, stem: str, perfect: bool) -> tuple[str, str] | None:
    """Prefix and stem with the vowels of the passive; None where its letters would be others. The perfect has u and
    before its last consonant i (kutib), the imperfect u in the prefix and then a (yukotab)."""
    vowels = [at for at, sign in enumerate(stem) if sign in _SHORT]
    if not vowels or "A" in stem[1:] or stem[-1:] in ("Y", "y", "w"):
        return None
    last = vowels[-1]
    if stem[last + 1 : last + 2] in ("w", "y") and stem[last + 2 : last + 3] not in ("~", *_SHORT):
        return None  # a long vowel
    if perfect:
        changed = "".join("u" if sign in _SHORT else sign for sign in stem[:last])
        return prefix, changed + "i" + stem[last + 1 :]
    return (prefix[:-1] + "u" if prefix[-1:] in _SHORT else prefix), stem[:last] + "a" + stem[last + 1 :]
