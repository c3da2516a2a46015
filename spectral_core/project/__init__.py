"""Annotation projects on disk: text files remain the primary data, and a journal records every edit."""

from spectral_core.deprecated import keep_old_names
from spectral_core.project.document import Conflict, OpenedDocument
from spectral_core.project.errors import ChangedOutsideError, ProjectError
from spectral_core.project.history import (
    CONFIRMED,
    HUMAN,
    MODEL,
    OUTSIDE,
    Change,
    Edit,
    History,
    LockChange,
    WordEffort,
)
from spectral_core.project.project import Project
from spectral_core.project.project_lock import LockHolder
from spectral_core.project.reconciliation import BOTH, EXTERNAL, LOCAL
from spectral_core.project.runs import SENTENCES, Run, SweepPoint
from spectral_core.project.sentence_merge import Cell, diff_sentences, merge_changes
from spectral_core.project.text_conversion import (
    TEXT,
    TextConversion,
    convert_text,
    is_split_by_model,
    make_split_text,
    rebase_edit,
    rebase_locks,
    target_format,
)
from spectral_core.project.undo import Step

__all__ = [
    "BOTH",
    "CONFIRMED",
    "EXTERNAL",
    "HUMAN",
    "LOCAL",
    "MODEL",
    "OUTSIDE",
    "SENTENCES",
    "TEXT",
    "Edit",
    "TextConversion",
]
__all__ += [
    "Cell",
    "Change",
    "convert_text",
    "is_split_by_model",
    "make_split_text",
    "rebase_edit",
    "rebase_locks",
    "target_format",
]
__all__ += [
    "ChangedOutsideError",
    "Conflict",
    "History",
    "LockChange",
    "LockHolder",
    "OpenedDocument",
    "Project",
    "ProjectError",
]
__all__ += ["Run", "Step", "SweepPoint", "WordEffort", "diff_sentences", "merge_changes"]

keep_old_names(__name__)
