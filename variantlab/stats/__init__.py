"""Intervals, comparisons, sequential looks, sample sizes and forecast scores; knows no game."""
