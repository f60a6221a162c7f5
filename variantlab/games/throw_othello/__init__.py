"""Throw Othello (投げオセロ): discs are thrown onto the board."""
