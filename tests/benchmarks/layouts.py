"""How automata are laid out by us and by Graphviz: what crosses and overlaps, how large they are, how long it takes.

python tests/benchmarks/layouts.py [--data DIR] [--states N] [--least SHARE]

Automata of the sample and of English EWT, before and after the merges; process CPU milliseconds, warm. The columns of
Graphviz are there where pygraphviz is installed.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from drawn_graphs import faults
from PySide6.QtWidgets import QGraphicsScene

from spectral_core.data.automaton import Automaton
from spectral_core.drawing.graph_layout import Curve, GraphLayout, GraphLink, Node, Point, lay_out_graph
from spectral_core.files import locate_assets
from spectral_core.formats import load
from spectral_core.model import ExtractsAutomata
from spectral_core.registry import METHODS, make_settings
from spectral_gui import theme
from spectral_gui.app.start import make_application
from spectral_gui.scenes import automaton_drawing

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = locate_assets() / "sample" / "english" / "sampled.conllu"
CORPUS = Path("ud_english_ewt") / "ud_english_ewt-train.conllu.xz"
WANTED = {
    SAMPLE: [(head, side, 8) for head in ("NN", "VBD", "VB") for side in ("left", "right")],
    CORPUS: [(head, side, size) for head in ("NN", "VBD") for side in ("left", "right") for size in (5, 10, 15)]
    + [(head, side, 10) for head in ("IN", "VB", "JJ", "NNP", "NNS") for side in ("left", "right")],
}
Placing = Callable[[Sequence[Node], Sequence[GraphLink]], GraphLayout]


def wanted(data: Path, states: int) -> Iterator[tuple[str, Automaton]]:
    row = METHODS["head-automata"]
    settings = {"states": states, "relations": False, "calibration": False, "tagger": False}
    for name, asked in WANTED.items():
        model = row.learn(load(data / name), make_settings(row, {"estimator": "spectral", **settings}))
        assert isinstance(model, ExtractsAutomata)
        for head, side, clusters in asked:
            found = model.automaton(head, side, clusters, 5, None)
            for step in sorted({0, found.step}):
                shown = "" if step == found.step else " before"
                yield (
                    f"{'EWT' if name == CORPUS else 'sample'} {head} {side} {clusters}{shown}",
                    found.after_merges(step),
                )


def placed_by_graphviz(nodes: Sequence[Node], links: Sequence[GraphLink], rank_gap: float) -> GraphLayout:
    """The layout of Graphviz's `dot`, with labels that are nothing but their sizes."""
    import pygraphviz

    graph = pygraphviz.AGraph(directed=True, strict=False)
    graph.graph_attr.update(rankdir="LR", nodesep=18 / 72, ranksep=rank_gap / 72, pad=0, margin=0)
    graph.node_attr.update(shape="ellipse", fixedsize="true", label="")
    for node in nodes:
        graph.add_node(node.name, width=max(node.width / 72, 0.01), height=max(node.height / 72, 0.01))
    for at, link in enumerate(links):
        box = f'BORDER="0" FIXEDSIZE="TRUE" WIDTH="{link.width:.0f}" HEIGHT="{link.height:.0f}"'
        label = f"<<TABLE {box}><TR><TD></TD></TR></TABLE>>" if link.width else ""
        graph.add_edge(link.source, link.target, key=str(at), weight=link.weight, label=label)
    graph.layout(prog="dot")

    def point(text: str) -> Point:
        x, y = text.split(",")[:2]
        return float(x), -float(y)

    curves = []
    for at, link in enumerate(links):
        facts = graph.get_edge(link.source, link.target, key=str(at)).attr
        parts = facts["pos"].split()
        points = tuple(point(part) for part in parts if not part.startswith("e,"))
        tips = [point(part[2:]) for part in parts if part.startswith("e,")]
        curves.append(Curve(points, tips[0] if tips else points[-1], point(facts["lp"]) if facts["lp"] else None))
    left, low, right, high = map(float, graph.graph_attr["bb"].split(","))
    centres = tuple(point(graph.get_node(node.name).attr["pos"]) for node in nodes)
    graph.close()
    return GraphLayout(centres, tuple(curves), right - left, high - low)


def measured(placing: Placing, nodes: Sequence[Node], links: Sequence[GraphLink]) -> list[float]:
    placing(nodes, links)
    begun = time.process_time()
    layout = placing(nodes, links)
    took = 1000 * (time.process_time() - begun)
    found = faults(nodes, links, layout)
    over = found.lines_over_nodes + found.labels_over_nodes + found.labels_over_labels + found.nodes_over_nodes
    area = layout.width * layout.height / 1000
    return [found.crossings, found.lines_over_labels, over, area, layout.width / layout.height, took]


def main() -> None:
    """Prints one line an automaton, ours before Graphviz's, and the sums."""
    reader = argparse.ArgumentParser()
    data = os.environ.get("SPECTRAL_DATA") or ROOT.parent / "shared" / "data"
    reader.add_argument("--data", type=Path, default=Path(data))
    reader.add_argument("--states", type=int, default=4)
    reader.add_argument("--least", type=float, default=0.002)
    options = reader.parse_args()
    try:
        import pygraphviz  # noqa: F401 - to know whether it is here

        graphviz = True
    except ImportError:
        graphviz = False
    _application = make_application()
    asked: list[tuple[Sequence[Node], Sequence[GraphLink], float]] = []

    def noting(nodes: Sequence[Node], links: Sequence[GraphLink], *, rank_gap: float) -> GraphLayout:
        asked.append((nodes, links, rank_gap))
        return lay_out_graph(nodes, links, rank_gap=rank_gap)

    automaton_drawing.lay_out_graph = noting
    titles = "crossings  over labels  overlaps   area  ratio     ms"
    print(f"{'automaton':28}{titles}" + f"   Graphviz: {titles}" * graphviz)
    rows = []
    for name, automaton in wanted(options.data, options.states):
        automaton_drawing.AutomatonDrawing(
            QGraphicsScene(), automaton, theme.get_colours(dark=False), min_share=options.least
        )
        nodes, links, gap = asked[-1]
        row = measured(lambda nodes, links, gap=gap: lay_out_graph(nodes, links, rank_gap=gap), nodes, links)
        if graphviz:
            row += measured(lambda nodes, links, gap=gap: placed_by_graphviz(nodes, links, gap), nodes, links)
        rows.append(row)
        print(f"{name:28}{told(row)}", flush=True)
    print(f"{f'sum of {len(rows)}':28}{told([sum(column) for column in zip(*rows, strict=True)])}")


def told(row: Sequence[float]) -> str:
    form = "{:9.0f}{:13.0f}{:10.0f}{:7.0f}{:7.1f}{:7.1f}"
    return "             ".join(form.format(*row[at : at + 6]) for at in range(0, len(row), 6))


if __name__ == "__main__":
    main()
