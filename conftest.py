"""What every test and doctest shares: no window opens, and property tests try the same cases each time."""

import os

from hypothesis import settings

os.environ.setdefault("MPLBACKEND", "Agg")

settings.register_profile("repeatable", derandomize=True, deadline=None, database=None, max_examples=60)
settings.register_profile("long", derandomize=True, deadline=None, database=None, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))
