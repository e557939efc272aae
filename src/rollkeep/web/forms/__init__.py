"""Forms: made from offers, read into requests, refused in the words that stand on them."""
