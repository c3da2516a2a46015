"""Coarse class of a tag: the tags of Penn, of STTS and of Sinica in the twelve of Petrov, Das and McDonald 2012."""

from __future__ import annotations

from functools import lru_cache

from spectral_core.data.universal import UPOS

_PENN = """
VERB MD VB VBD VBG VBN VBP VBZ
NOUN NN NNP NNPS NNS
PRON PRP PRP$ WP WP$
ADJ JJ JJR JJS
ADV RB RBR RBS WRB
ADP IN
CONJ CC
DET DT EX PDT WDT
NUM CD
PRT POS RP TO
X FW LS SYM UH
"""
_STTS = """
VERB VVFIN VVIMP VVINF VVIZU VVPP VAFIN VAIMP VAINF VAPP VMFIN VMINF VMPP
NOUN NE
PRON PDAT PDS PIAT PIDAT PIS PPER PPOSAT PPOSS PRELAT PRELS PRF PROAV PAV PWAT PWAV PWS
ADJ ADJA ADJD
ADV ADV
ADP APPO APPR APPRART APZR
CONJ KOKOM KON KOUI KOUS
DET ART
NUM CARD
PRT PTKA PTKANT PTKNEG PTKVZ PTKZU
X FM ITJ TRUNC XY
"""
_SINICA_PREFIXES = (  # of the tags of Sinica, the longer first
    ("V_", "VERB"), ("Nv", "NOUN"), ("Neu", "NUM"), ("Nep", "DET"), ("Nes", "DET"), ("Neq", "DET"), ("DM", "NUM"),
    ("Nh", "PRON"), ("Ng", "ADP"), ("Nf", "NOUN"), ("DE", "PRT"), ("Di", "PRT"), ("N", "NOUN"), ("V", "VERB"),
    ("P", "ADP"), ("C", "CONJ"), ("D", "ADV"), ("A", "ADJ"), ("T", "PRT"), ("I", "X"),
)  # fmt: skip
_CLASSES = {
    tag: name for table in (_PENN, _STTS) for name, *tags in map(str.split, table.strip().splitlines()) for tag in tags
}
_UNIVERSAL = frozenset((*UPOS, "CONJ"))


@lru_cache(maxsize=4096)
def coarse_class(tag: str) -> str:
    """Return the coarse class of a tag; the tag itself if it is universal or of an unknown tagset."""
    if tag in _CLASSES or tag in _UNIVERSAL:
        return _CLASSES.get(tag, tag)
    if any(letter.islower() or letter.isdigit() or letter == "_" for letter in tag) or len(tag) < 3:
        return next((name for prefix, name in _SINICA_PREFIXES if tag.startswith(prefix)), tag)
    return tag


@lru_cache(maxsize=4096)
def is_finite_verb(xpos: str, upos: str, feats: str) -> bool:
    """Return whether a word can begin a predicate, as far as its tags tell."""
    if xpos in ("VBD", "VBZ", "VBP", "MD") or (xpos.startswith("V") and xpos.endswith("FIN")):
        return True
    if xpos in _CLASSES:
        return False
    if upos in ("VERB", "AUX"):
        return "VerbForm=" not in feats or "VerbForm=Fin" in feats
    return coarse_class(xpos) == "VERB"
