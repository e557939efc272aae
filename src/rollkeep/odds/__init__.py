"""Exact distributions. Knows pools, and no rule of any edition."""
