"""The window in other languages: phrasebooks as Qt Linguist edits them, read at the start; gathered from the source."""

from __future__ import annotations

from spectral_gui.translations.gathering import Message, gathered, renew
from spectral_gui.translations.installing import Translations, install
from spectral_gui.translations.phrasebook import Phrasebook, path_of, read

__all__ = ["Message", "Phrasebook", "Translations", "gathered", "install", "path_of", "read", "renew"]
