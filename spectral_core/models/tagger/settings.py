"""Settings of the tagger."""

from dataclasses import dataclass

from spectral_core.model import MAX_SEED, setting, validate_settings


@validate_settings("tagger")
@dataclass(frozen=True, slots=True)
class TaggerSettings:
    """Settings a tagger is learnt with."""

    column: str = setting("xpos", "Column", "Which tags are learnt and filled in", choices=("xpos", "upos"))
    epochs: int = setting(15, "Epochs", "How many times training goes through the sentences", low=1, high=200)
    dropout: float = setting(
        0.4, "Dropout", "The share of features that each step leaves out, so that none is relied on alone", low=0,
        high=0.9,
    )  # fmt: skip
    minimum: int = setting(2, "Rarest feature", "Features seen fewer times are left out", low=1, high=100)
    classes: bool = setting(
        True, "Classes of words", "Reads words also as classes of those that stand among the same neighbours, in all "
        "sentences that are given, also without tags; where they have at least 1,000 words, and twice as many as "
        "have tags where those are more than 50,000.",
    )  # fmt: skip
    seed: int = setting(0, "Seed", "Of the order of sentences, and of what is held out", low=0, high=MAX_SEED)
