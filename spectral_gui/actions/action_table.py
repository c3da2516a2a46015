"""Table of actions with their scopes, and of fixed keys: the source of menus, keys, tool tips and the sheet of keys."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

# Scopes in which the keys of actions work, and their titles. Keys of "annotate" work wherever letters are commands:
# on canvases with their outlines, on the line of words and in the queue.
SCOPES = {
    "annotate": "Queue, words and trees",
    "candidates": "Readings, from words and trees",
    "dependency": "Dependency tree",
    "constituency": "Constituency tree",
    "question": "Questions",
    "tokens": "Line of words",
    "queue": "Queue",
    "find": "Find",
    "reading": "Read",
    "vocabulary": "Words",
    "quiz": "Quiz",
    "comparing": "Compare",
    "exploring": "Explore",
    "steps": "Explore: steps",
    "training": "Train: settings",
    "curves": "Train: curves",
    "runs": "Train: runs",
    "window": "Everywhere",
}
WINDOW_SCOPES = {"window", "find"}  # active in the whole window, so that the trees can step through results
_ANNOTATION_SCOPES = {"annotate", "candidates", "queue", "tokens", "dependency", "constituency", "question"}
MENUS = ("&File", "&Edit", "&View", "&Go", "&Annotate", "&Model", "&Tools", "&Help")

_SUGGESTED_TREES_MENU, _SUGGESTED_PHRASES_MENU = "&Annotate/S&uggested trees", "&Annotate/Suggested p&hrases"
_QUEUE_ORDER_MENU = "&Go/Order of the &queue"
_COPY_MENU, _DEPENDENCIES_MENU, _CONSTITUENTS_MENU = "&Edit/&Copy", "&Annotate/&Dependencies", "&Annotate/&Constituents"
_READINGS_MENU = "&Annotate/Readin&gs"
_READING_MENU = "&View/Readin&g"
_SEPARATOR = "—"  # separator above it in its menu
_NO_MENU = ""
# A string is the menu of the rows below it. A row: name, text, keys, hint; then optionally the separator. The name is
# scope.action; preferences store it with changed keys, so it stays as it is when what the action calls is renamed. What
# it calls is in `app/action_handlers.py`.
_ACTION_ROWS: tuple[str | tuple[str, ...], ...] = (
    "&File",
    ("window.open_file", "&Open a treebank…", "Ctrl+O", "Open a file of sentences."),
    ("window.open_project", "Open a &project…", "Ctrl+Shift+O", "Open the folder of a project."),
    ("window.new_project", "&New project…", "Ctrl+N", "Create a project from treebanks."),
    (
        "window.add_documents",
        "A&dd to the project…",
        "",
        "Add files to the open project; they stay where they are.",
    ),
    ("window.copy_document", "Add a cop&y", "", "Add a copy of the open document with its present annotation."),
    (
        "window.begin_beside",
        "Add a document for t&he other kind of tree",
        "",
        "Annotate the same words with the other kind of tree, in a separate file.",
    ),
    (
        "window.take_out_document",
        "Remo&ve from the project",
        "",
        "Remove the open document from the project; its file and annotation remain.",
    ),
    ("window.open_sample", "Try the sa&mple", "", "English and Arabic sentences to explore."),
    ("window.get_treebank", "&Get a treebank…", "", "Choose and download a treebank of Universal Dependencies."),
    (
        "window.show_dictionaries",
        "Dict&ionaries…",
        "",
        "Manage dictionaries in StarDict and Yomitan format, in any language.",
    ),
    ("window.read_pasted", "Read a &text…", "Ctrl+Shift+V", "Split a text into words, look them up and read it."),
    ("window.save", "&Save", "Ctrl+S", "Save the sentences to their file.", _SEPARATOR),
    ("window.save_all", "Save a&ll", "Ctrl+Alt+S", "Save all files of the project."),
    ("window.save_as", "Save &as…", "Ctrl+Shift+S", "Save the sentences to another file."),
    (
        "window.export_figure",
        "&Export the tree…",
        "Ctrl+E",
        "Write the tree on screen as SVG, PDF, PNG or LaTeX.",
        _SEPARATOR,
    ),
    ("window.print_sentence", "P&rint the tree…", "Ctrl+P", "Print the tree on screen."),
    ("window.close", "&Quit", "Ctrl+Q", "Quit the program; your annotation is saved in the journal.", _SEPARATOR),
    "&Edit",
    ("window.undo", "&Undo", "Ctrl+Z", "Undo the last step, in whichever sentence it was."),
    ("window.redo", "&Redo", "Ctrl+Shift+Z; Ctrl+Y", "Redo the last undone step."),
    _COPY_MENU,
    ("window.copy_text", "Copy as &text", "Ctrl+Shift+C", "Copy the words of the sentence.", _SEPARATOR),
    ("window.copy_conllu", "Copy as &CoNLL-U", "", "Copy the sentence as CoNLL-U."),
    ("window.copy_brackets", "Copy as &brackets", "", "Copy the constituency tree in brackets."),
    ("window.copy_latex", "Copy as &LaTeX", "", "Copy the tree on screen as LaTeX."),
    "&Edit",
    ("window.show_find", "&Find…", "Ctrl+F", "Search for words, tags, labels and structures."),
    ("find.next_result", "Find &next", "F3", "Go to the next match."),
    ("find.previous_result", "Find pre&vious", "Shift+F3", "Go to the previous match."),
    ("window.change_keys", "Change &keys…", "", "Choose other keys; conflicts are shown.", _SEPARATOR),
    ("window.show_preferences", "&Preferences…", "Ctrl+,", "Theme, sizes and your name."),
    "&View",
    ("window.show_annotate", "&Annotate", "Ctrl+1", "Annotate sentence by sentence."),
    ("window.show_read", "&Read", "Ctrl+2", "Read the running text."),
    ("window.show_explore", "E&xplore", "Ctrl+3", "Explore trained models."),
    ("window.show_compare", "&Compare", "Ctrl+4", "Two versions side by side."),
    ("window.show_train", "&Train", "Ctrl+5", "Train models and watch their curves."),
    ("window.flip_left", "Panels at the l&eft", "F2", "Hide the panels at the left, or show them again.", _SEPARATOR),
    ("window.flip_right", "Panels at the rig&ht", "F4", "Hide the panels at the right, or show them again."),
    ("window.flip_full_screen", "F&ull screen", "F11", "Show only the tree or the text, enlarged, for teaching."),
    ("window.flip_words", "Line of &words", "", "The words of the sentence in a line above its tree."),
    (
        "window.flip_tree",
        "&Other kind of tree",
        "F6",
        "Dependencies or constituents, where a sentence has both.",
        _SEPARATOR,
    ),
    ("window.zoom_in", "Zoom &in", "Ctrl++; Ctrl+=", "Show the tree larger.", _SEPARATOR),
    ("window.zoom_out", "&Zoom out", "Ctrl+-", "Show the tree smaller."),
    ("window.zoom_normal", "&Normal size", "Ctrl+0", "Show the tree at 100 %."),
    ("window.zoom_fit", "&Fit", "Ctrl+Shift+F", "Show the whole tree."),
    ("window.larger", "&Larger interface", "", "Make text and controls larger.", _SEPARATOR),
    ("window.smaller", "&Smaller interface", "", "Make text and controls smaller."),
    ("window.flip_theme", "Light or &dark", "Ctrl+Shift+D", "Dark on light, or light on dark."),
    ("window.reset_layout", "Reset the la&yout", "", "Reset all panels to their default positions."),
    "&Go",
    ("window.next_sentence", "&Next sentence", "Ctrl+Down", "In the order of the queue."),
    ("window.previous_sentence", "&Previous sentence", "Ctrl+Up", "In the order of the queue."),
    ("window.next_problem", "Next pro&blem", "F8", "Go to the next sentence that has a problem."),
    (
        "window.next_flagged",
        "Next a&ccepted with problems",
        "Shift+F8",
        "Go to the next sentence that is accepted, but still has a problem.",
    ),
    ("window.next_word", "Next &word", "Ctrl+PgDown", "In the order of the sentence.", _SEPARATOR),
    ("window.previous_word", "Previous w&ord", "Ctrl+PgUp", "In the order of the sentence."),
    ("window.filter_queue", "&Filter the queue", "Ctrl+L", "Type words that sentences must contain.", _SEPARATOR),
    _QUEUE_ORDER_MENU,
    ("queue.order_by_document", "&Document order", "", "Order of the document."),
    (
        "queue.order_by_uncertainty",
        "&Least certain first",
        "",
        "Sentences that the model is least certain about first.",
    ),
    (
        "queue.order_by_disagreement",
        "&Models disagree",
        "",
        "Sentences with most differences between two models' trees first.",
    ),
    ("queue.order_at_random", "&Random order", "", "Random order, the same every time."),
    "&Go",
    ("reading.next_page", "Next pa&ge", "N", "Go to the next page.", _SEPARATOR),
    ("reading.previous_page", "Pr&evious page", "P", "Go to the previous page."),
    ("reading.next_unknown", "Next &unknown word", "U", "Go to the next word you do not know."),
    ("reading.previous_unknown", "Previous un&known word", "Shift+U", "Go to the previous one."),
    _READING_MENU,
    ("reading.flip_known", "I &know this word", "K", "Add the word to your list of known words, or remove it."),
    ("reading.flip_marks", "&Mark words", "M", "Fade words you know, underline the others."),
    (
        "reading.turn_vowels",
        "&Vowels in the words",
        "V",
        "As written, where you point, where the model is unsure, always.",
        _SEPARATOR,
    ),
    ("reading.flip_vowels", "V&ocalised below", "Shift+V", "The word with its vowels, under each word."),
    ("reading.flip_sounds", "&Sounds", "S", "The transliteration, under each word."),
    ("reading.flip_glosses", "Meanin&g", "G", "The meaning, under each word."),
    ("reading.flip_lemmas", "&Lemma", "L", "The lemma, under each word."),
    ("reading.flip_kinds", "&Part of speech", "T", "Noun, verb and so on, under each word."),
    ("reading.flip_line_by_line", "Line &by line", "B", "Begin a line with each sentence."),
    ("reading.flip_tree", "&Tree", "D", "The tree of the sentence."),
    (
        "reading.show_popover",
        "Look &at the word",
        "Return; Enter",
        "Show the word's most probable readings next to it.",
        _SEPARATOR,
    ),
    ("reading.flip_readings", "All &readings", "R", "Show all readings on the card."),
    ("reading.explain", "Wh&y this ranking", "Y", "Show the evidence for the first reading of the word."),
    ("reading.show_words", "&Words…", "W", "List all words of the document and those you know.", _SEPARATOR),
    ("reading.show_quiz", "&Quiz…", "Q", "Multiple-choice questions on words of the text."),
    _NO_MENU,
    (
        "vocabulary.flip_known",
        "I know this word",
        "K",
        "Add the selected words to your list of known words, or remove them.",
    ),
    ("vocabulary.turn_filter", "Filter", "F", "All words, those you do not know, those you do."),
    ("vocabulary.focus_text", "Search", "/", "Type a word or a meaning."),
    "&Tools",
    ("vocabulary.export_table", "Save &words as a table…", "T", "Export the listed words as CSV."),
    ("vocabulary.export_cards", "Save words for A&nki…", "A", "Export the listed words as cards."),
    _NO_MENU,
    ("quiz.next_question", "Next", "Return; Enter; N", "Ask about another word."),
    ("quiz.explain", "Why", "Y", "Show the evidence for the correct answer."),
    ("quiz.flip_known", "I know this word", "K", "Add the word to your list of known words, or remove it."),
    "&Go",
    ("comparing.next_difference", "Next &difference", "N", "Go to the next difference.", _SEPARATOR),
    ("comparing.previous_difference", "Previous d&ifference", "P", "Go to the previous one."),
    "&Annotate",
    (
        "annotate.accept",
        "&Accept and go to next",
        "Return; Enter",
        "Accept the sentence and go to the next one to annotate.",
    ),
    (
        "annotate.insist",
        "Accept an&yway",
        "Shift+Return; Shift+Enter",
        "Accept the sentence although heads are missing or uncertain words are unchecked.",
    ),
    ("annotate.accept_and_stay", "Accept and &stay", "Ctrl+Return; Ctrl+Enter", "Accept the sentence and stay on it."),
    (
        "window.fill_empty_cells",
        "&Fill empty LEMMA, UPOS, XPOS, FEATS in accepted sentences…",
        "",
        "Fill what is empty in accepted sentences from the best readings.",
    ),
    ("annotate.edit_word", "Edit the &word", "W", "Go to the form of the word."),
    _NO_MENU,
    *(
        (f"annotate.show_tree_{row}", f"Show tree {row}", f"Alt+{row}", "Show this suggested tree.")
        for row in range(1, 5)
    ),
    ("annotate.search", "Filter or find", "/", "Filter the readings of the word, or open Find."),
    ("annotate.show_keys", "Keys", "?", "Show this list."),
    *(
        (
            f"candidates.take_{row}",
            f"Choose alternative {row}",
            str(row),
            "Choose a reading, or another head or label from the line below the tree.",
        )
        for row in range(1, 10)
    ),
    _READINGS_MENU,
    ("candidates.write_one", "&None of these…", "0", "Enter a reading, starting from the best one."),
    ("candidates.explain", "&Why", "Space", "Explain the ranking of the readings."),
    (
        "candidates.apply_everywhere",
        "&Everywhere in this document…",
        ".",
        "Review other occurrences of the word and give them this reading.",
    ),
    ("candidates.filter", "&Filter the readings", "", "Type a tag, a meaning, a lemma or a form."),
    _NO_MENU,
    *(
        (
            f"dependency.choose_{row}",
            f"Choose alternative {row} of the line",
            key,
            "Below the tree, while digits choose readings.",
        )
        for row, key in enumerate("JKSDGTYVP", 1)
    ),
    _DEPENDENCIES_MENU,
    ("dependency.attach", "&Attach to a head…", "H", "Choose the head by digit, letters or arrows."),
    ("dependency.relabel", "&Relation…", "R", "Choose the relation of the word to its head."),
    ("dependency.make_root", "Make it the r&oot", "O", "Make the word the root."),
    ("dependency.detach", "&Detach", "Del", "Remove the head of the word."),
    _SUGGESTED_TREES_MENU,
    ("dependency.next_tree", "&Next tree", "N", "Show the next best tree of the model."),
    ("dependency.previous_tree", "&Previous tree", "Shift+N", "Show the previous, better tree."),
    (
        "dependency.next_below",
        "Next alternative &below the word",
        "B",
        "Show the next best subtree of this word; the rest stays.",
    ),
    (
        "dependency.previous_below",
        "Previous alternative below the word",
        "Shift+B",
        "Show the previous subtree of this word.",
    ),
    (
        "dependency.ask",
        "Ask &questions",
        "Q",
        "Answer the most informative questions with Y or N; the sentence is parsed again after each.",
    ),
    ("dependency.lock", "&Lock the arc", "L", "Lock or unlock this arc; the rest is parsed again."),
    ("dependency.forbid", "&Forbid the arc", "X", "Parse again without this arc."),
    ("dependency.free", "Fr&ee the word", "Shift+X", "Remove the locks of the word."),
    ("dependency.next_doubtful", "Next uncertain wor&d", "U", "Go to the next underlined word.", _SEPARATOR),
    ("dependency.previous_doubtful", "Pre&vious uncertain word", "Shift+U", "Go to the previous one."),
    (
        "dependency.accept_rest",
        "&Accept the rest",
        "A",
        "Accept the suggested tree after you have checked every uncertain word.",
    ),
    _DEPENDENCIES_MENU,
    ("dependency.fold", "&Fold into rows", "F", "One row that scrolls, or as many as fit.", _SEPARATOR),
    ("dependency.compact", "&Compact", "C", "Draw words and arcs closer together."),
    ("dependency.show_enhanced", "&Enhanced arcs", "E", "Show the enhanced graph below the words."),
    ("dependency.show_lemmas", "&Lemmas", "M", "Show the lemma below each word."),
    (
        "dependency.show_interlinear",
        "&Interlinear",
        "I",
        "Lemma, tags, features and meaning in lines below each word.",
    ),
    _CONSTITUENTS_MENU,
    ("constituency.relabel", "&Label…", "R", "Choose another label for the node."),
    ("constituency.group", "&Group…", "G", "Group the selection under a new node."),
    ("constituency.delete_node", "&Delete the node", "D; Del", "Delete the node; its children move up to its parent."),
    ("constituency.lift", "Li&ft", "U", "Move the node up, out of its parent."),
    ("constituency.attach", "&Attach elsewhere…", "A", "Choose another parent for the node."),
    ("constituency.add_unary", "Add a &unary node…", "Y", "Add a node above this one."),
    ("constituency.remove_unary", "Remove the u&nary node", "Shift+Y", "Remove this node with a single child."),
    ("constituency.start_tree", "&Start a tree…", "S", "Begin with one node over all words."),
    _SUGGESTED_PHRASES_MENU,
    ("constituency.next_tree", "&Next tree", "N", "Show the next best tree of the model."),
    ("constituency.previous_tree", "&Previous tree", "Shift+N", "Show the previous, better tree."),
    (
        "constituency.next_below",
        "Next alternative &below the phrase",
        "B",
        "Show the next best subtree for these words; the rest stays.",
    ),
    ("constituency.previous_below", "Previous alternative below the phrase", "Shift+B", "Show the one before."),
    (
        "constituency.ask",
        "Ask &questions",
        "Q",
        "Answer the most informative questions with Y or N; the sentence is parsed again after each.",
    ),
    ("constituency.lock", "&Lock the phrase", "L", "Lock or unlock this phrase; the rest is parsed again."),
    ("constituency.forbid", "&Forbid the phrase", "X", "Parse again without this phrase."),
    ("constituency.free", "Fr&ee the phrase", "Shift+X", "Remove the locks of these words."),
    ("constituency.next_doubtful", "Next uncertain p&hrase", "J", "Go to the next underlined phrase.", _SEPARATOR),
    ("constituency.previous_doubtful", "Pre&vious uncertain phrase", "Shift+J", "Go to the previous one."),
    (
        "constituency.accept_rest",
        "&Accept the rest",
        "Shift+A",
        "Accept the suggested tree after you have checked every uncertain phrase.",
    ),
    _CONSTITUENTS_MENU,
    ("constituency.fold", "F&old or unfold", "F", "Hide what is below the node.", _SEPARATOR),
    ("constituency.fold_all", "Fold all", "-", "Hide all but the upper nodes."),
    ("constituency.unfold_all", "Unfold all", "+; =", "Show every node."),
    ("constituency.flip_layout", "&Words on one line", "T", "Draw words on one line or close to their nodes."),
    ("constituency.fold_rows", "&In rows", "Shift+F", "Show a wide tree in several rows or in one that scrolls."),
    ("constituency.show_traces", "Lines to t&races", "E", "Draw a line from each trace to its antecedent."),
    _NO_MENU,
    ("question.answer_yes", "Yes", "Y", "Lock this."),
    ("question.answer_no", "No", "N", "Exclude this from the parse."),
    ("question.skip", "Later", "S", "Skip to another question."),
    "&Model",
    ("training.start", "&Train", "Ctrl+Return", "Train a model with these settings."),
    ("training.cancel", "&Stop training", "Ctrl+.", "Stop training; the unfinished model is discarded."),
    (
        "window.rerank",
        "Train a re-r&anker…",
        "",
        "Train a re-ranker for the trees of the active parser.",
    ),
    ("curves.show_calibration", "&Calibration", "", "Measure the calibration of arc probabilities."),
    (
        "window.keep_models",
        "&Keep this model for all projects",
        "",
        "Suggest with this model in all texts that it fits.",
        _SEPARATOR,
    ),
    ("window.import_model", "&Import a model…", "", "Import a model from a file for all projects."),
    ("window.export_model", "E&xport the model…", "", "Export the active parser to a file."),
    ("window.remove_model", "&Remove a model…", "", "Choose a model, active or not, and remove its file."),
    ("window.restart_engine", "Restart the en&gine", "", "Stop the engine's work and restart it.", _SEPARATOR),
    "&Tools",
    ("curves.save_figure", "Save the &curves…", "", "Write the figure as SVG, PDF or PNG."),
    "&Go",
    ("exploring.next_merge", "Next &merge", "N", "Merge the next two states; in Steps, the next step.", _SEPARATOR),
    ("exploring.previous_merge", "Previous me&rge", "P", "Undo the last merge; in Steps, the previous step."),
    "&Tools",
    (
        "exploring.compare_automata",
        "C&ompare two automata",
        "C",
        "Show a second automaton, of another model or with other settings.",
    ),
    ("exploring.save_automaton", "Save the &automaton…", "", "Write it as a figure, DOT or TikZ."),
    ("exploring.save_figure", "Save the &spectrum…", "", "Write the figure as SVG, PDF or PNG."),
    ("runs.export_table", "Save the &table of runs…", "", "Export the runs as CSV or LaTeX."),
    "&Help",
    ("window.show_palette", "&Search, or run a command…", "Ctrl+K", "Find any command by a few letters."),
    ("window.show_help", "&Help", "F1", "Read how to use the program."),
    ("window.show_tour", "Guided &tour", "", "Nine steps through the window; Esc ends the tour."),
    ("window.show_keys", "&Keys", "Ctrl+/", "Show all keys by panel."),
    ("window.copy_diagnosis", "Copy a &diagnosis", "", "Copy version information for a bug report.", _SEPARATOR),
    ("window.show_about", "&About", "", "Version, authors and licences."),
)


@dataclass(frozen=True, slots=True)
class Action:
    """Definition of an action: its name, its place in the menus, and its default keys."""

    name: str  # scope.action: unique, in preferences and as the object name
    menu: str  # "" for none; a submenu after a slash
    text: str
    keys: tuple[str, ...] = ()
    hint: str = ""  # one sentence for the status line and the sheet of keys
    starts_section: bool = False  # separator above it in its menu

    @property
    def scope(self) -> str:
        """Scope in which the keys work: one of SCOPES."""
        return self.name.partition(".")[0]

    @property
    def plain_text(self) -> str:
        """Text without the marks that only a menu shows."""
        return translate(self.text).replace("&", "").removesuffix("…")


def translate(text: str) -> str:
    """Translate a text of the table of actions."""
    return QCoreApplication.translate("actions", text)


def can_conflict(first: Action, second: Action) -> bool:
    """Test whether the same key in two actions would trigger both."""
    scopes = {first.scope, second.scope}
    if len(scopes) == 1 or scopes & WINDOW_SCOPES:
        return first != second
    return bool(scopes & {"annotate", "candidates"}) and scopes <= _ANNOTATION_SCOPES


@dataclass(frozen=True, slots=True)
class FixedKeys:
    """Keys that a view handles itself and that cannot be changed."""

    scope: str
    keys: str
    text: str


FIXED_KEYS = (
    FixedKeys("window", "Tab, Shift+Tab", "Next or previous field"),
    FixedKeys("window", "Esc", "Cancel a prompt or a dialog"),
    FixedKeys("window", "Ctrl+wheel", "Zoom the tree"),
    FixedKeys("candidates", "Up, Down, Enter", "In the list: select a reading and choose it"),
    FixedKeys("candidates", "Left, Right", "In the list: the word to the left or right"),
    FixedKeys("dependency", "Left, Right", "The word to the left or right"),
    FixedKeys("dependency", "Up, Down", "The head; the first dependent"),
    FixedKeys("dependency", "Home, End", "First and last word"),
    FixedKeys("dependency", "Shift+Left, Shift+Right", "Select several words"),
    FixedKeys("dependency", "Esc", "Hide the suggestion for a sentence that has heads"),
    FixedKeys("constituency", "Up, Down", "The parent; the first child"),
    FixedKeys("constituency", "Left, Right", "The node to the left or right"),
    FixedKeys("constituency", "Shift+Left, Shift+Right", "Select several nodes or words"),
    FixedKeys("constituency", "Home, End", "The root; a word"),
    FixedKeys("question", "Esc", "Stop questions"),
    FixedKeys("exploring", "Left, Right, Up, Down", "The state on that side"),
    FixedKeys("exploring", "Home", "The state where sequences start"),
    FixedKeys("exploring", "Space, Shift+Space", "Next and previous edge"),
    FixedKeys("exploring", "Enter", "Go from a state or an edge to its sentences"),
    FixedKeys("steps", "Left, Right", "Back, forward"),
    FixedKeys("steps", "Home, End", "To the start, to the end"),
    FixedKeys("steps", "Space", "Play, or stop"),
    FixedKeys("tokens", "Left, Right", "The word to the left or right"),
    FixedKeys("reading", "Left, Right, Up, Down", "The word on that side of the screen"),
    FixedKeys("reading", "Home, End", "First and last word of the page"),
    FixedKeys("reading", "PgUp, PgDown", "Previous page, next page"),
    FixedKeys("vocabulary", "Enter", "Go to the first occurrence of the word"),
    FixedKeys("quiz", "1, 2, 3, 4", "Answer"),
)


def _parse_action_rows() -> tuple[Action, ...]:
    """Make the actions from the rows of the table."""
    actions, menu = [], _NO_MENU
    for row in _ACTION_ROWS:
        if isinstance(row, str):
            menu = row
            continue
        name, text, keys, hint, *separator = row
        actions.append(Action(name, menu, text, tuple(filter(None, keys.split("; "))), hint, bool(separator)))
    return tuple(actions)


ACTIONS = _parse_action_rows()
ACTIONS_BY_NAME = {action.name: action for action in ACTIONS}
