"""The panel of the review, and the buttons that open it."""

LINKS = {
    "v=three&m=a3.a2": ("steps",),
    "v=three&m=a3.a2.b3.b2.c3": ("result",),
    "v=three&m=a3.a2.b3.b2.c3&w=level1": ("lost",),
    "review=v=nine&m=d6.f4.d2.b4.f6.b2.b6xf4": ("report",),
}
SELECTORS = {
    "result": ('#status [data-intent="review:open"]',),
    "steps": ('#tools [data-intent="review:open"]',),
    "lost": ('#status [data-intent="review:open"].primary',),
    "report": ("#report .panel-title", "#report .graph"),
}
STYLED = {
    "#report .panel-title": ("display",),
    "#report .graph": ("borderTopStyle", "backgroundColor"),
}
