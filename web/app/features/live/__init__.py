"""Live games: games by link whose moves go over a direct line."""

from __future__ import annotations

from ...kernel.features import Feature
from ...model.translation import _

FEATURE = Feature(
    "live",
    needs=(
        "by-link",
        "clocks",
        "share",
    ),
    build="dialog:build",
    begin_game="meeting:on_invite",
    way=(_("A friend elsewhere"), _("on two devices")),
    addresses={
        "live": "meeting:open_link",
    },
    hooks={
        "resume_game": "resume:resume",
        "started": "resume:started",
        "line": "line:of_board",
        "forbids": "line:forbids",
        "played": "playing:played",
        "settle": "line:settle",
        "banner": "meeting:build_banner",
    },
    game_acts={
        "invite": "meeting:on_invite",
    },
    acts={
        "consent": "meeting:on_consent",
        "accept": "meeting:on_accept",
        "paste": "meeting:on_paste",
        "take": "meeting:on_take",
        "show": "meeting:on_show",
        "copy": "meeting:on_copy",
        "sheet": "meeting:on_sheet",
        "offer": "playing:on_offer",
        "answer": "playing:on_answer",
        "leave": "playing:on_leave",
        "by-link": "playing:on_by_link",
        "back": "playing:on_back",
    },
    answers={
        "servers": "meeting:on_servers",
        "begun": "meeting:on_begun",
        "described": "meeting:on_described",
        "posted": "meeting:on_posted",
        "recalled": "meeting:on_recalled",
    },
    effects={
        "prepare": "effects:prepare",
        "describe": "effects:describe",
        "recall": "effects:recall",
        "post": "effects:post",
        "line": "effects:line",
        "mail": "effects:mail",
    },
    scripts=("live.mjs", "mail.mjs"),
    stored={"friends": "pairs:STORED"},
    host_files=("live.json",),
    news={
        "heard": "playing:on_heard",
    },
)
