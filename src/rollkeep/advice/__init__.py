"""Rules joined with odds: ``rolls`` and ``play`` of the 4th edition, ``symbols`` of the 5th."""
