"""Learns hidden Markov models of tag sequences, in closed form and by EM, and compares them on held-out sentences."""

from spectral_core import METHODS, Curves, Treebank, load_model, load_treebank, save_model
from spectral_core.evaluate import compute_perplexity
from spectral_core.files import locate_assets

treebank = load_treebank(locate_assets() / "sample" / "english" / "sampled.conllu")
train, test = Treebank.of(treebank[:1200]), treebank[1200:]
hmm = METHODS["hmm"]

for estimator in ("spectral", "em", "spectral-em"):
    curves = Curves()  # keeps what is measured on the way; in a notebook it draws itself
    settings = hmm.settings(states=6, estimator=estimator, column="upos", iterations=30)
    model = hmm.learn(train, settings, curves)
    save_model(model, f"{estimator}.npz")
    figures = compute_perplexity(load_model(f"{estimator}.npz").scores(test)).metrics
    iterations = max((len(points) for points in curves.points.values()), default=0)
    print(f"{estimator}: perplexity {figures['perplexity']:.2f} of a tag, {iterations} iterations")
