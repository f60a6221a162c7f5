"""Start-up times of variantlab, each in a fresh process.

    python startup.py [REPETITIONS]

`import_seconds` is the time of `import variantlab` inside the process. `warm_table_seconds` and
`cold_table_seconds` are whole processes, from their start to their end: Python itself, the import, 1000
random Othello games and their table of one row a game. Warm finds the compiled code on disk; cold starts
with an empty cache folder and compiles it. One line of JSON with every single time is printed.
"""

import json
import os
import subprocess
import sys
import tempfile
import time

IMPORT = "import time; start = time.perf_counter(); import variantlab; print(time.perf_counter() - start)"
FIRST_TABLE = "import variantlab as vl; print(len(vl.simulate(vl.Othello(), n=1000, seed=1)))"
N_COLD = 2


def output_of(code, cache_folder):
    """Return what `code` prints in a fresh process, and the seconds that the whole process took."""
    environment = {**os.environ, "VARIANTLAB_CACHE_DIR": cache_folder}
    start = time.perf_counter()
    run = subprocess.run(
        [sys.executable, "-c", code], env=environment, check=True, capture_output=True, text=True
    )
    return run.stdout, time.perf_counter() - start


def first_table_seconds(cache_folder):
    printed, seconds = output_of(FIRST_TABLE, cache_folder)
    if int(printed) != 1000:
        raise SystemExit(f"the first table should have 1000 rows, not {printed.strip()}")
    return seconds


def measured(repetitions):
    cold, warm, imports = [], [], []
    for _ in range(N_COLD):
        with tempfile.TemporaryDirectory() as cache_folder:
            cold.append(first_table_seconds(cache_folder))
            for _ in range(repetitions):
                warm.append(first_table_seconds(cache_folder))
                imports.append(float(output_of(IMPORT, cache_folder)[0]))
    return {"import_seconds": imports, "warm_table_seconds": warm, "cold_table_seconds": cold}


if __name__ == "__main__":
    print(json.dumps(measured(int(sys.argv[1]) if len(sys.argv) > 1 else 3)))
