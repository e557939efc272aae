"""The command line: reads words, calls the floors below, prints what they say. It knows no rule and adds nothing up."""
