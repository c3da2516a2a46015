"""Old names of the library, kept for one version: each warns and resolves to its new name."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from functools import wraps
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import TYPE_CHECKING, ParamSpec, TypeVar

if TYPE_CHECKING:
    from importlib.abc import Loader
else:
    Loader = object  # `importlib.abc` is slow to import, and the import system needs no base class

P = ParamSpec("P")
R = TypeVar("R")
C = TypeVar("C", bound=type)

MODULES = {
    "spectral_core.analyzers": "spectral_core.morphology",
    "spectral_core.analyzers.analyser": "spectral_core.morphology.analyser",
    "spectral_core.analyzers.buckwalter": "spectral_core.morphology.arabic.buckwalter",
    "spectral_core.analyzers.catalogue": "spectral_core.morphology.catalogue",
    "spectral_core.analyzers.own_lexicon": "spectral_core.morphology.user_lexicon",
    "spectral_core.methods": "spectral_core.registry",
    "spectral_core.models.automata": "spectral_core.models.automaton_extraction",
}

NAMES = {
    "spectral_core.data": {
        "Range": "MultiwordToken",
    },
    "spectral_core.data.automaton": {
        "Move": "Transition",
        "Passages": "SequenceOccurrences",
    },
    "spectral_core.evaluate": {
        "ParserWorth": "ParserEvaluation",
        "aligned_scores": "score_raw_text",
        "bootstrap": "bootstrap_difference",
        "bracket_scores": "score_brackets",
        "cheats": "is_oracle",
        "compare": "compare_annotation",
        "clipped_in": "count_clipped",
        "dependency_scores": "score_dependencies",
        "differences": "bootstrap_differences",
        "interval": "bootstrap_interval",
        "labelled_brackets": "extract_labelled_brackets",
        "over_the_same": "restrict_to_common_sentences",
        "parser_worth": "evaluate_parser",
        "perplexity": "compute_perplexity",
        "places_of": "compute_gold_ranks",
        "ranker_metrics": "evaluate_ranker",
        "ranking_scores": "score_rankings",
        "rankings": "rank_readings",
        "reliability": "bin_by_confidence",
        "same_words": "have_same_words",
        "tag_scores": "score_tags",
        "unannotated": "strip_annotation",
        "unlabelled_brackets": "extract_unlabelled_brackets",
        "unlabelled_scores": "score_unlabelled_brackets",
    },
    "spectral_core.formats": {
        "is_bare": "is_text_only",
        "composed": "compose_file",
        "format_named": "get_format",
        "format_of": "detect_format",
        "holds": "can_hold",
        "keeps": "can_edit",
        "left_out": "count_losses",
        "pieces": "compose_file_pieces",
        "structures_kept": "editable_structures",
    },
    "spectral_core.formats.automata": {
        "load": "load_automaton",
        "write": "automaton_to_json",
    },
    "spectral_core.formats.export": {
        "as_text": "structure_to_text",
        "kinds_of": "structure_kinds",
        "latex_dependencies": "dependencies_to_latex",
        "latex_tree": "tree_to_latex",
        "one": "sentence_to_text",
    },
    "spectral_core.formats.export.automata": {
        "arrival_name": "describe_incoming_symbols",
        "arrivals": "count_incoming_symbols",
        "caption": "compose_automaton_caption",
        "dot_automaton": "automaton_to_dot",
        "drawn_edges": "select_edges",
        "edge_lines": "describe_edge",
        "graphml_automaton": "automaton_to_graphml",
        "latex_automaton": "automaton_to_latex",
        "prefix_name": "format_prefix",
        "share": "format_share",
        "state_lines": "describe_state",
        "stops_mostly": "is_mostly_final",
    },
    "spectral_core.formats.export.tables": {
        "as_text": "escape_formula",
        "csv_table": "table_to_csv",
        "latex_table": "table_to_latex",
    },
    "spectral_core.model": {
        "Scored": "LogScore",
        "pack": "pack_strings",
        "unpack": "unpack_strings",
        "CanBeStepped": "TracesAlgorithms",
        "Doubts": "FlagsUncertainty",
        "Explainer": "ExtractsAutomata",
        "Explains": "ExplainsReadings",
        "Inspector": "HasSpectrum",
        "KnowsClasses": "HasWordClasses",
        "KnowsNeighbours": "HasWordVectors",
        "KnowsSymbols": "HasVocabulary",
        "NamesRelations": "LabelsArcs",
        "Proposer": "OnePassParser",
        "SaysHowLikely": "MarginalScorer",
        "SumParser": "BatchArcScorer",
        "TagsItself": "HasTagger",
        "TellsLimits": "ReportsLimits",
        "algorithm_among": "choose_algorithm",
        "checked": "validate_settings",
        "header_in": "split_header",
        "of_kind": "require_type",
        "part_in": "select_part",
        "prefixed": "add_prefix",
        "settings_in": "list_settings",
        "with_header": "add_header",
    },
    "spectral_core.models.branching": {
        "top_bracket": "find_top_split",
    },
    "spectral_core.models.tagger": {
        "learn_with": "learn_with_clusters",
    },
    "spectral_core.morphology.analyser": {
        "Given": "FileCandidates",
        "Joined": "CombinedAnalyser",
        "candidates": "find_candidates",
        "with_candidates": "add_candidates",
    },
    "spectral_core.morphology.arabic.buckwalter": {
        "default_analyses": "make_default_analyses",
    },
    "spectral_core.morphology.catalogue": {
        "advice": "get_install_advice",
        "as_new": "make_training_analyser",
        "language_of": "detect_language",
        "learns": "needs_treebank",
        "quoted": "quote_path",
        "restored": "restore_analyser",
        "rows_of": "serialise_analyser",
        "suggest": "suggest_analyser",
    },
    "spectral_core.morphology.user_lexicon": {
        "OwnLexicon": "UserLexicon",
    },
    "spectral_core.progress": {
        "beside": "report_part",
        "listening": "subscribe",
        "mention": "notify",
        "silent": "ignore_progress",
        "watched": "track_progress",
    },
    "spectral_core.project": {
        "Act": "Edit",
        "Beginning": "TextConversion",
        "Holder": "LockHolder",
        "Opened": "OpenedDocument",
        "SweptPoint": "SweepPoint",
        "Taken": "WordEffort",
        "beginning_of": "convert_text",
        "carried": "rebase_edit",
        "carried_locks": "rebase_locks",
        "differences": "diff_sentences",
        "merged": "merge_changes",
        "wanted": "target_format",
    },
    "spectral_core.query": {
        "parse": "parse_query",
    },
    "spectral_core.registry": {
        "InnerMethods": "ComponentMethods",
        "inducer": "default_inducer",
        "lacks_column": "describe_missing_column",
        "method_named": "get_method",
        "ranked_words": "read_training_words",
        "settings_of": "make_settings",
    },
    "spectral_core.store": {
        "described": "read_description",
        "part": "read_arrays",
    },
}


class _MovedModules(Loader):
    """Finder and loader of modules under their old names; both names resolve to the same module object."""

    @staticmethod
    def find_spec(name: str, _path: object = None, _target: ModuleType | None = None) -> ModuleSpec | None:
        if name not in MODULES:
            return None
        return ModuleSpec(name, _MovedModules(), is_package=any(other.startswith(f"{name}.") for other in MODULES))

    def create_module(self, spec: ModuleSpec) -> None:
        """Use the default module creation of the import system."""

    def exec_module(self, module: ModuleType) -> None:
        name = module.__name__
        _warn_of_old_name(name, MODULES[name])
        if not hasattr(
            module, "__path__"
        ):  # an old package only gives access to its modules; aliasing it would duplicate them
            sys.modules[name] = import_module(MODULES[name])


def install_module_finder() -> None:
    """Make moved modules importable under their old names."""
    # First, because an update may leave a folder with nothing but compiled files, which would be found as a package.
    sys.meta_path.insert(0, _MovedModules)


def keep_old_names(module: str) -> None:
    """Make a module's old names available through its `__getattr__`, which is set here, hidden from type checkers, so
    that these report old names."""
    renamed = NAMES[module]

    def find(name: str) -> object:
        if name not in renamed:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        _warn_of_old_name(f"{module}.{name}", f"{module}.{renamed[name]}")
        return getattr(sys.modules[module], renamed[name])

    vars(sys.modules[module])["__getattr__"] = find


class _OldMember:
    """Method, property or field of a class under its old name."""

    __slots__ = ("new", "old", "path")

    def __init__(self, path: str, old: str, new: str) -> None:
        self.path, self.old, self.new = path, old, new

    def __get__(self, instance: object, owner: type) -> object:
        _warn_of_old_name(f"{self.path}.{self.old}", f"{self.path}.{self.new}")
        return getattr(owner if instance is None else instance, self.new)


def old_members(**renamed: str) -> Callable[[C], C]:
    """Make the members of a class available under their old names; place it above `@dataclass`, which may create a new
    class. Not for protocols: implementations need not have the old names."""

    def decorate(cls: C) -> C:
        for old, new in renamed.items():
            setattr(cls, old, _OldMember(f"{cls.__module__}.{cls.__qualname__}", old, new))
        return cls

    return decorate


def old_keywords(**renamed: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Make a function accept keyword arguments under their old names."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        path = f"{function.__module__}.{function.__qualname__}"

        @wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            for old in renamed.keys() & kwargs.keys():
                _warn_of_old_name(f"{path}({old})", f"{path}({renamed[old]})")
                if renamed[old] in kwargs:
                    raise TypeError(f"{function.__qualname__}() got {renamed[old]!r} and its old name {old!r}")
                kwargs[renamed[old]] = kwargs.pop(old)
            return function(*args, **kwargs)

        return call

    return decorate


def _warn_of_old_name(old: str, new: str) -> None:
    """Warn at the line that uses the old name."""
    warnings.warn(f"{old} is now {new}", DeprecationWarning, stacklevel=3)
