"""The only floor that may draw chance, read a clock, take a lock or touch a disk."""
