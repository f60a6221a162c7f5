"""Negaeri Shogi (寝返り将棋): rules, positions, notation, kernels and players."""
