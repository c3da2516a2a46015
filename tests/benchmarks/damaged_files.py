"""Mutated inputs over all readers: python tests/benchmarks/damaged_files.py [--count 200000] [--seed 0] [--only NAME]
[--leave FOLDER]. What is in a case is read whole, checked, changed and written back. It may be refused in a sentence;
anything else is a failure, and so are more than 2 s of CPU time or 500 MB. The smallest input of each kind of failure
is left in a folder. Exits with 1 where there was one."""

from __future__ import annotations

import argparse
import gzip
import lzma
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from itertools import islice
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from campaigns import Target, report
from known_automata import NOUNS
from mutations import TOKENS, mutated

from spectral_core import formats
from spectral_core.data import Treebank
from spectral_core.data.inventory import Inventory
from spectral_core.data.validation import find_problems
from spectral_core.errors import EditError, FormatError, SpectralError
from spectral_core.files import locate_assets, read_file
from spectral_core.formats import automata, head_tables
from spectral_core.formats.lazy_sentences import LazySentences
from spectral_core.formats.token_table.profiles import PROFILES, read_table_profile
from spectral_core.morphology.arabic.buckwalter import BuckwalterAnalyser
from spectral_core.morphology.user_lexicon import UserLexicon
from spectral_core.project import Change, Edit, Project
from spectral_core.project.known_words import read_known_words
from spectral_core.project.runs import Run
from spectral_core.project.verification import verify_project

_CONVERTED = 30  # sentences
_SAMPLE = locate_assets() / "sample"
CONLLU = (
    "# newdoc id = d\n# sent_id = 1\n# text = The dogs don't run.\n1\tThe\tthe\tDET\tDT\tDefinite=Def|PronType=Art\t2\t"
    "det\t2:det\t_\n2\tdogs\tdog\tNOUN\tNNS\tNumber=Plur\t5\tnsubj\t5:nsubj\tGloss=hound|Vform=x\n3-4\tdon't\t_\t_\t_\t_\t_\t_"
    "\t_\tSpaceAfter=No\n3\tdo\tdo\tAUX\tVBP\t_\t5\taux\t_\t_\n4\tn't\tnot\tPART\tRB\t_\t5\tadvmod\t_\t_\n5\trun\trun\tVERB\t"
    "VB\t_\t0\troot\t0:root\t_\n5.1\tfast\tfast\tADV\t_\t_\t_\t_\t5:advmod\t_\n6\t.\t.\tPUNCT\t.\t_\t5\tpunct\t5:punct\t_\n\n"
)
BRACKETS = (
    "( (S (NP-SBJ-1 (DT The) (NNS dogs)) (VP (VBD were) (VP (VBN seen) (NP (-NONE- *-1))) (PP=2 (IN by)"
    " (NP (NNP Kim)))) (. .)) )\n(TOP (X (Y (Z word))) (-LRB- -LRB-) (, ,))\n"
)
LEXICON = (
    "word\tlemma\tvocalised\tupos\txpos\tfeats\tgloss\tsegments\n"
    "كتب\tكتب\tكَتَبَ\tVERB\tV\tAspect=Perf\twrite\tkatab/PV+a/S\n"
)
HEADS = (
    "# rules\n@name mine\n@coordinators CC\n@punctuation , .\n"
    "S left VP S\nNP right NN NNS\nNP right\nVP right-any VB\n* left\n"
)


def sentences_of(path: Path, count: int) -> bytes:
    """The first sentences, or lines, of a file of the sample project."""
    sign = b"\n\n" if path.suffix == ".conllu" else b"\n"
    return sign.join(path.read_bytes().split(sign)[:count]) + sign


SEEDS: dict[str, list[bytes]] = {
    "conllu": [
        *(CONLLU.encode(), CONLLU.encode() * 2, CONLLU.replace("\n", "\r\n").encode()),
        sentences_of(_SAMPLE / "english" / "written.conllu", 2),
        sentences_of(_SAMPLE / "arabic" / "written.conllu", 2),
    ],
    "brackets": [BRACKETS.encode(), sentences_of(_SAMPLE / "english" / "written.mrg", 12)],
    "text": [
        sentences_of(_SAMPLE / "english" / "written.txt", 4),
        "Dr. Smith (b. 1950) said: “No!” I don't. http://a.b/c?d=e, a@b.c; 1.000,5 €.\n\nقال: نعم. ذهب؟\n".encode(),
    ],
}


def tables() -> dict[str, list[bytes]]:
    """Treebanks in every layout of tables."""
    whole = formats.loads(CONLLU.encode(), None, "conllu")
    own = b"".join(formats.compose_file_pieces(whole, "table", drop=True))
    padt = (
        "surface\tlemma\txpos\tfeats\tvocalised_segments\tgold_status\n"
        "# a\nwAl\tl\tC---------\tA=b|C=d\twa+Al\tok\n_\t_\t_\t_\t_\t_\n"
    )
    quran = (
        "sura\taya\tsurface_normalised\tuthmani\tpos\tlemma_qac_buckwalter\tmorphology_qac\n"
        "1\t1\tbsm\tbisomi\tN\t{som\tSTEM POS:N LEM:{som ROOT:smw M GEN\n1\t2\tAllh\t{ll~ahi\tPN\t{ll~ah\tGEN\n"
    )
    segments = "# 1\nwAlktAb\tw/w/CONJ ktAb/kitAb/N;DEF;SG h/h/PRO;GEN\nx\tx/x/X\n# 2\ny\ty/y/Y\n"
    found = {"table": [own, own * 2], "padt-tokens": [padt.encode()], "quran-morphology": [quran.encode()]}
    return {**found, "sigmorphon-segments": [segments.encode()]}


def read_all(treebank: Treebank, again: Callable[[bytes], Treebank]) -> None:
    """Reads every sentence, checks it, changes what can be changed, and writes it back in every format."""
    inventory = Inventory.of(treebank)
    for sentence in treebank:
        find_problems(sentence, inventory)
        str(sentence.text)
        [str(problem) for problem in sentence.problems]
    assert isinstance(treebank.sentences, LazySentences)
    written = b"".join(formats.compose_file_pieces(treebank, treebank.format))
    assert written == treebank.sentences.content, "an untouched file is not written back as it was"
    first = Treebank.of(islice(treebank, _CONVERTED))
    for name in formats.FORMATS:
        with suppress(FormatError):
            b"".join(formats.compose_file_pieces(first, name, drop=True))
    edits = {}
    for at in range(min(len(treebank), 3)):
        with suppress(EditError):
            edits[at] = treebank[at].with_value("upos" if treebank[at].tree is None else "xpos", 1, "X")
    edited = Treebank(treebank.sentences, None, treebank.format, treebank.problems, edits)
    with suppress(FormatError):
        count = len(again(b"".join(formats.compose_file_pieces(edited, treebank.format))))
        assert count == len(treebank), "a file with one tag changed has another number of sentences"


def reader(format: str | None, profile: str | None = None) -> Callable[[bytes], None]:
    """What reads everything in a layout; without a format, in that which the first bytes tell."""
    path = Path("unnamed") if format is None and profile is None else None

    def load(content: bytes) -> Treebank:
        return formats.loads(content, path, format, profile)

    return lambda content: read_all(load(content), load)


def in_file(folder: Path, name: str, act: Callable[[Path], object]) -> Callable[[bytes], object]:
    """What writes an input into a file and then does something with that."""

    def run(content: bytes) -> object:
        path = folder / name
        path.write_bytes(content)
        return act(path)

    return run


def damaged_archive(random: Random) -> bytes:
    """An archive that is damaged, or of something damaged, or several."""
    pack = random.choice((lzma.compress, lambda content: gzip.compress(content, mtime=0)))
    inside = mutated(random, SEEDS["conllu"])
    packed = pack(inside * random.choice((1, 1, 1, 100)))
    return mutated(random, [packed, packed + packed]) if random.random() < 0.8 else packed


def opened(folder: Path) -> None:
    """Opens a project and asks it everything; undoes, does again, decides and saves."""
    with Project.open(folder) as project:
        read_known_words(folder)
        project.list_runs()
        [project.model_file(run.model).exists() for run in project.list_runs()]
        project.list_history()
        verify_project(project)
        for name in project.documents:
            found = project.open_document(name)
            if found.conflicts:
                project.resolve_conflicts(name, {})
            (
                project.read_provenance(name),
                project.read_locks(name),
                project.count_unsaved(name),
                project.collect_efforts(),
            )
        for turn in (project.undo, project.undo, project.redo):
            try:
                turn()
            except SpectralError:
                break
        for name in project.documents[:1]:
            treebank = project.current_treebank(name)
            sentence = treebank[0]
            project.record(Edit("Relabel", (Change(name, 0, sentence, sentence.with_value("deprel", 1, "dep")),)))
            project.save(name, project.current_treebank(name))


def new_project(folder: Path) -> None:
    """A project with decisions, an undone one, a saved one, and runs."""
    folder.mkdir(parents=True)
    (folder / "a.conllu").write_bytes(SEEDS["conllu"][3])
    with Project.create(folder, [folder / "a.conllu"], "name", "somebody") as project:
        for label in ("dep", "obj", "root"):
            sentence = project.open_document("a.conllu").treebank[0]
            project.record(Edit("Relabel", (Change("a.conllu", 0, sentence, sentence.with_value("deprel", 1, label)),)))
            if label == "obj":
                project.save("a.conllu", project.current_treebank("a.conllu"))
        project.undo()
        project.add_run(
            Run("hmm 1", "hmm", {"states": 2}, ("a.conllu",), curve=(("em", 1, 0.5, {"ll": -1.0}),), model="m.npz")
        )


def in_project(folder: Path, template: Path, change: Callable[[Path, bytes], None]) -> Callable[[bytes], None]:
    """What changes a copy of a project and then opens it."""

    def run(content: bytes) -> None:
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(template, folder)
        change(folder, content)
        opened(folder)

    return run


def put_facts(folder: Path, content: bytes) -> None:
    (folder / "project.json").write_bytes(content)


def put_journal(folder: Path, content: bytes) -> None:
    (folder / "journal.sqlite").write_bytes(content)


def change_rows(folder: Path, content: bytes) -> None:
    """Puts values drawn by `content` into cells of the journal, past its triggers and checks."""
    random = Random(content)
    with sqlite3.connect(folder / "journal.sqlite", isolation_level=None) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        deeds = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in deeds:
            connection.execute(f"DROP TRIGGER {name}")
        for _ in range(random.choice((1, 1, 1, 2, 4))):
            table = random.choice(("texts", "acts", "changes", "bases", "runs", "saves", "changes", "bases"))
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
            rows = [row[0] for row in connection.execute(f"SELECT id FROM {table}")]
            column, row = random.choice(columns), random.choice(rows or [0])
            (old,) = connection.execute(f"SELECT {column} FROM {table} WHERE id = ?", (row,)).fetchone() or (None,)
            try:
                connection.execute(f"UPDATE {table} SET {column} = ? WHERE id = ?", (other_value(random, old), row))
            except (sqlite3.Error, OverflowError):
                continue
        for _, statement in deeds:
            connection.execute(statement)
    connection.close()


def other_value(random: Random, old: object) -> object:
    """A value in the place of another: of another type, out of range, or damaged."""
    token = random.choice(TOKENS)
    others: list[object] = [
        None,
        0,
        1,
        2,
        3,
        -1,
        1 << 40,
        -(1 << 62),
        1.5,
        "",
        "x",
        b"",
        token,
        token.decode("utf-8", "replace"),
    ]
    if isinstance(old, bytes | str):
        damaged = mutated(random, [old.encode() if isinstance(old, str) else old])
        others += [damaged if isinstance(old, bytes) else damaged.decode("utf-8", "replace")] * 12
    if isinstance(old, int):
        others += [old + 1, old - 1, old * 1000]
    return random.choice(others)


def lexicon(folder: Path, name: str) -> Callable[[bytes], None]:
    """What opens a Buckwalter lexicon in which one table is damaged, and analyses some words."""

    def run(content: bytes) -> None:
        (folder / name).write_bytes(content)
        analyser = BuckwalterAnalyser.open(folder)
        for word in ("كتب", "والكتاب", "wAlktAb", "x", "١٢", "ً"):
            analyser.analyse(word)

    return run


def targets(folder: Path) -> list[tuple[Target, float]]:
    """Every way in, with its share of the cases."""

    def of(seeds: list[bytes]) -> Callable[[Random], bytes]:
        return lambda random: mutated(random, seeds)

    layouts = tables()
    every = [seed for seeds in (*SEEDS.values(), *layouts.values()) for seed in seeds]
    packed = in_file(folder, "a.conllu.xz", lambda path: [len(sentence) for sentence in formats.load(path)])
    template, work = folder / "template", folder / "work"
    new_project(template)
    found = [
        (Target("conllu", of(SEEDS["conllu"]), reader("conllu")), 0.25),
        (Target("brackets", of(SEEDS["brackets"]), reader("brackets")), 0.2),
        (Target("table", of([seed for seeds in layouts.values() for seed in seeds]), reader("table")), 0.06),
        *((Target(f"table {name}", of(layouts[name]), reader(None, name)), 0.02) for name in PROFILES),
        (Target("text", of(SEEDS["text"]), reader("text")), 0.1),
        (Target("unnamed", of(every), reader(None)), 0.05),
        (Target("packed", damaged_archive, packed), 0.05),
        (
            Target(
                "packed raw", of([lzma.compress(every[0]), gzip.compress(every[0])]), in_file(folder, "b.gz", read_file)
            ),
            0.03,
        ),
        (Target("own lexicon", of([LEXICON.encode()]), in_file(folder, "lexicon.tsv", UserLexicon.read)), 0.03),
        (Target("head table", of([HEADS.encode()]), lambda content: head_tables.parse_head_table(content, None)), 0.03),
        (
            Target(
                "known words",
                of([LEXICON.encode()]),
                in_file(folder, "known.txt", lambda path: read_known_words(path.parent)),
            ),
            0.01,
        ),
        (
            Target(
                "project.json", of([(template / "project.json").read_bytes()]), in_project(work, template, put_facts)
            ),
            0.02,
        ),
        (
            Target(
                "journal pages",
                of([(template / "journal.sqlite").read_bytes()]),
                in_project(work, template, put_journal),
            ),
            0.01,
        ),
        (Target("journal rows", lambda random: random.randbytes(8), in_project(work, template, change_rows)), 0.02),
    ]
    tables_of = _SAMPLE / "arabic" / "lexicon"
    for path in sorted(tables_of.iterdir()):
        place = folder / f"lexicon-{path.name}"
        place.mkdir()
        for other in tables_of.iterdir():
            (place / other.name).write_bytes(sentences_of(other, 60))
        seed = sentences_of(path, 40)
        found.append((Target(f"lexicon {path.name}", of([seed]), lexicon(place, path.name)), 0.005))
    profile = (
        b'name = "p"\nheader = false\norder = ["word", "parts"]\nsentences = "comment line"\nfeatures = "|"\n'
        b'[columns]\nform = "word"\nsegments = "parts"\n[segments]\nbetween = "+"\nparts = ["form", "tag"]\n'
    )
    found.append((Target("profile", of([profile]), in_file(folder, "p.toml", read_table_profile)), 0.01))
    figure = automata.automaton_to_json(NOUNS).encode()
    drawn = in_file(folder, "a.json", lambda path: automata.automaton_to_json(automata.load_automaton(path)))
    found.append((Target("automaton", of([figure]), drawn), 0.01))
    return found


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--count", type=int, default=200_000)
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--only", default="", help="ways in whose names begin so")
    asked.add_argument("--leave", type=Path, default=Path("failing-inputs"))
    wanted = asked.parse_args()
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as name:
        rows = [row for row in targets(Path(name)) if row[0].name.startswith(wanted.only)]
        rows.sort(key=lambda row: row[1])  # so that those that are few are done where it is interrupted
        shares = sum(share for _, share in rows)
        counts = [max(1, round(wanted.count * share / shares)) for _, share in rows]
        title = f"Mutated inputs (seed {wanted.seed})"
        sys.exit(report(title, [target for target, _ in rows], wanted.seed, counts, wanted.leave) > 0)


if __name__ == "__main__":
    main()
