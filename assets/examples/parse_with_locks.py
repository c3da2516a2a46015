"""Learns a dependency parser, measures it, asks for the best trees of a sentence, and for those under a lock."""

from pathlib import Path

from spectral_core import METHODS, Constraints, Treebank, load_treebank
from spectral_core.evaluate import score_dependencies, strip_annotation
from spectral_core.files import locate_assets

treebank = load_treebank(locate_assets() / "sample" / "english" / "sampled.conllu")
automata = METHODS["head-automata"]
model = automata.learn(Treebank.of(treebank[:800]), automata.settings(states=5, tagger=False))

gold = treebank[1400:]
parsed = [model.parse(strip_annotation(sentence))[0].value for sentence in gold]
scores = score_dependencies(gold, parsed)  # in a notebook it is a table
print({name: round(value, 1) for name, value in scores.metrics.items()})

sentence = strip_annotation(gold[0])
for one in model.parse(sentence, k=3):  # the three best trees
    print(f"{one.score:.3f}", one.value.heads)

word, head = 1, len(sentence)  # what a person has decided is kept, and the rest is parsed around it
best = model.parse(sentence, constraints=Constraints(required_arcs=frozenset({(head, word)})))[0].value
print(f"word {word} now hangs from word {best.heads[word - 1]}")

Path("tree.svg").write_text(best._repr_svg_() or "", encoding="utf-8")  # what a notebook shows
