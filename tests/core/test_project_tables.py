"""Readings in token tables: decided, saved and undone, whatever the table has no column for."""

from __future__ import annotations

from pathlib import Path

import pytest

from spectral_core.data import Analysis, Sentence
from spectral_core.data.readings import with_table_reading
from spectral_core.project import Change, Edit, Project

BARE = """surface	vocalised_segments	lemma	xpos	feats	gold_status
# letter#1
كتب	_	_	_	_	unanalysed
رسالة	_	_	_	_	unanalysed

# letter#2
وصلت	_	_	_	_	unanalysed
"""
PLAIN = """form	lemma	xpos
كتب	_	_
رسالة	_	_

وصلت	_	_
"""
READINGS = (Analysis(lemma="كَتَب", xpos="VP-A-3MS--"), Analysis(lemma="رِسَالَة", xpos="N------S4I"))


class Desk:
    """A project over one table, and what its window would show."""

    def __init__(self, folder: Path, text: str):
        self.path = folder / "words.tsv"
        self.path.write_text(text, encoding="utf-8")
        self.project = Project.create(folder, [self.path])
        self.treebank = self.project.open_document("words.tsv").treebank

    def decide(self, word: int, reading: Analysis) -> None:
        before = self.treebank[0]
        after = with_table_reading(before, word, reading)
        self.project.record(Edit(f"Read word {word}", (Change("words.tsv", 0, before, after),)))
        self.show(after)

    def undo(self) -> None:
        act = self.project.undo()
        assert act is not None
        self.show(act.changes[0].before)

    def show(self, sentence: Sentence) -> None:
        self.treebank = self.treebank.with_sentence(0, sentence)

    def save(self) -> bytes:
        self.treebank = self.project.save("words.tsv", self.treebank)
        return self.path.read_bytes()


@pytest.mark.parametrize("text", [BARE, PLAIN])
@pytest.mark.parametrize("count", [1, 2])
def test_what_is_undone_after_saving_leaves_the_table_as_it_was(tmp_path: Path, text: str, count: int) -> None:
    desk = Desk(tmp_path, text)
    before = desk.path.read_bytes()
    for word, reading in enumerate(READINGS[:count], 1):
        desk.decide(word, reading)
    assert READINGS[0].lemma in desk.save().decode()
    for _ in range(count):
        desk.undo()
    assert set(desk.treebank[0].lemmas) == {"_"}
    assert desk.save() == before
    desk.project.close()


def test_parts_that_the_table_reads_from_its_vowels_do_not_keep_a_reading_from_being_undone(tmp_path: Path) -> None:
    desk = Desk(tmp_path, BARE)
    before = desk.path.read_bytes()
    desk.decide(1, Analysis(lemma="كَتَب", vocalised="كَتَبَ", xpos="VP-A-3MS--"))
    desk.save()
    chosen = desk.treebank[0].analyses[0]
    assert chosen is not None
    assert [part.form for part in chosen.segments] == ["كَتَبَ"]  # nobody chose them
    desk.undo()
    assert desk.treebank[0].lemmas[0] == "_"
    assert desk.save() == before
    desk.project.close()
