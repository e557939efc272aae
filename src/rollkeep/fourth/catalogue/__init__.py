"""The facts of the game: Target Numbers, Traits and Rings, Skills, weapons, armor, mastery abilities."""
