"""Graphics scenes of structures in given colours, for views, figures and comparisons."""
