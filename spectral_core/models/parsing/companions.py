"""What a parser carries beside its own parameters: trained on the same sentences, whatever the estimator."""

from dataclasses import dataclass
from typing import Self

from spectral_core.arrays import Named
from spectral_core.brief import brief
from spectral_core.data import Sentence
from spectral_core.errors import SettingsError
from spectral_core.maths import calibrate
from spectral_core.maths.calibrate import Calibration
from spectral_core.model import Arrays, part_in, prefixed
from spectral_core.models.parsing.labeller import Labeller
from spectral_core.models.parsing.tagging import settings_of_own
from spectral_core.models.tagger import ChainTagger


@dataclass(frozen=True, slots=True, eq=False)
class Companions:
    """None of them is a function of sums over the corpus: they stay as they are when sentences are added."""

    labeller: Labeller | None = None  # names the relations of arcs
    calibration: Calibration | None = None  # makes scores probabilities
    tagger: ChainTagger | None = None  # fills in the tags that the parser reads
    __repr__ = brief

    def tagged(self, sentence: Sentence) -> Sentence:
        """The sentence with the tags of the tagger in the column that the parser reads."""
        if self.tagger is None:
            raise SettingsError("this model was learnt without a tagger; set tagger to true and learn it again")
        return self.tagger.tag(sentence)

    def arrays(self) -> Named:
        """All of them as arrays among those of the parser."""
        return {
            **({} if self.labeller is None else prefixed("labeller_", self.labeller.arrays())),
            **({} if self.calibration is None else prefixed("calibration_", self.calibration.arrays())),
            **({} if self.tagger is None else prefixed("tagger_", self.tagger.arrays())),
        }

    @classmethod
    def from_arrays(cls, arrays: Arrays, column: str, seed: int) -> Self:
        """Those among the arrays of a parser that reads `column`; ValueError where they do not fit together."""
        labels, points, tags = (part_in(arrays, prefix) for prefix in ("labeller_", "calibration_", "tagger_"))
        return cls(
            Labeller.from_arrays(labels) if labels else None,
            calibrate.from_arrays(points) if points else None,
            ChainTagger.from_arrays(settings_of_own(column, seed), tags) if tags else None,
        )
