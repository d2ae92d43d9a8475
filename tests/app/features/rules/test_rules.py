"""The Rules panel: it shows the rules that are played."""

from app.common.rules_text import rules_of
from app.features.rules.dialog import build
from app.model.state import State

from morris_core import VARIANTS, Game
from tests.app.playing import texts_of
from tests.core.support import sample


def test_the_rules_panel_shows_the_rules_of_the_game_on_the_board() -> None:
    mixes: list[dict[str, object]] = [
        {},
        {"flying": 0, "mill_hold": True, "stuck": "passes"},
        {"mill_wins": True, "no_return": True},
        {"mill_wins": False, "flying": 3, "double_mill": 2, "capture": "always", "quiet_limit": 0},
    ]
    for plain in sample(VARIANTS.values()):
        for changes in mixes:
            variant = plain.with_options(changes)
            shown = texts_of(build(State(Game(variant))))
            assert variant.title in shown
            for section in rules_of(variant):
                assert section.heading in shown
                assert all(paragraph in shown for paragraph in section.paragraphs)
                assert all(diagram.caption in shown for diagram in section.diagrams)
