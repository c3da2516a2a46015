"""PhrasebookTranslator of the window: phrasebooks as Qt Linguist edits them, read at the start; collected from the
source."""

from __future__ import annotations

from spectral_gui.translations.gathering import Message, collect_messages, update_phrasebook
from spectral_gui.translations.installing import PhrasebookTranslator, install
from spectral_gui.translations.phrasebook import Phrasebook, get_path, read

__all__ = [
    "Message",
    "Phrasebook",
    "PhrasebookTranslator",
    "collect_messages",
    "get_path",
    "install",
    "read",
    "update_phrasebook",
]
