"""Export of sentences, automata and other scenes for papers: SVG and PDF with real text, PNG at any scale, print."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QObject, QRect, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPageSize, QPainter, QPdfWriter
from PySide6.QtWidgets import QGraphicsScene

from spectral_core.data import Sentence
from spectral_core.data.automaton import Automaton
from spectral_core.data.trace import Trace
from spectral_core.errors import DataError, FormatError
from spectral_core.files import DEFAULT_MODE, compute_copy_permissions, make_private_file, replace_atomically
from spectral_core.formats import automata as stored
from spectral_core.formats import export
from spectral_core.formats.export.automata import (
    automaton_to_dot,
    automaton_to_graphml,
    automaton_to_latex,
    compose_automaton_caption,
)
from spectral_core.formats.export.figures import frame_to_latex, frame_to_svg
from spectral_gui import theme
from spectral_gui.scenes import automaton_drawing, dependencies, trace_frames, tree_drawing
from spectral_gui.scenes.tree_style import TreeStyle
from spectral_gui.text_display import MAX_DRAWN_WORDS, is_right_to_left

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtPrintSupport import QPrinter

MARGIN = 8.0  # around the drawing, in units of the scene
_MAX_PIXELS = 32767  # limit of QPainter
_PAPER = QColor("white")
_ARABIC = "Noto Naskh Arabic"
_FALLBACKS = ("Amiri", "Scheherazade New", "DejaVu Sans", "serif")  # if that font is not installed
_FONT_FAMILY = re.compile(r'font-family="([^"]+)"')
_TEXT_ELEMENT = re.compile(r"<text ([^<>]*)>([^<]*)<")
_SIZE_ATTRIBUTES = re.compile(r'width="[^"]*mm" height="[^"]*mm"')
_SceneRenderer = Callable[[QGraphicsScene, QRectF, Path, float, str, bool], bytes]
DEPENDENCY_KIND, CONSTITUENT_KIND = "dependencies", "constituents"


def write_scene(
    scene: QGraphicsScene,
    path: Path,
    *,
    scale: float = 1.0,
    title: str = "",
    transparent: bool = False,
    text_paths: Iterable[Path | None] = (),
) -> None:
    """Write a scene to a file whose suffix decides the format: .svg, .pdf or .png.

    The scene should be drawn in light colours. Only a PNG has a background, white unless `transparent`; the page of a
    PDF has the size of the drawing. The file is replaced atomically.
    """
    render = _RENDERERS.get(path.suffix.lower())
    if render is None:
        problem = f"{path.suffix or 'a name without an extension'} is not a figure format"
        raise FormatError(path, None, problem, f"Use one of the extensions {', '.join(_RENDERERS)}")
    if not math.isfinite(scale) or scale <= 0:
        raise FormatError(path, None, f"a figure cannot be drawn at scale {scale:g}", "Use a number above 0, such as 2")
    area = _compute_drawing_area(scene, path)
    with _hide_background(scene):
        content = render(scene, area, path, scale, title, transparent)
        replace_atomically(path, [content], permissions=compute_copy_permissions(path, text_paths))


def print_scene(scene: QGraphicsScene, printer: QPrinter, text_path: Path | None = None) -> None:
    """Print a scene, shrunk if it is wider than the page, on as many pages as its height needs."""
    area = _compute_drawing_area(scene, None)
    path = Path(printer.outputFileName())
    if path.name and not path.exists() and compute_copy_permissions(path, [text_path]) != DEFAULT_MODE:
        make_private_file(path)
    printer.setResolution(_get_layout_resolution())  # fonts in points would grow with the printer's own
    painter = QPainter()
    if not painter.begin(printer):
        raise FormatError(None, None, "the printer did not take the drawing", "Choose another printer, or save a PDF")
    try:
        page = QRectF(painter.viewport())
        scale = min(1.0, page.width() / area.width())
        height = page.height() / scale  # height of the part of the scene that fits on a page
        with _hide_background(scene):
            for number in range(max(math.ceil(area.height() / height - 1e-6), 1)):
                if number:
                    printer.newPage()
                top = area.top() + number * height
                page_area = QRectF(area.left(), top, area.width(), min(height, area.bottom() - top))
                scene.render(painter, QRectF(0, 0, page_area.width() * scale, page_area.height() * scale), page_area)
    finally:
        painter.end()


def _compute_drawing_area(scene: QGraphicsScene, path: Path | None) -> QRectF:
    """Return the bounds of all items with a margin; FormatError if there are none."""
    bounds = scene.itemsBoundingRect()
    if bounds.isEmpty():
        raise FormatError(path, None, "there is nothing drawn", "Show a sentence first")
    return bounds.adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN)


@contextmanager
def _hide_background(scene: QGraphicsScene) -> Iterator[None]:
    """Remove the background of a scene within a `with` block."""
    brush = scene.backgroundBrush()
    scene.setBackgroundBrush(Qt.BrushStyle.NoBrush)
    try:
        yield
    finally:
        scene.setBackgroundBrush(brush)


def _get_layout_resolution() -> int:
    """Return the resolution for laying out fonts in points; devices must agree, or text changes its size."""
    return round(QGuiApplication.primaryScreen().logicalDotsPerInch())


def _render_svg(scene: QGraphicsScene, area: QRectF, path: Path, scale: float, title: str, transparent: bool) -> bytes:
    """Render a scene as SVG with real text and fallback fonts."""
    from PySide6.QtSvg import QSvgGenerator

    del path, transparent
    size = QSize(math.ceil(area.width()), math.ceil(area.height()))
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setResolution(_get_layout_resolution())
    generator.setSize(size)
    generator.setViewBox(QRect(0, 0, size.width(), size.height()))
    generator.setTitle(title)
    generator.setDescription("Spectral Workbench")
    painter = QPainter(generator)
    scene.render(painter, QRectF(0, 0, area.width(), area.height()), area)
    painter.end()
    text = bytes(content.data()).decode()
    size_attributes = f'width="{size.width() * scale:g}" height="{size.height() * scale:g}"'
    text = _SIZE_ATTRIBUTES.sub(size_attributes, text, count=1)
    return _TEXT_ELEMENT.sub(_add_text_direction, _FONT_FAMILY.sub(_add_fallback_fonts, text)).encode()


def _add_fallback_fonts(match: re.Match[str]) -> str:
    """Return a matched `font-family` attribute of an SVG with fonts to use where its first is not installed."""
    families = [family.strip() for family in match[1].split(",")]
    families += _FALLBACKS if _ARABIC in families else ("DejaVu Sans", "sans-serif")
    return f'font-family="{", ".join(dict.fromkeys(families))}"'


def _add_text_direction(match: re.Match[str]) -> str:
    """Return a matched text element of an SVG, marked if it is right to left; otherwise punctuation at the ends of a
    word would change sides."""
    if not is_right_to_left(match[2]):
        return match[0]
    return f'<text direction="rtl" unicode-bidi="embed" text-anchor="end" {match[1]}>{match[2]}<'


def _render_pdf(scene: QGraphicsScene, area: QRectF, path: Path, scale: float, title: str, transparent: bool) -> bytes:
    """Render a scene as a PDF page of its size."""
    del path, transparent
    dots = _get_layout_resolution()
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(dots)
    writer.setCreator("Spectral Workbench")
    writer.setTitle(title)
    points = QSizeF(area.width(), area.height()) * (scale * 72 / dots)
    writer.setPageSize(QPageSize(points, QPageSize.Unit.Point, "drawing", QPageSize.SizeMatchPolicy.ExactMatch))
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    painter = QPainter(writer)
    scene.render(painter, QRectF(0, 0, area.width() * scale, area.height() * scale), area)
    painter.end()
    return bytes(content.data())


def _render_png(scene: QGraphicsScene, area: QRectF, path: Path, scale: float, title: str, transparent: bool) -> bytes:
    """Render a scene as PNG at a scale; FormatError if the picture is too large."""
    width, height = math.ceil(area.width() * scale), math.ceil(area.height() * scale)
    image = QImage() if max(width, height) > _MAX_PIXELS else QImage(width, height, QImage.Format.Format_ARGB32)
    if image.isNull():
        problem = f"a picture of {width:,} by {height:,} pixels is too large"
        raise FormatError(path, None, problem, "Use a smaller scale, or save it as .svg or .pdf")
    image.fill(Qt.GlobalColor.transparent if transparent else _PAPER)
    painter = QPainter(image)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    scene.render(painter, QRectF(0, 0, area.width() * scale, area.height() * scale), area)
    painter.end()
    dots = round(_get_layout_resolution() * scale / 0.0254)
    image.setDotsPerMeterX(dots)  # only now: it would change the size of fonts
    image.setDotsPerMeterY(dots)
    if title:
        image.setText("Title", title)
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not image.save(buffer, "PNG"):  # type: ignore[call-overload]
        raise FormatError(path, None, "the picture could not be made", "Use a smaller scale, or save it as .svg")
    return bytes(content.data())


_RENDERERS: dict[str, _SceneRenderer] = {".svg": _render_svg, ".pdf": _render_pdf, ".png": _render_png}


def choose_tree_kind(sentence: Sentence, requested: str = "") -> str:
    """Return the requested kind of tree, or else the one that the sentence has; DataError if the sentence does not have
    it."""
    kinds = export.structure_kinds(sentence)
    if requested and requested not in (DEPENDENCY_KIND, CONSTITUENT_KIND):
        raise DataError(f"{requested!r} is not a kind of tree: use {DEPENDENCY_KIND} or {CONSTITUENT_KIND}")
    if requested and requested not in kinds:
        missing = "heads" if requested == DEPENDENCY_KIND else "constituency tree"
        raise DataError(f"this sentence has no {missing} to draw")
    if not kinds:
        raise DataError("this sentence has neither heads nor a tree to draw")
    return requested or kinds[0]


def make_sentence_scene(sentence: Sentence, kind: str, parent: QObject | None = None) -> QGraphicsScene:
    """Draw the tree of a sentence on a new scene, in light colours; DataError if the sentence is too long."""
    if len(sentence) > MAX_DRAWN_WORDS:
        problem = f"this sentence has {len(sentence):,} words, and at most {MAX_DRAWN_WORDS:,} are drawn"
        raise DataError(f"{problem}. Cut it into sentences, or export it as LaTeX (.tex)")
    scene = QGraphicsScene(parent)
    colours = theme.get_colours(dark=False)
    if kind == CONSTITUENT_KIND:
        assert sentence.tree is not None
        style = TreeStyle(right_to_left=bool(is_right_to_left(sentence.text)))
        tree_drawing.TreeDrawing(scene, sentence.tree, colours, style)
    else:
        dependencies.ArcDrawing(scene, sentence, colours)
    return scene


def format_tree_as_latex(sentence: Sentence, kind: str, standalone: bool = False) -> str:
    """Return a sentence's dependencies or constituency tree as LaTeX, with a preamble if `standalone`."""
    if kind == CONSTITUENT_KIND:
        assert sentence.tree is not None
        return export.tree_to_latex(sentence.tree, standalone=standalone, text=sentence.text)
    return export.dependencies_to_latex(sentence, standalone=standalone)


def write_sentence_figure(
    sentence: Sentence, kind: str, path: Path, scale: float = 1.0, text_path: Path | None = None
) -> None:
    """Draw the tree of a sentence to a file whose suffix decides the format: .svg, .pdf, .png, or .tex as a whole
    document. `text_path` is the file of the sentence, whose read permissions limit those of a new file."""
    kind = choose_tree_kind(sentence, kind)
    if path.suffix.lower() == ".tex":
        content = format_tree_as_latex(sentence, kind, standalone=True).encode()
        replace_atomically(path, [content], permissions=compute_copy_permissions(path, [text_path]))
        return
    scene = make_sentence_scene(sentence, kind)
    write_scene(scene, path, scale=scale, title=sentence.text, text_paths=[text_path])
    scene.clear()


def make_automaton_scene(automaton: Automaton, min_share: float = 0.0, parent: QObject | None = None) -> QGraphicsScene:
    """Draw an automaton with a caption below it on a new scene, in light colours."""
    scene = QGraphicsScene(parent)
    automaton_drawing.AutomatonDrawing(
        scene,
        automaton,
        theme.get_colours(dark=False),
        min_share=min_share,
        caption=compose_automaton_caption(automaton, min_share),
    )
    return scene


def write_automaton_figure(
    automaton: Automaton, path: Path, *, min_share: float = 0.0, scale: float = 1.0, text_paths: Sequence[Path] = ()
) -> None:
    """Draw an automaton to a file whose suffix decides the format: .svg, .pdf, .png, .dot, .graphml, or .tex as a whole
    document."""
    rights = compute_copy_permissions(path, text_paths)
    match path.suffix.lower():
        case ".dot":
            replace_atomically(path, [automaton_to_dot(automaton, min_share=min_share).encode()], permissions=rights)
        case ".graphml":
            replace_atomically(path, [automaton_to_graphml(automaton).encode()], permissions=rights)
        case ".tex":
            replace_atomically(
                path, [automaton_to_latex(automaton, standalone=True, min_share=min_share).encode()], permissions=rights
            )
        case _:
            scene = make_automaton_scene(automaton, min_share)
            write_scene(
                scene, path, scale=scale, title=compose_automaton_caption(automaton, min_share), text_paths=text_paths
            )
            scene.clear()


def convert_automaton_file(source: Path, output: Path, *, min_share: float = 0.0, scale: float = 1.0) -> None:
    """Read an automaton from a stored file, and write it as a figure."""
    write_automaton_figure(stored.load_automaton(source), output, min_share=min_share, scale=scale, text_paths=[source])


def write_trace_frame(trace: Trace, number: int, path: Path, text_paths: Sequence[Path]) -> None:
    """Write a frame of a trace to a file in the format of its suffix: .svg, .pdf, .png, or .tex as a whole document.

    A new file gets no wider read permissions than these texts.
    """
    rights = compute_copy_permissions(path, text_paths)
    match path.suffix.lower():
        case ".svg":
            replace_atomically(path, [frame_to_svg(trace, number).encode()], permissions=rights)
        case ".tex":
            replace_atomically(path, [frame_to_latex(trace, number, standalone=True).encode()], permissions=rights)
        case _:
            scene = QGraphicsScene()
            trace_frames.draw_trace_frame(scene, trace, number, theme.get_colours(dark=False), with_caption=True)
            write_scene(scene, path, title=f"{trace.title}: {trace.steps[number].caption}", text_paths=text_paths)
            scene.clear()
