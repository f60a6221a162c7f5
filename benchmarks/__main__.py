"""The side-by-side run: ``python -m benchmarks`` is ``python benchmarks/compare.py``."""

from benchmarks.compare import main

main()
