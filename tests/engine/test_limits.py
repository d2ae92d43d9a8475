"""Limits: the values that a search accepts."""

import pytest

from morris_core.engine import Limit, LimitError


@pytest.mark.parametrize(
    ("name", "value"),
    [("depth", 0), ("depth", -1), ("nodes", 0), ("nodes", -5), ("seconds", -0.1), ("seconds", float("nan"))],
)
def test_a_limit_that_no_search_can_follow_is_refused(name: str, value: float) -> None:
    with pytest.raises(LimitError, match=f", not {value}"):
        Limit(**{name: value})  # type: ignore[arg-type]
