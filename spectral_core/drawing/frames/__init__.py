"""Where the parts of one frame of a trace go: tables over the words, links above and brackets below them."""

from spectral_core.drawing.frames.placing import plan
from spectral_core.drawing.frames.shapes import FramePlan, Lettering, Patch, Polyline, Tone, WidthOf

__all__ = ["FramePlan", "Lettering", "Patch", "Polyline", "Tone", "WidthOf", "plan"]
