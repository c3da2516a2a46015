"""Damaged models: python tests/benchmarks/damaged_models.py [--count 20000] [--seed 0] [--only NAME] [--leave FOLDER].
A model of each method is damaged in its archive, its header or its arrays; what can still be opened is asked everything
and may refuse in a sentence. Anything else is a failure, and so are more than 2 s of CPU time or 500 MB. The smallest
input of each kind of failure is left in a folder. Exits with 1 where there was one."""

from __future__ import annotations

import argparse
import dataclasses
import io
import json
import sys
import tempfile
import warnings
import zipfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from campaigns import Target, report
from fixtures import tiny_treebank
from mutations import mutated

from spectral_core import store
from spectral_core.data import Treebank
from spectral_core.errors import SpectralError
from spectral_core.model import (
    ArcScorer,
    ExtractsAutomata,
    HasTagger,
    HasVocabulary,
    MarginalScorer,
    Parser,
    Ranker,
    Scorer,
    Tagger,
    Truncatable,
    list_settings,
)
from spectral_core.registry import METHODS, make_settings

Array = NDArray[np.generic]
_KINDS = ("estimator", "model", "smoothing")  # settings that name what is estimated
_VALUES = (0, 1, -1, 2, 7, 1 << 15, 1 << 31, (1 << 31) - 1, -(1 << 31), (1 << 63) - 1, 255, 1 << 40)
_FLOATS = (0.0, -0.0, 1.0, -1.0, float("nan"), float("inf"), -float("inf"), 1e308, -1e308, 5e-324, 1e-300)
_TYPES = ("<i8", "<i4", "<i2", "<u1", "<u8", "<f8", "<f4", "|b1", "<c16", "<U3", "|S2", ">i4", "<f2", "<M8[s]")


def with_arrays(arrays: Mapping[str, Array]) -> bytes:
    """An archive of these arrays, not compressed, so that damages hit what is in them."""
    content = io.BytesIO()
    np.savez(content, allow_pickle=False, **arrays)
    return content.getvalue()


def other_array(random: Random, array: Array, all_of_them: list[Array]) -> Array:
    """An array in the place of another: with other values, of another shape or type, or that of another."""
    found = array.copy()
    deed = random.randrange(10)
    if deed <= 3 and found.size:
        flat = found.reshape(-1)
        for _ in range(random.choice((1, 1, 3, 20))):
            at = random.randrange(flat.size)
            other: float = random.choice(_FLOATS) if found.dtype.kind in "fc" else random.choice(_VALUES)
            if found.dtype.kind in "iu":
                size = 8 * found.dtype.itemsize
                other = random.choice(
                    (int(other) % (1 << (size - 1)), int(flat[at]) ^ (1 << random.randrange(size - 1)))
                )
            flat[at] = np.array(other).astype(found.dtype)
    elif deed == 4:
        found = found[: random.randrange(len(found) + 1)] if found.ndim else found
    elif deed == 5:
        found = np.concatenate([found, found]) if found.ndim else found.reshape(1)
    elif deed == 6:
        found = found.reshape(random.choice(((-1,), (1, -1), (-1, 1)))) if found.size else found
    elif deed == 7:
        kind = np.dtype(random.choice(_TYPES))
        found = found.astype(kind) if kind.kind not in "M" else np.zeros(found.shape, kind)
    elif deed == 8:
        found = random.choice(all_of_them)
    elif found.ndim > 1:
        found = found.T
    else:
        found = np.zeros(random.choice(((0,), (0, 3), (3, 0), (1,), (2, 2, 2))), found.dtype)
    return found


def other_header(random: Random, header: Array) -> Array:
    """The header of a model with another setting, or damaged bytes."""
    text = header.tobytes()
    if random.random() < 0.5:
        return np.frombuffer(mutated(random, [text]), dtype=np.uint8)
    facts = json.loads(text)
    names = list(facts["settings"])
    if names:
        others: list[object] = [
            0,
            -1,
            1,
            10**9,
            10**30,
            0.5,
            -0.5,
            1e308,
            None,
            True,
            "",
            "x",
            [],
            {},
            "xpos",
            "upos",
            "form",
        ]
        facts["settings"][random.choice(names)] = random.choice(others)
    else:
        facts[random.choice(list(facts))] = random.choice((0, "x", None, []))
    return np.frombuffer(json.dumps(facts).encode(), dtype=np.uint8)


def damaged(random: Random, content: bytes) -> bytes:
    """A model after one or more damages."""
    if random.random() < 0.2:
        return mutated(random, [content], longest=1 << 22)
    with np.load(io.BytesIO(content), allow_pickle=False) as opened:
        arrays = {name: opened[name] for name in opened.files}
    header = arrays["header"]
    for _ in range(random.choice((1, 1, 1, 2, 5))):
        name = random.choice(list(arrays))
        deed = random.random()
        with warnings.catch_warnings(), suppress(ValueError, TypeError, OverflowError):
            warnings.simplefilter("ignore")
            if name == "header" or deed < 0.1:
                arrays["header"] = other_header(random, header)
            elif deed < 0.15:
                del arrays[name]
            else:
                arrays[name] = other_array(random, arrays[name], list(arrays.values()))
    return with_arrays(arrays)


def asked_everything(path: Path, treebank: Treebank) -> None:
    """Opens a model and asks it all that it can be asked; it may refuse to answer."""
    model = store.load(path)
    sentences = [sentence for sentence in treebank if len(sentence)][:3]
    questions: list[Callable[[], object]] = [model.arrays]
    if isinstance(model, HasVocabulary):
        questions.append(lambda: len(model.symbols))
    if isinstance(model, HasTagger) and model.tagger is not None:
        questions.append(lambda: model.add_tags(sentences[0]))
    if isinstance(model, Scorer):
        questions.append(lambda: model.scores(sentences))
    for one in sentences:
        if isinstance(model, Parser):
            questions.append(partial(model.parse, one, 2))
        if isinstance(model, MarginalScorer):
            questions.append(partial(model.marginals, one))
        if isinstance(model, ArcScorer):
            questions.append(partial(model.posteriors, one))
        if isinstance(model, Tagger):
            questions.append(partial(model.tags, one, 2))
        if isinstance(model, Ranker):
            questions.append(partial(model.rank, one))
    if isinstance(model, ExtractsAutomata):
        questions += [partial(model.automaton, "NN", side, minimum=1) for side in ("left", "right")]
    if isinstance(model, Truncatable):
        questions.append(lambda: model.truncate(max(1, model.max_states - 1)))
    for question in questions:
        with suppress(SpectralError):
            question()


def learnt(name: str, changes: Mapping[str, object]) -> bytes:
    """The file of a model of this method, from few sentences."""
    method = METHODS[name]
    states = {"states": 2} if "states" in {row.name for row in dataclasses.fields(method.settings)} else {}
    model = method.learn(tiny_treebank(), make_settings(method, {**states, **changes}))
    return with_arrays({**model.arrays(), "header": np.frombuffer(header_of(model), dtype=np.uint8)})


def header_of(model: object) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "m.npz"
        store.save(model, path)  # type: ignore[arg-type]
        with zipfile.ZipFile(path) as archive, archive.open("header.npy") as header:
            return bytes(np.load(io.BytesIO(header.read())).tobytes())


def target(folder: Path, name: str, changes: Mapping[str, object]) -> Target:
    content, treebank, path = learnt(name, changes), tiny_treebank(), folder / "model.npz"
    path.write_bytes(content)
    asked_everything(path, treebank)  # kernels are compiled before there are forks

    def run(damaged_one: bytes) -> None:
        path.write_bytes(damaged_one)
        with np.errstate(all="ignore"):
            asked_everything(path, treebank)

    made: Callable[[Random], bytes] = lambda random: damaged(random, content)  # noqa: E731
    named = ", ".join([name, *(f"{key}={value}" for key, value in changes.items())])
    return Target(named, made, run)


def kinds_of(method: str) -> list[dict[str, str]]:
    """A change of settings for everything that a method can estimate."""
    rows = {row.name: row.choices for row in list_settings(METHODS[method].settings)}
    return [{name: choice} for name in _KINDS for choice in rows.get(name, ())] or [{}]


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--count", type=int, default=20_000)
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--only", default="", help="methods whose names begin so")
    asked.add_argument("--leave", type=Path, default=Path("failing-models"))
    wanted = asked.parse_args()
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as name:
        names = [method for method in METHODS if method.startswith(wanted.only)]
        targets = [target(Path(name), method, changes) for method in names for changes in kinds_of(method)]
        counts = [-(-wanted.count // len(targets))] * len(targets)  # rounded up
        sys.exit(report(f"Damaged models (seed {wanted.seed})", targets, wanted.seed, counts, wanted.leave) > 0)


if __name__ == "__main__":
    main()
