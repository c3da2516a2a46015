"""Arabic words of closed classes, by the key of their lemma: numerals, prepositions, particles and pronouns.
Buckwalter's tables call most of them nouns or function words; PADT has tags of its own for them."""

from __future__ import annotations

from spectral_core.analyzers.features import invert_rows, parse_table

PERSONAL, RELATIVE = "huwa", "Aal~a*iy"  # PADT gives all personal pronouns one lemma, all relative ones another
NEAR, FAR = "h`*aA", "*`lika"
_NUMERALS = {
    "QI": "wAHid:waAHid",
    "QU": "Aivn:AivnaAn AivnAni:AivnaAn Aivnayni:AivnaAn",
    "QV": "valAv:valaAvap AarbaE:>arbaEap xams:xamsap sit~:sit~ap sabE:sabEap vamAniy:vamaAniyap tisE:tisEap",
    "QX": "Ea$r:Ea$arap Ea$ar:Ea$arap Ea$arap:Ea$arap",
    "QC": "mi}ap:mi}ap",
    "QM": "Aalf:>alf milyuwn:milyuwn milyAr:milyaAr bilyuwn:bilyuwn triylyuwn:triylyuwn",
}
NUMERALS = {key: (kind, lemma) for kind, lemmas in _NUMERALS.items() for key, lemma in parse_table(lemmas).items()}
GENDERED = ("QI", "QU", "QV", "QX")  # numerals that agree in gender, and have no number

PREPOSITIONS = frozenset(  # without case
    (
        *("fiy", "min", "EalaY", "AilaY", "Ean", "li", "bi", "ka", "Hat~aY", "mun*u", "mu*", "HawAlaY"),
        *("ladaY", "jar~A'", "siwaY", "EadA", "xalA", "HA$A", "ladun", "rub~a"),
    )
)
ADVERBIAL_PREPOSITIONS = frozenset(  # nouns in the accusative that govern a genitive; they may take case
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
PARTICLES = _AMBIGUOUS | invert_rows(_PARTICLES)

PARTICLE_LEMMAS = {"Aams": ">amsi", "Ai*an": "<i*an"}  # of particles, as PADT has them
PADT_LEMMAS = parse_table(  # nouns and adjectives that two dictionaries enter differently
    "AuxraY:|xar AuwlaY:>aw~al kubraY:>akbar SugraY:>aSgar EuZmaY:>aEZam wusTaY:>awsaT quSwaY:>aqSaY EulyA:>aElaY "
    "dawliy~:duwaliy~ jiniyh:junayh Aamriykiy~:>amiyrikiy~ Auwrub~iy~:>uwruwbiy~ diymuwqrATiy~:diymuqraATiy~"
)
GOD = "Aall~aAh"  # the one name whose article the tables do not separate


def get_demonstrative_lemma(stem: str) -> str:
    """Return the lemma of a demonstrative: that of the near ones, or of the far ones in k."""
    if stem == "*A":
        return "*aA"
    if stem.startswith("*Ak"):
        return "*aAka"
    return FAR if "k" in stem else NEAR
