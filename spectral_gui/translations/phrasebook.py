"""Phrasebook: translations of the window's texts into one language, in Qt's own format."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree as ET

from spectral_core import files
from spectral_core.errors import FormatError

_Key = tuple[str, str]  # context, and the English text


@dataclass(frozen=True, slots=True)
class Phrasebook:
    """Translations into one language; missing ones are ""."""

    language: str
    texts: dict[_Key, str] = field(default_factory=dict, repr=False)

    def compute_coverage(self) -> float:
        """Return the share of the texts that are translated."""
        return sum(map(bool, self.texts.values())) / max(len(self.texts), 1)

    def write(self, path: Path) -> None:
        """Replace a file by this phrasebook, its contexts and texts in alphabetical order."""
        root = ET.Element("TS", version="2.1", language=self.language, sourcelanguage="en")
        contexts: dict[str, ET.Element] = {}
        for context, source in sorted(self.texts):
            if context not in contexts:
                contexts[context] = ET.SubElement(root, "context")
                ET.SubElement(contexts[context], "name").text = context
            message = ET.SubElement(contexts[context], "message")
            ET.SubElement(message, "source").text = source
            translation = ET.SubElement(message, "translation")
            translation.text = self.texts[context, source]
            if not translation.text:
                translation.set("type", "unfinished")
        ET.indent(root)
        header = '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n'
        files.replace_atomically(path, ((header + ET.tostring(root, "unicode") + "\n").encode(),))


def get_path(language: str) -> Path:
    return files.locate_assets() / "translations" / f"spectral_{language}.ts"


def read(language: str) -> Phrasebook:
    """Return the phrasebook of a language as it is shipped; an empty one where there is none."""
    path = get_path(language)
    if not path.exists():
        return Phrasebook(language)
    try:
        root = ET.fromstring(files.read_raw(path))
    except ET.ParseError as error:
        raise FormatError(
            path, error.position[0], f"this is no phrasebook: {error}", "Install the program anew"
        ) from None
    texts = {
        (context.findtext("name", ""), message.findtext("source", "")): message.findtext("translation", "")
        for context in root.iter("context")
        for message in context.iter("message")
    }
    return Phrasebook(language, texts)
