"""Measure the page and the code: benchmarks, fuzzing, and the report of the long runs."""
