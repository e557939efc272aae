"""What every page stands on: who asks, how a page is answered, what goes wrong, what things are called."""
