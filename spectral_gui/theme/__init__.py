"""Theme of the window: Fusion with a style sheet and palette made from colour tokens, light and dark; fonts and
icons."""

from spectral_gui.theme.animations import (
    DURATION_MILLISECONDS,
    SceneTransition,
    is_motion_reduced,
    query_reduced_motion,
    set_motion_reduced,
    slide_in,
)
from spectral_gui.theme.icons import (
    IconButton,
    draw_key_caps,
    load_illustration,
    make_icon,
    make_pixmap,
    measure_key_caps,
    split_key_combination,
)
from spectral_gui.theme.style_sheet import (
    FONT_FAMILY,
    WITHOUT_STYLE_SHEET_PROPERTY,
    Colours,
    apply_theme,
    get_colours,
    is_dark_palette,
    make_dashed_underline_pen,
    make_interface_font,
    make_palette,
    make_style_sheet,
    remove_style_sheet,
    set_interface_scale,
    show_markdown,
)

__all__ = [
    "DURATION_MILLISECONDS",
    "FONT_FAMILY",
    "WITHOUT_STYLE_SHEET_PROPERTY",
    "Colours",
    "IconButton",
    "SceneTransition",
    "apply_theme",
    "draw_key_caps",
    "get_colours",
    "is_dark_palette",
    "is_motion_reduced",
    "load_illustration",
    "make_dashed_underline_pen",
    "make_icon",
    "make_interface_font",
    "make_palette",
    "make_pixmap",
    "make_style_sheet",
    "measure_key_caps",
    "query_reduced_motion",
    "remove_style_sheet",
    "set_interface_scale",
    "set_motion_reduced",
    "show_markdown",
    "slide_in",
    "split_key_combination",
]
