"""The clock of a search."""

from time import perf_counter


class Clock:
    """Measures the time spent searching, without the caller's pauses."""

    def __init__(self, limit: float | None) -> None:
        self.limit = limit
        self.spent = 0.0
        self.started = perf_counter()

    def seconds(self) -> float:
        return self.spent + perf_counter() - self.started

    def stop(self) -> None:
        self.spent = self.seconds()

    def start(self) -> None:
        self.started = perf_counter()

    def is_over(self) -> bool:
        return self.limit is not None and self.seconds() >= self.limit
