"""Finding a game by any of its names, by a country where it is known, or by its number of men.

Accents do not matter, nor does one wrong, missing or extra letter in words of four letters and more.
"""

from __future__ import annotations

from morris_core import VARIANTS, Variant
from morris_core.sources import COUNTRIES, OTHER_NAMES

from ...common.house_rules import number_word
from ...model.translation import _

COUNTRY_NAMES = {
    "AT": _("Austria"),
    "BD": _("Bangladesh"),
    "BW": _("Botswana"),
    "CH": _("Switzerland"),
    "CN": _("China"),
    "CZ": _("Czechia"),
    "DE": _("Germany"),
    "ES": _("Spain"),
    "FR": _("France"),
    "GB": _("United Kingdom"),
    "GH": _("Ghana"),
    "HU": _("Hungary"),
    "IN": _("India"),
    "IR": _("Iran"),
    "IS": _("Iceland"),
    "IT": _("Italy"),
    "JP": _("Japan"),
    "KE": _("Kenya"),
    "LK": _("Sri Lanka"),
    "LS": _("Lesotho"),
    "MN": _("Mongolia"),
    "MX": _("Mexico"),
    "MZ": _("Mozambique"),
    "NG": _("Nigeria"),
    "NL": _("Netherlands"),
    "PH": _("Philippines"),
    "PL": _("Poland"),
    "PT": _("Portugal"),
    "RU": _("Russia"),
    "SE": _("Sweden"),
    "SO": _("Somalia"),
    "TR": _("Türkiye"),
    "US": _("United States"),
    "ZA": _("South Africa"),
    "ZW": _("Zimbabwe"),
}
# The country of a language that a browser names without one.
_OF_LANGUAGE = (
    "af ZA,bn BD,fa IR,fil PH,hi IN,is IS,mn MN,nl NL,sn ZW,so SO,st LS,sw KE,tl PH,tn BW,tw GH,xh ZA,yo NG,zh CN,zu ZA"
)
_PLAIN = (
    ("a", "áàâäãåāăą"),
    ("c", "çćčĉ"),
    ("d", "ďđð"),
    ("e", "éèêëēėęě"),
    ("g", "ğģ"),
    ("i", "íìîïīįı"),
    ("l", "łļľ"),
    ("n", "ñńňņ"),
    ("o", "óòôöõøōő"),
    ("r", "řŕ"),
    ("s", "śšşșß"),
    ("t", "ťţț"),
    ("u", "úùûüūůűų"),
    ("y", "ýÿ"),
    ("z", "źżž"),
)
_FOLDED = {accented: letter for letter, accents in _PLAIN for accented in accents}


def _small(letter: str) -> str:
    """Return a Latin or Cyrillic letter as a small one (MicroPython's lower() knows only a to z)."""
    code = ord(letter)
    if 0x41 <= code <= 0x5A or 0xC0 <= code <= 0xDE or 0x410 <= code <= 0x42F:
        return chr(code + 32)
    # Here capitals and small letters take turns.
    if 0x100 <= code <= 0x17F and code % 2 == (1 if 0x139 <= code <= 0x148 else 0):
        return chr(code + 1)
    return letter


def fold(text: str) -> list[str]:
    """Return the words of a text in small letters without accents.

    >>> fold("Windmühle, Luk tsut k'i")
    ['windmuhle', 'luk', 'tsut', 'ki']
    """
    small = [_small(letter) for letter in text if letter not in "'’"]
    plain = [_FOLDED.get(letter, letter) for letter in small]
    return "".join([" " if letter in ".,;:-–()/" else letter for letter in plain]).split()


def _is_near(word: str, other: str) -> bool:
    """Return whether two words differ by at most one letter that is wrong, missing, extra or changed places."""
    short, long = (word, other) if len(word) <= len(other) else (other, word)
    if len(long) - len(short) > 1:
        return False
    same = 0
    while same < len(short) and short[same] == long[same]:
        same += 1
    swapped = long[same + 1 : same + 2] + long[same : same + 1] + long[same + 2 :]
    return long[same + 1 :] in (short[same:], short[same + 1 :]) or (
        len(short) == len(long) and swapped == short[same:]
    )


def _worth(word: str, words: list[str]) -> int:
    """Return how well a word that somebody typed fits one of the words: 3 it is one, 2 one begins with it, 1 it is near
    one or inside one, 0 it does not fit."""
    best = 0
    for other in words:
        if word == other:
            return 3
        if other.startswith(word):
            best = max(best, 2)
        elif len(word) >= 4 and (word in other or _is_near(word, other) or _is_near(word, other[: len(word)])):
            best = max(best, 1)
    return best


def words_of(variant: Variant) -> list[str]:
    """Return all words by which one finds a variant."""
    names = [variant.name, variant.title, _(variant.title)] + list(OTHER_NAMES[variant.name])
    names += [_(COUNTRY_NAMES[code]) for code in COUNTRIES[variant.name]]
    names += [str(variant.rules.men), number_word(variant.rules.men)]
    return fold(" ".join(names))


def find_games(text: str) -> list[Variant]:
    """Return the variants that fit every word of a text, the best first.

    >>> [variant.name for variant in find_games("muehle")], [variant.name for variant in find_games("kenia")]
    (['nine'], ['shisima'])
    """
    found = []
    for number, variant in enumerate(VARIANTS.values()):
        words = words_of(variant)
        title = fold(variant.title) + fold(_(variant.title))
        worths = [_worth(word, words) for word in fold(text)]
        if all(worths):
            found.append((-sum(worths) - sum([_worth(word, title) for word in fold(text)]), number, variant))
    return [variant for _worth_of_it, _number, variant in sorted(found, key=lambda one: one[:2])]


def game_of(language: str, common: tuple[str, ...]) -> str:
    """Return the name of the game of a language's country, or "" if there is none or it is `common`.

    Args:
        language: As browsers name it, with or without a country.
        common: The games that are offered first anyway.

    >>> game_of("sw", ()), game_of("en-ZA", ()), game_of("xx", ())
    ('shisima', 'morabaraba', '')
    """
    parts = language.split("-")
    country = parts[-1] if len(parts) > 1 and len(parts[-1]) == 2 else ""
    for pair in [] if country else _OF_LANGUAGE.split(","):
        if pair.split()[0] == parts[0]:
            country = pair.split()[1]
    for name in VARIANTS:
        if name not in common and COUNTRIES[name][:1] == (country.upper(),):
            return name
    return ""
