"""One module a model family: its settings, its model, and how it learns."""
