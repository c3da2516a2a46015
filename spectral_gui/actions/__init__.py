"""Actions: one table of the user's commands, turned into menus and shortcuts; encapsulates Qt's shortcut rules."""

from spectral_gui.actions.action_binding import (
    ActionHandler,
    ScopeNavigator,
    Toggle,
    VisibilityWatcher,
    fill_menu_bar,
    install_actions,
    prioritise_mnemonics,
)
from spectral_gui.actions.action_table import (
    ACTIONS,
    ACTIONS_BY_NAME,
    FIXED_KEYS,
    MENUS,
    SCOPES,
    WINDOW_SCOPES,
    Action,
    can_conflict,
    translate,
)
from spectral_gui.actions.key_bindings import (
    TYPING_MODIFIERS,
    KeyBindings,
    explain_invalid_key,
    format_key_help_page,
    format_key_sheet,
    format_keys,
    is_function_key,
    iterate_key_rows,
    parse_keys,
)

# ruff: noqa: F401 - names to be imported from here
