"""The arc parser beside UDPipe 1 and spaCy: heads and relations found for bare words, scored by one scorer, and CPU s.

`python tests/benchmarks/parsers_beside.py --data DIR --rivals PYTHON`, an interpreter with `ufal.udpipe` and `spacy`;
each is learnt from the first sentences of EWT as it comes (0: all of them), in a process of one thread. UDPipe goes
through the sentences as often as it does by itself. spaCy stops by the first 400 sentences of dev, which favours it:
where so many steps (`--patience`) made it no better there, or after so many in all (`--steps`), for from few sentences
it goes on for longer than UDPipe takes from many.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spectral_core.data import Sentence

for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "BLIS_NUM_THREADS"):
    os.environ[_name] = "1"

_EWT = "ud_english_ewt/ud_english_ewt-{}.conllu.xz"
_WATCHED = 400  # sentences of dev by which spaCy stops
_STEPS, _PATIENCE = "SPACY_STEPS", "SPACY_PATIENCE"
_ROOT = "ROOT"  # as spaCy calls the relation of the root
Words = list[list[str]]  # the ten columns of the words of a sentence


def read(path: Path) -> list[Words]:
    """The words of a file that has neither ranges nor empty nodes."""
    blocks = path.read_text(encoding="utf-8").strip().split("\n\n")
    return [[line.split("\t") for line in block.split("\n") if not line.startswith("#")] for block in blocks]


def write(path: Path, sentences: list[Words]) -> None:
    text = "".join("\n".join("\t".join(word) for word in words) + "\n\n" for words in sentences)
    path.write_text(text, encoding="utf-8")


def by_arc_parser(train: Path, dev: Path, found: Path) -> tuple[float, float]:
    """Writes what is found for the words of `dev`; the CPU seconds of learning and of finding."""
    from spectral_core.data import Treebank
    from spectral_core.evaluate import strip_annotation
    from spectral_core.formats import load, save
    from spectral_core.models import arc_parser
    from spectral_core.models.parsing.labeller import label_and_deprojectivise_sentences

    sentences = Treebank.of(load(train))
    settings = arc_parser.ArcParserSettings(calibration=False)
    warm = arc_parser.learn(sentences.select(range(20)), settings)  # what is compiled is loaded
    warm.all_heads([strip_annotation(sentence, tags=False) for sentence in sentences.select(range(20))])
    begun = time.process_time()
    model = arc_parser.learn(sentences, settings)
    learnt = time.process_time()
    assert model.tagger is not None
    assert model.labeller is not None
    tagged = model.tagger.tag_all([strip_annotation(sentence, tags=False) for sentence in load(dev)])
    save(Treebank.of(label_and_deprojectivise_sentences(tagged, model.all_heads(tagged), model.labeller)), found)
    return learnt - begun, time.process_time() - learnt


def by_udpipe(train: Path, dev: Path, found: Path) -> tuple[float, float]:
    from ufal import udpipe

    def sentences(path: Path) -> udpipe.Sentences:
        made, reader = udpipe.Sentences(), udpipe.InputFormat.newConlluInputFormat()
        reader.setText(path.read_text(encoding="utf-8"))
        one = udpipe.Sentence()
        while reader.nextSentence(one):
            made.append(one)
            one = udpipe.Sentence()
        return made

    wrong = udpipe.ProcessingError()
    begun = time.process_time()
    model = udpipe.Trainer.train(
        "morphodita_parsito", sentences(train), udpipe.Sentences(), udpipe.Trainer.NONE, "", "", wrong
    )
    if wrong.occurred():
        raise SystemExit(wrong.message)
    learnt = time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "model"
        file.write_bytes(bytes(model))
        parser = udpipe.Model.load(str(file))
    made = []
    for one in sentences(dev):
        parser.tag(one, udpipe.Model.DEFAULT)
        parser.parse(one, udpipe.Model.DEFAULT)
        made.append(udpipe.OutputFormat.newConlluOutputFormat().writeSentence(one))
    found.write_text("".join(made), encoding="utf-8")
    return learnt - begun, time.process_time() - learnt


def by_spacy(train: Path, dev: Path, found: Path) -> tuple[float, float]:
    import spacy
    from spacy.cli.init_config import init_config
    from spacy.tokens import Doc, DocBin
    from spacy.training.initialize import init_nlp
    from spacy.training.loop import train as climb
    from spacy.vocab import Vocab

    def document(vocabulary: Vocab, words: Words, annotated: bool) -> Doc:
        forms = [word[1] for word in words]
        if not annotated:
            return Doc(vocabulary, forms, sent_starts=[True] + [False] * (len(words) - 1))
        heads = [int(word[6]) - 1 if word[6] != "0" else at for at, word in enumerate(words)]
        relations = [_ROOT if word[6] == "0" else word[7] for word in words]
        return Doc(vocabulary, forms, tags=[word[4] for word in words], heads=heads, deps=relations)

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for part, sentences in (("train", read(train)), ("dev", read(dev.with_name("gold.conllu"))[:_WATCHED])):
            vocabulary = Vocab()
            kept = DocBin(docs=[document(vocabulary, words, True) for words in sentences], store_user_data=True)
            kept.to_disk(folder / f"{part}.spacy")
        config = init_config(lang="en", pipeline=["tagger", "parser"], optimize="efficiency", gpu=False, silent=True)
        config["paths"].update(train=str(folder / "train.spacy"), dev=str(folder / "dev.spacy"))
        config["training"].update(max_steps=int(os.environ[_STEPS]), patience=int(os.environ[_PATIENCE]))
        begun = time.process_time()
        (folder / "model").mkdir()
        with Path(os.devnull).open("w") as nothing:
            climb(init_nlp(config), folder / "model", stdout=nothing, stderr=nothing)
        learnt = time.process_time()
        parser = spacy.load(folder / "model" / "model-best")
    bare = read(dev)
    for words in bare:
        for word, token in zip(words, parser(document(parser.vocab, words, False)), strict=True):
            word[4] = token.tag_
            word[6], word[7] = ("0", "root") if token.head == token else (str(token.head.i + 1), token.dep_)
    write(found, bare)
    return learnt - begun, time.process_time() - learnt


SYSTEMS = {"arc-parser": by_arc_parser, "udpipe": by_udpipe, "spacy": by_spacy}


def measure(train: list[Sentence], dev: list[Sentence], system: str, python: str) -> str:
    """A row of the table, from a process of its own."""
    from spectral_core.data import Treebank
    from spectral_core.evaluate import score_dependencies, score_tags
    from spectral_core.formats import load

    with tempfile.TemporaryDirectory() as name:
        files = [Path(name) / f"{part}.conllu" for part in ("train", "dev", "found")]
        write(files[0], [columns(sentence) for sentence in train])
        write(files[0].with_name("gold.conllu"), [columns(sentence) for sentence in dev])
        bare = [[[*word[:2], *"________"] for word in columns(sentence)] for sentence in dev]
        write(files[1], bare)
        command = [python, __file__, "--run", system, *map(str, files)]
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(done.stderr[-2000:])
        found = Treebank.of(load(files[2]))
    plain = [replace(Sentence.of(one.forms), xpos=one.xpos, heads=one.heads, deprels=one.deprels) for one in dev]
    scores = score_dependencies(plain, found).metrics
    tags = score_tags(plain, found, "xpos").metrics["tag_accuracy"]
    learning, finding = json.loads(done.stdout.splitlines()[-1])
    return (
        f"{system:11} {len(train):6} {scores['uas']:6.2f} {scores['las']:6.2f} {tags:6.2f} "
        f"{learning:8.1f} {len(dev) / finding:7.0f}"
    )


def columns(sentence: Sentence) -> Words:
    rows = zip(
        sentence.forms, sentence.lemmas, sentence.upos, sentence.xpos, sentence.feats, sentence.heads, sentence.deprels,
        strict=True,
    )  # fmt: skip
    return [
        [str(at), form, lemma, upos, xpos, feats, str(head), relation, "_", "_"]
        for at, (form, lemma, upos, xpos, feats, head, relation) in enumerate(rows, 1)
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--rivals", required=True, help="a Python that has the other parsers")
    parser.add_argument("--sizes", type=int, nargs="+", default=[50, 200, 1000, 0])
    parser.add_argument("--systems", nargs="+", default=[*SYSTEMS], choices=[*SYSTEMS])
    parser.add_argument("--steps", type=int, default=20_000, help="of spaCy, at most; the default is its own")
    parser.add_argument("--patience", type=int, default=1_600, help="of spaCy, in steps; the default is its own")
    given = parser.parse_args()
    os.environ.update({_STEPS: str(given.steps), _PATIENCE: str(given.patience)})
    train, dev = ([one for one in load(given.data / _EWT.format(part)) if one.is_readable] for part in ("train", "dev"))
    print(f"{'':11} {'learnt':>6} {'UAS':>6} {'LAS':>6} {'tags':>6} {'CPU s':>8} {'sent./s':>7}")
    for size in given.sizes:
        for system in given.systems:
            python = sys.executable if system == "arc-parser" else given.rivals
            print(measure(train[: size or None], dev, system, python), flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--run"]:  # in the process of one parser, which has no other
        print(json.dumps(SYSTEMS[sys.argv[2]](*map(Path, sys.argv[3:]))))
    else:
        from spectral_core.data import Sentence
        from spectral_core.formats import load

        main()
