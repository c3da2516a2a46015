"""Components shared by dependency parsers: training sentences, labeller, tagger, calibration, learning curve, trace."""
