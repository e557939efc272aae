"""Files that other tools wrote: read with care, and with note of all that is not read. Knows no edition."""
