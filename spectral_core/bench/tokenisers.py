"""Benchmark of tokenisers: tokens, words, multiword tokens and sentences found in raw text by the rules, by the learnt
tokeniser and, where it is installed, by UDPipe 1."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from spectral_core.bench.measurement import Row, is_selected, time_cpu
from spectral_core.data import EMPTY, Sentence, Treebank
from spectral_core.evaluate import score_raw_text
from spectral_core.formats import load
from spectral_core.formats.conllu import format_sentence
from spectral_core.formats.text import make_running_text, retokenise, split_running_text
from spectral_core.models import tokeniser
from spectral_core.models.tokeniser import TokeniserSettings
from spectral_core.progress import Progress, Report

_TREEBANKS = (  # those whose files say where spaces are, and an unspaced script
    "ud_english_ewt", "ud_turkish_imst", "ud_hungarian_szeged", "ud_chinese_gsd_v1", "ud_finnish_tdt", "ud_german_gsd",
    "ud_hebrew_htb", "ud_polish_pdb", "ud_russian_gsd", "ud_russian_taiga", "ud_spanish_ancora",
)  # fmt: skip
_MEASURES = ("tokens", "words", "multiword", "sentences")
_UDPIPE_EPOCHS = 20  # by default it makes 100, which take minutes and gain little


def measure_tokenisers(data: Path, report: Report, only: str = "") -> Iterator[Row]:
    """Yield a row for each treebank and system: F1 on the raw text of dev, CPU seconds of learning, words a second.

    Systems are the rules, the tokeniser learnt from train with the default settings, and UDPipe 1 if `ufal.udpipe` is
    installed. Treebanks without a train portion are split: the last fifth of dev is measured.
    """
    systems = {"rules": _measure_rules, "tokeniser": _measure_tokeniser, "udpipe": _measure_udpipe}
    names = [(name, system) for name in _TREEBANKS for system in systems if is_selected(f"{name} {system}", only)]
    _compile_kernels()
    for done, (name, system) in enumerate(names):
        report(Progress("measuring", done, len(names)))
        train, dev = _load_portions(data / name)
        row = systems[system](train, dev)
        if row is not None:
            yield {"treebank": name, "system": system, "sentences": len(train), **row}


def _compile_kernels() -> None:
    """Compile the kernels before timing."""
    sentence = Sentence.of(["a", "b"])
    tokeniser.learn(Treebank.of([sentence, sentence]), TokeniserSettings(epochs=1)).tokenise("a b")


def _load_portions(folder: Path) -> tuple[list[Sentence], list[Sentence]]:
    """Return the sentences of train and dev, or the first four fifths of dev and the last."""
    train_path, dev_path = (folder / f"{folder.name}-{part}.conllu.xz" for part in ("train", "dev"))
    dev = list(load(dev_path))
    if train_path.exists():
        return list(load(train_path)), dev
    size = len(dev) * 4 // 5
    return dev[:size], dev[size:]


def _make_row(dev: list[Sentence], predicted: list[Sentence], learning_seconds: float | None, seconds: float) -> Row:
    """Return the measures and times of a system."""
    metrics = score_raw_text(dev, predicted).metrics
    measures: Row = {}
    for name in _MEASURES:
        value = metrics.get(f"{name}_f1")
        measures[f"{name}_f1"] = None if value is None else round(value, 2)
    words = sum(map(len, predicted))
    learn_cpu = None if learning_seconds is None else round(learning_seconds, 1)
    return {**measures, "learn_cpu": learn_cpu, "words_per_second": round(words / max(seconds, 1e-9))}


def _measure_rules(_train: list[Sentence], dev: list[Sentence]) -> Row:
    """Split the text of dev by the rules."""
    predicted, seconds = time_cpu(retokenise, dev)
    return _make_row(dev, predicted, None, seconds)


def _measure_tokeniser(train: list[Sentence], dev: list[Sentence]) -> Row:
    """Learn a tokeniser and split the text of dev by it."""
    model, learning_seconds = time_cpu(tokeniser.learn, Treebank.of(train), TokeniserSettings())
    predicted, seconds = time_cpu(model.tokenise, make_running_text(dev))
    return _make_row(dev, predicted, learning_seconds, seconds)


def mark_spaces(sentences: list[Sentence]) -> Iterator[Sentence]:
    """Yield the sentences with `SpaceAfter=No` where their running text has no space, if their file does not say so."""
    for sentence, text, separator in split_running_text(sentences):
        if sentence.ranges or sentence.comment("text") is not None:
            yield sentence
            continue
        misc, end = [], 0
        for form in sentence.forms:
            end = text.index(form, end) + len(form)
            misc.append(EMPTY if (text + separator)[end : end + 1].isspace() else "SpaceAfter=No")
        yield replace(sentence, misc=tuple(misc), source=None)


def _measure_udpipe(train: list[Sentence], dev: list[Sentence]) -> Row | None:
    """Train the tokeniser of UDPipe and split the text of dev by it; None where it is not installed."""
    try:
        from ufal import udpipe
    except ImportError:
        return None
    failure = udpipe.ProcessingError()
    reader = udpipe.InputFormat.newConlluInputFormat()
    reader.setText("".join(format_sentence(sentence) + "\n\n" for sentence in mark_spaces(train)))
    sentences, sentence = udpipe.Sentences(), udpipe.Sentence()
    while reader.nextSentence(sentence):
        sentences.append(sentence)
        sentence = udpipe.Sentence()
    none = udpipe.Trainer.NONE
    options = f"epochs={_UDPIPE_EPOCHS}"
    content, learning_seconds = time_cpu(
        udpipe.Trainer.train, "morphodita_parsito", sentences, udpipe.Sentences(), options, none, none, failure
    )
    with tempfile.TemporaryDirectory() as folder:
        model_path, output_path = Path(folder) / "model", Path(folder) / "output.conllu"
        model_path.write_bytes(bytes(content))
        model = udpipe.Model.load(str(model_path))  # a pipeline does not keep its model alive
        pipeline = udpipe.Pipeline(model, "tokenize", udpipe.Pipeline.NONE, udpipe.Pipeline.NONE, "conllu")
        output, seconds = time_cpu(pipeline.process, make_running_text(dev), failure)
        output_path.write_text(output, encoding="utf-8")
        return _make_row(dev, list(load(output_path)), learning_seconds, seconds)
