"""Checks of locked arcs and spans, with messages that name the conflict where no tree honours them."""
