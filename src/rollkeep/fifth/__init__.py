"""The rules of the 5th edition: ring and skill dice, characters, and the duel."""
