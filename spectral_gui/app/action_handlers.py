"""Handlers of the actions: what each action of the table calls and what its check mark shows, by name of the action."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from spectral_gui.actions import ActionHandler, Toggle
from spectral_gui.app.panels import Panels
from spectral_gui.state import PartQuestions
from spectral_gui.views.annotate.filling_dialog import open_filling_dialog
from spectral_gui.views.annotate.trees.constituency_view import ConstituencyView
from spectral_gui.views.annotate.trees.dependency_view import DependencyView
from spectral_gui.views.read.display_units import GLOSS, LEMMA, PART_OF_SPEECH, TRANSLITERATION, VOWELS
from spectral_gui.views.read.quiz import QuizView
from spectral_gui.views.read.reader import ReaderView
from spectral_gui.views.read.vocabulary import VocabularyView
from spectral_gui.views.shared.queue import QueueView
from spectral_gui.views.shared.queue_controls import DISAGREEMENT, DOCUMENT, RANDOM, UNCERTAIN

if TYPE_CHECKING:
    from spectral_gui.app.window import Window

_DIGITS = range(1, 10)


def bind_actions(window: Window) -> dict[str, ActionHandler]:
    """Return what each action of a window calls."""
    views = window.views
    return {
        **_bind_file_actions(window),
        **_bind_edit_actions(window),
        **_bind_view_actions(window.panels),
        **_bind_go_actions(window),
        **_bind_annotate_actions(window),
        **_bind_model_actions(window),
        **_bind_help_actions(window),
        **bind_queue_actions(views.queue),
        **bind_dependency_actions(views.dependency),
        **bind_constituency_actions(views.constituency),
        **bind_question_actions(window.context.questions),
        **bind_reading_actions(views.reading),
        **bind_vocabulary_actions(views.vocabulary),
        **bind_quiz_actions(views.quiz),
        **_bind_explore_and_compare_actions(window),
        **_bind_train_actions(window),
    }


def _bind_file_actions(window: Window) -> dict[str, ActionHandler]:
    documents, exports, document_saver = window.document_actions, window.export_actions, window.context.document_saver
    return {
        "window.open_file": documents.open_file,
        "window.open_project": documents.open_project,
        "window.new_project": documents.new_project,
        "window.add_documents": documents.add_documents,
        "window.copy_document": documents.copy_document,
        "window.begin_beside": documents.add_companion_document,
        "window.take_out_document": documents.remove_document,
        "window.open_sample": documents.open_sample,
        "window.get_treebank": documents.get_treebank,
        "window.show_dictionaries": documents.show_dictionaries,
        "window.read_pasted": documents.ask_for_text,
        "window.save": documents.save,
        "window.save_all": document_saver.save_all,
        "window.save_as": documents.save_as,
        "window.export_figure": exports.export_figure,
        "window.print_sentence": exports.print_sentence,
        "window.close": window.close,
    }


def _bind_edit_actions(window: Window) -> dict[str, ActionHandler]:
    session, exports, find = window.context.session, window.export_actions, window.views.find
    return {
        "window.undo": session.undo,
        "window.redo": session.redo,
        "window.copy_text": exports.copy_text,
        "window.copy_conllu": exports.copy_conllu,
        "window.copy_brackets": exports.copy_brackets,
        "window.copy_latex": exports.copy_latex,
        "window.show_find": window.panels.show_find,
        "find.next_result": partial(find.go_to_next_match, 1),
        "find.previous_result": partial(find.go_to_next_match, -1),
        "window.change_keys": window.preferences_controller.change_keys,
        "window.show_preferences": window.preferences_controller.show_preferences,
        "window.flip_full_screen": window.toggle_full_screen,
        "window.larger": window.preferences_controller.enlarge_interface,
        "window.smaller": window.preferences_controller.shrink_interface,
        "window.flip_theme": window.preferences_controller.toggle_theme,
    }


def _bind_view_actions(panels: Panels) -> dict[str, ActionHandler]:
    return {
        "window.show_annotate": partial(panels.show_workspace, "annotate"),
        "window.show_read": partial(panels.show_workspace, "read"),
        "window.show_explore": partial(panels.show_workspace, "explore"),
        "window.show_compare": partial(panels.show_workspace, "compare"),
        "window.show_train": partial(panels.show_workspace, "train"),
        "window.flip_left": panels.toggle_left_panels,
        "window.flip_right": panels.toggle_right_panels,
        "window.flip_words": Toggle(panels.toggle_word_line, lambda: panels.words_shown),
        "window.flip_tree": panels.toggle_tree_kind,
        "window.zoom_in": panels.zoom_in,
        "window.zoom_out": panels.zoom_out,
        "window.zoom_normal": panels.zoom_normal,
        "window.zoom_fit": panels.zoom_fit,
        "window.reset_layout": panels.reset_layout,
    }


def _bind_go_actions(window: Window) -> dict[str, ActionHandler]:
    queue, navigation = window.views.queue, window.navigation
    return {
        "window.next_sentence": partial(queue.move_selection, 1),
        "window.previous_sentence": partial(queue.move_selection, -1),
        "window.next_problem": navigation.select_next_problem,
        "window.next_flagged": navigation.select_next_flagged,
        "window.next_word": navigation.select_next_word,
        "window.previous_word": navigation.select_previous_word,
        "window.filter_queue": window.panels.show_queue_filter,
    }


def _bind_annotate_actions(window: Window) -> dict[str, ActionHandler]:
    navigation, panels, candidates = window.navigation, window.panels, window.views.candidates
    tree_strip, context = window.views.tree_strip, window.context
    return {
        "annotate.accept": navigation.accept,
        "annotate.insist": navigation.accept_anyway,
        "annotate.accept_and_stay": navigation.accept_and_stay,
        "window.fill_empty_cells": partial(open_filling_dialog, context.cell_filling, context.notices, window),
        "annotate.edit_word": panels.edit_word,
        **{f"annotate.show_tree_{number}": partial(tree_strip.show_tree, number - 1) for number in range(1, 5)},
        "annotate.search": panels.filter_readings_or_find,
        "annotate.show_keys": window.preferences_controller.show_keys,
        **{f"candidates.take_{row}": partial(navigation.choose_alternative, row) for row in _DIGITS},
        "candidates.write_one": candidates.write_own_reading,
        "candidates.explain": candidates.explain,
        "candidates.apply_everywhere": candidates.apply_everywhere,
        "candidates.filter": candidates.open_filter,
    }


def _bind_model_actions(window: Window) -> dict[str, ActionHandler]:
    models = window.model_actions
    return {
        "window.rerank": models.prepare_reranker,
        "window.keep_models": models.copy_models_to_library,
        "window.import_model": models.import_model,
        "window.export_model": models.export_model,
        "window.remove_model": models.remove_model,
        "window.restart_engine": models.restart_engine,
    }


def _bind_help_actions(window: Window) -> dict[str, ActionHandler]:
    help_actions = window.help_actions
    return {
        "window.show_palette": window.show_palette,
        "window.show_help": help_actions.show_help,
        "window.show_tour": window.tour.show_tour,
        "window.show_keys": window.preferences_controller.show_keys,
        "window.copy_diagnosis": help_actions.copy_diagnosis,
        "window.show_about": help_actions.show_about,
    }


def bind_queue_actions(queue: QueueView) -> dict[str, ActionHandler]:
    """Return what the actions of the queue call."""
    return {
        "queue.order_by_document": partial(queue.order_by, DOCUMENT),
        "queue.order_by_uncertainty": partial(queue.order_by, UNCERTAIN),
        "queue.order_by_disagreement": partial(queue.order_by, DISAGREEMENT),
        "queue.order_at_random": partial(queue.order_by, RANDOM),
    }


def bind_dependency_actions(dependency: DependencyView) -> dict[str, ActionHandler]:
    """Return what the actions of the dependency tree call."""
    editor, commands = dependency.editor, dependency.suggestion_commands
    return {
        **{f"dependency.choose_{row}": partial(dependency.apply_choice, row) for row in _DIGITS},
        "dependency.attach": editor.attach,
        "dependency.relabel": editor.relabel,
        "dependency.make_root": editor.make_root,
        "dependency.detach": editor.detach,
        "dependency.next_tree": commands.show_next_tree,
        "dependency.previous_tree": commands.show_previous_tree,
        "dependency.next_below": commands.show_next_subtree,
        "dependency.previous_below": commands.show_previous_subtree,
        "dependency.ask": commands.start_questions,
        "dependency.lock": commands.toggle_lock,
        "dependency.forbid": commands.forbid_part,
        "dependency.free": commands.remove_locks,
        "dependency.next_doubtful": commands.select_next_uncertain,
        "dependency.previous_doubtful": commands.select_previous_uncertain,
        "dependency.accept_rest": commands.accept_remaining,
        "dependency.fold": Toggle(dependency.toggle_folding, lambda: dependency.folded),
        "dependency.compact": Toggle(dependency.toggle_compact, lambda: dependency.close_together),
        "dependency.show_enhanced": Toggle(dependency.toggle_enhanced_arcs, lambda: dependency.enhanced_shown),
        "dependency.show_lemmas": Toggle(dependency.toggle_lemmas, lambda: dependency.lemmas_shown),
        "dependency.show_interlinear": Toggle(dependency.toggle_interlinear, lambda: dependency.interlinear_shown),
    }


def bind_constituency_actions(constituency: ConstituencyView) -> dict[str, ActionHandler]:
    """Return what the actions of the constituency tree call."""
    editor, commands = constituency.editor, constituency.suggestion_commands
    return {
        "constituency.relabel": editor.relabel,
        "constituency.group": editor.group,
        "constituency.delete_node": editor.delete_node,
        "constituency.lift": editor.lift,
        "constituency.attach": editor.attach,
        "constituency.add_unary": editor.add_unary,
        "constituency.remove_unary": editor.remove_unary,
        "constituency.start_tree": editor.start_tree,
        "constituency.next_tree": commands.show_next_tree,
        "constituency.previous_tree": commands.show_previous_tree,
        "constituency.next_below": commands.show_next_subtree,
        "constituency.previous_below": commands.show_previous_subtree,
        "constituency.ask": commands.start_questions,
        "constituency.lock": commands.toggle_lock,
        "constituency.forbid": commands.forbid_part,
        "constituency.free": commands.remove_locks,
        "constituency.next_doubtful": commands.select_next_uncertain,
        "constituency.previous_doubtful": commands.select_previous_uncertain,
        "constituency.accept_rest": commands.accept_remaining,
        "constituency.fold": constituency.toggle_fold,
        "constituency.fold_all": constituency.fold_all,
        "constituency.unfold_all": constituency.unfold_all,
        "constituency.flip_layout": Toggle(
            constituency.toggle_words_on_one_line, lambda: constituency.words_on_one_line
        ),
        "constituency.fold_rows": Toggle(constituency.toggle_row_folding, lambda: constituency.rows_folded),
        "constituency.show_traces": Toggle(constituency.toggle_traces, lambda: constituency.traces_joined),
    }


def bind_question_actions(questions: PartQuestions) -> dict[str, ActionHandler]:
    """Return what the actions of the questions about a suggested tree call."""
    return {
        "question.answer_yes": questions.answer_yes,
        "question.answer_no": questions.answer_no,
        "question.skip": questions.skip,
    }


def bind_reading_actions(reading: ReaderView) -> dict[str, ActionHandler]:
    """Return what the actions of the reader call."""
    text = reading.text

    def toggle_line(name: str) -> Toggle:
        return Toggle(partial(reading.toggle_line, name), partial(reading.is_line_selected, name))

    return {
        "reading.next_page": text.show_next_page,
        "reading.previous_page": text.show_previous_page,
        "reading.next_unknown": partial(reading.search_unknown_word, 1),
        "reading.previous_unknown": partial(reading.search_unknown_word, -1),
        "reading.flip_known": reading.toggle_known,
        "reading.flip_marks": Toggle(reading.toggle_word_marks, lambda: reading.words_marked),
        "reading.turn_vowels": reading.cycle_vowel_mode,
        "reading.flip_vowels": toggle_line(VOWELS),
        "reading.flip_sounds": toggle_line(TRANSLITERATION),
        "reading.flip_glosses": toggle_line(GLOSS),
        "reading.flip_lemmas": toggle_line(LEMMA),
        "reading.flip_kinds": toggle_line(PART_OF_SPEECH),
        "reading.flip_line_by_line": Toggle(reading.toggle_line_by_line, lambda: reading.line_by_line),
        "reading.flip_tree": Toggle(text.toggle_tree, lambda: text.tree_shown),
        "reading.show_popover": text.show_popover,
        "reading.flip_readings": reading.toggle_all_readings,
        "reading.explain": text.explain,
        "reading.show_words": reading.request_words,
        "reading.show_quiz": reading.request_quiz,
    }


def bind_vocabulary_actions(vocabulary: VocabularyView) -> dict[str, ActionHandler]:
    """Return what the actions of the list of words call."""
    return {
        "vocabulary.flip_known": vocabulary.toggle_known,
        "vocabulary.turn_filter": vocabulary.cycle_filter,
        "vocabulary.focus_text": vocabulary.focus_search_field,
        "vocabulary.export_table": vocabulary.export_table,
        "vocabulary.export_cards": vocabulary.export_cards,
    }


def bind_quiz_actions(quiz: QuizView) -> dict[str, ActionHandler]:
    """Return what the actions of the quiz call."""
    return {
        "quiz.next_question": quiz.show_next_question,
        "quiz.explain": quiz.explain,
        "quiz.flip_known": quiz.toggle_known,
    }


def _bind_explore_and_compare_actions(window: Window) -> dict[str, ActionHandler]:
    explore, comparison = window.views.explore, window.views.comparison
    return {
        "exploring.next_merge": explore.show_next_merge,
        "exploring.previous_merge": explore.show_previous_merge,
        "exploring.compare_automata": Toggle(explore.toggle_comparison, lambda: explore.compared),
        "exploring.save_automaton": explore.save_automaton,
        "exploring.save_figure": explore.save_figure,
        "comparing.next_difference": partial(comparison.select_next_difference, 1),
        "comparing.previous_difference": partial(comparison.select_next_difference, -1),
    }


def _bind_train_actions(window: Window) -> dict[str, ActionHandler]:
    training, curves, runs = window.views.training, window.views.curves, window.views.runs
    return {
        "training.start": training.start,
        "training.cancel": training.cancel,
        "curves.show_calibration": curves.show_calibration,
        "curves.save_figure": curves.save_figure,
        "runs.export_table": runs.export_table,
    }
