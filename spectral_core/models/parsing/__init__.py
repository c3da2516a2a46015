"""What parsers need beside an estimator: usable sentences, relations, a tagger inside, probabilities, a curve."""
