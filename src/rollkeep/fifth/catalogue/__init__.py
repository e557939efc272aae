"""What is known by name in the 5th edition: skills, weapons, armour, techniques, and ready-made duellists."""
