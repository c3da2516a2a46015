"""A constituency tree as a figure of the LaTeX package forest."""

from __future__ import annotations

from spectral_core.data.tree import TRACE, Tree
from spectral_core.formats.export.tex import escaped, figure, is_right_to_left

_DEEPEST = 60  # columns of indentation


def latex_tree(
    tree: Tree,
    *,
    standalone: bool = False,
    words_on_one_line: bool = False,
    right_to_left: bool | None = None,
    text: str = "",
) -> str:
    """A `forest` environment: labels with their function tags, tags, words, and traces in grey. From right to left each
    node's children stand in the order in which they are seen. An outer node of empty label is left out where it has one
    child. `text` stands in a comment; `standalone` gives a document that compiles."""
    forms = [word for _, word in tree.leaves()]
    mirrored = is_right_to_left(forms) if right_to_left is None else right_to_left
    lines = [r"\begin{forest}"]
    lines.append("  for tree={parent anchor=south, child anchor=north, inner sep=1.5pt, s sep=6pt, l sep=8pt, l=0pt},")
    if words_on_one_line:
        lines.append("  where n children=0{tier=word}{},")
    lines += _brackets(tree.without_root(), mirrored)
    lines.append(r"\end{forest}")
    return figure("forest", lines, text or " ".join(tree.words()), forms, standalone)


def _brackets(tree: Tree, mirrored: bool) -> list[str]:
    """A line for each phrase and each tag with its word; every label is in braces, so that nothing in it is syntax."""
    lines: list[str] = []
    waiting: list[tuple[Tree | str, str, int] | None] = [(tree, "", 1)]
    while waiting:
        if (top := waiting.pop()) is None:
            lines[-1] += "]"
            continue
        node, parent, depth = top
        margin = " " * min(2 * depth, _DEEPEST)
        if isinstance(node, str):
            lines.append(margin + _leaf(node, parent))
        elif node.is_tag:
            word = node.children[0]
            assert isinstance(word, str)
            lines.append(f"{margin}[{{{escaped(node.label)}}} {_leaf(word, node.label)}]")
        else:
            lines.append(f"{margin}[{{{escaped(node.label)}}}")
            waiting.append(None)
            children = node.children if mirrored else reversed(node.children)
            waiting.extend((child, node.label, depth + 1) for child in children)
    return lines


def _leaf(word: str, parent: str) -> str:
    return f"[{{{escaped(word)}}}{', text=gray' if parent == TRACE else ''}]"
