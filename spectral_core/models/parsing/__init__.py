"""Shared parts of dependency parsers: usable sentences, labeller, companion tagger, calibration, learning curve."""
