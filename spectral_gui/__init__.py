"""Window of Spectral Workbench; the only importer of PySide6."""
