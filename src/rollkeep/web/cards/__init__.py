"""What a table shows of its procedures: cards, pictures, boards; and the same in words for elsewhere."""
