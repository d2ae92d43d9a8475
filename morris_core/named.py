"""Variants by their names, and the names of variants in texts."""

from __future__ import annotations

from .variants import FIRST, Variant


def find_variant(name: str | Variant) -> Variant:
    """Return the variant of this name, or a variant itself.

    Raises:
        RulesError: There is none; the message lists the names. Or it is that of a home-made board (own_board) on which
            nobody can play.
    """
    if isinstance(name, Variant):
        return name
    variant = FIRST.get(name)
    if variant is None and isinstance(name, str) and name.startswith("own:"):
        from .own_board import own_variant

        variant = own_variant(name)
    if variant is None:
        from .family import VARIANTS

        variant = VARIANTS.get(name)
        if variant is None:
            from .unserved import unknown_variant

            raise unknown_variant(name, VARIANTS)
    return variant


def table_variant(variant: Variant) -> Variant:
    """Return the variant of VARIANTS whose name a text writes, next to the house rules, to describe this one.

    It is the one with the same name and board, or else the first one on the same board.

    Raises:
        RulesError: No variant of VARIANTS is played on its board.

    >>> from morris_core import BOARDS, Rules
    >>> own = Variant("mine", "My own", BOARDS["three-ring"], Rules(men=7, flying=3), "")
    >>> table_variant(own).name, house_rules_text(own)
    ('nine', 'men:7')
    """
    table = _table_variant(variant)
    if table is None:
        from .family import BOARDS
        from .unserved import unnamed_board

        raise unnamed_board(variant.board.name, BOARDS)
    return table


def _table_variant(variant: Variant) -> Variant | None:
    same = FIRST.get(variant.name)
    if same is not None and same.board == variant.board:
        return same
    if variant.board.name.startswith("own:"):
        return find_variant(variant.board.name)
    from .family import VARIANTS

    same = VARIANTS.get(variant.name)
    if same is not None and same.board == variant.board:
        return same
    for other in VARIANTS.values():
        if other.board == variant.board:
            return other
    return None


def house_rules_text(variant: Variant) -> str:
    """Return the house rules of a variant as links and records write them, or "" if there are none.

    >>> house_rules_text(find_variant("nine").with_rules(flying=0, mill_hold=True))
    'flying:0,mill_hold:1'
    """
    return ",".join(
        [
            name + ":" + ("1" if value is True else "0" if value is False else str(value))
            for name, value in variant.rules.differences(table_variant(variant).rules)
        ]
    )
