"""Pipeline: readings, arcs and relations of a sentence from one analysis. Readings are chosen by the ranker and the
tagger together, and the parser and its labeller read them."""

from spectral_core.model import Family
from spectral_core.models.pipeline.model import Pipeline
from spectral_core.models.pipeline.settings import PipelineSettings
from spectral_core.models.pipeline.training import learn

restore = Pipeline.from_arrays

__all__ = ["FAMILY", "Pipeline", "PipelineSettings", "learn", "restore"]

FAMILY = Family.from_functions(PipelineSettings, learn, Pipeline.from_arrays)
