"""`python -m spectral_gui [PATH]` opens the window."""

import multiprocessing

from spectral_gui.app import main

if __name__ == "__main__":
    multiprocessing.freeze_support()  # in an application folder the processes of the engine start here as well
    main()
