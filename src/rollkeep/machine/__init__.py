"""What a game procedure is: moves, events, offers with bounds, secrets, and the one ``decide`` that plays them all."""
