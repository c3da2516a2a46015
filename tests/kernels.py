"""Compiles the kernels that most tests run, before processes side by side would each compile them for themselves."""

from __future__ import annotations

import subprocess
import sys
from hashlib import blake2b
from pathlib import Path

import spectral_core

FAMILIES = (
    "head-automata",
    "arc-parser",
    "latent-dependencies",
    "analysis-ranker",
    "tagger",
    "latent-pcfg",
)  # whose kernels take long


def sources() -> str:
    """What the machine code was made from: where it is another, all kernels are compiled again."""
    package = Path(spectral_core.__file__).parent
    digest = blake2b(digest_size=8)
    for path in sorted([*package.glob("structured/**/*.py"), *package.glob("morphology/guesser/*.py")]):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def compile_all() -> None:
    """Has every family learn and answer once for each of its models, in a process of its own; they keep the code."""
    command = [sys.executable, str(Path(__file__))]
    for running in [subprocess.Popen([*command, name]) for name in FAMILIES]:
        running.wait()


def main(name: str) -> None:
    from fixtures import tiny_treebank
    from test_methods import everything, small

    from spectral_core.model import list_settings
    from spectral_core.registry import METHODS

    method, treebank = METHODS[name], tiny_treebank()
    kinds = {row.name: row.choices for row in list_settings(method.settings) if row.name in ("estimator", "model")}
    for changes in [{kind: choice} for kind, choices in kinds.items() for choice in choices] or [{}]:
        everything(method.learn(treebank, small(method, **changes)), treebank)


if __name__ == "__main__":
    main(sys.argv[1])
