"""The addresses, a module for each page or for what one page is made of."""
