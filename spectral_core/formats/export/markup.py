"""LaTeX and XML output: escaped text, comments, the document around a LaTeX figure, and the direction of writing."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from html import escape

_NOT_XML = re.compile("[^\\t\\n -\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]")
_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "&": r"\symbol{38}",  # \& separates the words of a deptext
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "`": r"\textasciigrave{}",  # TeX reads these as quotation marks or dashes, alone or doubled
    '"': r"\textquotedbl{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "[": "{[}",  # after \& or \\ it would begin an optional argument
    "]": "{]}",
}
_SPECIALS = re.compile("[" + re.escape("".join(_SPECIAL)) + "]")
_LIGATURE = re.compile(r"([-',])(?=\1)")  # "--", "''" and ",," would be set as ligatures

# A script: prefix of its letters' Unicode names, its language in babel, and fonts for it.
_SCRIPTS = (
    ("ARABIC", "arabic", ("Noto Naskh Arabic", "Amiri", "DejaVu Sans")),
    ("HEBREW", "hebrew", ("Noto Serif Hebrew", "FreeSerif", "DejaVu Sans")),
)


def escape_tex(text: str) -> str:
    """Escape `text` so that TeX prints exactly these characters; control characters become spaces."""
    plain = "".join(" " if unicodedata.category(letter) == "Cc" else letter for letter in text)
    # an empty group does not suffice: LuaTeX forms ligatures across it
    return _LIGATURE.sub(r"\1\\kern0pt{}", _SPECIALS.sub(lambda match: _SPECIAL[match[0]], plain))


def to_tex_comment(text: str) -> str:
    """Return `text` as one line that is safe in a TeX comment."""
    return "% " + "".join(" " if unicodedata.category(letter) in ("Cc", "Zl", "Zp") else letter for letter in text)


def is_right_to_left(forms: Iterable[str]) -> bool:
    """Return whether the first letter with a direction is written from right to left."""
    for form in forms:
        for letter in form:
            direction = unicodedata.bidirectional(letter)
            if direction in ("L", "R", "AL"):
                return direction != "L"
    return False


def compose_latex_figure(package: str, lines: Sequence[str], text: str, forms: Iterable[str], standalone: bool) -> str:
    """Compose a figure below comments that list the packages it needs; `standalone`: a whole document."""
    scripts = _find_right_to_left_scripts(forms)
    engines = "LuaLaTeX" if scripts else "LuaLaTeX, XeLaTeX or pdfLaTeX"
    head = [to_tex_comment(text)] if text else []
    if not standalone:
        head.append(rf"% Needs {engines} and, before \begin{{document}}: \usepackage{{{package}}}")
        if scripts:
            head += ["% and, for the words, these lines with a font that is installed:"]
            head += ["%   " + line for line in _make_babel_lines(scripts, guarded=False)]
        return "\n".join((*head, *lines)) + "\n"
    head.append(f"% Compile with {engines}.")
    head.append(r"\documentclass[border=4pt]{standalone}")
    if scripts:
        head += _make_babel_lines(scripts, guarded=True)
    else:
        head += [r"\usepackage{iftex}", r"\ifPDFTeX\usepackage[T1]{fontenc}\else\usepackage{fontspec}\fi"]
    head += [rf"\usepackage{{{package}}}", r"\begin{document}"]
    return "\n".join((*head, *lines, r"\end{document}")) + "\n"


def _find_right_to_left_scripts(forms: Iterable[str]) -> list[tuple[str, tuple[str, ...]]]:
    """Return the babel languages and fonts for the right-to-left scripts of these forms."""
    names = {
        unicodedata.name(letter, "").partition(" ")[0]
        for letter in set().union(*forms)
        if unicodedata.bidirectional(letter) in ("R", "AL")
    }
    return [(language, fonts) for script, language, fonts in _SCRIPTS if script in names]


def _make_babel_lines(scripts: Sequence[tuple[str, tuple[str, ...]]], guarded: bool) -> list[str]:
    """Return the lines that load babel; direction and font of a word follow from its letters, so words need no
    commands. XeLaTeX does not support that."""
    lines = [r"\usepackage[english, bidi=basic]{babel}"]
    for language, fonts in scripts:
        lines.append(rf"\babelprovide[import, onchar=ids fonts]{{{language}}}")
        if not guarded:
            lines.append(rf"\babelfont[{language}]{{rm}}{{{fonts[0]}}}")
            continue
        font_command = rf"\babelfont[{language}]{{rm}}{{{fonts[-1]}}}"
        for font in fonts[-2::-1]:
            font_command = rf"\IfFontExistsTF{{{font}}}{{\babelfont[{language}]{{rm}}{{{font}}}}}{{{font_command}}}"
        lines.append(font_command)
    if guarded:
        lines.insert(0, r"\usepackage{fontspec}")
    return lines


def replace_non_xml(text: str) -> str:
    """Replace the characters that XML cannot hold."""
    return _NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text)


def escape_xml(text: str) -> str:
    """Escape a text for XML."""
    return escape(replace_non_xml(text))
