"""The one table of actions: menus, keys, tool tips, the sheet of keys and the help are made from it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

# Where the keys of an action work, and how the place is called. Those of "annotate" work wherever letters are
# commands: on canvases with their outlines, on the line of words and in the queue; the window answers them.
SCOPES = {
    "annotate": "Queue, words and trees",
    "candidates": "Readings, from words and trees",
    "dependency": "Dependency tree",
    "constituency": "Constituency tree",
    "tokens": "Line of words",
    "queue": "Queue",
    "find": "Find",
    "reading": "Read",
    "vocabulary": "Words",
    "quiz": "Quiz",
    "comparing": "Compare",
    "exploring": "Explore",
    "training": "Train: settings",
    "curves": "Train: curves",
    "runs": "Train: runs",
    "window": "Everywhere",
}
EVERYWHERE = {"window", "find"}  # heard in the whole window; a result is sought from the tree that shows the last one
_ANNOTATED = {"annotate", "candidates", "queue", "tokens", "dependency", "constituency"}

MENUS = ("&File", "&Edit", "&View", "&Go", "&Annotate", "&Model", "&Tools", "&Help")
_PROPOSED = "&Annotate/&Proposed trees"
_ORDER = "&Go/Order of the &queue"
_COPY, _WORDS, _PHRASES = "&Edit/&Copy", "&Annotate/&Dependencies", "&Annotate/&Constituents"
_READINGS = "&Annotate/Readin&gs"
_READ = "&View/Readin&g"


@dataclass(frozen=True, slots=True)
class Action:
    """A thing the user can do: the method of its target that does it, where it is found, and its keys as they come."""

    scope: str
    calls: str  # the method, which takes nothing
    menu: str  # "" for none; a submenu after a slash
    text: str
    keys: tuple[str, ...] = ()
    hint: str = ""  # one sentence for the status line and the sheet of keys
    apart: bool = False  # a line above it in its menu
    checked: str = ""  # the attribute of the target that tells whether it is on, where it can be on and off

    @property
    def name(self) -> str:
        """One for each action: what preferences and object names know it by."""
        return f"{self.scope}.{self.calls}"

    @property
    def plain_text(self) -> str:
        """The text without the marks that only a menu shows."""
        return translated(self.text).replace("&", "").removesuffix("…")


def translated(text: str) -> str:
    return QCoreApplication.translate("actions", text)


ACTIONS = (
    Action("window", "open_file", "&File", "&Open a treebank…", ("Ctrl+O",), "Open a file of sentences."),
    Action("window", "open_project", "&File", "Open a &project…", ("Ctrl+Shift+O",), "Open the folder of a project."),
    Action("window", "new_project", "&File", "&New project…", ("Ctrl+N",), "Make a project around treebanks."),
    Action("window", "open_sample", "&File", "Open the sa&mple project", (), "Open the sentences that come along."),
    Action(
        "window",
        "read_pasted",
        "&File",
        "Read pasted &text…",
        ("Ctrl+Shift+V",),
        "Split a text into words, look them up and read it.",
    ),
    Action("window", "save", "&File", "&Save", ("Ctrl+S",), "Write the sentences to their file.", apart=True),
    Action("window", "save_all", "&File", "Save a&ll", ("Ctrl+Alt+S",), "Write all files of the project."),
    Action("window", "save_as", "&File", "Save &as…", ("Ctrl+Shift+S",), "Write the sentences to another file."),
    Action(
        "window",
        "export_figure",
        "&File",
        "&Export the tree…",
        ("Ctrl+E",),
        "Write the tree on screen as SVG, PDF, PNG or LaTeX.",
        apart=True,
    ),
    Action("window", "print_sentence", "&File", "P&rint the tree…", ("Ctrl+P",), "Print the tree on screen."),
    Action("window", "close", "&File", "&Quit", ("Ctrl+Q",), "End the program; decisions are kept.", apart=True),
    Action("window", "undo", "&Edit", "&Undo", ("Ctrl+Z",), "Take the last step back, in whatever sentence it was."),
    Action("window", "redo", "&Edit", "&Redo", ("Ctrl+Shift+Z", "Ctrl+Y"), "Do again what was taken back."),
    Action(
        "window", "copy_text", _COPY, "Copy as &text", ("Ctrl+Shift+C",), "Copy the words of the sentence.", apart=True
    ),
    Action("window", "copy_conllu", _COPY, "Copy as &CoNLL-U", (), "Copy the sentence as CoNLL-U."),
    Action("window", "copy_brackets", _COPY, "Copy as &brackets", (), "Copy the constituency tree in brackets."),
    Action("window", "copy_latex", _COPY, "Copy as &LaTeX", (), "Copy the tree on screen as LaTeX."),
    Action("window", "show_find", "&Edit", "&Find…", ("Ctrl+F",), "Look for words, tags, labels and structures."),
    Action("find", "next_result", "&Edit", "Find &next", ("F3",), "Go to the next place found."),
    Action("find", "previous_result", "&Edit", "Find pre&vious", ("Shift+F3",), "Go to the place found before."),
    Action(
        "window", "change_keys", "&Edit", "Change &keys…", (), "Choose other keys; conflicts are shown.", apart=True
    ),
    Action("window", "show_preferences", "&Edit", "&Preferences…", ("Ctrl+,",), "Theme, sizes and your name."),
    Action("window", "show_annotate", "&View", "&Annotate", ("Ctrl+1",), "Decide sentence by sentence."),
    Action("window", "show_read", "&View", "&Read", ("Ctrl+2",), "Read the text as it runs."),
    Action("window", "show_explore", "&View", "E&xplore", ("Ctrl+3",), "Look into what was learnt."),
    Action("window", "show_compare", "&View", "&Compare", ("Ctrl+4",), "Two versions side by side."),
    Action("window", "show_train", "&View", "&Train", ("Ctrl+5",), "Learn models and watch them."),
    Action(
        "window",
        "flip_tree",
        "&View",
        "&Other kind of tree",
        ("F6",),
        "Dependencies or constituents, where a sentence has both.",
        apart=True,
    ),
    Action("window", "zoom_in", "&View", "Zoom &in", ("Ctrl++", "Ctrl+="), "Show the tree larger.", apart=True),
    Action("window", "zoom_out", "&View", "Zoom o&ut", ("Ctrl+-",), "Show the tree smaller."),
    Action("window", "zoom_normal", "&View", "&Normal size", ("Ctrl+0",), "Show the tree in its own size."),
    Action("window", "zoom_fit", "&View", "&Fit", ("Ctrl+Shift+F",), "Show the whole tree."),
    Action("window", "larger", "&View", "&Larger interface", (), "Make text and controls larger.", apart=True),
    Action("window", "smaller", "&View", "&Smaller interface", (), "Make text and controls smaller."),
    Action("window", "flip_theme", "&View", "Light or &dark", ("Ctrl+Shift+D",), "Dark on light, or light on dark."),
    Action("window", "reset_layout", "&View", "Reset the la&yout", (), "Put every panel back into its place."),
    Action("window", "next_sentence", "&Go", "&Next sentence", ("Ctrl+Down",), "In the order of the queue."),
    Action("window", "previous_sentence", "&Go", "&Previous sentence", ("Ctrl+Up",), "In the order of the queue."),
    Action("window", "next_problem", "&Go", "Next pro&blem", ("F8",), "Go to the next sentence that has a problem."),
    Action("window", "next_word", "&Go", "Next &word", ("Ctrl+PgDown",), "In the order of the sentence.", apart=True),
    Action("window", "previous_word", "&Go", "Previous w&ord", ("Ctrl+PgUp",), "In the order of the sentence."),
    Action(
        "window", "filter_queue", "&Go", "&Filter the queue", ("Ctrl+L",), "Type what sentences must hold.", apart=True
    ),
    Action("queue", "focus_filter", "", "Filter", ("F",), "Type what sentences must hold."),
    Action("queue", "order_by_document", _ORDER, "&Document order", ("D",), "As they stand in the document."),
    Action("queue", "order_by_uncertainty", _ORDER, "&Least certain first", ("C",), "Where the model is in doubt."),
    Action(
        "queue",
        "order_by_disagreement",
        _ORDER,
        "&Models disagree",
        ("M",),
        "Where the best trees of two models differ most.",
    ),
    Action("queue", "order_at_random", _ORDER, "&Random order", ("R",), "The same random order every time."),
    Action("reading", "next_page", "&Go", "Next pa&ge", ("N",), "Read on.", apart=True),
    Action("reading", "previous_page", "&Go", "Pr&evious page", ("P",), "Read what stands before."),
    Action("reading", "next_unknown", "&Go", "Next &unknown word", ("U",), "Go to the next word you do not know."),
    Action("reading", "previous_unknown", "&Go", "Previous un&known word", ("Shift+U",), "Go to the one before."),
    Action("reading", "flip_known", _READ, "I &know this word", ("K",), "Put the word on your list, or take it off."),
    Action(
        "reading",
        "flip_marks",
        _READ,
        "&Mark words",
        ("M",),
        "Fade words you know, underline the others.",
        checked="words_marked",
    ),
    Action(
        "reading",
        "turn_vowels",
        _READ,
        "&Vowels in the words",
        ("V",),
        "As written, where you point, where the model is unsure, always.",
        apart=True,
    ),
    Action(
        "reading",
        "flip_vowels",
        _READ,
        "V&ocalised below",
        ("Shift+V",),
        "The word with its vowels, under each word.",
        checked="vowels_shown",
    ),
    Action(
        "reading",
        "flip_sounds",
        _READ,
        "&Sounds",
        ("S",),
        "The transliteration, under each word.",
        checked="sounds_shown",
    ),
    Action(
        "reading", "flip_glosses", _READ, "Meanin&g", ("G",), "The meaning, under each word.", checked="glosses_shown"
    ),
    Action("reading", "flip_lemmas", _READ, "&Lemma", ("L",), "The lemma, under each word.", checked="lemmas_shown"),
    Action(
        "reading",
        "flip_kinds",
        _READ,
        "&Part of speech",
        ("T",),
        "Noun, verb and so on, under each word.",
        checked="kinds_shown",
    ),
    Action(
        "reading",
        "flip_line_by_line",
        _READ,
        "Line &by line",
        ("B",),
        "Begin a line with each sentence.",
        checked="line_by_line",
    ),
    Action("reading", "flip_tree", _READ, "&Tree", ("D",), "The tree of the sentence.", checked="tree_shown"),
    Action(
        "reading", "flip_readings", _READ, "All &readings", ("R",), "More than the first two, on the card.", apart=True
    ),
    Action("reading", "explain", _READ, "Wh&y the first", ("Y",), "What speaks for the first reading of the word."),
    Action("reading", "show_words", _READ, "&Words…", ("W",), "All words of the document; those you know.", apart=True),
    Action("reading", "show_quiz", _READ, "&Quiz…", ("Q",), "Words of the text, with four answers each."),
    Action(
        "vocabulary", "flip_known", "", "I know this word", ("K",), "Put the words selected on your list, or off it."
    ),
    Action("vocabulary", "turn_filter", "", "Filter", ("F",), "All words, those you do not know, those you do."),
    Action("vocabulary", "focus_text", "", "Look for", ("/",), "Type a word or a meaning."),
    Action("vocabulary", "export_table", "&Tools", "Save &words as a table…", ("T",), "Write the words listed as CSV."),
    Action("vocabulary", "export_cards", "&Tools", "Save words for A&nki…", ("A",), "Write the words listed as cards."),
    Action("quiz", "next_question", "", "Next", ("Return", "Enter", "N"), "Ask about another word."),
    Action("quiz", "explain", "", "Why", ("Y",), "What speaks for the right answer."),
    Action("quiz", "flip_known", "", "I know this word", ("K",), "Put the word on your list, or take it off."),
    Action(
        "comparing", "next_difference", "&Go", "Next &difference", ("N",), "Go to the next that differs.", apart=True
    ),
    Action("comparing", "previous_difference", "&Go", "Previous d&ifference", ("P",), "Go to the one before."),
    Action(
        "annotate",
        "accept",
        "&Annotate",
        "&Accept and go on",
        ("Return", "Enter"),
        "Mark the sentence as right as it stands, and go to the next that is not accepted.",
    ),
    Action(
        "annotate",
        "accept_and_stay",
        "&Annotate",
        "Accept and &stay",
        ("Shift+Return", "Shift+Enter"),
        "Mark the sentence as right as it stands.",
    ),
    Action("annotate", "edit_word", "&Annotate", "Edit the &word", ("W",), "Go to the form of the word."),
    Action("annotate", "search", "", "Filter or find", ("/",), "Narrow the readings of the word, or else find."),
    Action("annotate", "show_keys", "", "Keys", ("?",), "Show this list."),
    *(
        Action("candidates", f"take_{row}", "", f"Take reading {row}", (str(row),), "And go to the next word in doubt.")
        for row in range(1, 10)
    ),
    Action("candidates", "write_one", _READINGS, "&None of these…", ("0",), "Write a reading, from the best guess."),
    Action("candidates", "explain", _READINGS, "&Why", ("Space",), "Show what puts one reading before another."),
    Action(
        "candidates",
        "apply_everywhere",
        _READINGS,
        "&Everywhere in this document…",
        (".",),
        "Give the same word this reading in other places, after a look at them.",
    ),
    Action("candidates", "filter", _READINGS, "&Filter the readings", (), "Type a tag, a meaning, a lemma or a form."),
    Action(
        "dependency",
        "attach",
        _WORDS,
        "&Attach to a head…",
        ("H",),
        "Choose the head by digit, letters or arrows.",
    ),
    Action("dependency", "relabel", _WORDS, "&Relation…", ("R",), "Choose the relation of the word to its head."),
    Action("dependency", "make_root", _WORDS, "Make it the r&oot", ("O",), "Attach the word to nothing: the root."),
    Action("dependency", "detach", _WORDS, "&Detach", ("Del",), "Take the head of the word away."),
    Action(
        "dependency",
        "next_tree",
        _PROPOSED,
        "&Next tree",
        ("N",),
        "Show the next best tree of the model.",
    ),
    Action("dependency", "previous_tree", _PROPOSED, "&Previous tree", ("Shift+N",), "Show the better tree before."),
    Action(
        "dependency",
        "lock",
        _PROPOSED,
        "&Lock the arc",
        ("L",),
        "Keep this arc, or no longer; the rest is parsed anew.",
    ),
    Action("dependency", "forbid", _PROPOSED, "&Forbid the arc", ("X",), "Parse anew without this arc."),
    Action("dependency", "free", _PROPOSED, "Fr&ee the word", ("Shift+X",), "Take back what was locked of the word."),
    Action(
        "dependency",
        "next_doubtful",
        _PROPOSED,
        "Next word in &doubt",
        ("U",),
        "Go to the next underlined word.",
        apart=True,
    ),
    Action(
        "dependency", "previous_doubtful", _PROPOSED, "Pre&vious word in doubt", ("Shift+U",), "Go to the one before."
    ),
    Action(
        "dependency",
        "accept_rest",
        _PROPOSED,
        "&Accept the rest",
        ("A",),
        "Accept the sentence with the proposed tree, once every word in doubt was looked at.",
    ),
    Action(
        "dependency",
        "fold",
        _WORDS,
        "&Fold into rows",
        ("F",),
        "One row that scrolls, or as many as fit.",
        apart=True,
        checked="folded",
    ),
    Action(
        "dependency", "compact", _WORDS, "&Compact", ("C",), "Words and arcs closer together.", checked="close_together"
    ),
    Action(
        "dependency",
        "show_enhanced",
        _WORDS,
        "&Enhanced arcs",
        ("E",),
        "Show the enhanced graph below the words.",
        checked="enhanced_shown",
    ),
    Action(
        "dependency",
        "show_lemmas",
        _WORDS,
        "&Lemmas",
        ("M",),
        "Show the lemma below each word.",
        checked="lemmas_shown",
    ),
    Action("constituency", "relabel", _PHRASES, "&Label…", ("R",), "Choose another label for the node."),
    Action("constituency", "group", _PHRASES, "&Group…", ("G",), "Put what is selected under a new node."),
    Action(
        "constituency", "delete_node", _PHRASES, "&Delete the node", ("D", "Del"), "Its children move up to its parent."
    ),
    Action("constituency", "lift", _PHRASES, "Li&ft", ("U",), "Move the node up, out of its parent."),
    Action("constituency", "attach", _PHRASES, "&Attach elsewhere…", ("A",), "Choose another parent for the node."),
    Action("constituency", "add_unary", _PHRASES, "Add a &unary node…", ("Y",), "Put a new node above this one."),
    Action(
        "constituency",
        "remove_unary",
        _PHRASES,
        "Remove the u&nary node",
        ("Shift+Y",),
        "Take the node with this only child away.",
    ),
    Action("constituency", "start_tree", _PHRASES, "&Start a tree…", ("S",), "Begin with one node over all words."),
    Action("constituency", "fold", _PHRASES, "F&old or unfold", ("F",), "Hide what is below the node.", apart=True),
    Action("constituency", "fold_all", _PHRASES, "Fold all", ("-",), "Hide all but the upper nodes."),
    Action("constituency", "unfold_all", _PHRASES, "Unfold all", ("+", "="), "Show every node."),
    Action(
        "constituency",
        "flip_layout",
        _PHRASES,
        "&Words on one line",
        ("T",),
        "Words on one line, or close to their nodes.",
        checked="words_on_one_line",
    ),
    Action(
        "constituency",
        "show_traces",
        _PHRASES,
        "Lines to t&races",
        ("E",),
        "Join each trace to what it stands for.",
        checked="traces_joined",
    ),
    Action("training", "start", "&Model", "&Learn", ("Ctrl+Return",), "Learn a model with the settings shown."),
    Action("training", "cancel", "&Model", "&Stop learning", ("Ctrl+.",), "Stop; nothing half-learnt is kept."),
    Action("curves", "show_calibration", "&Model", "&Calibration", (), "Measure whether numbers of arcs are right."),
    Action("curves", "save_figure", "&Tools", "Save the &curves…", (), "Write the figure as SVG, PDF or PNG."),
    Action("exploring", "next_merge", "&Go", "Next &merge", ("N",), "Join the next two states.", apart=True),
    Action("exploring", "previous_merge", "&Go", "Previous me&rge", ("P",), "Take the last merge back."),
    Action(
        "exploring",
        "compare_automata",
        "&Tools",
        "C&ompare two automata",
        ("C",),
        "Show a second automaton, of another model or with other settings.",
        checked="compared",
    ),
    Action("exploring", "save_automaton", "&Tools", "Save the &automaton…", (), "Write it as a figure, DOT or TikZ."),
    Action("exploring", "save_figure", "&Tools", "Save the &spectrum…", (), "Write the figure as SVG, PDF or PNG."),
    Action("runs", "export_table", "&Tools", "Save the &table of runs…", (), "Write the runs as CSV or LaTeX."),
    Action("window", "show_help", "&Help", "&Help", ("F1",), "What the program can do, and how."),
    Action("window", "show_keys", "&Help", "&Keys", ("Ctrl+/",), "All keys, by where they work."),
    Action("window", "copy_diagnosis", "&Help", "Copy a &diagnosis", (), "Copy versions for a report.", apart=True),
    Action("window", "show_about", "&Help", "&About", (), "Version, authors and licences."),
)
BY_NAME = {action.name: action for action in ACTIONS}


@dataclass(frozen=True, slots=True)
class Fixed:
    """Keys that a view answers itself and that cannot be changed: they are only told."""

    scope: str
    keys: str
    text: str


FIXED = (
    Fixed("window", "Tab, Shift+Tab", "Next or previous field"),
    Fixed("window", "Esc", "Leave a prompt or a dialogue; nothing changes"),
    Fixed("window", "Ctrl+wheel", "Zoom the tree"),
    Fixed("candidates", "Up, Down, Enter", "In the list: mark a reading, and take it"),
    Fixed("candidates", "Left, Right", "In the list: the word beside, by sight"),
    Fixed("dependency", "Left, Right", "The word beside, by sight"),
    Fixed("dependency", "Up, Down", "The head; the first dependent"),
    Fixed("dependency", "Home, End", "First and last word"),
    Fixed("dependency", "Shift+Left, Shift+Right", "Select several words"),
    Fixed("dependency", "Esc", "Hide the proposal for a sentence that has heads"),
    Fixed("constituency", "Up, Down", "The parent; the first child"),
    Fixed("constituency", "Left, Right", "The node beside, by sight"),
    Fixed("constituency", "Shift+Left, Shift+Right", "Select several nodes or words"),
    Fixed("constituency", "Home, End", "The root; a word"),
    Fixed("exploring", "Left, Right, Up, Down", "The state on that side"),
    Fixed("exploring", "Home", "The state where sequences start"),
    Fixed("exploring", "Space, Shift+Space", "Next and previous edge"),
    Fixed("exploring", "Enter", "From a state or an edge to the sentences that pass it"),
    Fixed("tokens", "Left, Right", "The word beside, by sight"),
    Fixed("reading", "Left, Right, Up, Down", "The word on that side, by sight"),
    Fixed("reading", "Home, End", "First and last word of the page"),
    Fixed("reading", "PgUp, PgDown", "The page before, the next page"),
    Fixed("vocabulary", "Enter", "Go to where the word stands first"),
    Fixed("quiz", "1, 2, 3, 4", "Answer"),
)


def collide(one: Action, other: Action) -> bool:
    """Whether the same key in both would be heard by both."""
    scopes = {one.scope, other.scope}
    if len(scopes) == 1 or scopes & EVERYWHERE:
        return one != other
    return bool(scopes & {"annotate", "candidates"}) and scopes <= _ANNOTATED
