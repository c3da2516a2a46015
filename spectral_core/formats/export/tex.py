"""What every LaTeX figure needs: any text as TeX input that prints just that, and the document around a figure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "&": r"\symbol{38}",  # \& parts the words of a deptext
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "`": r"\textasciigrave{}",  # these are quotation marks or dashes to TeX, alone or doubled
    '"': r"\textquotedbl{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "[": "{[}",  # after \& or \\ it would open a measure
    "]": "{]}",
}
_SPECIALS = re.compile("[" + re.escape("".join(_SPECIAL)) + "]")
_JOINED = re.compile(r"([-',])(?=\1)")  # "--", "''" and ",," would be printed as one sign

# A script: how the names of its letters begin, its language for babel, and fonts that have it.
_SCRIPTS = (
    ("ARABIC", "arabic", ("Noto Naskh Arabic", "Amiri", "DejaVu Sans")),
    ("HEBREW", "hebrew", ("Noto Serif Hebrew", "FreeSerif", "DejaVu Sans")),
)


def escaped(text: str) -> str:
    """`text` as TeX input that prints just these characters; control characters become spaces."""
    plain = "".join(" " if unicodedata.category(letter) == "Cc" else letter for letter in text)
    # an empty group would not do: LuaTeX joins signs across it
    return _JOINED.sub(r"\1\\kern0pt{}", _SPECIALS.sub(lambda found: _SPECIAL[found[0]], plain))


def comment(text: str) -> str:
    """`text` on one line that TeX skips."""
    return "% " + "".join(" " if unicodedata.category(letter) in ("Cc", "Zl", "Zp") else letter for letter in text)


def is_right_to_left(forms: Iterable[str]) -> bool:
    """Whether the first letter with a direction is written from right to left."""
    for form in forms:
        for letter in form:
            direction = unicodedata.bidirectional(letter)
            if direction in ("L", "R", "AL"):
                return direction != "L"
    return False


def figure(package: str, lines: Sequence[str], text: str, forms: Iterable[str], standalone: bool) -> str:
    """The lines of a figure below comments that say what they need; `standalone`: a whole document of that size."""
    scripts = _scripts(forms)
    engines = "LuaLaTeX" if scripts else "LuaLaTeX, XeLaTeX or pdfLaTeX"
    head = [comment(text)] if text else []
    if not standalone:
        head.append(rf"% Needs {engines} and, before \begin{{document}}: \usepackage{{{package}}}")
        if scripts:
            head += ["% and, for the words, these lines with a font that is installed:"]
            head += ["%   " + line for line in _languages(scripts, guarded=False)]
        return "\n".join((*head, *lines)) + "\n"
    head.append(f"% Compile with {engines}.")
    head.append(r"\documentclass[border=4pt]{standalone}")
    if scripts:
        head += _languages(scripts, guarded=True)
    else:
        head += [r"\usepackage{iftex}", r"\ifPDFTeX\usepackage[T1]{fontenc}\else\usepackage{fontspec}\fi"]
    head += [rf"\usepackage{{{package}}}", r"\begin{document}"]
    return "\n".join((*head, *lines, r"\end{document}")) + "\n"


def _scripts(forms: Iterable[str]) -> list[tuple[str, tuple[str, ...]]]:
    """The languages and fonts that the letters which are written from right to left need."""
    names = {
        unicodedata.name(letter, "").partition(" ")[0]
        for letter in set().union(*forms)
        if unicodedata.bidirectional(letter) in ("R", "AL")
    }
    return [(language, fonts) for script, language, fonts in _SCRIPTS if script in names]


def _languages(scripts: Sequence[tuple[str, tuple[str, ...]]], guarded: bool) -> list[str]:
    """The lines that load babel; words get direction and font from their letters, so that they need no commands.
    XeLaTeX cannot do that."""
    lines = [r"\usepackage[english, bidi=basic]{babel}"]
    for language, fonts in scripts:
        lines.append(rf"\babelprovide[import, onchar=ids fonts]{{{language}}}")
        if not guarded:
            lines.append(rf"\babelfont[{language}]{{rm}}{{{fonts[0]}}}")
            continue
        choice = rf"\babelfont[{language}]{{rm}}{{{fonts[-1]}}}"
        for font in fonts[-2::-1]:
            choice = rf"\IfFontExistsTF{{{font}}}{{\babelfont[{language}]{{rm}}{{{font}}}}}{{{choice}}}"
        lines.append(choice)
    if guarded:
        lines.insert(0, r"\usepackage{fontspec}")
    return lines
