"""What answers bring: F1 after each question of an annotator who knows the right tree, by what is asked about.

python tests/benchmarks/answers.py ../shared/data                   a grammar of 700 trees of WSJ, 120 dev sentences of
                                                                    10 to 30 words
python tests/benchmarks/answers.py ../shared/data --sentences 30    fewer of these
"""

from __future__ import annotations

import argparse
import random
import tempfile
from itertools import islice
from pathlib import Path

from spectral_core import store
from spectral_core.data import UNCONSTRAINED, Constraints, Sentence, Treebank
from spectral_core.data.structure import CONSTITUENTS, Part, SpanPart, binary_entropy
from spectral_core.data.tree import strip_function_tags
from spectral_core.engine import Engine, Parse, SelectQuestions
from spectral_core.formats import load
from spectral_core.progress import ignore_progress
from spectral_core.registry import METHODS, make_settings

TREES, STATES, QUESTIONS = 700, 8, 4
Bracket = tuple[int, int, str]


def bracket(part: Part) -> Bracket:
    assert isinstance(part, SpanPart)
    return part.start, part.end, strip_function_tags(part.label)


def f1(rows: list[tuple[set[Bracket], set[Bracket]]]) -> float:
    return 200 * sum(len(one & other) for one, other in rows) / sum(len(one) + len(other) for one, other in rows)


def chosen(
    way: str, model: Path, engine: Engine, sentence: Sentence, locks: Constraints, chance: random.Random
) -> Part | None:
    """The part that is asked about; None where nothing is open."""
    if way == "gain":
        questions = SelectQuestions(model, sentence, locks).run(engine, ignore_progress)
        return questions[0].part if questions else None
    marginals = Parse(model, sentence, 1, locks).run(engine, ignore_progress).marginals
    rows = [] if marginals is None else [row for row in marginals.iterate_marginals() if 0.05 <= row[1] <= 0.95]
    if not rows:
        return None
    return chance.choice(rows)[0] if way == "random" else max(rows, key=lambda row: binary_entropy(row[1]))[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--sentences", type=int, default=120)
    given = parser.parse_args()
    folder = given.data / "wsj_nltk"
    method = METHODS["latent-pcfg"]
    train = Treebank.of(islice(load(folder / "wsj.train.clean.mrg.xz"), TREES))
    dev = [one for one in load(folder / "wsj.dev.clean.mrg.xz") if 10 <= len(one) <= 30][: given.sentences]
    with tempfile.TemporaryDirectory() as room:
        model, engine = Path(room) / "grammar.npz", Engine()
        store.save(method.learn(train, make_settings(method, {"states": STATES})), model)
        for way in ("gain", "hardest", "random"):
            after: list[list[tuple[set[Bracket], set[Bracket]]]] = [[] for _ in range(QUESTIONS + 1)]
            chance = random.Random(0)
            for sentence in dev:
                right, bare, locks = (
                    set(map(bracket, CONSTITUENTS.parts(sentence))),
                    Sentence.of(sentence.forms),
                    UNCONSTRAINED,
                )
                for rows in after:
                    tree = Parse(model, bare, 1, locks).run(engine, ignore_progress).trees[0].value
                    rows.append((set(map(bracket, CONSTITUENTS.parts(tree))), right))
                    part = chosen(way, model, engine, bare, locks, chance)
                    if part is not None:
                        locks = (CONSTITUENTS.lock if bracket(part) in right else CONSTITUENTS.forbid)(locks, part)
            print(way, [round(f1(rows), 1) for rows in after], flush=True)


if __name__ == "__main__":
    main()
