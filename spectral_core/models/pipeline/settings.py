"""Settings of the pipeline."""

from dataclasses import dataclass

from spectral_core.model import MAX_SEED, setting, validate_settings


@validate_settings("pipeline")
@dataclass(frozen=True, slots=True)
class PipelineSettings:
    """Training settings of a pipeline."""

    analyser: str = setting(
        "auto",
        "Analyser",
        "Source of the candidate readings. auto: those in the file, otherwise the best analyser available. given: only "
        "those in the file. Others: treebank, buckwalter, buckwalter=FOLDER, or the name of another analyser.",
    )
    crossing: str = setting(
        "lifted",
        "Crossing arcs",
        "Treatment of training sentences with crossing arcs. lifted: attach such arcs to the nearest ancestor without "
        "crossings, and restore them in parses where the relations tell how. left-out: the parser skips these "
        "sentences and reports their number.",
        choices=("lifted", "left-out"),
    )
    classes: str = setting(
        "auto",
        "Word clusters",
        "Clusters of words with similar contexts as features of tagger and parser. auto: clusters of the language in "
        "the library, if there are any, else own. own: clusters of all training sentences. none: no clusters. Anything "
        "else is the path of a file of clusters or vectors.",
    )
    epochs: int = setting(
        0,
        "Training epochs",
        "Number of passes of the parser over the training sentences; 0 chooses it by their size, with more passes for "
        "fewer words.",
        low=0,
        high=200,
    )
    tokeniser: bool = setting(
        True,
        "Tokeniser",
        "Train a tokeniser and sentence splitter, if the treebank says where its words are joined, so that text can be "
        "annotated.",
    )
    calibration: bool = setting(
        True,
        "Calibration",
        "Hold out a tenth of the sentences to weigh ranker and tagger against each other, and to calibrate the "
        "probabilities of arcs on predicted readings.",
    )
    seed: int = setting(0, "Seed", "Seed of the random number generator.", low=0, high=MAX_SEED)
