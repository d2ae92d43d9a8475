"""Measure and train: matches between players, exams, the ladder of levels, benchmarks, and the engine's evaluation."""
