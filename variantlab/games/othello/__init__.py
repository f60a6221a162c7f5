"""Othello with capture rules: rules, positions, kernels, players and notation."""
