"""Arrays in, arrays out: moments, decompositions, operators; the only home of scipy."""
