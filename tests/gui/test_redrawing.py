"""Dependency drawings that take over the items of the previous one: nothing of that shows in them."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QGraphicsItem, QGraphicsScene

from spectral_core.data import EMPTY, Problem, Sentence
from spectral_core.data.sentence import EmptyNode, MultiwordToken
from spectral_gui import theme
from spectral_gui.scenes.dependencies import ArcDrawing, ArcMarks, ArcStyle, SuggestedPart
from spectral_gui.scenes.dependencies.items import (
    ArcItem,
    ForbiddenArcItem,
    LabelItem,
    MultiwordTokenItem,
    WordItem,
)

LATIN = ["the", "old", "cook", "opened", "a", "can", "near", "the", "pier", "today"]
ARABIC = ["كتب", "الولد", "رسالة", "طويلة", "إلى", "أمه", "في", "المدينة"]
ITEM_TYPES = (WordItem, ArcItem, LabelItem, ForbiddenArcItem, MultiwordTokenItem)
Description = tuple[object, ...]


def describe(item: QGraphicsItem) -> Description:
    """Return all that can be seen of an item: kind, place, stack, content, states, and its outline."""
    assert isinstance(item, ITEM_TYPES)
    states = [getattr(item, name, None) for name in ("selection_level", "is_target", "is_selected")]
    place = round(item.pos().x(), 6), round(item.pos().y(), 6)
    shape = item.shape().boundingRect().getRect() if isinstance(item, ArcItem) else None
    bounds = item.boundingRect().getRect()
    return type(item).__name__, place, item.zValue(), item.content, item.toolTip(), *states, shape, bounds


def describe_drawing(scene: QGraphicsScene, drawing: ArcDrawing) -> list[Description]:
    """Return the descriptions of the items of a scene, and which of them the drawing knows as what."""
    known = [
        *(("word", word, describe(item)) for word, item in sorted(drawing.words.items())),
        *(("arc", word, *map(describe, items)) for word, items in sorted(drawing.arcs.items())),
        *(("label", word, *map(describe, items)) for word, items in sorted(drawing.labels.items())),
        *(("stub", word, *map(describe, items)) for word, items in sorted(drawing.stubs.items())),
    ]
    items = sorted((describe(item) for item in scene.items()), key=repr)
    return [*items, *known, ("area", scene.sceneRect().getRect())]


@dataclass
class State:
    """What is drawn, and how; edited at random."""

    chance: random.Random
    sentence: Sentence
    style: ArcStyle
    marks: ArcMarks = field(default_factory=ArcMarks)
    dark: bool = False

    def edit(self) -> None:
        """Change a head, a relation, a tag, the marks, the style, the theme or the sentence."""
        chance, size = self.chance, len(self.sentence)
        word = chance.randint(1, size)
        heads, relations = list(self.sentence.heads), list(self.sentence.deprels)
        match chance.randint(0, 9):
            case 0 | 1 | 2:
                heads[word - 1] = chance.choice([None, 0, word, *range(1, size + 1)])
                relations[word - 1] = chance.choice([EMPTY, "nsubj", "obl:arg", "root"])
                self.sentence = replace(self.sentence, heads=tuple(heads), deprels=tuple(relations), source=None)
            case 3:
                tags = tuple(chance.choice(["NOUN", "VERB", EMPTY]) for _ in range(size))
                self.sentence = replace(self.sentence, upos=tags, source=None)
            case 4:
                parts = [SuggestedPart(0.5, changed, "suggested", only) for changed, only in ((0, 0), (1, 0), (0, 1))]
                words = range(1, size + 1)
                self.marks = ArcMarks(
                    [Problem(1, "wrong", "repair it", word=word, warning=chance.random() < 0.5)],
                    {number: chance.choice(parts) for number in words if chance.random() < 0.4},
                    [number for number in words if chance.random() < 0.2],
                    [number for number in words if chance.random() < 0.3],
                    [(head, word) for head in {0, chance.randint(1, size)} - {word}],
                )
            case 5:
                self.marks = ArcMarks()
            case 6:
                self.style = replace(self.style, width=chance.choice([None, 250.0, 400.0]))
            case 7:
                flag = chance.choice(["lemmas", "interlinear", "enhanced", "compact"])
                self.style = replace(self.style, **{flag: not getattr(self.style, flag)})
            case 8:
                self.dark = not self.dark
            case 9:
                words_left = max(size - 1, 2)
                self.sentence = make_sentence(chance, [*self.sentence.forms[:words_left], "more"])
                self.marks = ArcMarks()


def make_sentence(chance: random.Random, forms: list[str]) -> Sentence:
    size = len(forms)
    return replace(
        Sentence.of(
            forms,
            lemmas=forms,
            upos=["NOUN"] * size,
            heads=[chance.randint(0, size) for _ in forms],
            deprels=["dep"] * size,
            deps=[f"{chance.randint(0, size)}:extra" for _ in forms],
        ),
        ranges=(MultiwordToken(1, 2, "".join(forms[:2])),),
        empty_nodes=(EmptyNode(1, 1, ("gap", *[EMPTY] * 6, "2:orphan", EMPTY)),),
    )


@pytest.mark.parametrize("forms", [LATIN, ARABIC], ids=["latin", "arabic"])
@pytest.mark.parametrize("seed", range(6))
def test_a_drawing_with_items_of_the_previous_one_equals_a_fresh_one(seed: int, forms: list[str], qapp: object) -> None:
    chance = random.Random(seed)
    state = State(chance, make_sentence(chance, forms), ArcStyle(width=400.0))
    scene, drawing = QGraphicsScene(), None
    reused = 0
    for _ in range(40):
        state.edit()
        colours = theme.get_colours(state.dark)
        positions = None if drawing is None else drawing.positions
        before = set() if drawing is None else set(map(id, drawing.words.values()))
        drawing = ArcDrawing(scene, state.sentence, colours, state.style, state.marks, drawing)
        reused += len(before & set(map(id, drawing.words.values())))
        fresh_scene = QGraphicsScene()
        fresh = ArcDrawing(fresh_scene, state.sentence, colours, state.style, state.marks)
        assert describe_drawing(scene, drawing) == describe_drawing(fresh_scene, fresh)
        word = chance.randint(1, len(state.sentence))
        for drawn in (drawing, fresh):
            drawn.select([word], word)
        assert describe_drawing(scene, drawing) == describe_drawing(fresh_scene, fresh)
        drawing.preview(1, 2)
        if positions is not None and positions.words.keys() >= drawing.words.keys():
            step = drawing.make_transition(positions, QPointF(0, -12))
            if step is not None:
                step(chance.choice([0.3, 1.0]))
    assert reused
