"""Constituency trees as figures of the LaTeX package forest."""

from __future__ import annotations

from spectral_core.data.tree import TRACE, Tree
from spectral_core.formats.export.tex import compose_figure, escape_tex, is_right_to_left

_MAX_INDENT = 60  # columns of indentation


def tree_to_latex(
    tree: Tree,
    *,
    standalone: bool = False,
    words_on_one_line: bool = False,
    right_to_left: bool | None = None,
    text: str = "",
) -> str:
    """Draw a tree as a `forest` environment: labels with their function tags, tags, words, and traces in grey. From
    right to left each node's children stand in the order in which they are seen. An outer node of empty label is left
    out where it has one child. `text` stands in a comment; `standalone` gives a document that compiles."""
    forms = [word for _, word in tree.leaves()]
    mirrored = is_right_to_left(forms) if right_to_left is None else right_to_left
    lines = [r"\begin{forest}"]
    lines.append("  for tree={parent anchor=south, child anchor=north, inner sep=1.5pt, s sep=6pt, l sep=8pt, l=0pt},")
    if words_on_one_line:
        lines.append("  where n children=0{tier=word}{},")
    lines += _bracket_lines(tree.without_root(), mirrored)
    lines.append(r"\end{forest}")
    return compose_figure("forest", lines, text or " ".join(tree.words()), forms, standalone)


def _bracket_lines(tree: Tree, mirrored: bool) -> list[str]:
    """Return a line for each phrase and each tag with its word; labels are in braces, so that none is syntax."""
    lines: list[str] = []
    stack: list[tuple[Tree | str, str, int] | None] = [(tree, "", 1)]
    while stack:
        if (top := stack.pop()) is None:
            lines[-1] += "]"
            continue
        node, parent, depth = top
        margin = " " * min(2 * depth, _MAX_INDENT)
        if isinstance(node, str):
            lines.append(margin + _format_leaf(node, parent))
        elif node.is_tag:
            word = node.children[0]
            assert isinstance(word, str)
            lines.append(f"{margin}[{{{escape_tex(node.label)}}} {_format_leaf(word, node.label)}]")
        else:
            lines.append(f"{margin}[{{{escape_tex(node.label)}}}")
            stack.append(None)
            children = node.children if mirrored else reversed(node.children)
            stack.extend((child, node.label, depth + 1) for child in children)
    return lines


def _format_leaf(word: str, parent: str) -> str:
    return f"[{{{escape_tex(word)}}}{', text=gray' if parent == TRACE else ''}]"
