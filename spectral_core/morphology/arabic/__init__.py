"""Arabic: script, dictionary tables, and the tags of the Prague Arabic Dependency Treebank."""
