"""Roll & Keep dice that explain themselves. Unofficial; names belong to their owners."""

__version__ = "0.1.0"
