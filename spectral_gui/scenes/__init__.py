"""Graphics scenes of linguistic structures, for views, figures and comparisons; the caller sets the colours."""
