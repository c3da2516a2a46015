"""Methods for methods that stand on others."""

from __future__ import annotations

from collections.abc import Mapping

from spectral_core.data import Treebank
from spectral_core.methods.table import method_named, settings_of
from spectral_core.model import Arrays, Model, Value, settings_in
from spectral_core.progress import Report, silent


class InnerMethods:
    """How models that stand inside others are learnt and restored: as by themselves."""

    def learn(
        self, method: str, values: Mapping[str, str | Value], treebank: Treebank, report: Report = silent
    ) -> Model:
        """A model of the method with this name, with these of its settings."""
        row = method_named(method)
        return row.learn(treebank, settings_of(row, values), report)

    def restore(self, method: str, values: Mapping[str, Value], arrays: Arrays) -> Model:
        """The model that gave these settings and arrays."""
        row = method_named(method)
        return row.restore(settings_of(row, values), arrays)

    def takes(self, method: str, values: Mapping[str, str | Value]) -> Mapping[str, Value]:
        """All the method's settings, with these among them; SettingsError where it does not take these."""
        row = method_named(method)
        made = settings_of(row, values)
        return {one.name: getattr(made, one.name) for one in settings_in(row.settings)}
