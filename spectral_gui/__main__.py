"""`python -m spectral_gui [PATH]` opens the window."""

from spectral_gui.app import main

if __name__ == "__main__":
    main()
