"""The weights of the evaluation's terms, in hundredths of a man.

An ordinal logistic regression of win, draw and loss on the terms found them: on the three-ring board from positions of
known value, on others from games of the engine against itself. The levels were measured with them, so they stay.

WEIGHTS[board][phase] has a weight for each of terms.OWN_TERMS, then of PAIR_TERMS, and MEN[board][phase] the
values of having 3, 4, ... 12 men on the board and in hand. Boards not listed use the three-ring board's.
"""

from __future__ import annotations

WEIGHTS: dict[str, dict[str, tuple[int, ...]]] = {
    "three-ring": {
        "opening": (-8, -55, 5, 11, -37, -20, -7, -1, 135, 257, 0, 62, 0, 194, 0, 0),
        "placing": (-11, -46, 2, 10, -34, -19, -8, 3, 132, 239, 0, 67, 0, 188, 0, 0),
        "moving": (-12, -12, 1, -3, -16, -10, -4, -11, 85, 104, 34, 33, 65, 87, 21, 20),
        "flying": (-29, -22, -12, -4, -24, -24, -23, 9, 40, 55, 0, 39, 40, 52, 0, 0),
    },
    "three-ring-diagonal": {
        "opening": (-8, 24, 32, -1, -37, -27, -17, 11, 90, 198, 0, 30, 0, 137, 0, 0),
        "placing": (24, 33, 31, -1, -34, -33, -23, 15, 97, 204, 0, 57, 0, 157, 0, 0),
        "moving": (34, 25, 15, -2, -16, -7, 1, -19, 136, 157, 77, 18, 97, 120, 48, 10),
        "flying": (-29, -18, -1, 8, -24, -11, -19, -7, 40, 55, 0, 39, 40, 52, 0, 0),
    },
    "two-ring": {
        "opening": (-8, -55, 5, 11, -37, -20, -7, -1, 135, 257, 0, 62, 0, 194, 0, 0),
        "placing": (9, -28, 0, 11, 9, -13, -8, 3, 94, 239, 0, 53, 0, 131, 0, 0),
        "moving": (27, -29, -8, 11, 18, -5, -4, -11, 205, 104, 34, 33, 147, 87, 21, 6),
        "flying": (-29, -22, -12, -4, -24, -24, -23, 9, 40, 55, 0, 39, 40, 52, 0, 0),
    },
}

MEN: dict[str, dict[str, tuple[int, ...]]] = {
    "three-ring": {
        "opening": (-405, -305, -205, -105, -5, 95, 224, 353, 483, 612),
        "placing": (-347, -247, -147, -82, -2, 108, 222, 337, 451, 566),
        "moving": (-325, -225, -175, -125, -21, 78, 175, 272, 368, 465),
        "flying": (-24, 76, 176, 276, 376, 476, 576, 676, 776, 876),
    },
    "three-ring-diagonal": {
        "opening": (-405, -305, -205, -105, -5, 140, 229, 368, 447, 559),
        "placing": (-347, -247, -147, -82, -14, 139, 226, 378, 459, 542),
        "moving": (-343, -231, -181, -130, -24, 103, 196, 288, 360, 433),
        "flying": (-18, 76, 176, 276, 376, 476, 576, 676, 776, 876),
    },
    "two-ring": {
        "opening": (-405, -305, -205, -105, -5, 95, 224, 353, 483, 612),
        "placing": (-347, -248, -121, -52, -2, 108, 222, 337, 451, 566),
        "moving": (-442, -244, -150, -71, -21, 78, 175, 272, 368, 465),
        "flying": (-24, 76, 176, 276, 376, 476, 576, 676, 776, 876),
    },
}
