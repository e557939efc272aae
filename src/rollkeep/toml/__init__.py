"""TOML texts that people write: read with every fault and its line, and written. Knows no edition."""
