"""Automata put together by hand, with symbols that are syntax somewhere."""

from __future__ import annotations

from spectral_core.data.automaton import (
    OUTSIDE,
    Automaton,
    AutomatonEdge,
    Merge,
    MergeStep,
    Prefix,
    SequenceOccurrences,
    State,
    Transition,
)

# Ten nouns: 4 stand alone, 3 have a determiner, 2 an adjective and a determiner, 1 is lost after an adjective.
_PREFIXES = (
    Prefix((), 10, (1.0, 0.0), (0.5, 0.25)),
    Prefix(("DT",), 3, (0.0, 1.0), (-0.5, 0.5)),
    Prefix(("JJ",), 3, (0.6, 0.8), (0.25, -0.5)),
    Prefix(("JJ", "DT"), 2, (0.0, 1.0), (-0.5, 0.5)),
)
_STATES = (
    State(0, (0,), 10, 10 / 18, 0.4, 0),
    State(1, (1,), 3, 3 / 18, 1.0, 0),
    State(2, (2,), 3, 3 / 18, 0.0, 1),
    State(3, (3,), 2, 2 / 18, 1.0, 0),
)
_LEAVING = (AutomatonEdge(2, OUTSIDE, (Transition("RB", 1, 1 / 3, (3,)),)),)
_EDGES = (
    AutomatonEdge(0, 1, (Transition("DT", 3, 0.3, (1,)),)),
    AutomatonEdge(0, 2, (Transition("JJ", 3, 0.3, (2, 3)),)),
    AutomatonEdge(2, 3, (Transition("DT", 2, 2 / 3, (2,)),)),
)
NOUNS = Automaton(
    "NN",
    "left",
    4,
    1,
    _PREFIXES,
    (Merge(1, 3, 2, "DT", (3, 2), (1, 3)),),
    (
        MergeStep(_STATES, _EDGES, 0.1, _LEAVING),
        MergeStep(
            (_STATES[0], State(1, (1, 3), 5, 5 / 18, 1.0, 0), _STATES[2]),
            (_EDGES[0], _EDGES[1], AutomatonEdge(2, 1, _EDGES[2].moves)),
            0.1,
            _LEAVING,
        ),
    ),
    1,
    10,
    0,
    4,
    SequenceOccurrences((0, 4, 7, 9, 10), (0, 0, 1, 2, 1, 3, 3, 2, 4, 5), (1, 4, 2, 3, 5, 2, 7, 6, 1, 9)),
)

_SYMBOLS = ("PRP$", '"', "\\", "*", "]", "{%}", "اسم", "_")
STRANGE = Automaton(
    "`` & <N>",
    "right",
    3,
    1,
    (
        Prefix((), 90, (1.0,), (0.0, 0.0)),
        Prefix(("*", "\\n"), 1, (1.0,), (0.0, 0.0)),
        Prefix(('"',), 40, (1.0,), (0, 0)),
    ),
    (),
    (
        MergeStep(
            (
                State(0, (0,), 90, 0.5, 0.104, 0),
                State(1, (2, 1), 80, 0.25, 0.0, 79),
                State(2, (), 0, 0.0, 0.0, 0),  # nothing comes here
            ),
            (
                AutomatonEdge(0, 0, (Transition("*", 9, 0.1),)),
                AutomatonEdge(
                    0, 1, tuple(Transition(symbol, 10 - at, 0.09 / (at + 1)) for at, symbol in enumerate(_SYMBOLS))
                ),
                AutomatonEdge(1, 0, (Transition("[x]", 1, 0.0125),)),
            ),
            79 / 90,
            (AutomatonEdge(1, OUTSIDE, (Transition("\\", 79, 79 / 80),)),),
        ),
    ),
    0,
    90,
)
