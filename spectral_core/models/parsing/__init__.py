"""Components shared by parsers: training sentences, labeller, tagger and calibration, and step-by-step traces."""
