"""The d10 Roll & Keep rules of Legend of the Five Rings 4th edition. Unofficial; names belong to their owners."""
