"""Layout of one frame of a trace: tables over the words, links above and brackets below them."""

from spectral_core.drawing.frame_layout import FrameLayout, Patch, Polyline, TextShape, Tone, WidthOf, lay_out_frame

__all__ = ["FrameLayout", "Patch", "Polyline", "TextShape", "Tone", "WidthOf", "lay_out_frame"]
