"""Samples the trees of this folder from `grammar.txt`: run it, and `sampled.*` are written again, byte for byte."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate
from math import fsum
from pathlib import Path
from random import Random

SEED = 1840
SENTENCES = 1500
LONGEST = 25  # words; a longer sample is drawn again
START = "ROOT"

_PLACE = re.compile(r"\{([a-z]+)(\d*)\}")
_CHILD = re.compile(r"(?P<head>\*?)(?P<symbol>[^/\s]+)(/(?P<relation>[a-z:]+)(@(?P<at>\d+))?)?")
_FORM = re.compile(r"([^\s{]+)(?: \{([^}]*)\})?")
_GLUED = frozenset({".", ",", "''", "POS"})  # tags without a space before them


@dataclass(frozen=True, slots=True)
class Child:
    """A child of a rule; its head word hangs from that of child `above` by `relation`, unless it is the head child."""

    symbol: str
    relation: str
    above: int  # counted from 0


@dataclass(frozen=True, slots=True)
class Word:
    form: str
    lemma: str
    feats: str  # "" where the tag's features are meant


@dataclass(frozen=True, slots=True)
class Rule:
    children: tuple[Child, ...]
    head: int  # the head child, counted from 0


@dataclass(frozen=True, slots=True)
class Choice:
    """What a symbol is rewritten to, and the running sums of the weights."""

    options: tuple[Rule | Word, ...]
    sums: tuple[float, ...]

    @property
    def probabilities(self) -> list[float]:
        """The probability of each option."""
        return [(after - before) / self.sums[-1] for before, after in zip((0.0, *self.sums), self.sums, strict=False)]


@dataclass(frozen=True, slots=True)
class Grammar:
    choices: Mapping[str, Choice]  # by symbol
    tags: Mapping[str, tuple[str, str]]  # symbol or visible label -> UPOS, features

    def tag(self, symbol: str) -> tuple[str, str]:
        """The UPOS and the features of a tag, looked up by its whole symbol and then by its visible label."""
        return self.tags[symbol] if symbol in self.tags else self.tags[visible(symbol)]


@dataclass(frozen=True, slots=True)
class Node:
    symbol: str
    rule: Rule | None = None
    children: tuple[Node, ...] = ()
    word: Word | None = None

    def leaves(self) -> Iterator[Node]:
        if self.word is not None:
            yield self
        for child in self.children:
            yield from child.leaves()


def visible(symbol: str) -> str:
    """The label that a treebank shows; the start symbol shows none."""
    return "" if symbol == START else symbol.partition("[")[0]


class Reader:
    """Reads a grammar line by line; `finish` puts it together."""

    def __init__(self) -> None:
        self.variables: dict[str, tuple[tuple[str, ...], list[tuple[tuple[str, ...], float]]]] = {}
        self.rules: list[tuple[int, float, str]] = []  # line, weight, "parent -> children"
        self.words: dict[str, list[tuple[float, Word]]] = {}
        self.tags: dict[str, tuple[str, str]] = {}
        self.columns: list[str] = []  # symbols of the word table that is being read

    def line(self, number: int, text: str) -> None:
        text = text.rstrip()
        if not text or text.startswith("#"):
            return
        kind, _, rest = text.partition(" ")
        try:
            if text.startswith("  "):
                for entry in text.strip().split(" ; "):
                    self.entry(entry.strip())
            elif kind == "let":
                self.let(rest)
            elif kind == "words":
                self.columns = rest.split()
            elif kind == "tag":
                symbol, upos, feats = rest.split()
                self.tags[symbol] = (upos, feats)
            elif " -> " in rest:
                self.rules.append((number, float(kind), rest))
            else:
                raise ValueError("neither a rule nor let, words, tag or an entry of a table")
        except ValueError as error:
            raise ValueError(f"grammar.txt, line {number}: {error}") from None

    def let(self, text: str) -> None:
        left, _, right = text.partition(" = ")
        names = tuple(left.split())
        rows = []
        for value in right.split(" | "):
            content, colon, weight = value.rpartition(" : ")
            content, weight = (content.strip(), weight) if colon else (value.strip(), "1")
            fields = (content,) if len(names) == 1 else tuple(content.split())
            if len(fields) != len(names):
                raise ValueError(f"{content!r} has not one value for each of {', '.join(names)}")
            rows.append((tuple("" if field == "-" else field for field in fields), float(weight)))
        self.variables.update(dict.fromkeys(names, (names, rows)))

    def entry(self, text: str) -> None:
        weight, _, rest = text.partition(" ")
        found = _FORM.findall(rest)
        if len(found) != len(self.columns):
            raise ValueError(f"{len(found)} forms for {len(self.columns)} symbols")
        first = found[0][0]
        for symbol, (written, feats) in zip(self.columns, found, strict=True):
            form, _, lemma = written.partition("=")
            word = Word(form, lemma or first.partition("=")[0], feats)
            self.words.setdefault(symbol, []).append((float(weight), word))

    def expansions(self, text: str, bound: Mapping[str, str], weight: float) -> Iterator[tuple[str, float]]:
        """Every way to fill the places of a rule, with the product of the values' weights."""
        place = _PLACE.search(text)
        if place is None:
            yield text, weight
            return
        name, copy = place.groups()
        if place.group() in bound:
            yield from self.expansions(text.replace(place.group(), bound[place.group()]), bound, weight)
            return
        if name not in self.variables:
            raise ValueError(f"no variable is called {name!r}")
        names, rows = self.variables[name]
        for fields, share in rows:
            values = {f"{{{key}{copy}}}": value for key, value in zip(names, fields, strict=True)}
            yield from self.expansions(text, {**bound, **values}, weight * share)

    def finish(self) -> Grammar:
        """The grammar without rules that lead nowhere and symbols that nothing leads to."""
        found = []  # (line, parent, rule, weight of the rule in the file, share of this expansion)
        for number, weight, text in self.rules:
            try:
                for expanded, share in self.expansions(text, {}, 1.0):
                    parent, _, right = expanded.partition(" -> ")
                    found.append((number, parent, rule(right), weight, share))
            except ValueError as error:
                raise ValueError(f"grammar.txt, line {number}: {error}") from None
        known = set(self.words)
        size = 0
        while size < len(known):
            size = len(known)
            known.update(parent for _, parent, made, _, _ in found if all(c.symbol in known for c in made.children))
        kept = [row for row in found if all(child.symbol in known for child in row[2].children)]
        useless = {number for number, _, _ in self.rules} - {row[0] for row in kept}
        if useless:
            raise ValueError(f"grammar.txt, line {min(useless)}: every expansion has a child that nothing rewrites")
        # the weight of a rule is shared out among its expansions with the same parent
        shares: dict[tuple[int, str], list[float]] = {}
        for number, parent, _, _, share in kept:
            shares.setdefault((number, parent), []).append(share)
        totals = {key: fsum(values) for key, values in shares.items()}
        options: dict[str, list[tuple[float, Rule | Word]]] = {key: list(rows) for key, rows in self.words.items()}
        for number, parent, made, weight, share in kept:
            options.setdefault(parent, []).append((weight * share / totals[number, parent], made))
        reached, waiting = {START}, [START]
        while waiting:
            for _, option in options[waiting.pop()]:
                new = {child.symbol for child in option.children} - reached if isinstance(option, Rule) else set()
                reached |= new
                waiting.extend(sorted(new))
        if unused := sorted(set(self.words) - reached):
            raise ValueError(f"grammar.txt: nothing leads to the words of {', '.join(unused)}")
        return Grammar({symbol: choice(options[symbol]) for symbol in options if symbol in reached}, self.tags)


def rule(text: str) -> Rule:
    """A right-hand side as it is written."""
    parts = [_CHILD.fullmatch(part) for part in text.split()]
    heads = [at for at, part in enumerate(parts) if part and part["head"]]
    if len(heads) != 1 or None in parts:
        raise ValueError(f"{text!r} needs one head child, and the others as symbol/relation")
    children = []
    for at, part in enumerate(parts):
        assert part is not None
        if (at == heads[0]) == bool(part["relation"]):
            raise ValueError(f"{part.group()!r} needs either a star or a relation")
        children.append(Child(part["symbol"], part["relation"] or "", int(part["at"]) - 1 if part["at"] else heads[0]))
    if any(child.above >= len(children) or child.above == at for at, child in enumerate(children) if child.relation):
        raise ValueError(f"{text!r} hangs a child from itself or from one that is not there")
    return Rule(tuple(children), heads[0])


def choice(options: Iterable[tuple[float, Rule | Word]]) -> Choice:
    weights, values = zip(*options, strict=True)
    return Choice(tuple(values), tuple(accumulate(weights)))


def read_grammar(text: str) -> Grammar:
    """The grammar that is written in the format documented at the head of `grammar.txt`."""
    reader = Reader()
    for number, line in enumerate(text.split("\n"), 1):
        reader.line(number, line)
    return reader.finish()


def draw(grammar: Grammar, rng: Random, symbol: str = START) -> Node:
    """A tree below `symbol`."""
    # only rng.random and plain additions: both are the same in every Python, choices and sum are not
    options = grammar.choices[symbol]
    point = bisect_right(options.sums, rng.random() * options.sums[-1])
    option = options.options[min(point, len(options.options) - 1)]
    if isinstance(option, Word):
        return Node(symbol, word=option)
    return Node(symbol, option, tuple(draw(grammar, rng, child.symbol) for child in option.children))


def sample(grammar: Grammar, count: int, seed: int) -> list[Node]:
    """`count` trees of at most LONGEST words, drawn independently."""
    rng = Random(seed)
    found: list[Node] = []
    while len(found) < count:
        tree = draw(grammar, rng)
        if sum(1 for _ in tree.leaves()) <= LONGEST:
            found.append(tree)
    return found


def forms(tree: Node) -> list[str]:
    """The words from left to right, the first one with a capital."""
    words = [leaf.word.form for leaf in tree.leaves() if leaf.word]
    first = next(at for at, word in enumerate(words) if word[0].isalpha())
    words[first] = words[first][0].upper() + words[first][1:]
    return words


def brackets(tree: Node, states: bool) -> str:
    """The tree on one line, its labels with or without what is hidden."""
    words = iter(forms(tree))

    def inside(node: Node) -> str:
        label = node.symbol if states and node.symbol != START else visible(node.symbol)
        return f"({label} {next(words) if node.word else ' '.join(map(inside, node.children))})"

    return inside(tree)


def dependencies(tree: Node) -> tuple[list[int], list[str]]:
    """The head, counted from 1, and the relation of each word."""
    size = sum(1 for _ in tree.leaves())
    heads, relations = [0] * size, ["root"] * size
    numbers = iter(range(1, size + 1))

    def head_word(node: Node) -> int:
        if node.rule is None:
            return next(numbers)
        below = [head_word(child) for child in node.children]
        for word, child in zip(below, node.rule.children, strict=True):
            if child.relation:
                heads[word - 1], relations[word - 1] = below[child.above], child.relation
        return below[node.rule.head]

    head_word(tree)
    return heads, relations


def conllu(tree: Node, grammar: Grammar, name: str) -> str:
    """The sentence in CoNLL-U, the hidden state of each tag in MISC; a word with a possessive 's is one token."""
    leaves, words = list(tree.leaves()), forms(tree)
    tags = [visible(leaf.symbol) for leaf in leaves]
    heads, relations = dependencies(tree)
    glued = [
        tag == "``" or (at + 1 < len(tags) and tags[at + 1] in _GLUED) for at, tag in enumerate(tags)
    ]  # no space behind
    text = "".join(word if close else f"{word} " for word, close in zip(words, glued, strict=True)).rstrip()
    lines = [f"# sent_id = {name}", f"# text = {text}"]
    for at, leaf in enumerate(leaves):
        assert leaf.word is not None
        owner = at + 1 < len(tags) and tags[at + 1] == "POS"
        if owner:
            close = "SpaceAfter=No" if glued[at + 1] else "_"
            lines.append("\t".join([f"{at + 1}-{at + 2}", words[at] + words[at + 1], *["_"] * 7, close]))
        alone = not owner and tags[at] != "POS"
        misc = f"{'SpaceAfter=No|' if glued[at] and alone and at + 1 < len(leaves) else ''}State={leaf.symbol}"
        upos, feats = grammar.tag(leaf.symbol)
        columns = [str(at + 1), words[at], leaf.word.lemma, upos, tags[at], leaf.word.feats or feats]
        lines.append("\t".join([*columns, str(heads[at]), relations[at], "_", misc]))
    return "\n".join(lines) + "\n\n"


def files(grammar: Grammar, count: int = SENTENCES, seed: int = SEED) -> dict[str, str]:
    """The content of each file by its name."""
    trees = sample(grammar, count, seed)
    return {
        "sampled.mrg": "".join(brackets(tree, states=False) + "\n" for tree in trees),
        "sampled.states.mrg": "".join(brackets(tree, states=True) + "\n" for tree in trees),
        "sampled.conllu": "".join(conllu(tree, grammar, f"sampled-{at:04}") for at, tree in enumerate(trees, 1)),
    }


def main() -> None:
    folder = Path(__file__).resolve().parent
    grammar = read_grammar((folder / "grammar.txt").read_text(encoding="utf-8"))
    for name, content in files(grammar).items():
        (folder / name).write_text(content, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
