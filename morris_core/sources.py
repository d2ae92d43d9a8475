"""Facts about the named variants: their sources, other names that people look for, and the countries where they
are known. Loaded when somebody reads about them.
"""

from __future__ import annotations

_JUSTIN = "Justin du Coeur, On the Game of Merelles"
_MASTERS = "Masters Traditional Games, The Rules of Merels"
_STORER = "J. A. Storer, Nine Men's Morris"
_GAMESCRAFTERS = "Gamescrafters, Nine Men's Morris"
_MURRAY = "H. J. R. Murray, A History of Board-Games Other Than Chess (1951)"
_ZASLAVSKY = "Claudia Zaslavsky, Math Games and Activities from Around the World (1998)"

# The source of each game, its other names, and the countries where it is known, by their two letters in ISO 3166.
_ABOUT = {
    "nine": (
        "The modern game; " + _GAMESCRAFTERS,
        "Mill, Mühle, Windmühle, Merrills, Cowboy checkers, Molenspel, Mlýn, Młynek, Malom, Moulin, Mulino, Molino, "
        "Trilha, Dokuztaş, Мельница, 九子棋",
        "DE AT CH GB US HU IT FR ES PT NL PL CZ TR RU CN JP SE",
    ),
    "nine-merelles": (_JUSTIN, "Marelle, Marrills", "GB FR"),
    "nine-masters": (_MASTERS, "", "GB"),
    "nine-storer": ("Arnarson and Davíðsson 1888–1892, 298–300; " + _STORER, "Mylna", "IS"),
    "nine-diagonal": (_MASTERS, "", "GB"),
    "three": (
        "Named by " + _GAMESCRAFTERS,
        "Djara-Badakh, Smaller Merels, Terni lapilli, Tic-tac-toe, Noughts and crosses",
        "SO GB",
    ),
    "three-diagonal": ("Known as tapatan", "Liu Tsi, Luk tsut k'i, Engijn Zirge, Marelle", "PH CN MN"),
    "five": (_STORER + "; " + _JUSTIN, "", "GB"),
    "six": ("Named by " + _GAMESCRAFTERS, "Smaller Mill", "GB IT FR"),
    "seven": ("Traditional", "", ""),
    "lasker": ("Emanuel Lasker; " + _STORER + ", also lists moving while placing as a variation", "Ten men", "DE"),
    "eleven": (_STORER, "", ""),
    "twelve": (_STORER + "; " + _JUSTIN, "", "GB LK"),
    "morabaraba": ("Traditional in southern Africa", "Umlabalaba, Muravava, Mmela, Cows", "ZA LS BW ZW MZ"),
    "achi": ("Played like this in Ghana", "", "GH"),
    "achi-murray": (_MURRAY + ", 42–43", "Ati, Akidada", "GH NG"),
    "nine-holes": (_MURRAY + ", 39", "Driesticken, Bubble the Justice, Three men's morris", "NL GB"),
    "tsoro": ("Matthews 1964, 68", "Tsoro", "ZW"),
    "wheel": ("Blümlein 1918, 101–102", "Rota, Roman wheel", "IT"),
    "shisima": ("Crane 1982, 11", "", "KE"),
    "tant-fant": ("Datta 1933, 167", "", "IN BD"),
    "picaria": (_ZASLAVSKY + ", 10–11", "Pitarilla, Bidaria", "US MX"),
    "picaria-large": (_ZASLAVSKY + ", 11", "Pitarilla, Bidaria", "US MX"),
    "mlabalaba": ("Coertze 2002", "Umlabalaba, Meu, Morabaraba", "ZA"),
    "morabaraba-tournament": ("Mind Sports South Africa, Generally Accepted Rules", "Umlabalaba, Muravava, Cows", "ZA"),
    "dooz": ("The program Sanmill", "Duz", "IR"),
    "moebius": ("Ingo Althöfer; the program Morris by Dirk Farin", "Moebius", ""),
}
SOURCES = {name: _ABOUT[name][0] for name in _ABOUT}
"""Where the rules of each named variant are described."""
OTHER_NAMES = {name: tuple([other for other in _ABOUT[name][1].split(", ") if other]) for name in _ABOUT}
"""Other names of each named variant."""
COUNTRIES = {name: tuple(_ABOUT[name][2].split()) for name in _ABOUT}
"""The countries where each named variant is known, that of its name first."""
