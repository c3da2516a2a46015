"""Third-order projective parsing by hashed features of arcs, siblings and grandparents over pruned arcs: sums,
gradients, training."""
