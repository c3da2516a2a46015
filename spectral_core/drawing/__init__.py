"""Layout algorithms for trees, arcs, graphs and trace frames; coordinates only, no Qt."""
