"""Perfect play, for the seams' test: see tests/seams/world.py."""

from tests.app.features.perfect_play.test_perfect_play import PART, facts

NEWS = {"perfect-play:facts": [facts()[1], facts(PART, "fetching")[1], facts(PART, trouble={"trouble": "offline"})[1]]}
