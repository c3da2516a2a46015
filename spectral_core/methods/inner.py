"""Learning and restoring of models inside other models."""

from __future__ import annotations

from collections.abc import Mapping

from spectral_core.data import Treebank
from spectral_core.methods.table import get_method, make_settings
from spectral_core.model import Arrays, Model, Value, list_settings
from spectral_core.progress import Report, ignore_progress


class InnerMethods:
    """Learns and restores models that are parts of others, as if they stood alone."""

    def learn(
        self, method: str, values: Mapping[str, str | Value], treebank: Treebank, report: Report = ignore_progress
    ) -> Model:
        """Learn a model of the named method with these of its settings."""
        entry = get_method(method)
        return entry.learn(treebank, make_settings(entry, values), report)

    def restore(self, method: str, values: Mapping[str, Value], arrays: Arrays) -> Model:
        """Restore a model from its settings and arrays."""
        entry = get_method(method)
        return entry.restore(make_settings(entry, values), arrays)

    def complete_settings(self, method: str, values: Mapping[str, str | Value]) -> Mapping[str, Value]:
        """Return all settings of the method, these among them; SettingsError if one of these is invalid."""
        entry = get_method(method)
        settings = make_settings(entry, values)
        return {setting.name: getattr(settings, setting.name) for setting in list_settings(entry.settings)}
