"""Arrays in, arrays out: moments, decompositions, operators, searches for a minimum."""
