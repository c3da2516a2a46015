"""The ranker that fits a text is taken, and none where none fits."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fixtures import ENGLISH_WORDS as WORDS
from pytestqt.qtbot import QtBot

from spectral_core import store
from spectral_core.data import Sentence, Treebank
from spectral_core.files import locate_assets
from spectral_core.formats import load, save
from spectral_core.project import Project, Run
from spectral_core.registry import METHODS, make_settings
from spectral_gui.state import AppContext

TURKISH = [
    "adam",
    "evin",
    "bir",
    "odasında",
    "oturup",
    "eski",
    "bir",
    "kitap",
    "okuyor",
    "ama",
    "hiç",
    "kimse",
    "onu",
    "görmüyor",
]
DOCUMENTS = ("english.conllu", "arabic.conllu", "turkish.conllu", "pasted.conllu", "greek.conllu")
METHOD = METHODS["analysis-ranker"]


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with rankers of English and of Arabic, learnt in this order."""
    folder = tmp_path_factory.mktemp("rankers")
    arabic = list(load(locate_assets() / "sample" / "arabic" / "written.conllu"))[:20]
    english = [Sentence.of(WORDS[at:] + WORDS[:at], lemmas=WORDS[at:] + WORDS[:at], upos=["X"] * len(WORDS))
               for at in range(8)]  # fmt: skip
    texts = (
        english,
        arabic,
        [Sentence.of(TURKISH)],
        [Sentence.of(WORDS[::-1])],
        [Sentence.of(["ο", "σκύλος"] * 9)],
    )
    for name, sentences in zip(DOCUMENTS, texts, strict=True):
        save(Treebank.of(sentences), folder / name, "conllu")
    with Project.create(folder, [folder / name for name in DOCUMENTS]) as project:
        for number, sentences in enumerate((english, arabic), 1):
            model = METHOD.learn(Treebank.of(sentences), make_settings(METHOD, {"words": 100, "passes": 1}))
            run = Run(name=f"ranker {number}", method=METHOD.name, status="finished", model=f"ranker {number}.npz")
            path = project.prepare_model_path(run.name)
            path.parent.mkdir(exist_ok=True)
            store.save(model, path.with_name(run.model))
            project.add_run(run)
    return folder


@pytest.fixture
def desk(qtbot: QtBot) -> Iterator[AppContext]:
    made = AppContext()
    yield made
    made.close()


def show(desk: AppContext, qtbot: QtBot, room: Path, document: str) -> None:
    desk.session.open(room, document)
    qtbot.waitUntil(lambda: desk.session.document == document and len(desk.session.treebank) > 0, timeout=30_000)


@pytest.mark.parametrize(
    ("document", "ranker", "why"),
    [
        ("arabic.conllu", "ranker 2", ""),
        ("english.conllu", "ranker 1", ""),
        ("pasted.conllu", "ranker 1", ""),
        ("turkish.conllu", None, "ranker 2 was trained on Arabic script; this text is in Latin script."),
        ("greek.conllu", None, "ranker 2 was trained on Arabic script; this text is in Greek script."),
    ],
)
def test_the_ranker_that_fits_a_text_is_taken_and_none_where_none_fits(
    room: Path, desk: AppContext, qtbot: QtBot, document: str, ranker: str | None, why: str
) -> None:
    for name in ("arabic.conllu", document):
        show(desk, qtbot, room, name)
    used = desk.readings.model.active_run
    assert (used and used.name) == ranker
    assert desk.readings.why_unranked == why


def test_a_ranker_that_does_not_fit_is_used_where_it_is_chosen(room: Path, desk: AppContext, qtbot: QtBot) -> None:
    show(desk, qtbot, room, "greek.conllu")
    desk.readings.model.choose_run("ranker 1")
    assert desk.readings.model.active_run is not None
    assert desk.readings.model.active_run.name == "ranker 1"
