"""Layout of one frame of a trace: tables over the words, links above and brackets below them."""

from spectral_core.drawing.frames.placing import lay_out_frame
from spectral_core.drawing.frames.shapes import FrameLayout, Patch, Polyline, TextShape, Tone, WidthOf

__all__ = ["FrameLayout", "Patch", "Polyline", "TextShape", "Tone", "WidthOf", "lay_out_frame"]
