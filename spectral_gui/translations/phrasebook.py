"""A phrasebook: what the window says in another language, in Qt's own format of translations."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree as ET

from spectral_core import files
from spectral_core.errors import FormatError

_Key = tuple[str, str]  # context, and the English text


@dataclass(frozen=True, slots=True)
class Phrasebook:
    """The translations of one language; those that nobody has made yet are ""."""

    language: str
    texts: dict[_Key, str] = field(default_factory=dict, repr=False)

    def done(self) -> float:
        """The share of the texts that are translated."""
        return sum(map(bool, self.texts.values())) / max(len(self.texts), 1)

    def write(self, path: Path) -> None:
        """Replaces a file by this phrasebook, its contexts and texts in the order of the alphabet."""
        root = ET.Element("TS", version="2.1", language=self.language, sourcelanguage="en")
        contexts: dict[str, ET.Element] = {}
        for context, source in sorted(self.texts):
            if context not in contexts:
                contexts[context] = ET.SubElement(root, "context")
                ET.SubElement(contexts[context], "name").text = context
            message = ET.SubElement(contexts[context], "message")
            ET.SubElement(message, "source").text = source
            said = ET.SubElement(message, "translation")
            said.text = self.texts[context, source]
            if not said.text:
                said.set("type", "unfinished")
        ET.indent(root)
        head = '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n'
        files.replace_atomically(path, ((head + ET.tostring(root, "unicode") + "\n").encode(),))


def path_of(language: str) -> Path:
    return files.locate_assets() / "translations" / f"spectral_{language}.ts"


def read(language: str) -> Phrasebook:
    """The phrasebook of a language as it is shipped; an empty one where there is none."""
    path = path_of(language)
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
