"""The games, one room each: rules, positions and compiled kernels."""
