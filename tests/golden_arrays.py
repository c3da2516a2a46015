"""Golden records: sketches of what estimators learn and of what their models answer, as small text files.

`python tests/golden_arrays.py --write [name ...]` records all cases, or those named, anew; do this only for a change
that is meant to change what is learnt, and say so in the commit. `tests/core/test_golden.py` compares.

A line is a name, a colon and tokens. `~x` is a number, held to a relative tolerance of 1e-6; `^x` a share of the size
of its array, held to 1e-6 as it is; all other tokens must be equal. Arrays of numbers are not written out: their shape,
the sum of their absolute values, their norm, how they project onto three waves and a few of their entries are. Where an
estimator rests on singular vectors, whose signs are arbitrary, these are of absolute values; the answers of the model,
which do not depend on signs, follow. Arrays in half precision are held to 1e-3, for they are rounded to that.

The head of a file says on what it was recorded. With other libraries nothing is compared; on another processor, which
takes sums in another order, numbers are held to 1e-3, and cases that hang on rounding are left out.
"""

from __future__ import annotations

import os
import platform
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path

import numpy as np
from llvmlite.binding import get_host_cpu_name
from numpy.typing import NDArray
from threadpoolctl import threadpool_info

from spectral_core.data import Analysis, Ranked, Sentence
from spectral_core.errors import SpectralError
from spectral_core.evaluate import strip_annotation
from spectral_core.model import (
    ArcScorer,
    ExtractsAutomata,
    HasSpectrum,
    HasStates,
    HasWordClasses,
    HasWordVectors,
    MarginalScorer,
    Model,
    Parser,
    Ranker,
    Scorer,
    Tagger,
    Tokeniser,
    TreeScorer,
)
from spectral_core.registry import METHODS

FOLDER = Path(__file__).resolve().parent / "core" / "golden"
CLOSE, TINY = 1e-6, 1e-12  # relative, and below which numbers are nothing
LOOSE = 1e-3  # of numbers in half precision, and on another processor
ASKED = 5  # held-out sentences that a model is asked about
_ENTRIES = 6
_WAVES = (1.0, 2.0**0.5, 3.0**0.5)

Record = dict[str, list[str]]
Array = NDArray[np.generic]


def machine() -> dict[str, str]:
    """What the last digits of numbers depend on; the processor says in which order sums are taken."""
    libraries = {name: ".".join(version(name).split(".")[:2]) for name in ("numpy", "scipy", "numba")}
    blas = sorted({row.get("architecture", "") for row in threadpool_info() if row["user_api"] == "blas"})
    processor = " ".join([get_host_cpu_name(), *blas])
    return {"system": f"{platform.system()} {platform.machine()}", **libraries, "processor": processor}


def number(value: float) -> str:
    return f"~{value:.10g}"


def digest(data: bytes) -> str:
    return blake2b(data, digest_size=8).hexdigest()


def sketch(array: Array, unsigned: bool = False) -> list[str]:
    """What is recorded of an array; `unsigned` of the absolute values of its numbers."""
    shape = "x".join(map(str, array.shape)) or "number"
    tokens = [str(array.dtype), shape]
    if array.dtype.kind != "f":
        exact = array.astype(np.int64) if array.dtype.kind in "bi" else array
        return [*tokens, digest(np.ascontiguousarray(exact).tobytes())]
    values = array.astype(np.float64).ravel()
    sound = np.isfinite(values)
    if not sound.all():
        tokens += [f"{np.count_nonzero(np.isnan(values))}nan", f"{np.count_nonzero(np.isinf(values))}inf"]
        values = np.where(sound, values, 0.0)
    if unsigned:
        values = np.abs(values)
    norm = float(np.linalg.norm(values))
    tokens += [number(float(np.abs(values).sum())), number(norm)]
    if norm > TINY and len(values) > 1:
        places = np.arange(len(values))
        tokens += [f"^{float(np.cos(places * step) @ values) / norm:.10g}" for step in _WAVES]
        chosen = np.unique(np.linspace(0, len(values) - 1, _ENTRIES).astype(int))
        tokens += [f"^{float(values[at]) / norm:.10g}" for at in chosen]
    return tokens


def record(model: Model, sentences: Sequence[Sentence], unsigned: bool) -> Record:
    """All that is held to: the arrays of a model and what it answers."""
    lines: Record = {}
    for name, array in sorted(model.arrays().items()):
        lines[f"array {name}"] = sketch(array, unsigned)
    for name, tokens in answers(model, sentences, unsigned):
        assert name not in lines, name
        lines[name] = tokens
    return lines


def answers(model: Model, sentences: Sequence[Sentence], unsigned: bool) -> Iterator[tuple[str, list[str]]]:
    """What a model says of sentences, by each protocol that it has."""
    asked = sentences[:ASKED]
    if isinstance(model, Scorer):
        for prefix in (False, True):
            name = "prefixes" if prefix else "scores"
            yield name, _asked(lambda prefix=prefix: _scores(model.scores(asked, prefix)))
    if isinstance(model, TreeScorer):
        yield "tree-scores", _asked(lambda: _scores(model.tree_scores(asked)))
    if isinstance(model, HasSpectrum):
        yield "spectrum", _asked(lambda: sketch(np.asarray(model.spectrum())))
    if isinstance(model, HasWordVectors | HasWordClasses):
        for word in model.words[:3]:
            yield (
                f"neighbours {word}",
                [token for other, near in model.neighbours(word, 3) for token in _pair(other, near)],
            )
    if isinstance(model, HasWordClasses):
        yield "class-shares", sketch(np.asarray(model.class_frequencies()))
    yield from _automata(model, asked)
    for at, sentence in enumerate(asked):
        for name, tokens in _of_sentence(model, sentence, unsigned):
            yield f"sentence {at} {name}", tokens


def _of_sentence(model: Model, sentence: Sentence, unsigned: bool) -> Iterator[tuple[str, list[str]]]:
    bare = strip_annotation(sentence)
    if isinstance(model, Parser):
        try:
            for place, tree in enumerate(model.parse(bare, 3)):
                yield f"parse {place}", [*_structure(tree.value), number(tree.score)]
        except SpectralError as error:
            yield "parse", [type(error).__name__]
    if isinstance(model, ArcScorer):
        yield "arcs", sketch(np.asarray(model.posteriors(bare).head_distributions()))
        probable = model.probabilities(bare)
        if probable is not None:
            yield "probabilities", sketch(np.asarray(probable))
    if isinstance(model, MarginalScorer):
        rows = sorted((str(part), value) for part, value in model.marginals(bare).iterate_marginals())
        yield "marginals", sketch(np.array([value for _, value in rows]))
    if isinstance(model, HasStates):
        for name, shown in (("states", sentence), ("own states", bare)):
            yield name, _asked(lambda shown=shown: _states(model, shown, unsigned))
    if isinstance(model, Tagger):
        tags = model.tags(bare, 2)
        yield "tags", [token for word in tags for one in word for token in _pair(one.value, one.score)]
    if isinstance(model, Tokeniser):
        yield "tokens", [form for part in model.tokenise(sentence.text) for form in (*part.forms, "|")]
    if isinstance(model, Ranker):
        shown = sentence if getattr(model.settings, "model", "") == "cheat" else bare
        yield "readings", _asked(lambda: [token for word in model.rank(shown) for token in _readings(word)])


def _asked(ask: Callable[[], list[str]]) -> list[str]:
    """What is answered, or the kind of the refusal."""
    try:
        return ask()
    except SpectralError as error:
        return [type(error).__name__]


def _pair(value: str, score: float) -> list[str]:
    return [re.sub(r"\s", "_", value) or "-", number(score)]


def _scores(scores: Iterable[object]) -> list[str]:
    rows = [(row.log, row.symbols, row.unknown, row.clipped) for row in scores]  # type: ignore[attr-defined]
    return [token for log, *counts in rows for token in (number(log), "/".join(map(str, counts)))]


def _structure(sentence: Sentence) -> list[str]:
    """The heads and relations of a sentence, or its tree."""
    if sentence.has_heads:
        heads = ",".join(f"{head}:{relation}" for head, relation in zip(sentence.heads, sentence.deprels, strict=True))
        return [heads]
    return [re.sub(r"\s+", "_", str(sentence.tree))]


def _readings(word: Sequence[Ranked[Analysis]]) -> list[str]:
    """How many candidates a word has, and the first of them."""
    first = [token for one in word[:1] for token in _pair(f"{one.value.lemma}+{one.value.xpos}", one.score)]
    sums = [number(sum(one.score for one in word))] if all(np.isfinite(one.score) for one in word) else []
    return [str(len(word)), *first, *sums]


def _states(model: HasStates, sentence: Sentence, unsigned: bool) -> list[str]:
    states = model.states(sentence)
    if not states:
        return ["none"]
    shares = np.concatenate([state.posterior for state in states])
    places = np.concatenate([state.vector for state in states])
    return [str(len(states)), *sketch(shares), *sketch(places, unsigned)]


def _automata(model: Model, sentences: Sequence[Sentence]) -> Iterator[tuple[str, list[str]]]:
    if not isinstance(model, ExtractsAutomata):
        return
    columns: Sequence[str] = sorted({tag for one in sentences for tag in one.column(str(model.settings.column))})  # type: ignore[attr-defined]
    for head in [tag for tag in columns if tag[:1] in "VN"][:3]:
        for direction in ("left", "right"):
            yield f"automaton {head} {direction}", _asked(lambda head=head, side=direction: _drawn(model, head, side))


def _drawn(model: ExtractsAutomata, head: str, direction: str) -> list[str]:
    drawn = model.automaton(head, direction, clusters=4)
    states = [token for one in drawn.states for token in (f"{one.number}:{one.visits}", number(one.stop))]
    edges = [f"{edge.source}>{edge.target}:{edge.count}:{len(edge.moves)}" for edge in drawn.edges]
    return [f"{drawn.total}/{len(drawn.prefixes)}/{len(drawn.merges)}", *states, *edges]


def differences(
    wanted: Mapping[str, list[str]], actual: Mapping[str, list[str]], tolerance: float = CLOSE
) -> list[str]:
    """A line for each thing that is not as recorded."""
    lines = [f"{name}: {'no longer there' if name in wanted else 'new'}" for name in wanted.keys() ^ actual.keys()]
    for name, want in wanted.items():
        got = actual.get(name, want)
        within = max(tolerance, LOOSE) if "float16" in want else tolerance
        if len(want) != len(got):
            lines.append(f"{name}: {len(got)} tokens, not {len(want)}")
            continue
        wrong = [at for at, pair in enumerate(zip(want, got, strict=True)) if not _same(*pair, within)]
        if wrong:
            lines.append(f"{name}: {len(wrong)} of {len(want)}, first {got[wrong[0]]}, recorded {want[wrong[0]]}")
    return lines


def _same(want: str, got: str, tolerance: float) -> bool:
    if want == got:
        return True
    if want[:1] != got[:1] or want[:1] not in ("~", "^"):
        return False
    try:
        one, other = float(want[1:]), float(got[1:])
    except ValueError:
        return False
    return abs(one - other) <= (tolerance if want[0] == "^" else TINY + tolerance * abs(one))


def write(name: str, about: str, lines: Record) -> None:
    """Writes a golden file."""
    machine_lines = [f"# {key}: {value}" for key, value in machine().items()]
    body = [f"{key}: {' '.join(tokens)}" for key, tokens in lines.items()]
    FOLDER.mkdir(exist_ok=True)
    text = "\n".join([f"# {about}", *machine_lines, *body]) + "\n"
    (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8", newline="\n")


def read(name: str) -> tuple[dict[str, str], Record]:
    """The machine that a golden file was recorded on, and its lines."""
    rows = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").split("\n")[:-1]
    about = [row.removeprefix("# ").partition(": ") for row in rows if row.startswith("# ")][1:]
    lines = [row.partition(": ") for row in rows if not row.startswith("# ")]
    return {key: value for key, _, value in about}, {key: rest.split(" ") for key, _, rest in lines}


def main(names: Sequence[str]) -> None:
    import golden_maths
    import golden_scores
    import golden_small
    from golden_cases import CASES, held_out

    for name, case in CASES.items():
        if not names or name in names:
            model = case.learn()
            values = " ".join(f"{key}={value}" for key, value in case.values)
            about = f"{case.method} {values} learnt from {case.corpus}; {METHODS[case.method].paper}"
            write(name, about, record(model, held_out(case.corpus), case.spectral))
            print(name, flush=True)
    for name, case in golden_small.CASES.items():
        if not names or name in names:
            values = " ".join(f"{key}={value}" for key, value in case.values)
            write(name, f"{case.method} {values} learnt from {case.corpus}", golden_small.make_record(case))
            print(name, flush=True)
    for package, cases in (("maths", golden_maths.CASES), ("evaluate", golden_scores.CASES)):
        for name, make in cases.items():
            if not names or name in names:
                write(name, f"spectral_core.{package}: {name.partition('-')[2]}", make())
                print(name, flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] != ["--write"]:
        sys.exit(__doc__)
    for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        if os.environ.get(variable) != "1":  # as in the tests; read when numpy is imported
            os.execve(
                sys.executable,
                [sys.executable, *sys.argv],
                {**os.environ, **dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")},
            )
    main(sys.argv[2:])
