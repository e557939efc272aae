"""The command line: reads words, calls the floors below, prints what they say. It knows no rule and adds nothing up."""

import gc

gc.set_threshold(100_000)  # while everything is loaded there is nothing to collect, and looking takes 3 ms
