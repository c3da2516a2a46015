"""Entry point of `python -m spectral_gui [PATH]`, which opens the window."""

import multiprocessing

from spectral_gui.app.start import main

if __name__ == "__main__":
    multiprocessing.freeze_support()  # in an application folder the engine's processes start here as well
    main()
