"""Opens a treebank, says what is wrong in it, attaches a word anew, and writes the file: only that sentence differs."""

from spectral_core import load_treebank, save_treebank
from spectral_core.files import locate_assets

treebank = load_treebank(locate_assets() / "sample" / "english" / "written.conllu")
print(treebank)
for number, problem in list(treebank.all_problems())[:5]:
    print(number, problem)

sentence = treebank[0]
word = next(token for token in sentence.tokens if token.deprel == "punct")
print(f"{word.form!r} hangs from word {word.head}")

other = next(head for head in range(1, len(sentence) + 1) if head not in (word.head, word.index))
edited = treebank.with_sentence(0, sentence.with_head(word.index, other, "punct"))
print(edited)

save_treebank(edited, "edited.conllu")  # an untouched sentence keeps its bytes
again = load_treebank("edited.conllu")
changed = [number for number, (old, new) in enumerate(zip(treebank, again, strict=True)) if old != new]
print("sentences that differ:", changed)
