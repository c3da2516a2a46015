"""Abbreviations: words that keep the full stop after them, and words that may follow them in the same sentence."""

from __future__ import annotations

import re


def _word_set(spaced: str) -> frozenset[str]:
    return frozenset(spaced.split())


# All sets hold the word without its last full stop. No sentence ends after these: titles, and what introduces.
NEVER_LAST = _word_set(
    "Mr Mrs Ms Mx Messrs Mme Mmes Mlle Dr Drs Prof Rev Hon Gen Sen Sens Rep Reps Gov Govs Capt Cpt Col Lt Maj Sgt Cpl"
    " Pvt Cmdr Cdr Adm Brig Pres Supt Insp Det Atty Amb St Ste Mt Ft Fr Msgr Sra Srta Hr Frl Dra Lic Ing prof mgr inż"
    " doç Doç Yrd Sn dr im ul proj e.g i.e E.g I.e eg ie cf Cf viz vs a.k.a z.B d.h u.a т.е"
)
# Before a number only: "No. 5", but "No."
NUMBERED = _word_set(
    "No no Nos nos Nr nr p pp P pg pgs Fig fig Figs figs Vol vol Vols vols Sec sec Secs Art art Arts Ch ch Chap chap Eq"
    " eq Eqs Op op Ref Refs Cl Par Sc Pl pl Ver ver rev Tel tel ext Ext Str str Bd S s т стр рис п поз ул д ص ج"
)
# Words of their own as well, or often written without: at the end of a sentence the full stop is not theirs.
AMBIGUOUS = _word_set(
    "Sun Sat Mar Jun Jul Miss Wash Ill Ore Mass Ind Pa La Ga Mo Ark Cal Tex Ed Eds Ave Rd Sq Mod Min min"
    " max inc Op Pub Int Supp Sci Bull Chem Nat Phil Fed Dist ok pl lat vs Inst km cm mm kg mph rpm temp"
    " misc pron sing est ed ft mo br wg r w v s g m c tel ok mil hr env Str geb sen jun"
    " г род ум фр англ рус укр ven engl"
)
GENERAL = _word_set(
    # companies, places, offices
    "Inc Corp Co Cos Ltd Bros Assn Assoc Dept Univ Intl Natl Mfg Blvd Hwy Pkwy Apt Bldg Ln Jr Sr Esq Md Ala Ariz Calif"
    " Colo Conn Del Fla Kan Ky Mich Minn Mont Neb Nev Okla Penn Penna Tenn Va Vt Wis Wyo Pty"
    # times
    " Jan Feb Apr Aug Sep Sept Oct Nov Dec Mon Tue Tues Wed Thu Thur Thurs Fri"
    # Latin, scholarship, measures
    " etc al viz cf ca approx resp incl excl esp dept govt Attn attn arr dep Fax Mob Conf ibid Ibid ff cit seq eds Ph.D"
    " Ph.Ds lb lbs oz hrs mins secs yr yrs mos Tsp tsp Tbsp tbsp avg abbr"
    # German
    " bzw usw ggf evtl ggü inkl exkl zzgl bspw sog vgl Abs Bsp Jh Jhd Jhdt Mio Mrd Tsd gest Std Mrz Dez Okt Dipl Nrn"
    " Hrsg"
    # French, Spanish
    " éd Sté Cía Ud Uds Vd Vds Dña Exmo"
    # Polish, Czech
    " np tzw tzn itp itd ww tj tys mln mld godz pt al zm św nt pkt ust poz red pow woj zob por tzv atd apod např"
    # Russian
    " др пр гг вв им руб коп тыс млн млрд см ср напр проф акад ред изд обл мин"
    # Turkish, Finnish, Hungarian, Nordic
    " vb vd yy Cad Sok Mah bkz Bkz örn Alb Yzb mm esim ym yms kpl stb kb ún f.eks dvs osv bl.a þ.e o.s.frv"
)
ALL_ABBREVIATIONS = NEVER_LAST | NUMBERED | AMBIGUOUS | GENERAL
# After these a capital letter begins a sentence, unless it begins one of CONTINUATIONS.
MAY_END_SENTENCE = _word_set("etc a.m p.m A.M P.M usw itd itp")
CONTINUATIONS = _word_set(
    "Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August"
    " September October November December Eastern Pacific Central Mountain"
)
# Words that seldom follow an abbreviation with a capital letter unless they begin a sentence.
SENTENCE_STARTERS = _word_set(
    "The This That These Those A An It He She We They You I There Here What When Where Who Why How Which While His Her"
    " Its Our Your My Their In On At For From With By As If After Before Since Because Although Though However But And"
    " Or So Then Thus Yet Also Not No Yes Some Many Most All Both Each Every Other Another One Two Such Now Today"
    " Yesterday During Until Under Over Between Despite Even Only Just Still Once Meanwhile Moreover Nevertheless"
    " Mr Mrs Ms Please Thanks Let Do Does Did Is Are Was Were Has Have Had Can Could Will Would Should May Might"
    " It's He's She's That's There's We're They're I'm I've You're Don't"
    " Der Die Das Ein Eine Er Es Sie Wir Ich Im Am Und Aber Bei Mit Für Nach Auch Doch Wenn Dies Diese Dieser"
    " Le Les Il Elle Ils Elles Nous Vous Un Une Ce Cette Mais Dans El Los Las Una Pero"
    " Он Она Оно Они Мы Вы Я Это Но И А На По Для При Как Если Так Его Из От За Что В С У К О"
    " Nie Na Po To Jest Ale Bir Bu Ve Ama Hän Se Ne"
)
AFTER_ORDINALS = _word_set(  # "am 3. Oktober": German writes an ordinal with a full stop
    "Januar Jänner Februar März April Mai Juni Juli August September Oktober November Dezember Jan Feb Apr Jun Jul Aug"
    " Sep Sept Okt Nov Dez Jahrhundert Jahrhunderts Platz Klasse Mal Auflage Liga Runde Tag Spieltag Weltkrieg Etage"
    " Stock Kapitel Armee Bezirk"
)
_ACRONYM = re.compile(r"(?:[^\W\d_]{1,2}\.){1,6}[^\W\d_]{1,2}")  # U.S  Ph.D  p.m  т.е  z.B
_LETTER = re.compile(r"[^\W\d_]")
_SEPARATOR = re.compile(r"[-‐‑/'’(“«]|(?<=\d)(?=[ap]\.m$)")


def is_initial(word: str) -> bool:
    """Return whether a word is one capital letter, or one letter of a script without capitals."""
    return len(word) == 1 and _LETTER.match(word) is not None and not word.islower()


def is_acronym(word: str) -> bool:
    """Return whether a word is made of single letters with full stops between them."""
    return _ACRONYM.fullmatch(word) is not None


def last_part(word: str) -> str:
    """Return the part after the last hyphen, slash, quote or hour: an abbreviation may be joined to other words."""
    return word if word.isalnum() else _SEPARATOR.split(word)[-1]


def keeps_full_stop(word: str, final: bool) -> bool:
    """Return whether the full stop after a word belongs to it; `final`: the sentence ends there."""
    part = last_part(word)
    if is_initial(part):
        return not final
    if is_acronym(part):
        return True
    is_listed = part in NEVER_LAST or part in GENERAL
    if final:
        return is_listed and part not in AMBIGUOUS
    return is_listed or part in AMBIGUOUS or part in NUMBERED
