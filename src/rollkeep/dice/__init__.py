"""Ten-sided dice: faces, pools, how they are written, and where faces come from. Knows no edition's rules."""
