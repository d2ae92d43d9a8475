"""The weights of the evaluation's terms, in hundredths of a man, as data: made by tools/tune.py.

May import nothing. The one invariant: WEIGHTS[board][phase] has every term of evaluation.OWN_TERMS and
PAIR_TERMS, and MEN[board][phase] what it is worth to have 3, 4, ... 12 men on the board and in hand. A board
that is not here has the weights of the three-ring board.
"""

WEIGHTS: dict[str, dict[str, dict[str, float]]] = {
    "three-ring": {
        "opening": {
            "mills": -8,
            "pairs": -55,
            "singles": 5,
            "freedom": 11,
            "ends": -37,
            "sides": -20,
            "crossings": -7,
            "turn": -1,
            "close": 135,
            "close_two": 257,
            "run": 0,
            "threat_parried": 62,
            "threat": 0,
            "threat_two": 194,
            "threat_run": 0,
            "mobile": 0,
        },
        "placing": {
            "mills": -11,
            "pairs": -46,
            "singles": 2,
            "freedom": 10,
            "ends": -34,
            "sides": -19,
            "crossings": -8,
            "turn": 3,
            "close": 132,
            "close_two": 239,
            "run": 0,
            "threat_parried": 67,
            "threat": 0,
            "threat_two": 188,
            "threat_run": 0,
            "mobile": 0,
        },
        "moving": {
            "mills": -12,
            "pairs": -12,
            "singles": 1,
            "freedom": -3,
            "ends": -16,
            "sides": -10,
            "crossings": -4,
            "turn": -11,
            "close": 85,
            "close_two": 104,
            "run": 34,
            "threat_parried": 33,
            "threat": 65,
            "threat_two": 87,
            "threat_run": 21,
            "mobile": 20,
        },
        "flying": {
            "mills": -29,
            "pairs": -22,
            "singles": -12,
            "freedom": -4,
            "ends": -24,
            "sides": -24,
            "crossings": -23,
            "turn": 9,
            "close": 40,
            "close_two": 55,
            "run": 0,
            "threat_parried": 39,
            "threat": 40,
            "threat_two": 52,
            "threat_run": 0,
            "mobile": 0,
        },
    },
}

MEN: dict[str, dict[str, tuple[int, ...]]] = {
    "three-ring": {
        "opening": (-405, -305, -205, -105, -5, 95, 224, 353, 483, 612),
        "placing": (-347, -247, -147, -82, -2, 108, 222, 337, 451, 566),
        "moving": (-325, -225, -175, -125, -21, 78, 175, 272, 368, 465),
        "flying": (-24, 76, 176, 276, 376, 476, 576, 676, 776, 876),
    },
}
