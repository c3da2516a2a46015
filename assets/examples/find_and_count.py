"""Finds a structure in a treebank, counts the words it occurs with, and writes them as a table for a spreadsheet."""

from collections import Counter
from pathlib import Path

from spectral_core import load_treebank
from spectral_core.files import locate_assets
from spectral_core.formats.export.tables import table_to_csv
from spectral_core.query import parse_query

treebank = load_treebank(locate_assets() / "sample" / "english" / "written.conllu")
query = parse_query("VERB >nsubj NOUN")  # a verb with a noun as its subject: the language of Find

counted: Counter[tuple[str, str]] = Counter()
for sentence in treebank:
    for match in query.find_matches(sentence):
        verb, subject = match.words[:2]
        counted[sentence.lemmas[verb - 1], sentence.lemmas[subject - 1]] += 1

for (verb, subject), times in counted.most_common(5):
    print(f"{subject} {verb}: {times}")
rows = [[verb, subject, times] for (verb, subject), times in counted.most_common()]
Path("subjects.csv").write_text(table_to_csv(["verb", "subject", "times"], rows), encoding="utf-8", newline="")
