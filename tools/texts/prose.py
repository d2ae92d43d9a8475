"""Find sentences that break docs/style.md, as far as a machine can be sure: `python -m tools.texts.prose`.

Reads the documents, the texts of the page and of the learn pages, and the docstrings and comments of all sources.
"""

import ast
import io
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from typing import NamedTuple

from tools.messages import collect, collect_learn
from tools.sources import ROOT
from tools.texts.catalogues import english

WIDTH = 120
# Files that the build makes, so that documents may name them.
BUILT = {"service-worker.js", "engine/data-files.json"}
DOCUMENT, COMMENT, TEXT, STORY = "document", "comment", "text of the page", "text of the learn pages"


class Rule(NamedTuple):
    """A pattern that is always wrong, what to write instead, and an example of both."""

    pattern: str
    instead: str
    bad: str
    good: str
    where: tuple[str, ...] = (DOCUMENT, COMMENT, TEXT, STORY)


RULES = (
    Rule(
        r"\b(is|are|was|were|has) (still |not )?to be\b",
        "a rule takes must, can or an imperative",
        "The file is to be read first.",
        "The file must be read first.",
    ),
    Rule(
        r"(^|(?<=[.!] ))Who(ever)? (is|has|wants|needs|knows|plays|would|finds|cannot|can|uses) [^?]*\.",
        "as a subject, write: a player who, anyone who, if you",
        "Who has no move loses.",
        "A player who has no move loses.",
    ),
    Rule(
        r"^(What|Who|Whose|Whoever)\b(?!.*\?)",
        "a docstring or a comment begins with the thing's name or an imperative",
        "What the engine remembers.",
        "The memory of the engine.",
        (COMMENT,),
    ),
    Rule(
        r"^(Of|Not by|As many|Likewise|Nor)\b(?! (course|default|contrast|convention)\b)",
        "begin with the subject, not with a place or a condition",
        "Of a record, the tags.",
        "The tags of a record.",
        (COMMENT,),
    ),
    Rule(
        r"\b[Tt]he one invariant\b",
        "write: Invariant:",
        "The one invariant: it never changes.",
        "Invariant: it is constant.",
    ),
    Rule(
        r"\b(None|nothing|empty) where\b",
        "a condition takes if: or None if",
        "The outcome, None where it goes on.",
        "The outcome, or None if the game goes on.",
    ),
    Rule(
        r"\b(so|as) many (?!(\w+ ){0,3}(as|that)\b)\w+",
        "name the number: n, that many, the given number of",
        "A text of so many characters.",
        "A text of `length` characters.",
        (DOCUMENT, COMMENT),
    ),
    Rule(
        r"\b(is|are|was|were|be|first|when) wanted\b",
        "write: needed, requested, on first use",
        "It is loaded when first wanted.",
        "It is loaded on first use.",
    ),
    Rule(
        r"(?<![Tt]here )\b(is|are) no (part|property|move|mill|game|position|text|point|file|sentence|table|such)\b",
        "a fact takes not: is not a, is not part of",
        "It is no part of the game.",
        "It is not part of the game.",
    ),
    Rule(
        r"\b([Ii]t is (said|told)|is said (of|to be so)|(is|are) told of)\b",
        "say who says it: the page says, players are told",
        "If it is damaged, it is said.",
        "If it is damaged, the page says so.",
    ),
    Rule(r"\b[Ll]ikewise\b", "write: also, too", "It likewise moves.", "It moves too.", (DOCUMENT, COMMENT)),
    Rule(r"(\d|\}) %", "no space before %", "{percent} % of games", "{percent}% of games", (DOCUMENT, TEXT, STORY)),
    Rule(r"\w …", "no space before an ellipsis", "Thinking …", "Thinking…"),
    Rule(
        r"\bout of (a|the|its|their) (file|table|text|link|storage)s?\b",
        "write: from",
        "It reads games out of a file.",
        "It reads games from a file.",
    ),
    Rule(r"\ballows? to \w+", "allow takes a noun: it lets you", "It allows to undo.", "It lets you undo."),
    Rule(
        r"\b(?:[a-z]+n't|it's|that's|there's|you're|we're|they're|you've|you'll|won't)\b",
        "reference documents have no contractions",
        "It can't be read.",
        "It cannot be read.",
        (DOCUMENT,),
    ),
    Rule(
        r"\bcannot\b|\b(do|does|did|could|would) not\b",
        "the page uses contractions",
        "This file cannot be read.",
        "This file can't be read.",
        (TEXT,),
    ),
)
_COMPILED = [(re.compile(rule.pattern), rule) for rule in RULES]


def faults(text: str, where: str) -> list[str]:
    """Return what is wrong with a paragraph, each fault as a sentence. where: DOCUMENT, COMMENT, TEXT or STORY."""
    plain = re.sub(r"`[^`]*`|“[^”]*”|\"[^\"]*\"", "`…`", text)
    found = ((regex.search(plain), rule) for regex, rule in _COMPILED if where in rule.where)
    return [f"{match[0].strip()!r}: {rule.instead}" for match, rule in found if match]


def fits(rule: Rule) -> bool:
    """Return whether a rule refuses its bad example, and no rule its good one."""
    return all(rule.instead in str(faults(rule.bad, where)) and not faults(rule.good, where) for where in rule.where)


def document_texts(source: str) -> Iterator[tuple[int, str]]:
    """Yield the paragraphs, list items and table rows of a Markdown text with their lines."""
    code_blocks = re.compile(r"^```.*?^```|^(?: {4}[^\n]*\n)+", re.M | re.S)
    without_code = code_blocks.sub(lambda code: "\n" * code[0].count("\n"), source)
    line = 1
    for block in re.split(r"(\n\s*\n|\n(?=[-|*#] |\d+\. ))", without_code):
        text = " ".join(block.split())
        if text and not text.startswith(("#", "|--")):
            yield line, re.sub(r"^([-|*]|\d+\.) ", "", text)
        line += block.count("\n")


def comment_texts(source: str) -> Iterator[tuple[int, str]]:
    """Yield the paragraphs of the docstrings and the comments of a Python text with their lines."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            for part in re.split(r"\n\s*\n", ast.get_docstring(node) or ""):
                yield getattr(node, "lineno", 1), " ".join(part.split())
    comment: list[str] = []
    end = 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            if token.start[0] != end + 1 and comment:
                yield end, " ".join(comment)
                comment = []
            comment.append(token.string.lstrip("# "))
            end = token.start[0]
    if comment:
        yield end, " ".join(comment)


def script_texts(source: str) -> Iterator[tuple[int, str]]:
    """Yield the comments of a script or a style sheet with their lines. Comments behind code are left out."""
    for block in re.finditer(r"^[ \t]*/\*+(.*?)\*/|((?:^[ \t]*//[^\n]*\n)+)", source, flags=re.M | re.S):
        text = re.sub(r"^[ \t]*(//|\*)[ \t]?", "", block[1] or block[2], flags=re.M)
        for part in re.split(r"\n\s*\n", text):
            yield source.count("\n", 0, block.start()) + 1, " ".join(part.split())


READERS = {".py": comment_texts, ".js": script_texts, ".mjs": script_texts, ".css": script_texts}


def page_texts() -> Iterator[tuple[str, str, str]]:
    """Yield the English texts of the page and of the learn pages: place, TEXT or STORY, text."""
    for catalog, where in ((collect(), TEXT), (collect_learn(), STORY)):
        for message in catalog:
            for text in english(message) if message.id else ():
                yield ":".join(str(part) for part in message.locations[0]), where, text


def dead_references(name: str, source: str, tracked: list[str]) -> Iterator[str]:
    """Yield the files and headings that a document names and that do not exist. Names in capitals are placeholders."""
    ends = {"/".join(parts[start:]) for parts in (path.split("/") for path in tracked) for start in range(len(parts))}
    for path in re.findall(r"`([a-z_][a-z0-9_./-]*\.(?:py|mjs|js|css|md|html|json|txt|toml|bin|mtb|mob))`", source):
        if path not in ends | BUILT:
            yield f"no file {path}"
    # A path with a wildcard after it is left out.
    for path in re.findall(
        r"(?<![\w./-])(?:docs|e2e|lab|locales|morris_core|tests|tools|web)/[a-z0-9_./-]*+(?![\[*?])", source
    ):
        if not (ROOT / path.rstrip("./-")).exists():
            yield f"no file or folder {path}"
    for path, heading in re.findall(r"\]\(([^)#\s:]*)#?([\w-]*)\)", source):
        target = (ROOT / name).parent / path if path else ROOT / name
        if not target.exists():
            yield f"no file {path}"
        elif heading:
            headings = re.findall(r"^#+ (.*)$", target.read_text(encoding="utf-8"), flags=re.M)
            if heading not in {re.sub(r"[^\w -]", "", one.lower()).replace(" ", "-") for one in headings}:
                yield f"no heading {path}#{heading}"


def check() -> list[str]:
    """Return the faults of everything that is checked, each as a line."""
    found = [f"the rule {rule.instead!r} does not fit its own examples" for rule in RULES if not fits(rule)]
    tracked = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True
    ).stdout.split()
    for name in tracked:
        if not name.endswith((".md", *READERS)):
            continue
        source = (ROOT / name).read_text(encoding="utf-8")
        if name.endswith(".md"):
            for line, text in document_texts(source):
                found += [f"{name}:{line}: {fault}" for fault in faults(text, DOCUMENT)]
            found += [f"{name}: {fault}" for fault in dead_references(name, source, tracked)]
            for number, content in enumerate(source.splitlines(), 1):
                if len(content) > WIDTH and not re.match(
                    r"\||!\[|\[[\w-]+\]: ", content
                ):  # tables, pictures, addresses
                    found.append(f"{name}:{number}: longer than {WIDTH} columns")
        else:
            for line, text in READERS["." + name.rpartition(".")[2]](source):
                found += [f"{name}:{line}: {fault}" for fault in faults(text, COMMENT)]
    for place, where, text in page_texts():
        found += [f"{place}: {fault}" for fault in faults(text, where)]
    return found


if __name__ == "__main__":
    sys.exit("\n".join(check()) or None)
