"""Sentence splitter for running text, with lists of abbreviations."""

from __future__ import annotations

import re
from collections.abc import Iterator

_ACRONYM = re.compile(r"(?:[^\W\d_]{1,2}\.){1,6}[^\W\d_]{1,2}")  # U.S  Ph.D  p.m  т.е  z.B
_LETTER = re.compile(r"[^\W\d_]")
_SEPARATOR = re.compile(r"[-‐‑/'’(“«]|(?<=\d)(?=[ap]\.m$)")
_SPACED_END = r".!?…‼⁇⁈⁉"  # end a sentence if white space follows
_UNSPACED_END = r"؟۔。！？｡।॥։።"  # end a sentence anywhere
_CLOSER = r"\"'”’»«›)\]}）」』】》*_\u200e\u200f\u202c\u2069"
# Beginnings of a question, or of a first-person sentence, in text without capitals. After verbs and "i" the next word
# is tested too: alone they may be part of a name ("Yahoo! is"), or words of other languages.
_QUESTION = (
    r"(?:what|where|who|whose|why|how)(?:['’]?s)?(?![\w'’-])"
    r"|(?:is|are|was|were|do|does|did|can|could|will|would|should|have|has)(?:n['’]?t)?\s"
    r"(?:i|you|he|she|it|we|they|there|this|that|these|those|the|my|your|any(?:one|body)?|some(?:one|body)?)(?!\w)"
)
_FIRST_PERSON = (
    r"i['’](?:m|d|ll|ve)(?!\w)|im\s[a-z]"
    r"|i\s(?:am|was|have|had|want|need|would|will|could|can|can['’]?t|do|don['’]?t|did|didn['’]?t|just|really|think"
    r"|know|like|love|live|get|got)(?!\w)"
)
_EMOJI = r"\u2600-\u27bf\U0001f1e6-\U0001f1ff\U0001f300-\U0001faff\ufe0f\u200d"
_END = re.compile(
    # only the first mark of a run is tried; as a lookbehind, this lets the search skip from mark to mark
    rf"[{_SPACED_END}{_UNSPACED_END}](?<![{_SPACED_END}{_UNSPACED_END}]{{2}})[{_SPACED_END}{_UNSPACED_END}]*+"
    rf"(?:(?<=[{_UNSPACED_END}])[{_CLOSER}]*+|[{_CLOSER}]*+(?=\s)(?:(?!\s++[a-z])|(?<=\?)(?=\s++(?:{_QUESTION}))|(?<=[?!])(?=\s++(?:{_FIRST_PERSON}))))"
    # closing marks and smileys set apart by a space
    rf"(?:\s++(?:''|-R[RCS]B-|[”’»›)\]}}]|[:;=]-?[()DPp]|[{_EMOJI}]+)(?!\S))*"
)
_NEXT_WORD = re.compile(
    r"[\s\"'“”‘’„‚«»‹›(\[{¿¡—–\-*•`\u200e\u200f\u202a-\u202e\u2066-\u2069]*+([\w'’]*)(.?)", re.DOTALL
)
_CONTINUATION_MARKS = frozenset(".,;:،؛)]}%&/…")
_OPENERS = "\"'“”‘’„‚«»‹›([{`—–-*"
_CLOSING_QUOTES = frozenset("\"'”’»")
_VOWEL_SIGNS = r"[\u0640\u064b-\u0652\u0670]*"
_SPEECH_VERBS = (
    "قال قالت قالا قالتا قالوا قلت قلنا يقول تقول سأل سألت سألا سألوا يسأل تسأل تساءل تساءلت أجاب أجابت أجابوا رد ردت"
    " ردوا صاح صاحت صاحوا صرخ صرخت صرخوا هتف هتفت هتفوا همس همست نادى نادت أضاف أضافت أكد أكدت أوضح أوضحت علق علقت"
)
_SPEECH_CLAUSE = re.compile(  # without direct speech after it: "سألت ليلى.", but "قالت ليلى: ..." begins a sentence
    r"(?:"
    + "|".join("".join(letter + _VOWEL_SIGNS for letter in verb) for verb in _SPEECH_VERBS.split())
    + r")(?!\w)[^.!?؟…،؛:«»\"“”]{0,80}+(?![:«\"“])"
)
_MAX_QUESTION_CHARACTERS = 400  # range of the search for an open quote or bracket
_LIST_INTRODUCERS = frozenset(":;")  # may precede the number of a list item
_ENUMERATION = re.compile(r"(?:\d{1,3}|[A-Za-z]|[ivxIVX]{2,5}|\d{1,2}(?:\.\d{1,2}){1,3})")
_MAX_CONTEXT_CHARACTERS = 40
_LIST_ITEM = r"[^\S\n]*(?:[-*•‣◦▪]|\d{1,2}[.)]|\(?[a-z]\)|\(\d{1,2}\))[^\S\n]"
_BREAK = re.compile(rf"\n[^\S\n]*\n\s*|\n(?={_LIST_ITEM})")
_LINE_BREAK = re.compile(r"\n\s*")
_WORD = re.compile(r"\w")


def _split_word_list(spaced: str) -> frozenset[str]:
    """Return the words of a list separated by white space."""
    return frozenset(spaced.split())


# Words in all sets are without their final full stop. Titles and introducing words: no sentence ends after these.
NEVER_LAST = _split_word_list(
    "Mr Mrs Ms Mx Messrs Mme Mmes Mlle Dr Drs Prof Rev Hon Gen Sen Sens Rep Reps Gov Govs Capt Cpt Col Lt Maj Sgt Cpl"
    " Pvt Cmdr Cdr Adm Brig Pres Supt Insp Det Atty Amb St Ste Mt Ft Fr Msgr Sra Srta Hr Frl Dra Lic Ing prof mgr inż"
    " doç Doç Yrd Sn dr im ul proj e.g i.e E.g I.e eg ie cf Cf viz vs a.k.a z.B d.h u.a т.е"
)
# Abbreviations only before a number: "No. 5", but "No."
NUMBERED = _split_word_list(
    "No no Nos nos Nr nr p pp P pg pgs Fig fig Figs figs Vol vol Vols vols Sec sec Secs Art art Arts Ch ch Chap chap Eq"
    " eq Eqs Op op Ref Refs Cl Par Sc Pl pl Ver ver rev Tel tel ext Ext Str str Bd S s т стр рис п поз ул д ص ج"
)
# Also ordinary words, or often written without a full stop: at the end of a sentence the full stop is not theirs.
AMBIGUOUS = _split_word_list(
    "Sun Sat Mar Jun Jul Miss Wash Ill Ore Mass Ind Pa La Ga Mo Ark Cal Tex Ed Eds Ave Rd Sq Mod Min min"
    " max inc Op Pub Int Supp Sci Bull Chem Nat Phil Fed Dist ok pl lat vs Inst km cm mm kg mph rpm temp"
    " misc pron sing est ed ft mo br wg r w v s g m c tel ok mil hr env Str geb sen jun"
    " г род ум фр англ рус укр ven engl"
)
GENERAL = _split_word_list(
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
    # Turkish, Finnish, Hungarian, Nordic languages
    " vb vd yy Cad Sok Mah bkz Bkz örn Alb Yzb mm esim ym yms kpl stb kb ún f.eks dvs osv bl.a þ.e o.s.frv"
)
ALL_ABBREVIATIONS = NEVER_LAST | NUMBERED | AMBIGUOUS | GENERAL
# A capital letter after these begins a sentence, unless the word is in CONTINUATIONS.
MAY_END_SENTENCE = _split_word_list("etc a.m p.m A.M P.M usw itd itp")
CONTINUATIONS = _split_word_list(
    "Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August"
    " September October November December Eastern Pacific Central Mountain"
)
# Words that are rarely capitalised after an abbreviation unless they begin a sentence.
SENTENCE_STARTERS = _split_word_list(
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
AFTER_ORDINALS = _split_word_list(  # "am 3. Oktober": German ordinals have a full stop
    "Januar Jänner Februar März April Mai Juni Juli August September Oktober November Dezember Jan Feb Apr Jun Jul Aug"
    " Sep Sept Okt Nov Dez Jahrhundert Jahrhunderts Platz Klasse Mal Auflage Liga Runde Tag Spieltag Weltkrieg Etage"
    " Stock Kapitel Armee Bezirk"
)


def is_initial(word: str) -> bool:
    """Return whether a word is a single capital letter, or a single letter of a script without case."""
    return len(word) == 1 and _LETTER.match(word) is not None and not word.islower()


def is_acronym(word: str) -> bool:
    """Return whether a word is made of single letters with full stops between them."""
    return _ACRONYM.fullmatch(word) is not None


def strip_compound_prefix(word: str) -> str:
    """Return the part of a word after its last hyphen, slash, quote or, as in 5p.m, hour: an abbreviation may be the
    end of a compound."""
    return word if word.isalnum() else _SEPARATOR.split(word)[-1]


def keeps_full_stop(word: str, final: bool) -> bool:
    """Return whether the full stop after a word belongs to it; `final`: at the end of the sentence."""
    part = strip_compound_prefix(word)
    if is_initial(part):
        return not final
    if is_acronym(part):
        return True
    is_listed = part in NEVER_LAST or part in GENERAL
    if final:
        return is_listed and part not in AMBIGUOUS
    return is_listed or part in AMBIGUOUS or part in NUMBERED


def split_sentences(text: str, by_lines: bool = False) -> list[tuple[int, int]]:
    """Return the ranges of the sentences of `text`, in order, without surrounding white space. Blank lines and list
    items always begin a new one; with `by_lines`, every line break does."""
    return [
        sentence
        for start, end in find_paragraphs(text, by_lines)
        for sentence in _find_sentence_ranges(text, start, end)
    ]


def find_paragraphs(text: str, by_lines: bool = False) -> Iterator[tuple[int, int]]:
    """Yield the ranges of the text between blank lines, and before list items; with `by_lines`, of its lines. No
    sentence extends over two of them."""
    return _find_paragraph_ranges(text, _LINE_BREAK if by_lines else _BREAK)


def _find_paragraph_ranges(text: str, separator: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    """Yield the ranges of the text between the matches of `separator`."""
    start = 0
    for match in separator.finditer(text):
        yield start, match.start()
        start = match.end()
    yield start, len(text)


def _find_sentence_ranges(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the ranges of the sentences of a paragraph."""
    start, end = _trim_range(text, start, end)
    word = _WORD.search(text, start, end)
    for match in _END.finditer(text, start, end):
        after = match.end()
        if word is None or after == end:
            break
        if word.start() < match.start() and _is_sentence_end(text, start, match, end):
            yield start, after
            start, _ = _trim_range(text, after, end)
            word = _WORD.search(text, start, end)
    if start < end:
        yield start, end


def _trim_range(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the range without surrounding white space."""
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    return start, end


def _is_sentence_end(text: str, start: int, match: re.Match[str], end: int) -> bool:
    """Return whether the end mark of `match` ends the sentence that began at `start`."""
    following = _NEXT_WORD.match(text, match.end(), end)
    assert following is not None
    word, mark = following.groups()
    if word:
        if word[0].islower() and word[0].title() != word[0]:  # Georgian letters are lower case without an upper case
            return _starts_lower_case_sentence(text, start, match, following.start(1))
        quoted = text[match.end() - 1] in _CLOSING_QUOTES and text[start] in _OPENERS
        if quoted and _SPEECH_CLAUSE.match(text, following.start(1)):
            return False
    elif not mark or mark in _CONTINUATION_MARKS:
        return False
    if text[match.start()] != "." or text[match.start() + 1 : match.start() + 2] in _SPACED_END:
        return not word or text[match.end() - 1] not in "」』" or word[0] not in "とっ"
    return _is_final_full_stop(text, start, match.start(), word, mark)


def _starts_lower_case_sentence(text: str, start: int, match: re.Match[str], position: int) -> bool:
    """Return whether the lower-case word at `position` begins a sentence: after a question, but not inside quotes."""
    if not text[position].isascii() or text[match.end() - 1] not in "?!" or not text[match.end() : position].isspace():
        return False
    preceding_text = text[max(start, match.start() - _MAX_QUESTION_CHARACTERS) : match.start()]
    is_open = sum(map(preceding_text.count, "“«([{")) > sum(map(preceding_text.count, "”»)]}"))
    return not is_open and preceding_text.count('"') % 2 == 0


def _is_final_full_stop(text: str, start: int, position: int, following: str, mark: str) -> bool:
    """Return whether the full stop at `position` ends the sentence, not only an abbreviation or a number."""
    preceding_text = text[max(start, position - _MAX_CONTEXT_CHARACTERS) : position]
    if preceding_text[-1:].isspace():
        return True
    stem = preceding_text.rsplit(None, 1)[-1].lstrip(_OPENERS)
    if not stem or (len(stem) > 5 and stem.isalpha() and stem not in ALL_ABBREVIATIONS):  # the most frequent case
        return True
    if _ENUMERATION.fullmatch(stem):
        preceding = preceding_text[: -len(stem)].rstrip(_OPENERS + " \n")
        if not preceding or preceding[-1] in _LIST_INTRODUCERS:
            return False
    if stem.isdigit():
        return len(stem) > 2 or following not in AFTER_ORDINALS
    part = strip_compound_prefix(stem)
    if part in NEVER_LAST or (part in NUMBERED and _is_numeral(following)):
        return False
    part_is_initial = is_initial(part)
    if not (part_is_initial or part in GENERAL or part in AMBIGUOUS or is_acronym(part)):
        return True
    if part in MAY_END_SENTENCE:
        return following not in CONTINUATIONS and not (following.isupper() and len(following) > 1)
    if part in AMBIGUOUS and part.islower():
        return not following[:1].isdigit()
    is_starter = following.replace("’", "'") in SENTENCE_STARTERS
    return is_starter and not (mark == "." and len(following) == 1)


def _is_numeral(word: str) -> bool:
    """Return whether a word can be a numeral: a number, or a capital letter that is no word."""
    return word[:1].isdigit() or (len(word) == 1 and word not in "AI")
