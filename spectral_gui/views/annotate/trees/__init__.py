"""Views of dependency and constituency trees: their drawings, editors, outlines and suggestions."""
