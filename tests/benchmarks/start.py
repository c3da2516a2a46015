"""What starting costs, in CPU seconds, the least of five: python tests/benchmarks/start.py"""

from __future__ import annotations

import resource
import subprocess
import sys

from spectral_core.cli.input_output import print_table

CASES = {
    "python -c pass": ["-c", "pass"],
    "import spectral_core": ["-c", "import spectral_core"],
    "spectral --help": ["-m", "spectral_core", "--help"],
    "spectral learn --help": ["-m", "spectral_core", "learn", "--help"],
    "import the face": ["-c", "from spectral_core import data, errors, evaluate, formats, model, registry, store"],
}


def cpu_of(arguments: list[str]) -> float:
    """The process time of one run, its children's not included."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], capture_output=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def main() -> None:
    rows = [[name, f"{min(cpu_of(arguments) for _ in range(5)):.3f}"] for name, arguments in CASES.items()]
    print_table("Starting", ["what", "cpu s"], rows)


if __name__ == "__main__":
    main()
