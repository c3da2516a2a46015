"""View of dependency trees: arcs above the words, their editor and their alternatives."""
