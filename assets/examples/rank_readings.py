"""Learns which reading of an Arabic word is right in its context, and reads a text that nobody has annotated."""

from pathlib import Path

from spectral_core import METHODS, load_treebank
from spectral_core.evaluate import evaluate_ranker, strip_annotation
from spectral_core.files import locate_assets

sample = locate_assets() / "sample" / "arabic"
ranker = METHODS["analysis-ranker"]
settings = ranker.settings(analyser=f"buckwalter={sample / 'lexicon'}")
model = ranker.learn(load_treebank(sample / "written.conllu"), settings)

held_out = load_treebank(sample / "held_out.conllu")
print({name: round(value, 1) for name, value in evaluate_ranker(model, list(held_out)).items()})

sentence = strip_annotation(held_out[0], tags=False)
ranked = model.rank(sentence)
for word, readings in zip(sentence.forms, ranked, strict=True):
    if readings:
        first = readings[0]
        print(f"{word}\t{first.value.vocalised}\t{first.value.gloss}\t{first.probability:.2f}")

Path("readings.html").write_text(ranked._repr_html_(), encoding="utf-8")  # what a notebook shows
