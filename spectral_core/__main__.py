"""`python -m spectral_core` is the command line."""

from spectral_core.cli import main

if __name__ == "__main__":
    main()
