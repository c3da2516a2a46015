"""Imports that every engine needs, loaded in the process that engines are forked from."""

from __future__ import annotations

_COMMON_METHODS = ("arc-parser", "analysis-ranker")


def _load_common_modules() -> None:
    import numba  # noqa: F401
    import scipy.optimize  # noqa: F401
    from numba.core.registry import cpu_target

    from spectral_core import library, store  # noqa: F401
    from spectral_core.registry import METHODS

    for name in _COMMON_METHODS:
        METHODS[name].settings()
    cpu_target.typing_context.refresh()  # a quarter of a second, necessary before a process loads its first kernel
    cpu_target.target_context.refresh()


_load_common_modules()
