"""Entry point of `python -m spectral_core`, the command line."""

import multiprocessing

from spectral_core.cli import main

if __name__ == "__main__":
    multiprocessing.freeze_support()  # a frozen application starts the engine's processes here
    main()
