"""The pages: they parse, call and render; no rule is known here, and nothing is added up."""
