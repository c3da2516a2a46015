"""Drawings in files: text stays text, sizes are right, and a failure leaves the old file."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import zlib
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtWidgets import (
    QGraphicsItem,
    QGraphicsScene,
    QGraphicsSimpleTextItem,
    QStyleOptionGraphicsItem,
    QWidget,
)
from pytestqt.qtbot import QtBot

from spectral_core.data import Sentence
from spectral_core.errors import DataError, FormatError
from spectral_gui import text_display
from spectral_gui.scenes import figure_export

ARABIC, HEBREW = "ذَهَبَتْ", "(הילדה"
WORDS = ("tea & <milk>", "well", ARABIC, HEBREW)


class Painted(QGraphicsItem):
    """An item that paints its text itself, as a canvas does."""

    def __init__(self, text: str):
        super().__init__()
        self.text = text

    def boundingRect(self) -> QRectF:
        return QRectF(0, 0, 160, 40)

    def paint(self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None) -> None:
        painter.setFont(text_display.make_treebank_font(14, text_display.is_arabic(self.text)))
        painter.drawText(self.boundingRect(), Qt.AlignmentFlag.AlignCenter, self.text)


@pytest.fixture
def scene(qtbot: QtBot) -> QGraphicsScene:
    text_display.load_bundled_fonts()
    made = QGraphicsScene()
    for at, word in enumerate(WORDS):
        items = (QGraphicsSimpleTextItem(word), Painted(word))
        items[0].setFont(text_display.make_treebank_font(14, text_display.is_arabic(word)))
        for row, item in enumerate(items):
            item.setPos(200 * at, 60 * row)
            made.addItem(item)
    made.addRect(QRectF(-10, -10, 820, 130))
    return made


def drawn_size(scene: QGraphicsScene) -> tuple[float, float]:
    area = scene.itemsBoundingRect()
    return area.width() + 2 * figure_export.MARGIN, area.height() + 2 * figure_export.MARGIN


def test_the_words_of_an_svg_are_text_with_fonts_to_fall_back_on(scene: QGraphicsScene, tmp_path: Path) -> None:
    figure_export.write_scene(scene, tmp_path / "a.svg", title="Tea & <milk>")
    root = ET.parse(tmp_path / "a.svg").getroot()
    name = "{http://www.w3.org/2000/svg}"
    texts = list(root.iter(f"{name}text"))
    assert sorted(text.text or "" for text in texts) == sorted(2 * WORDS)
    assert root.findtext(f"{name}title") == "Tea & <milk>"
    for text in texts:
        families = text.attrib["font-family"].split(", ")
        assert families[-1] in ("serif", "sans-serif")
        right_to_left = text.text in (ARABIC, HEBREW)
        assert text.get("direction") == ("rtl" if right_to_left else None)
        assert text.get("text-anchor") == ("end" if right_to_left else None)
        assert (families[0] == "Noto Naskh Arabic") == (text.text == ARABIC or text.text == HEBREW)


@pytest.mark.parametrize("scale", [1.0, 2.5])
def test_the_scale_changes_the_size_of_an_svg_and_not_what_is_in_it(
    scene: QGraphicsScene, tmp_path: Path, scale: float
) -> None:
    figure_export.write_scene(scene, tmp_path / "a.svg", scale=scale)
    root = ET.parse(tmp_path / "a.svg").getroot()
    width, height = drawn_size(scene)
    assert [float(side) for side in root.attrib["viewBox"].split()] == [
        0,
        0,
        pytest.approx(width, abs=1),
        pytest.approx(height, abs=1),
    ]
    assert float(root.attrib["width"]) == pytest.approx(width * scale, abs=scale)
    assert float(root.attrib["height"]) == pytest.approx(height * scale, abs=scale)


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_a_pdf_has_one_page_of_the_size_of_the_drawing(scene: QGraphicsScene, tmp_path: Path, scale: float) -> None:
    figure_export.write_scene(scene, tmp_path / "a.pdf", scale=scale)
    content = (tmp_path / "a.pdf").read_bytes()
    (box,) = re.findall(rb"/MediaBox \[([^\]]+)\]", content)
    left, top, right, bottom = map(float, box.split())
    points = 72 / scene_dots()
    width, height = drawn_size(scene)
    assert (left, top) == (0, 0)
    assert (right, bottom) == pytest.approx((width * points * scale, height * points * scale), abs=1)


def scene_dots() -> float:
    from PySide6.QtGui import QGuiApplication

    return QGuiApplication.primaryScreen().logicalDotsPerInch()


def streams(content: bytes) -> list[bytes]:
    found = []
    for packed in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", content, re.DOTALL):
        try:
            found.append(zlib.decompress(packed))
        except zlib.error:
            found.append(packed)
    return found


def test_the_words_of_a_pdf_are_text_that_can_be_searched(scene: QGraphicsScene, tmp_path: Path) -> None:
    figure_export.write_scene(scene, tmp_path / "a.pdf")
    content = (tmp_path / "a.pdf").read_bytes()
    assert b"/Subtype /Image" not in content
    assert b"/FontFile2" in content
    assert b"/ToUnicode" in content
    maps = b"".join(stream for stream in streams(content) if b"begincmap" in stream).decode().lower()
    for letter in "tewlm":  # the map gives each glyph the letter that it stands for
        assert f"<{ord(letter):04x}>" in maps


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="pdftotext is not installed")
def test_the_words_of_a_pdf_can_be_taken_out_again(scene: QGraphicsScene, tmp_path: Path) -> None:
    figure_export.write_scene(scene, tmp_path / "a.pdf")
    ran = subprocess.run(["pdftotext", tmp_path / "a.pdf", "-"], capture_output=True, text=True, check=True)
    assert "well" in ran.stdout
    assert "הילדה" in ran.stdout


@pytest.mark.parametrize("scale", [0.5, 1.0, 3.0])
def test_a_png_has_the_size_that_the_scale_asks_for(scene: QGraphicsScene, tmp_path: Path, scale: float) -> None:
    figure_export.write_scene(scene, tmp_path / "a.png", scale=scale)
    image = QImage(str(tmp_path / "a.png"))
    width, height = drawn_size(scene)
    assert (image.width(), image.height()) == pytest.approx((width * scale, height * scale), abs=1)
    physical = image.width() / image.dotsPerMeterX() * 1000
    assert physical == pytest.approx(width / scene_dots() * 25.4, rel=0.01)


@pytest.mark.parametrize(("transparent", "alpha"), [(False, 255), (True, 0)])
def test_a_png_has_a_white_background_or_none(
    scene: QGraphicsScene, tmp_path: Path, transparent: bool, alpha: int
) -> None:
    scene.setBackgroundBrush(QColor("black"))  # what a dark window may show behind the drawing
    figure_export.write_scene(scene, tmp_path / "a.png", transparent=transparent)
    corner = QImage(str(tmp_path / "a.png")).pixelColor(1, 1)
    assert corner.alpha() == alpha
    assert transparent or corner == QColor("white")
    assert scene.backgroundBrush().color() == QColor("black")


@pytest.mark.parametrize("name", ["a.gif", "a"])
def test_another_ending_is_refused_with_those_there_are(scene: QGraphicsScene, tmp_path: Path, name: str) -> None:
    with pytest.raises(FormatError, match=re.escape("Use one of the extensions .svg, .pdf, .png")):
        figure_export.write_scene(scene, tmp_path / name)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("scale", [0.0, -1.0, float("nan"), float("inf")])
def test_a_scale_that_is_no_size_is_refused(scene: QGraphicsScene, tmp_path: Path, scale: float) -> None:
    with pytest.raises(FormatError, match="at scale"):
        figure_export.write_scene(scene, tmp_path / "a.png", scale=scale)


def test_a_picture_that_is_too_large_leaves_the_old_file(scene: QGraphicsScene, tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"old")
    with pytest.raises(FormatError, match="too large"):
        figure_export.write_scene(scene, tmp_path / "a.png", scale=1000)
    assert (tmp_path / "a.png").read_bytes() == b"old"


def test_an_empty_drawing_is_not_saved(qtbot: QtBot, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="nothing drawn"):
        figure_export.write_scene(QGraphicsScene(), tmp_path / "a.svg")


def test_a_figure_of_too_many_words_is_refused_but_written_as_latex(qtbot: QtBot, tmp_path: Path) -> None:
    size = text_display.MAX_DRAWN_WORDS + 1
    sentence = Sentence.of(["w"] * size, upos=["X"] * size, heads=[0, *[1] * (size - 1)], deprels=["dep"] * size)
    with pytest.raises(DataError, match=r"at most 2,000 are drawn.*LaTeX"):
        figure_export.write_sentence_figure(sentence, "dependencies", tmp_path / "a.svg")
    figure_export.write_sentence_figure(sentence, "dependencies", tmp_path / "a.tex")
    assert (tmp_path / "a.tex").read_text().count(r"\depedge") == size - 1


def pages(scene: QGraphicsScene, path: Path, text: Path | None = None) -> bytes:
    printer = QPrinter()
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(path))
    figure_export.print_scene(scene, printer, text)
    return path.read_bytes()


def test_a_wide_drawing_is_printed_on_one_page(scene: QGraphicsScene, tmp_path: Path) -> None:
    scene.addRect(QRectF(0, 0, 5000, 100))
    content = pages(scene, tmp_path / "a.pdf")
    assert len(re.findall(rb"/Type /Page\b", content)) == 1
    assert b"/ToUnicode" in content


@pytest.mark.skipif(os.name != "posix", reason="the rights of files are another matter there")
@pytest.mark.parametrize("mode", [0o600, 0o644])
def test_whoever_may_not_read_a_text_may_not_read_the_file_that_it_is_printed_into(
    scene: QGraphicsScene, tmp_path: Path, mode: int
) -> None:
    text, page = tmp_path / "a.conllu", tmp_path / "a.pdf"
    text.touch()
    text.chmod(mode)
    assert pages(scene, page, text).startswith(b"%PDF")
    assert page.stat().st_mode & 0o777 == mode


def test_a_tall_drawing_goes_on_on_the_next_page(qtbot: QtBot, tmp_path: Path) -> None:
    scene = QGraphicsScene()
    for row in range(100):
        item = QGraphicsSimpleTextItem("word")
        item.setFont(QFont("DejaVu Sans", 12))
        item.setPos(0, 30 * row)
        scene.addItem(item)
    content = pages(scene, tmp_path / "a.pdf")
    assert len(re.findall(rb"/Type /Page\b", content)) == 3
