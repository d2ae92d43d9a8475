"""The files saved on the device, for the seams' test: see tests/seams/world.py."""

from tests.app.features.offline.test_offline import facts, trouble

NEWS = {
    "offline:facts": [
        facts(),
        facts(engine=0, trouble=trouble("offline")),
        facts(update=True),
        facts(support="denied"),
        facts(support="off", groups=[]),
    ]
}
