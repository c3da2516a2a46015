"""Parts shared by dependency parsers: usable sentences, relations, a tagger inside, calibration, a learning curve."""
