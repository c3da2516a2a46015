"""`python -m spectral_core` is the command line."""

import multiprocessing

from spectral_core.cli import main

if __name__ == "__main__":
    multiprocessing.freeze_support()  # in an application folder the processes of the engine start here as well
    main()
