"""Chopsticks (数字を増やす遊び, 割り箸): rules, positions, compiled kernels, retrograde analysis."""
