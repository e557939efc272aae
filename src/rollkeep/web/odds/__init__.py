"""Odds in the browser: the calculator, and what stands beside a roll before it is thrown."""
