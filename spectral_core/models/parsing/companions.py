"""Companions of a parser: models trained on the same sentences, whatever its estimator."""

from dataclasses import dataclass
from typing import Self

from spectral_core.arrays import NamedArrays
from spectral_core.brief import brief_repr
from spectral_core.data import Sentence
from spectral_core.errors import SettingsError
from spectral_core.maths import calibrate
from spectral_core.maths.calibrate import Calibration
from spectral_core.model import Arrays, add_prefix, select_part
from spectral_core.models.parsing.labeller import Labeller
from spectral_core.models.parsing.tagging import make_tagger_settings
from spectral_core.models.tagger import ChainTagger


@dataclass(frozen=True, slots=True, eq=False)
class Companions:
    """Models beside the estimator. None is a function of sums over the corpus: they stay as they are when sentences are
    added."""

    labeller: Labeller | None = None  # names the relations of arcs
    calibration: Calibration | None = None  # makes scores probabilities
    tagger: ChainTagger | None = None  # fills in the tags that the parser reads
    __repr__ = brief_repr

    def add_tags(self, sentence: Sentence) -> Sentence:
        """Return the sentence with the tagger's tags in the column that the parser reads."""
        if self.tagger is None:
            raise SettingsError("this model was learnt without a tagger; set tagger to true and learn it again")
        return self.tagger.tag(sentence)

    def arrays(self) -> NamedArrays:
        """Return all of them as arrays, to be stored among those of the parser."""
        return {
            **({} if self.labeller is None else add_prefix("labeller_", self.labeller.arrays())),
            **({} if self.calibration is None else add_prefix("calibration_", self.calibration.arrays())),
            **({} if self.tagger is None else add_prefix("tagger_", self.tagger.arrays())),
        }

    @classmethod
    def from_arrays(cls, arrays: Arrays, column: str, seed: int) -> Self:
        """Restore those among the arrays of a parser that reads `column`; ValueError if they do not fit together."""
        labeller_arrays, calibration_arrays, tagger_arrays = (
            select_part(arrays, prefix) for prefix in ("labeller_", "calibration_", "tagger_")
        )
        return cls(
            Labeller.from_arrays(labeller_arrays) if labeller_arrays else None,
            calibrate.from_arrays(calibration_arrays) if calibration_arrays else None,
            ChainTagger.from_arrays(make_tagger_settings(column, seed), tagger_arrays) if tagger_arrays else None,
        )
