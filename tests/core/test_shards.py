"""A treebank in parts: each sentence once, and no text sent along where a file holds it."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spectral_core.data import Sentence, Treebank
from spectral_core.errors import FormatError
from spectral_core.files import compress_by_suffix, read_byte_range
from spectral_core.formats import load

ROW = "\t{0}\tX\tY\t_\t{1}\t_\t_\t_\n"
CONLLU = "".join(
    f"# sent_id = {at}\n1\towl{at}" + ROW.format("owl", 0) + "2\tsleeps" + ROW.format("sleep", 1) + "\n"
    for at in range(400)
)
SPREAD = "".join(f"# tree {at}\n( (S\n    (NP (NN owl{at}))\n    (VP (VBD slept))))\n" for at in range(400))
FLAT = "".join(f"( (S (NP (NN owl{at})) (VP (VBD slept))) )\n" for at in range(400))
INDENTED = "".join(f"  (S (NN owl{at})\n    (VBD slept))\n" for at in range(400))
TORN = "".join(f"(S (NP (NN owl{at})\n(S (NN owl) (VBD slept)))\n) stray\n" for at in range(100))
TABLE = "form\tlemma\txpos\n" + "".join(f"owl{at}\towl\tNN\nslept\tsleep\tVBD\n\n" for at in range(400))
CHANGING = "surface_normalised\tuthmani\tpos\tlemma_qac_buckwalter\tmorphology_qac\tsura\taya\n" + "".join(
    f"w{at}\tw\tN\tw\t_\t1\t{at // 3}\n" for at in range(1200)
)
RUNNING = "".join(
    f"The {at}th owl slept, didn't it? It did. A lark, (so Mr. Owl said) sang" + ".\n" * 2 for at in range(400)
)
TOKENISED = "# doc = one\n" + "".join(f"the owl {at} slept , and sang .\n" for at in range(400))
ENDLESS = "owls sleep and " * 30_000

FILES = {
    "a.conllu": CONLLU,
    "bom.conllu": "\ufeff\n\n" + CONLLU.replace("\n\n", "\n \n\n"),
    "crlf.conllu": CONLLU.replace("\n", "\r\n"),
    "spread.mrg": SPREAD,
    "flat.mrg": FLAT,
    "indented.mrg": INDENTED,
    "torn.mrg": TORN,
    "a.tsv": TABLE,
    "changing.tsv": CHANGING,
    "running.txt": RUNNING,
    "tokenised.txt": TOKENISED,
    "endless.txt": ENDLESS,
}


@pytest.fixture(params=FILES)
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    found = tmp_path / request.param
    found.write_bytes(FILES[request.param].encode())
    return found


def seen(sentences: Sequence[Sentence]) -> list[tuple[Sentence, int, bytes | None, tuple[object, ...]]]:
    """Sentences with what does not count when they are compared."""
    return [(one, one.line, one.source, one.problems) for one in sentences]


def sent(part: Treebank) -> Treebank:
    return pickle.loads(pickle.dumps(part))  # type: ignore[no-any-return]


@pytest.mark.parametrize("number", [1, 2, 7])
def test_the_parts_together_are_the_treebank(path: Path, number: int) -> None:
    treebank = load(path)
    parts = treebank.split_shards(number)
    assert len(parts) == min(number, len(treebank))
    sizes = [len(part) for part in parts]
    assert max(sizes) - min(sizes) <= 1
    joined = Treebank.concatenate([sent(part) for part in parts])
    assert seen(joined) == seen(treebank)
    assert joined.problems == treebank.problems
    assert seen(Treebank.concatenate(parts)) == seen(treebank)
    assert [one for part in parts for one in (sent(part)[len(part) - 1], part[0])]


@pytest.mark.parametrize("ending", ["", ".gz", ".xz"])
def test_a_part_is_small_and_is_read_in_another_process(ending: str, tmp_path: Path) -> None:
    parts, expected = [], []
    for name, text in FILES.items():
        path = tmp_path / (name + ending)
        path.write_bytes(compress_by_suffix(path, text.encode()))
        treebank = load(path)
        first, second = treebank.split_shards(2)
        parts.append(pickle.dumps(replace(second, problems=())))  # which are a sentence each, as long as they are
        expected.append([one.forms for one in [*treebank][len(first) :]])
    assert max(map(len, parts)) < 1000
    program = "import pickle, sys; parts = map(pickle.loads, pickle.load(sys.stdin.buffer))"
    command = [sys.executable, "-c", f"{program}; print([[one.forms for one in part] for part in parts])"]
    ran = subprocess.run(command, input=pickle.dumps(parts), capture_output=True, check=True)
    assert ran.stdout.decode().strip() == str(expected)


def test_what_was_edited_goes_with_its_part(path: Path) -> None:
    treebank = load(path)
    last = len(treebank) - 1
    changed = Sentence.of(["changed"])
    edited = treebank.with_sentence(0, changed).with_sentence(last, changed)
    first, *_, final = edited.split_shards(3)
    assert (len(first.edits), len(final.edits)) == (1, 1)
    assert sent(first)[0] == sent(final)[len(final) - 1] == changed
    assert [*Treebank.concatenate([sent(part) for part in edited.split_shards(3)])] == [*edited]
    twice = Treebank.concatenate([edited, treebank]).with_sentence(1, changed)
    parts = twice.split_shards(4)
    assert [*Treebank.concatenate([sent(part) for part in parts])] == [*twice]
    assert max(len(pickle.dumps(part)) for part in parts) < 6500


def test_parts_of_what_is_in_no_file_hold_their_sentences() -> None:
    treebank = Treebank.of(Sentence.of([f"w{at}"]) for at in range(5))
    assert [len(part) for part in treebank.split_shards(2)] == [2, 3]
    assert [len(part) for part in treebank.split_shards(9)] == [1] * 5
    assert [*Treebank.concatenate([sent(part) for part in treebank.split_shards(3)])] == [*treebank]
    assert [len(part) for part in Treebank.of([]).split_shards(3)] == [0]
    selected = treebank.select([3, 1, 1])
    assert [*Treebank.concatenate(selected.split_shards(2))] == [*selected]
    with pytest.raises(ValueError, match="one part at least"):
        treebank.split_shards(0)


def test_a_part_of_a_part_is_one_too(path: Path) -> None:
    treebank = load(path)
    parts = [sent(smaller) for part in treebank.split_shards(2) for smaller in sent(part).split_shards(2)]
    assert seen(Treebank.concatenate(parts)) == seen(treebank)


def test_a_file_that_was_changed_since_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.conllu"
    path.write_text(CONLLU)
    first, second = (pickle.dumps(part) for part in load(path).split_shards(2))
    path.write_text(CONLLU.replace("owl399", "elk399"))
    assert pickle.loads(first)[0].forms[0] == "owl0"
    with pytest.raises(FormatError, match="line 801: the file was changed since"):
        pickle.loads(second)[0]
    path.unlink()
    with pytest.raises(FormatError, match="there is no such file"):
        pickle.loads(first)[0]


@given(
    st.lists(
        st.sampled_from(["(S (A a))", "(A a)", "(", ")", "\n", "\n(", " ", "# c\n", "* h\n", "x", "((A a))", "\n\n"])
    )
)
def test_no_brackets_are_lost_however_broken(tmp_path_factory: pytest.TempPathFactory, pieces: list[str]) -> None:
    path = tmp_path_factory.mktemp("shards") / "a.mrg"
    path.write_text("(S (B b))\n" + "".join(pieces))
    treebank = load(path)
    for number in (2, 3):
        parts = [sent(part) for part in treebank.split_shards(number)]
        assert seen(Treebank.concatenate(parts)) == seen(treebank)
        assert Treebank.concatenate(parts).problems == treebank.problems


def test_what_is_cut_otherwise_without_the_rest_of_the_file_is_sent_with_its_places(tmp_path: Path) -> None:
    path = tmp_path / "a.conllu"
    rows = "1\ta" + "\t_" * 8 + "\n\n"
    path.write_text(f"{rows}\ufeff{rows}{rows}", encoding="utf-8")  # only at the beginning of a file it means nothing
    treebank = load(path)
    parts = treebank.split_shards(3)
    assert [bool(part.sentences.offsets) for part in parts] == [False, True, False]  # type: ignore[attr-defined]
    assert seen(Treebank.concatenate([sent(part) for part in parts])) == seen(treebank)
    assert not treebank[1].is_readable


@pytest.mark.parametrize("ending", ["", ".gz", ".xz"])
def test_a_range_is_read_of_any_file(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"a.txt{ending}"
    path.write_bytes(compress_by_suffix(path, b"0123456789" * 1000))
    assert read_byte_range(path, 5003, 5007) == b"3456"
    assert read_byte_range(path, 9998, 20_000) == b"89"
    if ending:
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
        with pytest.raises(FormatError, match="damaged or was cut short"):
            read_byte_range(path, 9990, 10_000)
